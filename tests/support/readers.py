"""Files that stay `processing` for as long as a test likes: their reader is held still."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from support.client import Api
from support.patience import until
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
    """What `begin` gives, with every reader of the project held still until the end of the block.

    Those that wait for their next file, and those that are started meanwhile: starting one takes
    much longer than noticing it.
    """
    caught: set[int] = set()
    is_over = threading.Event()

    def stop_all() -> None:
        while not is_over.wait(0.002) and server.process is not None:
            with suppress(OSError):  # the test has killed the server
                caught.update(_stop(readers_of(server, api.project_id)))

    watching = threading.Thread(target=stop_all)
    caught.update(_stop(readers_of(server, api.project_id)))
    watching.start()
    try:
        value = begin()
        until(lambda: _is_held(server, api), "there is a reader to be held")
        yield value
    finally:
        is_over.set()
        watching.join()
        for pid in caught:
            with suppress(ProcessLookupError):  # the server ended it
                os.kill(pid, signal.SIGCONT)


def _is_held(server: Server, api: Api) -> bool:
    """Whether a reader of the project is there, and those that are stand still."""
    found = set()
    for pid in readers_of(server, api.project_id):
        with suppress(OSError):  # it ended while we looked
            found.add(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0])
    return found == {"T"}


def _stop(pids: list[int]) -> list[int]:
    caught = []
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            caught.append(pid)
    return caught
