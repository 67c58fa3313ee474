"""Landlock: Linux's way for a process to give away the file system, except for what it names.

Three system calls by number, since no C library wraps them; their numbers are the same on every
architecture. Each version of the interface ("ABI") can withhold more than the one before.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE, _MAKE_LINK = (
    1 << 4,
    1 << 5,
    1 << 7,
    1 << 8,
    1 << 12,
)
_FIRST = (1 << 13) - 1
"""What the first version knows of files, from executing them to making symbolic links."""
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
_BIND_TCP, _CONNECT_TCP = 1 << 0, 1 << 1
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1

_READING = _READ_FILE | _READ_DIR
_CHANGING = _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE | _MAKE_LINK | _REFER
_WRITING = _READING | _WRITE_FILE | _TRUNCATE | _CHANGING
"""No devices: whoever may make one can read the disk beneath all files."""
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
"""Rights that a rule about a single file may name."""

_libc = ctypes.CDLL(None, use_errno=True)


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The version that the kernel has; 0 where it has none, or does not let us use it."""
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _ASK_VERSION)))


def restrict(*, listing: Iterable[Path], reading: Iterable[Path], writing: Iterable[Path]) -> None:
    """Leave this process these paths and what is beneath them; it can never be undone.

    Of those in `listing` it may see the names of what they hold, of those in `reading` the bytes.
    Nothing may be executed. TCP goes with version 4; signals to processes outside, and sockets
    without a path, with version 6. Needs `no_new_privs`, and holds for this thread and those that
    it starts.
    """
    known = version()
    files = _known_rights(known)
    rules = _Ruleset(
        files=files,
        network=_BIND_TCP | _CONNECT_TCP,
        scoped=_ABSTRACT_SOCKETS | _SIGNALS,
    )
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    ruleset = _call(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), 0)
    try:
        for paths, rights in ((listing, _READ_DIR), (reading, _READING), (writing, _WRITING)):
            for path in paths:
                _allow(ruleset, path, rights & files)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _known_rights(known: int) -> int:
    rights = _FIRST
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEVICE)):
        rights |= right if known >= since else 0
    return rights


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """A rule for one path; none for a path that is not there."""
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(parent).st_mode):
            rights &= _OF_A_FILE
        if rights:  # a rule that allows nothing is an error to the kernel
            rule = _Beneath(allowed=rights, parent=parent)
            _call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(parent)


def _call(number: int, *arguments: object) -> int:
    result = int(_libc.syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), f"Landlock: {os.strerror(ctypes.get_errno())}")
    return result
