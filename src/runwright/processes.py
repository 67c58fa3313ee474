"""Child processes: they end with the process that started them, and inherit nothing from it.

uvloop leaves a child every descriptor that is inheritable, `close_fds` or not, and copies of its
standard streams besides. So nothing of ours is inheritable, and a child closes what it was given
before it does anything else.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

_PR_SET_PDEATHSIG = 1
_STANDARD = 3
"""Input, output and errors come first; what follows was left open by somebody."""


async def start_child(
    module: str, *arguments: str, stdin: int = asyncio.subprocess.PIPE, **options: Any
) -> asyncio.subprocess.Process:
    """Run a module of ours in a process of its own, with a pipe in and a pipe out.

    Instead of the pipe in it may be given a descriptor as its standard input.

    The system ends it when the thread that started it does: that is the event loop's own, which
    nothing outlives that could still talk to the child.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        str(os.getpid()),
        stdin=stdin,
        stdout=asyncio.subprocess.PIPE,
        **options,
    )


def pipes_of(
    process: asyncio.subprocess.Process,
) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
    """What a child of `start_child` is written to, and read from."""
    if process.stdin is None or process.stdout is None:
        raise ValueError("the process was started without pipes")
    return process.stdin, process.stdout


def output_of(process: asyncio.subprocess.Process) -> asyncio.StreamReader:
    """What a child of `start_child` writes, whatever it is given."""
    if process.stdout is None:
        raise ValueError("the process was started without a pipe")
    return process.stdout


def begin_child() -> None:
    """What a process does first that `start_child` started."""
    close_inherited()
    end_with(int(sys.argv[-1]))


def close_inherited() -> None:
    """Close every descriptor but the standard streams."""
    for descriptor in _inherited():
        with contextlib.suppress(OSError):  # the listing's own is closed already
            os.close(descriptor)


def keep_inherited() -> None:
    """Keep what this process was handed, and hand none of it on."""
    for descriptor in _inherited():
        with contextlib.suppress(OSError):
            os.set_inheritable(descriptor, False)


def end_with(parent: int) -> None:
    """Be killed when the parent dies; end now if it died before it could be watched."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        raise OSError(ctypes.get_errno(), "the parent cannot be watched")
    if os.getppid() != parent:
        sys.exit(1)


def _inherited() -> Iterator[int]:
    return (number for number in map(int, os.listdir("/proc/self/fd")) if number >= _STANDARD)
