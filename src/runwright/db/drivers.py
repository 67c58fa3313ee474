"""What differs between SQLite and PostgreSQL: connecting, beginning, and reading an error.

A `Driver` is one of the two; nothing above this file knows which.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

from sqlalchemy import Dialect
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from runwright import private
from runwright.db.slack import Slack

FILE_NAME = "runwright.db"
BUSY_SECONDS = 5
SCRUB_PATIENCE_MS = 50
AWAY_SECONDS = 0.5
CHECKPOINT_FRAMES = 2000
"""8 MB: a page that many commits have written, such as the head of a chain, is carried once."""
LOOK_EVERY = 16
"""Commits between two looks at how long the log is; a look takes ten microseconds."""
WAL_KEPT_BYTES = 64 * 1024 * 1024
# A process that was stopped in the middle must not hold others up with its locks.
_OPTIONS = (
    f"-c lock_timeout={BUSY_SECONDS * 1000} "
    f"-c idle_in_transaction_session_timeout={2 * BUSY_SECONDS * 1000} "
    f"-c statement_timeout=60000"
)
# A writer that sleeps in the middle lets go before others give up waiting for its locks.
_BEGIN_WRITE = (
    f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = {BUSY_SECONDS * 800};"
    " SELECT pg_current_xact_id()::text"
)
WATCHFUL = {
    "keepalives_idle": BUSY_SECONDS,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 2 * BUSY_SECONDS * 1000,
}
"""A server that vanished without a word is noticed in seconds; by default it takes hours."""


_REFUSED = re.compile(r"FATAL|SSL|certificate|authentication|password")
"""The server answered, and will answer the same: `FATAL: database "x" does not exist`."""
_COMES_BACK = re.compile(
    r"starting up|shutting down|recovery mode|too many clients|connection slots"
)
"""The server answered, and will answer otherwise: `FATAL: the database system is starting up`."""


class Driver(Protocol):
    """One kind of database."""

    dialect: Dialect
    begin_read: str
    next_savepoint: str | None
    """Ends one savepoint and begins another in a single message; None where messages cost nothing
    and an open savepoint does."""
    error: type[Exception]
    """The class of every error that comes from the database."""
    is_embedded: bool
    """Whether it runs in this process, so that a short read is quicker than a thread."""

    def connect(self) -> Any:
        """A new connection, in autocommit mode: transactions are begun and ended by us."""

    def address(self) -> str:
        """The SQLAlchemy address, for migrations."""

    def begin_write(self, cursor: Any) -> str | None:
        """Begin to write; a name by which `was_committed` can find the transaction later."""

    def end_read(self, connection: Any) -> None:
        """End a transaction that `begin_read` began; whatever was done in it changes nothing."""

    def was_committed(self, mark: str | None) -> bool | None:
        """How a transaction ended whose COMMIT failed; None when that cannot be known."""

    def is_disconnect(self, error: Exception) -> bool:
        """Whether the connection is lost."""

    def is_away(self, error: Exception) -> bool:
        """Whether a connection failed because the server is not there, or not yet."""

    def is_conflict(self, error: Exception) -> bool:
        """Whether the statement itself was refused (a constraint), so that waiting won't help."""

    def is_deadlock(self, error: Exception) -> bool:
        """Whether the transaction was ended because it and another waited for each other."""

    def after_commit(self, connection: Any) -> None:
        """Whatever the writer must do now and then between two transactions."""

    def scrub(self, connection: Any) -> bool:
        """Let go of erased bytes that the database still keeps; False when it must be retried."""

    def close(self) -> None:
        """Let go of what outlives connections; the last of them is closed."""


