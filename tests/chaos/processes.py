"""Processes that a test started, found by the session that its server began."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

COMPUTING = "runwright.jobs.child"


def in_session(leader: int) -> dict[int, str]:
    """The living processes of a session, with their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue  # it ended while we looked
        if int(fields[3]) == leader and fields[0] != "Z":
            found[int(folder.name)] = command
    return found


def computing_children(leader: int) -> list[int]:
    """The processes that compute steps for a server."""
    return [pid for pid, command in in_session(leader).items() if COMPUTING in command]


def until(is_true: Callable[[], object], what: str, seconds: float = 30) -> None:
    """Wait for something; fail when it does not come."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, f"in {seconds} s it did not happen that {what}"
        time.sleep(0.01)


def kill(pid: int) -> None:
    """kill -9 on one process that a test started."""
    os.kill(pid, signal.SIGKILL)
