"""Files that stay `processing` for as long as a test likes: their reader is held still."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from support.client import Api
from support.server import Server

READER = b"runwright.files.reader"
_TRIES = 5
T = TypeVar("T")


def readers_of(server: Server, project: str | None = None) -> list[int]:
    """The processes that read files for a server now, or wait for one; of one project, or all."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    found = []
    for child in children.split():
        with suppress(OSError):  # it ended while we looked
            command = Path(f"/proc/{child}/cmdline").read_bytes()
            if READER in command and (project or "").encode() in command:
                found.append(int(child))
    return found


@contextmanager
def held(api: Api, server: Server, content: bytes, **options: Any) -> Iterator[str]:
    """The id of a new file that is not read on until the end of the block."""

    def upload() -> str:
        made = api.upload(content, **options)
        assert made.status_code == 200, made.text
        return str(made.json()["id"])

    for _ in range(_TRIES):
        with stopped(api, server, upload) as file_id:
            # The reader may have been quicker than we were.
            if api.get(f"/v1/files/{file_id}").json()["status"] == "processing":
                yield file_id
                return
        api.delete(f"/v1/files/{file_id}")
    raise AssertionError("no reader could be caught")


@contextmanager
def stopped(api: Api, server: Server, begin: Callable[[], T]) -> Iterator[T]:
    """What `begin` gives, with the project's readers held still until the end of the block.

    One that waits for its next file is stopped beforehand; else it is the one that is started.
    """
    caught = _stop(readers_of(server, api.project_id))
    try:
        value = begin()
        deadline = time.monotonic() + 10
        while not caught and time.monotonic() < deadline:
            caught = _stop(readers_of(server, api.project_id))
            time.sleep(0.002)
        yield value
    finally:
        for pid in caught:
            with suppress(ProcessLookupError):  # the server ended it
                os.kill(pid, signal.SIGCONT)


def _stop(pids: list[int]) -> list[int]:
    caught = []
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            caught.append(pid)
    return caught