class SQLite:
    """The embedded database: one file, write-ahead log, every commit on the disk."""

    begin_read = "BEGIN"
    next_savepoint: str | None = None
    error: type[Exception] = sqlite3.Error
    is_embedded = True

    def __init__(self, folder: Path) -> None:
        self.dialect: Dialect = SQLiteDialect_pysqlite()
        self.path = folder / FILE_NAME
        self._slack = Slack(self.path)
        self._frames_due = CHECKPOINT_FRAMES
        self._commits = 0

    def connect(self) -> Any:
        """See `Driver`. The log and the index beside the file get its mode from SQLite."""
        with contextlib.suppress(OSError):  # why a file cannot be made, SQLite says itself
            private.make_file(self.path)
            for end in ("-wal", "-shm"):
                private.narrow(self.path.with_name(self.path.name + end), private.FILE)
        connection = sqlite3.connect(
            self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "secure_delete = ON",
            "foreign_keys = ON",
            f"journal_size_limit = {WAL_KEPT_BYTES}",
            "wal_autocheckpoint = 0",  # see `after_commit`
            "cache_size = -16384",
            "temp_store = MEMORY",
        ):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def address(self) -> str:
        """See `Driver`."""
        return f"sqlite:///{self.path}"

    def begin_write(self, cursor: Any) -> str | None:
        """SQLite needs no name: a failed COMMIT did not commit."""
        cursor.execute("BEGIN IMMEDIATE")
        return None

    def end_read(self, connection: Any) -> None:
        """See `Driver`. SQLite would let it write."""
        connection.rollback()

    def was_committed(self, mark: str | None) -> bool | None:  # noqa: ARG002 - the protocol of drivers
        """See `begin_write`."""
        return False

    def is_disconnect(self, error: Exception) -> bool:  # noqa: ARG002 - the protocol of drivers
        """A file is never disconnected."""
        return False

    def is_away(self, error: Exception) -> bool:  # noqa: ARG002 - the protocol of drivers
        """A file that cannot be opened now cannot be opened later."""
        return False

    def is_conflict(self, error: Exception) -> bool:
        """See `Driver`."""
        return isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError)

    def is_deadlock(self, error: Exception) -> bool:  # noqa: ARG002 - the protocol of drivers
        """One connection writes at a time."""
        return False

    def after_commit(self, connection: Any) -> None:
        """Carry the write-ahead log into the file when it has grown long enough."""
        self._commits += 1
        if self._commits % LOOK_EVERY == 0 and self._slack.has_frames(self._frames_due):
            frames, carried = self._checkpoint(connection, "PASSIVE")
            # Someone reads an older state: the log cannot begin anew, and grows meanwhile.
            self._frames_due = CHECKPOINT_FRAMES + (frames if carried < frames else 0)

    def scrub(self, connection: Any) -> bool:
        """Empty the write-ahead log, where pages live on as they were before the erasure."""
        # What the writer remembers of pages has copies of moved rows too (see `slack`).
        connection.execute("PRAGMA shrink_memory")
        # A backup may read on for long: nobody's write waits for its end, we try again instead.
        connection.execute(f"PRAGMA busy_timeout = {SCRUB_PATIENCE_MS}")
        try:
            frames, _ = self._checkpoint(connection, "TRUNCATE")
        finally:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        return frames == 0

    def close(self) -> None:
        """See `Driver`."""
        self._slack.close()

    def _checkpoint(self, connection: Any, mode: str) -> tuple[int, int]:
        """How many frames the log has now, and how many of them are in the file."""
        try:
            with self._slack.alone():
                pages = self._slack.pages_in_log()
                _, frames, carried = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
                self._slack.wipe(pages)
        except BlockingIOError:
            return CHECKPOINT_FRAMES, 0
        return frames, carried


