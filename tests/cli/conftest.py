"""Fixtures: the command with a key of a project of its own, on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import Command
from support.client import Api
from support.server import Server

SETTINGS = {"RUNWRIGHT_RATE_LIMIT": "1000000/min"}
STATEMENT = b"""date,description,amount
2026-10-01,REWE,-12.50
2026-10-05,REWE,-8.10
2026-10-09,Rent,-900.00
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite: which database it has, no command can tell."""
    with Server(tmp_path_factory.mktemp("cli") / "data", settings=SETTINGS) as running:
        yield running


@pytest.fixture
def guest(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Command:
    """The command of somebody who has no key."""
    return Command(monkeypatch, capsys, tmp_path, {"RUNWRIGHT_URL": server.url})


@pytest.fixture
def command(guest: Command, api: Api) -> Command:
    """The command of somebody with every scope."""
    guest.environment["RUNWRIGHT_API_KEY"] = api.secret
    return guest


@pytest.fixture
def statement(tmp_path: Path) -> Path:
    """A bank statement in a file."""
    path = tmp_path / "statement.csv"
    path.write_bytes(STATEMENT)
    return path


@pytest.fixture
def server_data(server: Server) -> str:
    """The server's data folder."""
    return str(server.data)
