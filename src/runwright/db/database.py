"""`Database`: `read(fn)` and `write(fn)`, the only ways to data.

A request reads and computes outside the writer; then one short write function stores
everything it has to say. Store code is written once, synchronous, and runs in threads.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import structlog

from runwright import private
from runwright.config import Settings
from runwright.db.drivers import Driver, PostgreSQL, SQLite
from runwright.db.sql import Compiler
from runwright.db.transaction import Appender, Reader, Tx
from runwright.db.writer import AuditAppender, Watcher, Write, Writer
from runwright.errors import Overloaded

READER_THREADS = 4
PATIENCE_SECONDS = 20.0

T = TypeVar("T")
log = structlog.get_logger()


async def _in_time(outcome: asyncio.Future[T]) -> T:
    """Wait for a database elsewhere, but not for ever."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await outcome
    except TimeoutError:
        raise Overloaded(
            "The storage did not respond in time, so the outcome is unknown. "
            "Retry with the same Idempotency-Key.",
            5,
        ) from None


def driver_for(settings: Settings) -> Driver:
    """The database that the settings name."""
    if settings.database_url is None:
        private.make_folder(settings.data)
        return SQLite(settings.data)
    return PostgreSQL(settings.database_url)


class Database:
    """One database, open."""

    def __init__(
        self,
        driver: Driver,
        append_audit: AuditAppender,
        queue_limit: int,
        readers: int = READER_THREADS,
    ) -> None:
        self.driver = driver
        self._compiler = Compiler(driver.dialect)
        self._writer = Writer(driver, self._compiler, append_audit, queue_limit)
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="reader")
        self._pool = threading.Lock()
        """Guards both lists: reader threads and the event loop take connections at once."""
        self._connections: list[Any] = []
        self._idle: list[Any] = []
        """Those nobody reads with now; the last one used is the next, since its pages are warm."""
        self._submitting: list[Write] = []

    def start(self) -> None:
        """Begin to write."""
        self._writer.start()

    def close(self) -> None:
        """Finish every queued write, then let go of the database."""
        self._writer.stop()
        self._readers.shutdown(wait=True)
        for connection in self._connections:
            connection.close()
        self.driver.close()

    async def read(self, fn: Callable[[Reader], T]) -> T:
        """Run a reading function on a snapshot, in a reader thread."""
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(self._readers, self._read, fn, self._snapshot)
        return await (reading if self.driver.is_embedded else _in_time(reading))

    async def read_inline(self, fn: Callable[[Reader], T]) -> T:
        """One statement that reads a few rows by their key, without a transaction around it.

        On SQLite it happens right here: the hop to another thread would cost more than the read.
        """
        if not self.driver.is_embedded:
            loop = asyncio.get_running_loop()
            reading = loop.run_in_executor(self._readers, self._read, fn, self._look)
            return await _in_time(reading)
        try:
            return self._with_connection(lambda connection: self._look(connection, fn))
        except self.driver.error as error:
            raise self._unreadable(error) from error

    def read_now(self, fn: Callable[[Reader], T]) -> T:
        """The same for callers outside an event loop."""
        return self._readers.submit(self._read, fn, self._snapshot).result()

    async def write(self, fn: Callable[[Tx], T], order: str = "") -> T:
        """Run a writing function in the next group; returns once it is durable.

        `order` sorts functions that take shared rows (see `Writer`).
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if not self._submitting:
            # All that one turn of the loop has to write goes over together: one group, one wake.
            loop.call_soon(self._submit)
        self._submitting.append(Write(fn, order, loop, future))
        return await (future if self.driver.is_embedded else _in_time(future))

    def write_now(self, fn: Callable[[Tx], T]) -> T:
        """The same for callers outside an event loop."""
        future: Future[T] = Future()
        self._writer.submit([Write(fn, "", None, future)])
        return future.result()

    def watch(self, append: Appender, callback: Watcher) -> None:
        """Call something cheap after each commit in which values were handed over to `append`."""
        self._writer.watch(append, callback)

    def is_writing(self) -> bool:
        """Whether the writer is alive."""
        return self._writer.is_alive()

    def writes_waiting(self) -> int:
        """How many write functions wait for their group."""
        return self._writer.depth()

    def group_counts(self) -> tuple[int, int]:
        """How many groups were written so far, and how many functions were in them."""
        return self._writer.groups, self._writer.writes

    def _submit(self) -> None:
        writes, self._submitting = self._submitting, []
        self._writer.submit(writes)

    def _read(
        self, fn: Callable[[Reader], T], look: Callable[[Any, Callable[[Reader], T]], T]
    ) -> T:
        try:
            return self._with_connection(lambda connection: look(connection, fn))
        except self.driver.error as error:
            if not self.driver.is_disconnect(error):
                raise self._unreadable(error) from error
        try:
            return self._with_connection(lambda connection: look(connection, fn))
        except self.driver.error as error:
            raise self._unreadable(error) from error

    def _look(self, connection: Any, fn: Callable[[Reader], T]) -> T:
        return fn(Reader(connection.cursor(), self._compiler))

    def _snapshot(self, connection: Any, fn: Callable[[Reader], T]) -> T:
        cursor = connection.cursor()
        cursor.execute(self.driver.begin_read)
        try:
            found = fn(Reader(cursor, self._compiler))
        except BaseException:
            connection.rollback()
            raise
        self.driver.end_read(connection)
        return found

    def _with_connection(self, use: Callable[[Any], T]) -> T:
        """Use a connection that nobody else has; one on which the database failed is let go."""
        connection = self._taken()
        try:
            found = use(connection)
        except self.driver.error as error:
            # Whatever cut this one cut the others; a retry must not take one of them.
            self._let_go(connection, with_idle=self.driver.is_disconnect(error))
            raise
        except BaseException:
            self._give_back(connection)
            raise
        self._give_back(connection)
        return found

    def _taken(self) -> Any:
        with self._pool:
            if self._idle:
                return self._idle.pop()
        connection = self.driver.connect()  # may wait for a server, so nobody waits for the lock
        with self._pool:
            self._connections.append(connection)
        return connection

    def _give_back(self, connection: Any) -> None:
        with self._pool:
            self._idle.append(connection)

    def _let_go(self, connection: Any, *, with_idle: bool) -> None:
        with self._pool:
            gone = [connection, *self._idle] if with_idle else [connection]
            if with_idle:
                self._idle = []
            for each in gone:
                self._connections.remove(each)
        for each in gone:
            each.close()

    def _unreadable(self, error: Exception) -> Exception:
        if self.driver.is_conflict(error):
            return error
        log.error("storage_unreadable", error=type(error).__name__, reason=str(error))
        return Overloaded("The storage is currently not readable.", 5)
