"""Processes that a test started, found by the session that its server began."""

from __future__ import annotations

import os
import signal
from pathlib import Path

COMPUTING = "runwright.jobs.compute_process runs"


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


def kill(pid: int) -> None:
    """kill -9 on one process that a test started."""
    os.kill(pid, signal.SIGKILL)
