"""What a server shows to a person: where it is, the next command, and one line a request."""

from __future__ import annotations

import os
import pty
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from cli.command import Command
from runwright import logs
from support.forkserver import run
from support.patience import PATIENCE

SECRET = re.compile(r"rw_[\w-]{20,}")
COLOURS = re.compile(r"\x1b\[\d+m")


class Shown:
    """A server on a terminal of its own, and what it has shown there."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self._process, self._terminal, self._text = process, terminal, ""

    def until(self, pattern: str) -> str:
        """All that was shown, once a pattern is in it."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self._text):
            assert time.monotonic() < deadline, self._text
            assert self._process.poll() is None, self._text
            self._text += os.read(self._terminal, 4096).decode().replace("\r", "")
        return self._text


@contextmanager
def serving(folder: Path, *arguments: str, **environment: str) -> Iterator[Shown]:
    """Start `runwright serve` on a terminal, in a folder."""
    ours, theirs = pty.openpty()
    own = {k: v for k, v in os.environ.items() if not k.startswith("RUNWRIGHT_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "runwright", "serve", "--port", "0", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**own, "TERM": "xterm", **environment},
        cwd=folder,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Shown(process, ours)
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
        os.close(ours)


def test_a_first_start_shows_the_key_and_the_exact_next_command(
    guest: Command, tmp_path: Path
) -> None:
    guest.environment.pop("RUNWRIGHT_URL")
    with serving(tmp_path) as shown:
        text = shown.until(r"Ctrl-C stops")
        url = re.search(r"Runwright serves on (\S+)", text)
        assert url is not None
        key, again = SECRET.findall(text)
        assert key == again
        assert f"{url[1]}/#key={key}\n" in text
        # Nothing stands above the key: it is not scrolled away by what a first start does.
        assert text.index(key) < 300
        assert '"event"' not in text
        (login,) = re.findall(r"command line  (.+ login --local)\n", text)
        assert login.endswith(" -m runwright login --local")
        assert guest("login", "--local").out.startswith(f"Logged in to {url[1]} as ")
        shown.until(r"GET /v1/auth/key (\x1b\[\d+m)?200")
        assert guest("run", "What is 2 + 2?", "--quiet").out.startswith("4.")
        text = COLOURS.sub("", shown.until(r"POST /v1/runs \x1b\[32m201\x1b\[0m"))
        assert re.search(r"^POST /v1/runs 201 [\d.]+ ms$", text, re.MULTILINE)
        assert SECRET.findall(text) == [key, key]


def test_a_second_start_shows_no_key_and_no_colour_to_whoever_wants_none(tmp_path: Path) -> None:
    for number in range(2):
        with serving(tmp_path, "--data", "own", NO_COLOR="1") as shown:
            text = shown.until(r"Ctrl-C stops")
            assert "login --local --data own\n" in text
            (url,) = re.findall(r"Runwright serves on (\S+)", text)
            httpx.get(f"{url}/v1/models")
            assert "\x1b[3" not in shown.until(r"GET /v1/models 401 ")
            assert len(SECRET.findall(text)) == (0 if number else 2)


def test_the_address_is_in_the_data_folder_while_a_server_runs(tmp_path: Path) -> None:
    where = tmp_path / ".data" / "server.url"
    with serving(tmp_path) as shown:
        text = shown.until(r"Ctrl-C stops")
        assert f"Runwright serves on {where.read_text().strip()}\n" in text
        assert where.stat().st_mode & 0o077 == 0


def test_a_taken_port_is_told_with_what_to_do(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(
            [sys.executable, "-m", "runwright", "serve", "--port", str(port)],
            environment=os.environ,
            folder=tmp_path,
        )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    other = port + 1 if port < 65_535 else port - 1
    assert line.endswith(f"choose another with --port {other}, or make serve PORT={other}")


@pytest.mark.parametrize(("status", "colour"), [(201, 32), (304, 36), (404, 33), (500, 31)])
def test_a_request_is_one_short_line(
    monkeypatch: pytest.MonkeyPatch, status: int, colour: int
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    fields = {"method": "GET", "route": "/v1/runs/{id}", "status": status, "ms": 93.4}
    painted = f"\x1b[{colour}m{status}\x1b[0m"
    assert logs.request_line(fields) == f"GET /v1/runs/{{id}} {painted} \x1b[2m93 ms\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert logs.request_line({**fields, "ms": 0.8}) == f"GET /v1/runs/{{id}} {status} 0.8 ms"
