"""Fixtures: a server, and the recipes run on it as anybody would run them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support import forkserver
from support.client import Api
from support.server import Server

RECIPES = Path(__file__).parent.parent.parent / "recipes"
SETTINGS = {"RUNWRIGHT_RATE_LIMIT": "1000000/min"}


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite: which database it has, no recipe can tell."""
    with Server(tmp_path_factory.mktemp("recipes") / "data", settings=SETTINGS) as running:
        yield running


def run(api: Api, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script of a recipe, with the key of a project."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("RUNWRIGHT_")}
    return forkserver.run(
        [sys.executable, str(RECIPES / script), *arguments],
        environment={**own, "RUNWRIGHT_URL": api.url, "RUNWRIGHT_API_KEY": api.secret},
        folder=Path.cwd(),
    )
