"""The group-commit writer: many functions, one transaction, each its own fate."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from db import kit
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.db.transaction import Contended, Tx
from runwright.errors import NotFound, Overloaded
from runwright.trust import audit
from support.patience import PATIENCE


@contextmanager
def held(database: Database) -> Iterator[None]:
    """Keep the writer busy, so that what is queued meanwhile becomes one group."""
    entered, go = threading.Event(), threading.Event()

    def hold(_tx: Tx) -> None:
        entered.set()
        assert go.wait(PATIENCE)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(database.write_now, hold)
        assert entered.wait(PATIENCE)
        try:
            yield
        finally:
            go.set()
            waiting.result(PATIENCE)


def start(database: Database, function: Callable[[Tx], Any]) -> Future[Any]:
    """Write from a thread of its own, which is left behind if the writer never answers."""
    future: Future[Any] = Future()

    def write() -> None:
        try:
            future.set_result(database.write_now(function))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=write, daemon=True).start()
    return future


def queue(database: Database, *functions: Callable[[Tx], Any]) -> list[Future[Any]]:
    """Queue functions in this order, while the writer is held."""
    futures = []
    for function in functions:
        before = database.writes_waiting()
        futures.append(start(database, function))
        while database.writes_waiting() == before and not futures[-1].done():
            time.sleep(0.0005)
    return futures


def one_group(database: Database, *functions: Callable[[Tx], Any]) -> list[Future[Any]]:
    with held(database):
        futures = queue(database, *functions)
    for future in futures:
        future.exception(PATIENCE)
    return futures


def adding(id: str) -> Callable[[Tx], str]:
    return lambda tx: kit.add(tx, id)


def refusing(id: str, error: Exception, entry: Any = None) -> Callable[[Tx], None]:
    """Writes, records, then raises."""

    def refuse(tx: Tx) -> None:
        kit.add(tx, id)
        if entry is not None:
            tx.audit(entry)
        raise error

    return refuse


# Groups -----------------------------------------------------------------------------------------


def test_all_that_wait_are_written_in_one_transaction(database: Database) -> None:
    names = [f"i{n:03}" for n in range(100)]
    with held(database):
        groups, writes = database.group_counts()
        futures = queue(database, *map(adding, names))
        assert database.writes_waiting() == 100
    assert [future.result(PATIENCE) for future in futures] == names
    after = database.group_counts()
    assert (after[0] - groups, after[1] - writes) == (1, 100)
    assert kit.stored(database) == names


def test_many_threads_need_fewer_transactions_than_writes(database: Database) -> None:
    with ThreadPoolExecutor(32) as pool:
        made = list(pool.map(lambda n: database.write_now(adding(f"i{n:03}")), range(200)))
    groups, writes = database.group_counts()
    assert len(set(made)) == 200
    assert writes == 200
    assert groups < 200
    assert len(kit.stored(database)) == 200


def test_a_group_sends_as_few_messages_as_it_can(
    database: Database, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "sqlite":
        pytest.skip("A statement is no message there.")
    database.write_now(adding("a"))
    connection: Any = database._writer._connection
    cursors = [kit.Counted(connection.cursor())]
    monkeypatch.setattr(connection, "cursor", lambda: cursors[0])
    with held(database):
        futures = queue(database, adding("b"), refusing("c", NotFound("no")), adding("d"))
        cursors.append(kit.Counted(cursors.pop()._cursor))
    assert [type(future.exception(PATIENCE)) for future in futures] == [
        type(None),
        NotFound,
        type(None),
    ]
    # BEGIN with its number; a savepoint and a row for each, one taken back; COMMIT.
    assert cursors[0].statements == 1 + 3 * 2 + 1 + 1
    assert kit.stored(database) == ["a", "b", "d"]


def test_functions_see_what_those_before_them_in_the_group_wrote(database: Database) -> None:
    _, seen = one_group(database, adding("a"), lambda tx: tx.one(kit.ONE, id="a"))
    assert seen.result().text == "text"


def test_shared_rows_are_taken_in_the_order_named(database: Database) -> None:
    taken: list[str] = []

    def take(order: str) -> Awaitable[None]:
        return database.write(lambda _: taken.append(order), order)

    async def write() -> None:
        await asyncio.gather(*map(take, ("c", "a", "", "b")))

    asyncio.run(write())
    assert taken == ["", "a", "b", "c"]


# A function that raises -------------------------------------------------------------------------


def test_a_failing_function_is_undone_alone(database: Database) -> None:
    first, failed, last = one_group(
        database, adding("a"), refusing("b", NotFound("no")), adding("c")
    )
    assert isinstance(failed.exception(), NotFound)
    assert (first.result(), last.result()) == ("a", "c")
    assert kit.stored(database) == ["a", "c"]


def test_the_audit_entries_of_a_failing_function_are_kept(database: Database) -> None:
    project = kit.new_project(database)
    before = audit_count(database, project)
    one_group(
        database,
        lambda tx: tx.audit(kit.entry(project)),
        refusing("b", NotFound("no"), kit.entry(project)),
        lambda tx: tx.audit(kit.entry(project)),
    )
    assert kit.stored(database) == []
    assert len(kit.logged(database)) == 3
    found = database.read_now(lambda reader: audit.verify(reader, project))
    assert (found.reason, found.entries) == (None, before + 3)


def audit_count(database: Database, project: str) -> int:
    return database.read_now(lambda reader: audit.verify(reader, project)).entries


def test_a_failing_function_is_not_tried_again(database: Database) -> None:
    calls: list[int] = []

    def refuse(_tx: Tx) -> None:
        calls.append(1)
        raise NotFound("no")

    one_group(database, refuse, adding("a"))
    assert len(calls) == 1


def test_nothing_is_called_after_a_commit_that_undid_it(database: Database) -> None:
    called: list[str] = []

    def refuse(tx: Tx) -> None:
        tx.after_commit(lambda: called.append("undone"))
        raise NotFound("no")

    one_group(database, refuse, lambda tx: tx.after_commit(lambda: called.append("done")))
    assert called == ["done"]


def test_a_callback_that_raises_harms_nobody(database: Database) -> None:
    def explode() -> None:
        raise RuntimeError("in a callback")

    first, second = one_group(database, lambda tx: tx.after_commit(explode), adding("a"))
    assert first.exception() is None
    assert second.result() == "a"
    assert database.write_now(adding("b")) == "b"


# Rows handed over as values ---------------------------------------------------------------------


def later(*names: str, error: Exception | None = None, without: str = "") -> Callable[[Tx], None]:
    """Hands rows over for the writer to insert, then raises or not."""

    def hand_over(tx: Tx) -> None:
        for name in names:
            row = kit.row(name)
            row.pop(without, None)
            tx.insert_later(kit.ADD, **row)
        if error is not None:
            raise error

    return hand_over


def test_rows_handed_over_are_inserted_with_the_group(database: Database) -> None:
    one_group(database, later("a", "b"), adding("c"), later("d"))
    assert kit.stored(database) == ["a", "b", "c", "d"]


def test_rows_handed_over_by_a_failing_function_are_dropped(database: Database) -> None:
    _, failed, _ = one_group(database, later("a"), later("b", error=NotFound("no")), later("c"))
    assert isinstance(failed.exception(), NotFound)
    assert kit.stored(database) == ["a", "c"]


def test_a_row_handed_over_that_cannot_be_inserted_fails_alone(database: Database) -> None:
    database.write_now(adding("taken"))
    first, failed, last = one_group(database, later("a"), later("taken"), later("b"))
    assert isinstance(failed.exception(), database.driver.error)
    assert (first.exception(), last.exception()) == (None, None)
    assert kit.stored(database) == ["a", "b", "taken"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_incomplete_row_handed_over_does_not_stop_the_writer(database: Database) -> None:
    assert _told(start(database, later("a", without="text"))) is not None
    assert start(database, adding("b")).result(PATIENCE) == "b"


# Errors of the database -------------------------------------------------------------------------


def test_a_database_error_makes_each_function_try_alone(database: Database) -> None:
    database.write_now(adding("taken"))
    groups = database.group_counts()[0]
    first, failed, last = one_group(database, adding("a"), adding("taken"), adding("b"))
    assert isinstance(failed.exception(), database.driver.error)
    assert (first.result(), last.result()) == ("a", "b")
    assert kit.stored(database) == ["a", "b", "taken"]
    assert database.group_counts()[0] == groups + 2


def test_audit_entries_are_written_once_even_if_their_group_was_repeated(
    database: Database,
) -> None:
    project = kit.new_project(database)
    database.write_now(adding("taken"))

    def recording(tx: Tx) -> None:
        tx.audit(kit.entry(project))

    one_group(database, recording, adding("taken"), recording)
    assert len(kit.logged(database)) == 2


def test_a_function_that_would_wait_for_another_process_is_done_alone_after_its_group(
    database: Database, kind: str
) -> None:
    project = kit.new_project(database)
    tries: list[bool] = []

    def contended(tx: Tx) -> str:
        tries.append(tx.may_wait)
        kit.add(tx, "b")
        tx.audit(kit.entry(project))
        if not tx.may_wait:
            raise Contended
        return "b"

    groups = database.group_counts()[0]
    first, waiting, last = one_group(database, adding("a"), contended, adding("c"))
    assert (first.result(), waiting.result(), last.result()) == ("a", "b", "c")
    assert kit.stored(database) == ["a", "b", "c"]
    assert len(kit.logged(database)) == 1
    assert tries == ([True] if kind == "sqlite" else [False, True])
    assert database.group_counts()[0] == groups + 2, "the others did not have to be repeated"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_entry_that_cannot_be_appended_does_not_stop_the_writer(database: Database) -> None:
    """It has no chain to go to: its own write must fail, nobody else's."""
    with held(database):
        bad, good = queue(database, lambda tx: tx.audit(kit.entry("proj_unknown")), adding("a"))
    assert _told(bad) is not None
    assert good.result(PATIENCE) == "a"
    assert start(database, adding("b")).result(PATIENCE) == "b"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_function_that_is_cancelled_does_not_stop_the_writer(database: Database) -> None:
    def cancelled(_tx: Tx) -> None:
        raise asyncio.CancelledError

    assert _told(start(database, cancelled)) is not None
    assert start(database, adding("a")).result(PATIENCE) == "a"


