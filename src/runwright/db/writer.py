"""The group-commit writer: the only thread that writes, and the only place that commits.

Callers queue write functions. The writer runs all that wait in one transaction, each under a
savepoint of its own, appends their audit entries, commits once and wakes every caller.

A function that raises is undone alone; its audit entries stay, and it is not tried again. One that
finds a row held by another process (`Contended`) leaves its group and is done alone after it.
When the database itself raises before COMMIT, the group is rolled back and each function is
tried once more in a transaction of its own. A COMMIT whose outcome is not known is looked up.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any

import structlog
from sqlalchemy.sql import ClauseElement

from runwright.db.counters import write_counters
from runwright.db.drivers import Driver
from runwright.db.sql import Compiler
from runwright.db.transaction import Appender, Contended, Savepoint, Tx
from runwright.errors import Overloaded

GROUP_LIMIT = 256
SCRUB_DELAY = 1.0
SCRUB_RETRY = 0.5
RECONNECT_TRIES = 2
TRIES_ALONE = 4

log = structlog.get_logger()

AuditAppender = Callable[[Tx, Sequence[Any]], None]
Watcher = Callable[[Sequence[Any]], None]


class Write:
    """One queued write function, and where its outcome goes."""

    __slots__ = ("error", "fn", "future", "is_contended", "loop", "order", "tx", "value")

    def __init__(self, fn: Callable[[Tx], Any], order: str, loop: Any, future: Any) -> None:
        self.fn = fn
        self.order = order
        self.loop: asyncio.AbstractEventLoop | None = loop
        self.future: asyncio.Future[Any] | Future[Any] = future
        self.value: Any = None
        self.error: BaseException | None = None
        self.tx: Tx | None = None
        self.is_contended = False

    def deliver(self) -> None:
        """Wake the caller, unless it has left; what was committed stays committed."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.value)


