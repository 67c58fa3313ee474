"""The parent's end of reading a file: a child process with limits, and what it says.

The child is `files.reader`. It gets a path and a few facts, and writes one JSON line for each
thing that it finds. It has no secrets, no network where the system allows that, and no more
memory, time or output than the settings say. Whatever happens to it, the server goes on.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import structlog

from runwright.config import Settings
from runwright.files.formats.types import Unreadable

LONGEST_LINE = 16 * 1024 * 1024
MOST_OUTPUT = 1024 * 1024 * 1024

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
        self._seconds = settings.extract_seconds
        self._memory = settings.extract_memory

    async def read(self, task: Task) -> AsyncIterator[dict[str, Any]]:
        """Everything that the reader finds, as it finds it."""
        with tempfile.TemporaryDirectory(prefix="runwright-", ignore_cleanup_errors=True) as home:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "runwright.files.reader",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,  # a traceback may show content
                env=_environment(home),
                cwd=home,
                limit=LONGEST_LINE,
            )
            try:
                async for message in self._messages(process, task):
                    yield message
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()

    async def _messages(
        self, process: asyncio.subprocess.Process, task: Task
    ) -> AsyncIterator[dict[str, Any]]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(orjson.dumps(self._orders(task)))
        process.stdin.write_eof()
        deadline = asyncio.get_running_loop().time() + self._seconds
        size = 0
        while True:
            line = await self._line(process, deadline)
            size += len(line)
            if size > MOST_OUTPUT:
                raise Unreadable("The file holds more than can be taken in. Split it.")
            if not line.endswith(b"\n"):  # it ended, perhaps in the middle of a word
                raise self._death(await process.wait())
            message = orjson.loads(line)
            if message["is"] == "done":
                return
            if message["is"] == "unreadable":
                raise Unreadable(message["message"])
            if message["is"] == "failed":
                raise ReaderFailed(message["reason"])
            yield message

    async def _line(self, process: asyncio.subprocess.Process, deadline: float) -> bytes:
        assert process.stdout is not None
        try:
            async with asyncio.timeout_at(deadline):
                return await process.stdout.readline()
        except TimeoutError:
            raise Unreadable(
                f"Reading the file took longer than {self._seconds} seconds. Split it, or ask "
                "the operator to raise RUNWRIGHT_EXTRACT_SECONDS."
            ) from None
        except ValueError:
            raise Unreadable("The file holds a part that is too large to be taken in.") from None

    def _orders(self, task: Task) -> dict[str, Any]:
        return {
            "path": str(task.path.resolve()),
            "media": task.media,
            "filename": task.filename,
            "now": task.now,
            "zone": task.zone,
            "seconds": self._seconds,
            "memory": self._memory * 1024 * 1024,
        }

    def _death(self, code: int) -> Exception:
        """What the end of a child means that said nothing."""
        log.warning("reader_died", code=code)
        if code == -signal.SIGXCPU:
            return Unreadable(
                f"Reading the file took more than {self._seconds} seconds of computing. Split it, "
                "or ask the operator to raise RUNWRIGHT_EXTRACT_SECONDS."
            )
        if code == -signal.SIGKILL:
            return ReaderKilled()
        return Unreadable(
            "The file made its reader break down: it is damaged, or needs more than "
            f"{self._memory} MB of memory."
        )


def _environment(home: str) -> dict[str, str]:
    """Nothing of ours: no key, no address of a database."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return {
        **kept,
        "HOME": home,
        "TMPDIR": home,
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