def _told(future: Future[Any]) -> BaseException | None:
    """What a caller was told, if it was told anything."""
    try:
        return future.exception(2)
    except TimeoutError:
        pytest.fail("the caller was never told: the writer has died")
    except BaseException as error:
        return error


def test_sqlite_takes_back_a_savepoint_with_the_transaction_around_it(
    database: Database, kind: str
) -> None:
    """pysqlite's own transactions let a row survive the rollback around a savepoint."""
    driver = database.driver
    connection = driver.connect()
    assert kind != "sqlite" or connection.isolation_level is None
    cursor = connection.cursor()
    driver.begin_write(cursor)
    tx = Tx(cursor, database._compiler)
    kit.add(tx, "a")
    tx.release()
    connection.rollback()
    connection.close()
    assert kit.stored(database) == []


def test_sqlite_takes_back_a_savepoint_and_keeps_the_rest(database: Database) -> None:
    connection = database.driver.connect()
    cursor = connection.cursor()
    database.driver.begin_write(cursor)
    first, second = (Tx(cursor, database._compiler) for _ in range(2))
    kit.add(first, "a")
    first.release()
    kit.add(second, "b")
    second.undo()
    cursor.execute("COMMIT")
    connection.close()
    assert kit.stored(database) == ["a"]


# Queue, callers, closing ------------------------------------------------------------------------


