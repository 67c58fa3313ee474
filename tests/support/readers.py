"""Files that stay `processing` for as long as a test likes: their reader is held still."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from support.client import Api
from support.server import Server

READER = b"runwright.files.reader"
_TRIES = 5


def readers_of(server: Server) -> list[int]:
    """The processes that read files for a server now."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text()
    found = []
    for child in children.split():
        with suppress(OSError):  # it ended while we looked
            if READER in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


@contextmanager
def held(api: Api, server: Server, content: bytes, **options: Any) -> Iterator[str]:
    """The id of a new file that is not read on until the end of the block."""
    for _ in range(_TRIES):
        made = api.upload(content, **options)
        assert made.status_code == 200, made.text
        file_id = str(made.json()["id"])
        reader = _stop_reader(server)
        try:
            # The reader may have been quicker than we were.
            if reader and api.get(f"/v1/files/{file_id}").json()["status"] == "processing":
                yield file_id
                return
        finally:
            if reader:
                with suppress(ProcessLookupError):  # the server ended it
                    os.kill(reader, signal.SIGCONT)
        api.delete(f"/v1/files/{file_id}")
    raise AssertionError("no reader could be caught")


def _stop_reader(server: Server) -> int | None:
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        for pid in readers_of(server):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                return pid
        time.sleep(0.002)
    return None
