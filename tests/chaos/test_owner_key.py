"""The first key: shown once on a terminal, or written to a file that only its owner can read."""

from __future__ import annotations

import os
import pty
import re
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from chaos.storage import look
from support.patience import PATIENCE
from support.server import Server

SECRET = re.compile(r"rw_[0-9A-Za-z]{32,}_[0-9A-Za-z]+")


def _keys_made(server: Server) -> int:
    rows = look(server).audit_log
    return sum(1 for row in rows if row["action"] == "keys.create")


def test_without_a_terminal_the_key_goes_to_a_file(new_server: Callable[..., Server]) -> None:
    """Mode 0600; the log names the file and not the key; a second start makes no other key."""
    server = new_server(is_empty=True).start()
    path, log = server.data / "owner.key", server.log.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    secret = server.owner_key
    assert SECRET.fullmatch(secret)
    assert str(path) in log
    assert SECRET.search(log) is None
    server.kill()
    server.start()
    assert server.owner_key == secret
    assert _keys_made(server) == 1
    assert SECRET.search(server.log.read_text()) is None
    with server.api() as api:
        assert api.run()["status"] == "completed"
    server.kill()


@pytest.mark.slow
def test_a_lost_owner_key_is_not_made_again_and_there_is_a_way_back(
    new_server: Callable[..., Server],
) -> None:
    """With its file gone a start makes no new one; `keys create` beside the server does."""
    server = new_server(is_empty=True).start()
    server.kill()
    (server.data / "owner.key").unlink()
    server.start()
    assert not (server.data / "owner.key").exists()
    assert _keys_made(server) == 1
    done = server.run(
        "keys", "create", "--data", str(server.data), "--name", "back", "--scopes", "all"
    )
    assert done.returncode == 0, done.stderr
    with server.api(done.stdout.strip()) as api:
        assert api.run()["status"] == "completed"
    server.kill()


def _read_until(terminal: int, text: bytes, seconds: float = 30) -> str:
    shown, deadline = b"", time.monotonic() + seconds
    while text not in shown or not shown.endswith(b"\n"):
        assert time.monotonic() < deadline, shown
        shown += os.read(terminal, 4096)
    return shown.decode()


def test_on_a_terminal_the_key_is_shown_once(
    new_server: Callable[..., Server], tmp_path: Path
) -> None:
    """Alone and in a link whose fragment no log sees; no file; the second start shows none."""
    server = new_server(is_empty=True)
    first, second = _on_a_terminal(server, tmp_path), _on_a_terminal(server, tmp_path)
    found = SECRET.findall(first)
    assert len(found) == 2
    assert len(set(found)) == 1
    assert re.search(rf"http://127\.0\.0\.1:\d+/#key={found[0]}\s", first)
    assert SECRET.search(second) is None
    assert not (server.data / "owner.key").exists()
    assert SECRET.search((tmp_path / "log").read_text()) is None
    server.start()
    headers = {"Authorization": f"Bearer {found[0]}"}
    assert httpx.get(f"{server.url}/v1/models", headers=headers).status_code == 200
    server.kill()


def _on_a_terminal(server: Server, folder: Path) -> str:
    """Start a server on a terminal of its own, and end it once it serves; what was shown."""
    ours, theirs = pty.openpty()
    with (folder / "log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "runwright", "serve", "--port", "0", "--data", server.data],
            stdin=theirs,
            stdout=theirs,
            stderr=log,
            env=server.environment(),
            cwd=folder,
            start_new_session=True,
        )
    try:
        return _read_until(ours, b"Runwright serves on ")
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(ours)
        os.close(theirs)


@pytest.mark.slow
def test_a_kill_during_the_first_start_leaves_a_database_that_starts(
    new_server: Callable[..., Server],
) -> None:
    """Whenever it came: the next start serves, and there is one owner key, not two."""
    for delay in (0.3, 0.7, 0.9, 1.1):
        server = new_server(is_empty=True)
        server.data.mkdir(parents=True)
        process = subprocess.Popen(
            [*server.command, "serve", "--port", "0", "--data", str(server.data)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=server.environment(),
            cwd=server.data.parent,
            start_new_session=True,
        )
        time.sleep(delay)
        process.kill()
        process.wait(timeout=PATIENCE)
        server.start()
        assert _keys_made(server) == 1, delay
        server.kill()
