"""Seccomp: system calls that a process gives away for good, refused with `EACCES` from then on.

What Landlock cannot withhold, or not in every version: sockets of any kind, other programs, other
processes, the modes and owners of files, and leaving the group of processes that is ended as one.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_LOAD, _JUMP_IF_EQUAL, _JUMP_IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT = 0, 4
_ALLOW, _KILL_PROCESS = 0x7FFF0000, 0x80000000
_REFUSE = 0x00050000 | errno.EACCES
_OTHER_ABI = 0x40000000
"""x86_64 numbers the calls of its 32-bit twin from here; aarch64 has none as high."""


class _Machine(NamedTuple):
    architecture: int
    calls: frozenset[int]


_EVERYWHERE = {
    *(425, 426, 427),  # io_uring: it would make sockets for whoever may not
    *(452, 463, 466),  # fchmodat2, setxattrat, removexattrat
}
_MACHINES: Mapping[str, _Machine] = {
    "x86_64": _Machine(
        0xC000003E,
        frozenset(
            {
                *_EVERYWHERE,
                41,  # socket
                *(59, 322),  # execve, execveat
                *(101, 310, 311),  # ptrace, process_vm_readv, process_vm_writev
                *(109, 112),  # setpgid, setsid
                76,  # truncate, which Landlock withholds since its third version only
                *(90, 91, 268),  # chmod, fchmod, fchmodat
                *(92, 93, 94, 260),  # chown, fchown, lchown, fchownat
                *(132, 235, 261, 280),  # utime, utimes, futimesat, utimensat
                *(188, 189, 190, 197, 198, 199),  # setxattr, removexattr and their kin
            }
        ),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        frozenset(
            {
                *_EVERYWHERE,
                198,  # socket
                *(221, 281),  # execve, execveat
                *(117, 270, 271),  # ptrace, process_vm_readv, process_vm_writev
                *(154, 157),  # setpgid, setsid
                45,  # truncate, which Landlock withholds since its third version only
                *(52, 53),  # fchmod, fchmodat
                *(54, 55),  # fchownat, fchown
                88,  # utimensat
                *(5, 6, 7, 14, 15, 16),  # setxattr, removexattr and their kin
            }
        ),
    ),
}

_libc = ctypes.CDLL(None, use_errno=True)


class _Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("start", ctypes.POINTER(_Instruction)))


def is_available() -> bool:
    """Whether the kernel takes filters, and we know this machine's numbers."""
    if platform.machine() not in _MACHINES:
        return False
    # A filter that is nowhere is a bad address to a kernel that takes filters.
    return _install(None) == errno.EFAULT


def restrict() -> None:
    """Give the calls away; needs `no_new_privs`, and holds for this thread and its children."""
    steps = list(_steps(_MACHINES[platform.machine()]))
    program = _Program(len(steps), (_Instruction * len(steps))(*steps))
    if (failure := _install(program)) != 0:
        raise OSError(failure, f"seccomp: {os.strerror(failure)}")


def _steps(machine: _Machine) -> Iterator[_Instruction]:
    """The filter: kill on another architecture's calls, refuse ours, allow the rest."""
    calls = sorted(machine.calls)
    yield _Instruction(_LOAD, 0, 0, _ARCHITECTURE_AT)
    yield _Instruction(_JUMP_IF_EQUAL, 1, 0, machine.architecture)
    yield _Instruction(_RETURN, 0, 0, _KILL_PROCESS)
    yield _Instruction(_LOAD, 0, 0, _NUMBER_AT)
    yield _Instruction(_JUMP_IF_AT_LEAST, len(calls) + 1, 0, _OTHER_ABI)
    for n, call in enumerate(calls):
        yield _Instruction(_JUMP_IF_EQUAL, len(calls) - n, 0, call)
    yield _Instruction(_RETURN, 0, 0, _ALLOW)
    yield _Instruction(_RETURN, 0, 0, _REFUSE)


def _install(program: _Program | None) -> int:
    """0, or the error's number."""
    where = None if program is None else ctypes.byref(program)
    done = _libc.prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), where)
    return 0 if done == 0 else ctypes.get_errno()