class PostgreSQL:
    """PostgreSQL, through psycopg."""

    next_savepoint: str | None = "RELEASE SAVEPOINT f; SAVEPOINT f"
    begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    is_embedded = False

    def __init__(self, url: str) -> None:
        # Imported when first used: the embedded default needs none of it.
        self._psycopg = importlib.import_module("psycopg")
        dialects = importlib.import_module("sqlalchemy.dialects.postgresql.psycopg")
        # As the server itself takes them: psycopg has nothing to translate, in however many rows.
        self.dialect: Dialect = dialects.PGDialect_psycopg(paramstyle="numeric_dollar")
        adapters = self._psycopg.adapt.AdaptersMap(self._psycopg.adapters)
        # Else each size of number has a type of its own, and a statement over many rows is
        # another one, to be prepared anew, with each mixture of them.
        number = importlib.import_module("psycopg.types.numeric").Int8Dumper
        adapters.register_dumper(int, number)
        self._context = SimpleNamespace(adapters=adapters, connection=None)
        self.error: type[Exception] = self._psycopg.Error
        self._url = "postgresql://" + url.split("://", 1)[1]
        self._away_until = 0.0

    def connect(self) -> Any:
        """See `Driver`. A server that was away a moment ago is not waited for again.

        How long a first answer may take is the address's to say (`connect_timeout`).
        """
        if time.monotonic() < self._away_until:
            raise self._psycopg.OperationalError("the database was away a moment ago")
        try:
            given = self._psycopg.conninfo.conninfo_to_dict(self._url)
            return self._psycopg.connect(
                self._url,
                autocommit=True,
                connect_timeout=given.get("connect_timeout", BUSY_SECONDS),
                application_name="runwright",
                context=self._context,
                cursor_factory=self._psycopg.RawCursor,
                options=_OPTIONS,
                **WATCHFUL,
            )
        except self.error:
            self._away_until = time.monotonic() + AWAY_SECONDS
            raise

    def address(self) -> str:
        """See `Driver`."""
        return self._url.replace("postgresql://", "postgresql+psycopg://", 1)

    def begin_write(self, cursor: Any) -> str | None:
        """See `Driver`. The name is the transaction's number, given to it in the same message."""
        cursor.execute(_BEGIN_WRITE)
        while cursor.nextset():
            pass
        number: str = cursor.fetchone()[0]
        return number

    def end_read(self, connection: Any) -> None:
        """See `Driver`. It is read-only; and at a rollback psycopg forgets what it has prepared."""
        connection.commit()

    def was_committed(self, mark: str | None) -> bool | None:
        """Ask the server, once it answers again, how the transaction ended."""
        for _ in range(20):
            try:
                with self.connect() as connection:
                    row = connection.execute("SELECT pg_xact_status($1::xid8)", [mark]).fetchone()
                if row[0] != "in progress":
                    return bool(row[0] == "committed")
            except self.error:
                pass  # the server is not back yet: ask again, and give up as "not known" below
            time.sleep(0.25)
        return None

    def is_disconnect(self, error: Exception) -> bool:
        """See `Driver`."""
        sqlstate = getattr(error, "sqlstate", None)
        return isinstance(error, self._psycopg.OperationalError) and (
            sqlstate is None or sqlstate.startswith(("08", "57P"))
        )

    def is_away(self, error: Exception) -> bool:
        """See `Driver`. libpq tells why a connection failed in words alone."""
        if not isinstance(error, self._psycopg.OperationalError):
            return False  # the address itself is wrong
        text = str(error)
        return _COMES_BACK.search(text) is not None or _REFUSED.search(text) is None

    def is_conflict(self, error: Exception) -> bool:
        """See `Driver`."""
        kinds = (self._psycopg.IntegrityError, self._psycopg.ProgrammingError)
        return isinstance(error, (*kinds, self._psycopg.DataError))

    def is_deadlock(self, error: Exception) -> bool:
        """See `Driver`."""
        return isinstance(error, self._psycopg.errors.DeadlockDetected)

    def after_commit(self, connection: Any) -> None:
        """Nothing: checkpoints are the server's."""

    def scrub(self, connection: Any) -> bool:  # noqa: ARG002 - the protocol of drivers
        """PostgreSQL's own vacuum does this."""
        return True

    def close(self) -> None:
        """Nothing outlives a connection."""
