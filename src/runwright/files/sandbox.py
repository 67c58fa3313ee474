"""The parent's end of reading a file: a child process with limits, and what it says.

The child is `files.reader`. It is told a few facts, and writes one JSON line for each thing that
it finds. It has no secrets, no network where the system allows that, and no more memory, time or
output than the settings say. Whatever happens to it, the server goes on.

A file has a child of its own. Texts, which no native library parses, share one: see
`files.shared_readers`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import structlog

from runwright.config import Settings
from runwright.files import confinement, reader_output, reader_process
from runwright.files.reader_output import NeedsOwnProcess
from runwright.files.shared_readers import SharedReaders
from runwright.files.time_limit import TimeLimit
from runwright.files.workspaces import Workspaces
from runwright.processes import pipes_of

LARGEST_SHARED = 1_000_000
"""Bytes of a text that is read beside others: a larger one is worth a process of its own."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is to be read, and what the child is told of it."""

    path: Path
    project_id: str
    media: str
    filename: str
    now: str
    zone: str
    currency: str | None = None
    account: str | None = None
    """What the owner says of a statement, in the file's metadata."""
    is_retry: bool = False
    """Whether a reader was ended over it before: then it must not stand beside others."""


class Sandbox:
    """Has files read."""

    def __init__(self, settings: Settings) -> None:
        for gap in confinement.gaps():
            log.warning("reader_less_confined", gap=gap)
        self._workspaces = Workspaces(settings.data / "tmp")
        self._ceiling = settings.extract_seconds
        self._memory = settings.extract_memory
        self._shared = SharedReaders(self._workspaces, settings.extract_memory)

    async def read(self, task: Task) -> AsyncGenerator[dict[str, Any], None]:
        """Everything that the reader finds, as it finds it."""
        size = task.path.stat().st_size
        limit = TimeLimit.of(size, self._ceiling)
        if task.media == "text" and size <= LARGEST_SHARED and not task.is_retry:
            try:
                async with aclosing(self._read_shared(task, limit)) as messages:
                    async for message in messages:
                        yield message
                return
            except NeedsOwnProcess:  # said before anything else
                log.debug("text_read_alone")
        async with aclosing(self._read_alone(task, limit)) as messages:
            async for message in messages:
                yield message

    async def stop(self) -> None:
        """End the readers that wait for a file."""
        await self._shared.stop()

    async def _read_shared(
        self, task: Task, limit: TimeLimit
    ) -> AsyncGenerator[dict[str, Any], None]:
        async with self._shared.reader(task.project_id) as reader:
            is_first = reader.files == 0
            descriptor = os.open(task.path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                reader.hand(_order(task, limit), descriptor)
            finally:
                os.close(descriptor)
            found = reader_output.messages(reader.process, limit, self._memory, is_first=is_first)
            async with aclosing(found) as messages:
                async for message in messages:
                    yield message

    async def _read_alone(
        self, task: Task, limit: TimeLimit
    ) -> AsyncGenerator[dict[str, Any], None]:
        async with self._own_process(task.project_id) as process:
            stdin, _ = pipes_of(process)
            stdin.write(orjson.dumps({**_order(task, limit), "path": str(task.path.resolve())}))
            stdin.write_eof()
            found = reader_output.messages(process, limit, self._memory)
            async with aclosing(found) as messages:
                async for message in messages:
                    yield message

    @asynccontextmanager
    async def _own_process(self, project_id: str) -> AsyncIterator[asyncio.subprocess.Process]:
        with self._workspaces.new() as home:
            process = await reader_process.start("alone", project_id, home, self._memory)
            try:
                yield process
            finally:
                await reader_process.end(process)


def _order(task: Task, limit: TimeLimit) -> dict[str, Any]:
    return {
        "media": task.media,
        "filename": task.filename,
        "now": task.now,
        "zone": task.zone,
        "currency": task.currency,
        "account": task.account,
        "seconds": limit.seconds,
    }
