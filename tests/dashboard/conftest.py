"""The dashboard as it is built from this checkout; without Node.js there is none to test."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.server import Server

ROOT = Path(__file__).parents[2]
FAST_ENOUGH = {"RUNWRIGHT_RATE_LIMIT": "1000000/min", "RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE": "true"}


def npm(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run npm in the folder of the dashboard."""
    return subprocess.run(
        ["npm", "--silent", *arguments],
        cwd=ROOT / "dashboard",
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of the built files, made anew if its sources have changed."""
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed, so there is no dashboard here")
    with (ROOT / "dashboard" / "package.json").open() as handle:
        # One of several test processes builds, the others wait.
        fcntl.flock(handle, fcntl.LOCK_EX)
        subprocess.run(["make", "dashboard"], cwd=ROOT, check=True)
    return ROOT / "src" / "runwright" / "_dashboard"


@pytest.fixture(scope="session")
def dashboard_server(
    built: Path,  # noqa: ARG001 - it must be there before the server starts
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """A server that has the dashboard."""
    with Server(tmp_path_factory.mktemp("dashboard") / "data", None, FAST_ENOUGH) as server:
        yield server
