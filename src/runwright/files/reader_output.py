"""What a reader says, checked: the server's end of the pipe on which a child reports what it finds.

One JSON line for each thing. Lines, all of them together and the time that they take are bounded,
and every way in which a child can end is one of the errors here.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import orjson
import structlog

from runwright.files.formats.types import Unreadable
from runwright.files.time_limit import TimeLimit
from runwright.processes import output_of

LONGEST_LINE = 16 * 1024 * 1024
MOST_OUTPUT = 1024 * 1024 * 1024

_FIELDS: Mapping[str, frozenset[str]] = {
    "page": frozenset({"n", "text"}),
    "table": frozenset({"page", "rows"}),
    "segment": frozenset({"start", "end", "text"}),
    "item": frozenset({"source", "text", "mentions"}),
    "done": frozenset(),
    "alone": frozenset(),
    "unreadable": frozenset({"message"}),
    "failed": frozenset({"reason"}),
}
"""By kind of message: what it must hold."""

log = structlog.get_logger()


class ReaderFailed(Exception):
    """The reader has a fault, and would fail again: not the file's fault as far as we know."""


class ReaderKilled(Exception):
    """Somebody ended the reader; it may be tried again."""


class NeedsOwnProcess(Exception):
    """The file is of a kind that no process reads beside others; none of it was read."""


async def messages(
    process: asyncio.subprocess.Process, limit: TimeLimit, memory: int, *, is_first: bool = True
) -> AsyncGenerator[dict[str, Any], None]:
    """Everything that a child finds in one file, as it finds it.

    With `is_first` false it has read others before: its death need not be this file's doing.
    """
    stdout = output_of(process)
    deadline = asyncio.get_running_loop().time() + limit.seconds
    size = 0
    while True:
        async with _before(deadline, limit):
            line = await _line(stdout)
        size += len(line)
        if size > MOST_OUTPUT:
            raise Unreadable("The file is too large to read. Split it.")
        if not line.endswith(b"\n"):  # it ended, perhaps in the middle of a word
            async with _before(deadline, limit):
                raise _death(await process.wait(), limit, memory, is_first)
        message = _understood(line)
        match message["is"]:
            case "done":
                return
            case "alone":
                raise NeedsOwnProcess
            case "unreadable":
                raise Unreadable(message["message"])
            case "failed":
                raise ReaderFailed(message["reason"])
            case _:
                yield message


def _death(code: int, limit: TimeLimit, memory: int, is_first: bool) -> Exception:
    """What the end of a child means that said nothing."""
    log.warning("reader_died", code=code)
    if code == -signal.SIGXCPU:
        return limit.exceeded("seconds of computing")
    if code in (-signal.SIGKILL, -signal.SIGTERM) or not is_first:
        return ReaderKilled()
    return Unreadable(
        "The file made its reader break down: it is damaged, or needs more than "
        f"{memory} MB of memory."
    )


async def _line(stdout: asyncio.StreamReader) -> bytes:
    try:
        return await stdout.readline()
    except ValueError:
        raise Unreadable("Part of the file is too large to read.") from None


@asynccontextmanager
async def _before(deadline: float, limit: TimeLimit) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout_at(deadline):
            yield
    except TimeoutError:
        raise limit.exceeded() from None


def _understood(line: bytes) -> dict[str, Any]:
    """What the reader says; one that says anything else has a fault."""
    try:
        message = orjson.loads(line)
        if message.keys() >= _FIELDS[message["is"]]:
            return dict(message)
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError):
        pass  # whatever it was, it is no message of ours
    raise ReaderFailed("it sent something that is not a message")