@pytest.fixture
def small(kind: str, request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Database]:
    """A database whose queue holds three."""
    url = request.getfixturevalue("postgres").new_database() if kind == "postgresql" else None
    driver = driver_for(Settings(data=tmp_path / "small", database_url=url))
    migrate(driver)
    opened = Database(driver, audit.append, 3)
    opened.start()
    yield opened
    opened.close()


def test_a_full_queue_is_overloaded_and_recovers(small: Database) -> None:
    with held(small):
        futures = queue(small, *map(adding, "abcd"))
        assert isinstance(futures.pop().exception(PATIENCE), Overloaded)
    assert [future.result(PATIENCE) for future in futures] == ["a", "b", "c"]
    assert small.write_now(adding("e")) == "e"
    assert kit.stored(small) == ["a", "b", "c", "e"]


def test_a_caller_that_left_does_not_undo_what_was_queued(database: Database) -> None:
    async def leave() -> None:
        task = asyncio.create_task(database.write(adding("a")))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    with held(database):
        asyncio.run(leave())
    assert database.write_now(adding("b")) == "b"
    assert kit.stored(database) == ["a", "b"]


def test_a_turn_of_the_loop_is_one_group(database: Database) -> None:
    async def write() -> list[str]:
        return list(await asyncio.gather(*(database.write(adding(f"i{n:02}")) for n in range(50))))

    groups = database.group_counts()[0]
    assert asyncio.run(write()) == kit.stored(database)
    assert database.group_counts()[0] <= groups + 2


def test_one_event_loop_after_another_is_served(database: Database) -> None:
    made = [asyncio.run(database.write(adding(name))) for name in "abc"]
    assert made == kit.stored(database) == ["a", "b", "c"]


def test_closing_finishes_what_is_queued_and_refuses_the_rest(database: Database) -> None:
    with held(database):
        futures = queue(database, *map(adding, "abc"))
        closing = threading.Thread(target=database.close)
        closing.start()
        while not database._writer._stopping:
            time.sleep(0.0005)
        refused = start(database, adding("d"))
        assert isinstance(refused.exception(PATIENCE), Overloaded)
    closing.join(PATIENCE)
    assert not closing.is_alive()
    assert [future.result(PATIENCE) for future in futures] == ["a", "b", "c"]
    assert not database.is_writing()


# Reading ----------------------------------------------------------------------------------------


def test_a_reading_function_sees_one_snapshot(database: Database) -> None:
    database.write_now(adding("a"))

    def read_twice(reader: Any) -> tuple[int, int]:
        first = len(reader.all(kit.ALL))
        database.write_now(adding("b"))
        return first, len(reader.all(kit.ALL))

    assert database.read_now(read_twice) == (1, 1)
    assert kit.stored(database) == ["a", "b"]


def test_what_a_reading_function_writes_is_refused_or_rolled_back(database: Database) -> None:
    with contextlib.suppress(Overloaded):
        database.read_now(lambda reader: kit.add(Tx(reader._cursor, reader._compile), "a"))
    assert kit.stored(database) == []
