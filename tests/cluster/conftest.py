"""Servers that leave background work to whoever else is on their database."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cluster.cluster import SETTINGS
from support.server import Server


@pytest.fixture
def new_server_on(tmp_path: Path) -> Callable[[str], Server]:
    """Make (not start) a server without a worker on a database."""
    return lambda url: Server(tmp_path / "data", url, SETTINGS, arguments=["--no-worker"])
