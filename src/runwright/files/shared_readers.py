"""Readers that outlive a file: for texts, most of whose cost was the start of a process.

Such a process belongs to one project. It can open no file at all: it is handed one descriptor at
a time, to read from, over the socket that is its standard input. It ends after some files, some
time of work, a short rest, and after anything that did not go well.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

from runwright.files import reader_process
from runwright.files.reader_output import ReaderKilled
from runwright.files.workspaces import Workspaces

MOST_FILES = 200
MOST_SECONDS = 60.0
"""Of work, by the clock: with the limit of the last file on top, more than it may compute."""
IDLE_SECONDS = 3.0
"""What it holds of an erased file in its memory is gone as soon as that of the database."""
MOST_IDLE = 4
"""Readers that wait for a file of their project at any time: each takes some 80 MB."""


@dataclass(slots=True, kw_only=True, eq=False)
class SharedReader:
    """One process, and the only end of a socket over which it can be handed something."""

    project_id: str
    process: asyncio.subprocess.Process
    orders: socket.socket
    resources: contextlib.AsyncExitStack
    files: int = 0
    """How many it was handed."""
    seconds: float = 0.0
    """How long it has worked."""
    rest: asyncio.TimerHandle | None = field(default=None)

    @property
    def is_spent(self) -> bool:
        """Whether it must not get another file."""
        return (
            self.files >= MOST_FILES
            or self.seconds >= MOST_SECONDS
            or self.process.returncode is not None
        )

    def hand(self, order: dict[str, Any], descriptor: int) -> None:
        """Give it a file to read; the descriptor stays the caller's to close."""
        self.files += 1
        try:
            socket.send_fds(self.orders, [orjson.dumps(order)], [descriptor])
        except OSError:  # it ended while it was waiting
            raise ReaderKilled from None

    async def end(self) -> None:
        """Leave nothing of it."""
        if self.rest is not None:
            self.rest.cancel()
        await self.resources.aclose()


class SharedReaders:
    """The readers of every project, each for its own project alone."""

    def __init__(self, workspaces: Workspaces, memory: int) -> None:
        self._workspaces = workspaces
        self._memory = memory
        self._idle: list[SharedReader] = []
        """The one that has waited longest comes first."""
        self._ending: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def reader(self, project_id: str) -> AsyncIterator[SharedReader]:
        """A reader of the project, for one file; it is kept only if the block ends well."""
        reader = self._rested(project_id) or await self._start(project_id)
        begun = asyncio.get_running_loop().time()
        try:
            yield reader
        except BaseException:
            await reader.end()
            raise
        reader.seconds += asyncio.get_running_loop().time() - begun
        if reader.is_spent:
            await reader.end()
        else:
            self._keep(reader)

    async def stop(self) -> None:
        """End every reader that waits."""
        for reader in self._idle:
            self._dismiss(reader)
        self._idle = []
        await asyncio.gather(*self._ending)

    def _rested(self, project_id: str) -> SharedReader | None:
        for reader in reversed(self._idle):
            if reader.project_id == project_id:
                self._idle.remove(reader)
                if reader.is_spent:  # somebody ended it
                    self._dismiss(reader)
                    return self._rested(project_id)
                if reader.rest is not None:
                    reader.rest.cancel()
                return reader
        return None

    def _keep(self, reader: SharedReader) -> None:
        loop = asyncio.get_running_loop()
        reader.rest = loop.call_later(IDLE_SECONDS, self._retire, reader)
        self._idle.append(reader)
        while len(self._idle) > MOST_IDLE:
            self._dismiss(self._idle.pop(0))

    def _retire(self, reader: SharedReader) -> None:
        self._idle.remove(reader)
        self._dismiss(reader)

    def _dismiss(self, reader: SharedReader) -> None:
        ending = asyncio.get_running_loop().create_task(reader.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _start(self, project_id: str) -> SharedReader:
        async with contextlib.AsyncExitStack() as resources:
            home = resources.enter_context(self._workspaces.new())
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            resources.callback(ours.close)
            ours.setblocking(False)
            with theirs:
                process = await reader_process.start(
                    "shared", project_id, home, self._memory, stdin=theirs.fileno()
                )
            resources.push_async_callback(reader_process.end, process)
            return SharedReader(
                project_id=project_id,
                process=process,
                orders=ours,
                resources=resources.pop_all(),
            )
