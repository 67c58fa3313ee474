"""Copies of the embedded database, by SQLite's own online backup."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from runwright.db.drivers import FILE_NAME, SQLite
from runwright.db.dumps.types import CopyFailed
from runwright.db.slack import wipe_file
from runwright.db.sql import Compiler
from runwright.db.transaction import Reader

_PRIVATE = 0o600
_ENDS = ("", "-wal", "-shm", "-journal")


class SQLiteCopier:
    """See `Copier`."""

    kind = "sqlite"
    file_name = FILE_NAME

    def __init__(self, driver: SQLite) -> None:
        self._driver = driver

    @contextmanager
    def take(self, path: Path) -> Iterator[Reader]:
        """See `Copier`."""
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
        try:
            with closing(self._driver.connect()) as source, closing(_opened(path)) as target:
                # In one go: servers write on beside it, and it is the state of one moment. In
                # several, each write in between would have it begin anew.
                source.backup(target, pages=-1)
                # Alone in its file, without a write-ahead log beside it.
                target.execute("PRAGMA journal_mode = DELETE")
            wipe_file(path)
            with closing(_reading(path)) as copy:
                yield Reader(copy.cursor(), Compiler(self._driver.dialect))
        except sqlite3.Error as error:
            raise CopyFailed(f"the database cannot be copied: {error}") from None

    def check(self, path: Path) -> None:
        """See `Copier`."""
        try:
            with closing(_reading(path)) as copy:
                found = [row[0] for row in copy.execute("PRAGMA quick_check(1)")]
        except sqlite3.Error as error:
            found = [str(error)]
        if found != ["ok"]:
            raise CopyFailed(f"{path} is not a complete database: {found[0]}")

    def is_empty(self) -> bool:
        """See `Copier`. A log left beside a file that is gone would be played into the new one."""
        path = self._driver.path
        return not any(path.with_name(path.name + end).exists() for end in _ENDS)

    def put_back(self, path: Path) -> None:
        """See `Copier`."""
        final = self._driver.path
        unfinished = final.with_name(f"{final.name}.unfinished")
        unfinished.unlink(missing_ok=True)
        with path.open("rb") as source, unfinished.open("xb") as target:
            os.fchmod(target.fileno(), _PRIVATE)
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())
        unfinished.rename(final)


def _opened(path: Path) -> sqlite3.Connection:
    """The new file, which needs no journal: until it is whole it is worth nothing."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def _reading(path: Path) -> sqlite3.Connection:
    """A copy that nobody changes, and beside which nothing is to be written."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
