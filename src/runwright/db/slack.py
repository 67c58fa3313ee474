"""The unallocated space of SQLite's pages, where copies of moved rows stay, and how it is wiped.

`secure_delete` overwrites a deleted row where it stands. When SQLite splits or joins pages it
moves rows, and leaves what was there in the page's unallocated space: deleting the row later does
not reach that copy. So no page of the file is left with anything in that space. Whatever a
checkpoint carried from the write-ahead log into the file is wiped right after it, which costs by
what was written and not by the size of the file.

The space is known from each page's own header (https://sqlite.org/fileformat2.html, "B-tree
Pages"): it lies between the cell pointers and the first cell, and SQLite never reads it.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

_INTERIOR, _LEAF = (2, 5), (10, 13)
_FILE_HEADER = 100
_LOG_HEADER, _FRAME_HEADER = 32, 24
_FRAMES_AT_ONCE = 16
_SALT = slice(16, 24)
_FRAME_SALT = slice(8, 16)
_OVERFLOW_LOOKS_ALIKE = 2 << 24
"""Other pages begin with a page number, which from here on may begin like a B-tree's page."""


class Slack:
    """The unallocated space of one database file.

    The file stays open until `close`: closing any descriptor of it would end the locks that
    SQLite holds on it in this process.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._file: int | None = None

    def close(self) -> None:
        """Let go of the file, once no connection of this process is open."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other processes of ours from carrying pages meanwhile; BlockingIOError if one is."""
        if self._file is None:
            self._file = os.open(self._path, os.O_RDWR)
        fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def wipe(self, pages: Iterable[int]) -> None:
        """Fill the unallocated space of these pages with zeros. Only inside `alone`."""
        if self._file is not None and _wipe(self._file, pages):
            os.fsync(self._file)

    def has_frames(self, number: int) -> bool:
        """Whether the log has at least so many frames since it last began anew."""
        with self._opened_log() as (log, size, salt):
            return _frame(log, size, number - 1)[_FRAME_SALT] == salt

    def pages_in_log(self) -> frozenset[int]:
        """The numbers of the pages that stand in the log."""
        pages: set[int] = set()
        with self._opened_log() as (log, size, salt):
            for page, mark in _frames(log, size):
                if mark != salt:
                    break
                pages.add(page)
        return frozenset(pages)

    @contextmanager
    def _opened_log(self) -> Iterator[tuple[int, int, bytes]]:
        """The log, the size of its pages, and the mark of the frames that count."""
        log = os.open(self._log, os.O_RDONLY)
        try:
            header = os.pread(log, _LOG_HEADER, 0).ljust(_LOG_HEADER, b"\0")
            yield log, struct.unpack(">I", header[8:12])[0], header[_SALT]
        finally:
            os.close(log)


def wipe_file(path: Path) -> None:
    """Wipe every page of a database that nobody has open."""
    file = os.open(path, os.O_RDWR)
    try:
        size = _page_size(file)
        _wipe(file, range(1, os.fstat(file).st_size // size + 1))
    finally:
        os.close(file)


def _frame(log: int, size: int, index: int) -> bytes:
    return os.pread(log, _FRAME_HEADER, _LOG_HEADER + index * (_FRAME_HEADER + size))


def _frames(log: int, size: int) -> Iterator[tuple[int, bytes]]:
    """The page number and the salt of each frame; a call a frame would cost more than its copy."""
    frame = struct.Struct(f">I4x8s{_FRAME_HEADER - 16 + size}x")
    for at in count(_LOG_HEADER, frame.size * _FRAMES_AT_ONCE):
        read = os.pread(log, frame.size * _FRAMES_AT_ONCE, at)
        whole = len(read) - len(read) % frame.size
        yield from frame.iter_unpack(memoryview(read)[:whole])
        if not whole:
            break


def _page_size(file: int) -> int:
    (size,) = struct.unpack(">H", os.pread(file, 2, 16))
    return 65536 if size == 1 else int(size)


def _wipe(file: int, pages: Iterable[int]) -> bool:
    """Whether anything had to be wiped."""
    size = _page_size(file)
    if os.fstat(file).st_size // size >= _OVERFLOW_LOOKS_ALIKE:
        return False
    wiped = False
    for number in sorted(pages):
        at = (number - 1) * size
        space = _unallocated(os.pread(file, size, at), _FILE_HEADER if number == 1 else 0)
        if space is not None:
            os.pwrite(file, bytes(len(space)), at + space.start)
            wiped = True
    return wiped


def _unallocated(page: bytes, header: int) -> range | None:
    """Where in a page something stands that belongs to no cell; None for nothing."""
    kind = page[header] if len(page) > header else 0
    if kind not in _INTERIOR + _LEAF:
        return None
    cells, first = struct.unpack_from(">HH", page, header + 3)
    begin = header + (12 if kind in _INTERIOR else 8) + 2 * cells
    end = first or 65536
    if not begin < end <= len(page) or page[begin:end] == bytes(end - begin):
        return None
    return range(begin, end)