class _DatabaseFailed(Exception):
    """The database raised before COMMIT was sent; nothing of the group was stored."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class Writer(threading.Thread):
    """Runs queued write functions in groups, one transaction a group."""

    def __init__(
        self, driver: Driver, compiler: Compiler, append_audit: AuditAppender, queue_limit: int
    ) -> None:
        super().__init__(name="writer", daemon=True)
        self._driver = driver
        self._compiler = compiler
        self._append_audit = append_audit
        self._queue_limit = queue_limit
        self._waiting: deque[Write] = deque()
        self._wake = threading.Condition()
        self._stopping = False
        self._connection: Any = None
        self._scrub_at: float | None = None
        self._appended: dict[Appender, list[Any]] = {}
        """What the group at hand was appended with, and which values."""
        self._watchers: dict[Appender, list[Watcher]] = {}
        self.groups = 0
        self.writes = 0

    # Callers' side ---------------------------------------------------------------------------

    def submit(self, writes: Sequence[Write]) -> None:
        """Queue functions; each is refused with `Overloaded` when too many wait or we stop."""
        refused: list[Write] = []
        with self._wake:
            room = self._queue_limit - len(self._waiting) if self._takes_writes() else 0
            self._waiting.extend(writes[: max(0, room)])
            refused.extend(writes[max(0, room) :])
            self._wake.notify()
        for write in refused:
            reason = "Too many writes wait" if self._takes_writes() else "The server is stopping"
            write.error = Overloaded(f"{reason}. Nothing was stored.")
            write.deliver()

    def _takes_writes(self) -> bool:
        return not self._stopping and (self.ident is None or self.is_alive())

    def watch(self, append: Appender, callback: Watcher) -> None:
        """Call something cheap with the values, on this thread, after the commit that has them."""
        self._watchers.setdefault(append, []).append(callback)

    def stop(self) -> None:
        """Finish what is queued, refuse what comes, and join."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self.ident is not None:
            self.join()

    def depth(self) -> int:
        """How many functions wait."""
        return len(self._waiting)

    # The writer's side -----------------------------------------------------------------------

    def run(self) -> None:
        """Take groups until told to stop and nothing is left."""
        while True:
            group = self._take()
            if group:
                self._commit_group(group)
                self._look_after()
            elif self._stopping:
                break
            self._scrub_when_due()
        if self._connection is not None:
            self._scrub_at = 0.0
            self._scrub_when_due()
            self._connection.close()

    def _take(self) -> list[Write]:
        with self._wake:
            while not self._waiting and not self._stopping:
                timeout = self._scrub_at and max(0.0, self._scrub_at - time.monotonic())
                if not self._wake.wait(timeout) and self._scrub_at is not None:
                    return []
            count = min(len(self._waiting), GROUP_LIMIT)
            return [self._waiting.popleft() for _ in range(count)]

    def _commit_group(self, group: list[Write]) -> None:
        # Shared rows are taken in one order by every process, so that groups cannot deadlock.
        group.sort(key=lambda write: write.order)
        self.groups += 1
        self.writes += len(group)
        try:
            self._transaction(group)
        except _DatabaseFailed:
            for write in group:
                self._alone(write)
        else:
            for write in group:
                if write.is_contended:
                    self._alone(write)
        self._deliver(group)

    def _alone(self, write: Write) -> None:
        """One function in its own transaction, after its group failed or went on without it."""
        for attempt in range(1, TRIES_ALONE + 1):
            try:
                self._transaction([write])
                return
            except _DatabaseFailed as failed:
                write.error = self._explain(failed.cause)
                if not self._is_worth_a_retry(failed.cause, attempt):
                    return

    def _is_worth_a_retry(self, cause: Exception, attempt: int) -> bool:
        if self._driver.is_disconnect(cause):
            return attempt < RECONNECT_TRIES
        return self._driver.is_deadlock(cause)

    def _explain(self, cause: Exception) -> Exception:
        if not isinstance(cause, self._driver.error) or self._driver.is_conflict(cause):
            return cause
        log.error("storage_failed", error=type(cause).__name__, reason=str(cause))
        return Overloaded("The storage is currently not writable. Nothing was stored.", 5)

    def _transaction(self, group: list[Write]) -> None:
        try:
            connection = self._connection = self._connection or self._driver.connect()
            cursor = connection.cursor()
            mark = self._driver.begin_write(cursor)
            savepoint = Savepoint(cursor, self._driver.next_savepoint)
            may_wait = self._driver.is_embedded or len(group) == 1
            for write in group:
                self._apply(write, Tx(cursor, self._compiler, savepoint, may_wait=may_wait))
            self._insert_and_append(cursor, group)
        except Exception as error:
            # Not only the database's own: nothing that goes wrong here may end this thread.
            self._roll_back(error)
            raise _DatabaseFailed(error) from error
        self._end(cursor, group, mark)

    def _apply(self, write: Write, tx: Tx) -> None:
        write.tx, write.error, write.is_contended = tx, None, False
        try:
            write.value = write.fn(tx)
        except self._driver.error:
            raise
        except Contended:
            # Nothing of it stays, its audit entries neither: it makes them again.
            tx.undo()
            write.tx, write.is_contended = None, True
        except BaseException as error:
            write.error = error
            tx.undo()
        else:
            tx.release()

    def _insert_and_append(self, cursor: Any, group: list[Write]) -> None:
        """What the functions handed over as values: rows, then audit entries, then counts."""
        tx = Tx(cursor, self._compiler)
        rows: dict[ClauseElement, list[Mapping[str, Any]]] = {}
        entries: list[Any] = []
        for write in group:
            if write.tx is not None:
                entries += write.tx.audit_entries
                for statement, row in write.tx.inserts:
                    rows.setdefault(statement, []).append(row)
        for statement, values in rows.items():
            tx.insert_all(statement, values)
        if entries:
            self._append_audit(tx, entries)
        # The heads of the chains are locked by now, so processes add to shared rows in turn.
        done = [write.tx for write in group if write.tx is not None]
        self._append_handed_over(tx, done)
        write_counters(tx, [tally for each in done for tally in each.tallies])
        for statement, row in (last for each in done for last in each.last):
            tx.update_all(statement, [row])

    def _append_handed_over(self, tx: Tx, done: Sequence[Tx]) -> None:
        values: dict[Appender, list[Any]] = {}
        for append, value in (handed for each in done for handed in each.handed_over):
            values.setdefault(append, []).append(value)
        for append, handed in values.items():
            append(tx, handed)
        self._appended = values

    def _end(self, cursor: Any, group: list[Write], mark: str | None) -> None:
        try:
            cursor.execute("COMMIT")
        except self._driver.error as error:
            self._roll_back(error)
            committed = self._driver.was_committed(mark)
            if committed is False:
                raise _DatabaseFailed(error) from error
            if committed is None:
                self._outcome_unknown(group, error)
                return
        for write in group:
            self._after_commit(write)
        for append, handed in self._appended.items():
            for callback in self._watchers.get(append, ()):
                _call(partial(callback, handed))

    def _after_commit(self, write: Write) -> None:
        if write.tx is None:
            return
        if write.tx.erased and self._scrub_at is None:
            self._scrub_at = time.monotonic() + SCRUB_DELAY
        for callback in write.tx.callbacks:
            _call(callback)

    def _outcome_unknown(self, group: list[Write], error: Exception) -> None:
        log.error("commit_outcome_unknown", error=type(error).__name__, reason=str(error))
        for write in group:
            write.error = Overloaded(
                "The storage became unavailable while writing, so the outcome is unknown. "
                "Retry with the same Idempotency-Key.",
                5,
            )

    def _roll_back(self, error: Exception) -> None:
        """Leave no transaction open; a connection that cannot even do that is dropped."""
        try:
            if self._connection is not None and not self._driver.is_disconnect(error):
                self._connection.rollback()
                return
        except self._driver.error as second:
            log.warning("rollback_failed", reason=str(second))
        self._drop_connection()

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except self._driver.error as error:
            log.warning("close_failed", reason=str(error))

    def _look_after(self) -> None:
        try:
            if self._connection is not None:
                self._driver.after_commit(self._connection)
        except (self._driver.error, OSError) as error:
            log.warning("checkpoint_failed", reason=str(error))

    def _scrub_when_due(self) -> None:
        if self._scrub_at is None or time.monotonic() < self._scrub_at:
            return
        try:
            done = self._connection is None or self._driver.scrub(self._connection)
        except (self._driver.error, OSError) as error:
            log.warning("scrub_failed", reason=str(error))
            done = False
        self._scrub_at = None if done or self._stopping else time.monotonic() + SCRUB_RETRY

    def _deliver(self, group: list[Write]) -> None:
        """Wake every caller, each event loop once."""
        by_loop: dict[asyncio.AbstractEventLoop, list[Write]] = {}
        for write in group:
            write.tx = None
            if write.loop is None:
                write.deliver()
            else:
                by_loop.setdefault(write.loop, []).append(write)
        for loop, writes in by_loop.items():
            try:
                loop.call_soon_threadsafe(_deliver_all, writes)
            except RuntimeError:
                log.info("caller_left", writes=len(writes))  # its loop is closed; nobody waits


def _call(callback: Callable[[], None]) -> None:
    try:
        callback()
    except Exception:
        log.exception("after_commit_failed")


def _deliver_all(writes: list[Write]) -> None:
    for write in writes:
        write.deliver()
