"""Child processes: they end with the process that started them, and inherit nothing from it but
how soon the system lets them run.

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
import struct
import sys
from collections.abc import Iterator
from typing import Any

_PR_SET_PDEATHSIG = 1
_STANDARD = 3
"""Input, output and errors come first; what follows was left open by somebody."""
_SCHED_SETATTR = {"aarch64": 274, "x86_64": 314}
_TURN_NANOSECONDS = 100_000
"""The shortest turn that Linux grants."""


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


def take_short_turns() -> bool:
    """Ask for short turns on the processor, for this thread and all that it starts from now on.

    Whoever asks for short turns gets the next one sooner: an answer that takes a millisecond does
    not wait for another process to use up its four. Linux 6.12 and later; elsewhere nothing
    changes.
    """
    number = _SCHED_SETATTR.get(os.uname().machine)
    if number is None:
        return False
    # struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period
    wanted = struct.pack("=IIQiIQQQ", 48, 0, 0, os.nice(0), 0, _TURN_NANOSECONDS, 0, 0)
    return int(ctypes.CDLL(None).syscall(number, 0, wanted, 0)) == 0


def leave_a_core() -> None:
    """Stay off one of the cores, the same for all children of one parent, if there are several.

    Whoever answers then finds a core that nobody computes on, and does not wait for the end of
    somebody's turn. Children of different parents leave different cores, so that all are used.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores) - {cores[os.getppid() % len(cores)]})


def _inherited() -> Iterator[int]:
    return (number for number in map(int, os.listdir("/proc/self/fd")) if number >= _STANDARD)
