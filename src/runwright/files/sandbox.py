"""The parent's end of reading a file: a child process with limits, and what it says.

The child is `files.reader`. It gets a path and a few facts, and writes one JSON line for each
thing that it finds. It has no secrets, no network where the system allows that, and no more
memory, time or output than the settings say. Whatever happens to it, the server goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import structlog

from runwright.config import Settings
from runwright.files import confinement
from runwright.files.formats.types import Unreadable
from runwright.files.time_limit import TimeLimit
from runwright.files.workspaces import Workspaces
from runwright.processes import pipes_of, start_child

LONGEST_LINE = 16 * 1024 * 1024
MOST_OUTPUT = 1024 * 1024 * 1024

_SAID: Mapping[str, frozenset[str]] = {
    "page": frozenset({"n", "text"}),
    "table": frozenset({"page", "rows"}),
    "segment": frozenset({"start", "end", "text"}),
    "item": frozenset({"source", "text", "mentions"}),
    "done": frozenset(),
    "unreadable": frozenset({"message"}),
    "failed": frozenset({"reason"}),
}
"""By kind of message: what it must hold."""

log = structlog.get_logger()


class ReaderFailed(Exception):
    """The reader has a fault, and would fail again: not the file's fault as far as we know."""


class ReaderKilled(Exception):
    """Somebody ended the reader; it may be tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What the child is told."""

    path: Path
    media: str
    filename: str
    now: str
    zone: str


class Sandbox:
    """Starts readers."""

    def __init__(self, settings: Settings) -> None:
        for gap in confinement.gaps():
            log.warning("reader_less_confined", gap=gap)
        self._workspaces = Workspaces(settings.data / "tmp")
        self._ceiling = settings.extract_seconds
        self._memory = settings.extract_memory

    async def read(self, task: Task) -> AsyncGenerator[dict[str, Any], None]:
        """Everything that the reader finds, as it finds it."""
        limit = TimeLimit.of(task.path.stat().st_size, self._ceiling)
        with self._workspaces.new() as home:
            process = await start_child(
                "runwright.files.reader",
                stderr=asyncio.subprocess.DEVNULL,  # a traceback may show content
                env=_environment(home),
                cwd=home,
                limit=LONGEST_LINE,
            )
            try:
                async with contextlib.aclosing(self._messages(process, task, limit)) as messages:
                    async for message in messages:
                        yield message
            finally:
                await _end(process)

    async def _messages(
        self, process: asyncio.subprocess.Process, task: Task, limit: TimeLimit
    ) -> AsyncGenerator[dict[str, Any], None]:
        stdin, stdout = pipes_of(process)
        stdin.write(orjson.dumps(self._orders(task, limit)))
        stdin.write_eof()
        deadline = asyncio.get_running_loop().time() + limit.seconds
        size = 0
        while True:
            async with _before(deadline, limit):
                line = await _line(stdout)
            size += len(line)
            if size > MOST_OUTPUT:
                raise Unreadable("The file holds more than can be taken in. Split it.")
            if not line.endswith(b"\n"):  # it ended, perhaps in the middle of a word
                async with _before(deadline, limit):
                    raise self._death(await process.wait(), limit)
            message = _understood(line)
            if message["is"] == "done":
                return
            if message["is"] == "unreadable":
                raise Unreadable(message["message"])
            if message["is"] == "failed":
                raise ReaderFailed(message["reason"])
            yield message

    def _orders(self, task: Task, limit: TimeLimit) -> dict[str, Any]:
        return {
            "path": str(task.path.resolve()),
            "media": task.media,
            "filename": task.filename,
            "now": task.now,
            "zone": task.zone,
            "seconds": limit.seconds,
            "memory": self._memory * 1024 * 1024,
        }

    def _death(self, code: int, limit: TimeLimit) -> Exception:
        """What the end of a child means that said nothing."""
        log.warning("reader_died", code=code)
        if code == -signal.SIGXCPU:
            return limit.exceeded("seconds of computing")
        if code in (-signal.SIGKILL, -signal.SIGTERM):
            return ReaderKilled()
        return Unreadable(
            "The file made its reader break down: it is damaged, or needs more than "
            f"{self._memory} MB of memory."
        )


async def _line(stdout: asyncio.StreamReader) -> bytes:
    try:
        return await stdout.readline()
    except ValueError:
        raise Unreadable("The file holds a part that is too large to be taken in.") from None


@asynccontextmanager
async def _before(deadline: float, limit: TimeLimit) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise limit.exceeded() from None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Leave nothing of a reader, nor of what it started: it is the leader of its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.returncode is None:
        process.kill()
        await process.wait()


def _understood(line: bytes) -> dict[str, Any]:
    """What the reader says; one that says anything else has a fault."""
    try:
        message = orjson.loads(line)
        if message.keys() >= _SAID[message["is"]]:
            return dict(message)
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError):
        pass  # whatever it was, it is no message of ours
    raise ReaderFailed("it said what is no message")


def _environment(home: Path) -> dict[str, str]:
    """Nothing of ours: no key, no address of a database."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "TMPDIR": str(home),
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
