"""A start while PostgreSQL is away waits for it and says so; what waiting cannot mend ends it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from runwright.db.drivers import BUSY_SECONDS, PostgreSQL
from support.patience import PATIENCE
from support.postgres import Postgres
from support.server import SIGNING_KEY, Server

SETTINGS = {"RUNWRIGHT_SIGNING_KEY": SIGNING_KEY}


class Away:
    """The address of a PostgreSQL that is not there until it is brought back."""

    def __init__(self, address: str, folder: Path) -> None:
        (self._real,) = parse_qs(urlsplit(address).query)["host"]
        self._folder = folder
        self.address = re.sub(r"host=[^&]*", f"host={folder}", address)

    def bring_back(self) -> None:
        for socket in Path(self._real).glob(".s.PGSQL.*[0-9]"):
            (self._folder / socket.name).symlink_to(socket)


@pytest.fixture
def away(postgres: Postgres, tmp_path: Path) -> Away:
    folder = tmp_path / "sockets"
    folder.mkdir()
    return Away(postgres.new_database(), folder)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_server_starts_when_the_database_comes_back(away: Away, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", away.address, SETTINGS)
    starting = threading.Thread(target=server.start)
    starting.start()
    until(lambda: server.log.exists() and "waiting_for_the_database" in server.log.read_text())
    assert server.url == ""
    away.bring_back()
    starting.join(PATIENCE)
    with server.api() as api:
        assert api.get("/readyz").status_code == 200
    assert server.stop() == 0


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_wait_is_told_with_its_reason_and_ends_at_sigterm(
    away: Away, tmp_path: Path, command: str
) -> None:
    server = Server(tmp_path / "data", away.address, SETTINGS)
    process = subprocess.Popen(
        [sys.executable, "-m", "runwright", command, "--data", str(tmp_path / "data")],
        stderr=subprocess.PIPE,
        text=True,
        env={**server.environment(), "RUNWRIGHT_PORT": "0"},
    )
    assert process.stderr is not None
    line = next(line for line in process.stderr if "waiting_for_the_database" in line)
    assert "No such file or directory" in line
    process.terminate()
    assert process.wait(PATIENCE) == 0
    process.stderr.close()


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_database_that_is_not_there_is_told_at_once(
    postgres: Postgres, tmp_path: Path, command: str
) -> None:
    address = re.sub(r"/t[0-9a-f]{32}", "/nowhere", postgres.new_database())
    server = Server(tmp_path / "data", address, {**SETTINGS, "RUNWRIGHT_PORT": "0"})
    server.data.mkdir()
    done = server.run(command, "--data", str(server.data))
    assert done.returncode == 1
    assert 'database "nowhere" does not exist' in done.stderr
    assert "waiting" not in done.stderr


@pytest.mark.parametrize(("query", "seconds"), [("", BUSY_SECONDS), ("?connect_timeout=17", "17")])
def test_the_address_says_how_long_connecting_may_take(
    monkeypatch: pytest.MonkeyPatch, query: str, seconds: object
) -> None:
    given: dict[str, object] = {}
    monkeypatch.setattr(psycopg, "connect", lambda _, **options: given.update(options))
    PostgreSQL(f"postgresql://nobody@127.0.0.1:9/none{query}").connect()
    assert given["connect_timeout"] == seconds
