"""What only the shared queue must stand: workers that fall silent, sleep, or are not heard."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from jobs.test_queue import Desk, add, gone, hurry, queue_of, until, working  # noqa: F401
from jobs.test_turns import add as queue_files
from runwright.db.database import Database
from runwright.db.drivers import BUSY_SECONDS
from runwright.jobs import store
from runwright.jobs.postgres import store as postgres_store
from runwright.jobs.postgres.queue import HOUSE, PostgresQueue, _OwnJobs, check_open
from runwright.jobs.types import PRIORITIES, Job
from support.patience import PATIENCE


@pytest.fixture(scope="session")
def kind() -> str:
    """This queue is PostgreSQL's."""
    return "postgresql"


async def hang(_job: Job) -> None:
    await asyncio.sleep(PATIENCE)


def falls_silent(queue: PostgresQueue) -> None:
    """From now on the workers of a queue neither beat nor take jobs, as if they slept."""

    async def nothing(*_: Any, **__: Any) -> None:
        return None

    queue._manager.update_heartbeat = nothing  # type: ignore[method-assign]
    queue._manager.fetch_job = nothing  # type: ignore[method-assign]


def test_the_jobs_of_a_silent_worker_go_to_another_and_it_cannot_end_them(
    database: Database,
) -> None:
    silent, other = Desk(), Desk()
    woken = asyncio.Event()
    ended: list[bool] = []

    async def sleep(job: Job) -> None:
        await woken.wait()
        ended.append(await database.write(lambda tx: store.finish(tx, job)))

    async def story() -> None:
        silent.do, other.do = sleep, hang
        first = queue_of(database, silent)
        assert isinstance(first, PostgresQueue)
        await first.start()
        await add(database, first, "run_1")
        await until(lambda: bool(silent.given), "it is in work")
        falls_silent(first)
        async with working(database, other, lease=3) as second:
            await until(lambda: bool(other.given), "another has it")
            assert other.given[0].attempts == silent.given[0].attempts + 1
            woken.set()
            await until(lambda: bool(ended), "the sleeper has tried to end it")
            await asyncio.sleep(0.5)
            assert second.busy() == 1
            assert await database.read(lambda reader: store.exists(reader, "run_1"))
        await first.stop()
        assert ended == [False]

    asyncio.run(story())


def test_all_kinds_hear_on_one_connection_and_hear_again_when_it_is_cut(
    database: Database,
) -> None:
    desk = Desk()
    watcher = psycopg.connect(database.driver.address().replace("+psycopg", ""), autocommit=True)
    own = "application_name = 'runwright worker' AND datname = current_database()"
    listens = f"{own} AND query LIKE 'LISTEN%'"

    def count(condition: str) -> int:
        found = watcher.execute(f"SELECT count(*) FROM pg_stat_activity WHERE {condition}")
        return int(found.fetchone()[0])  # type: ignore[index]

    async def story() -> None:
        async with working(database, desk) as queue:
            for kind in PRIORITIES:
                await add(database, queue, f"first_{kind}", kind=kind)
            await until(lambda: len(desk.given) == len(PRIORITIES), "each kind has its job")
            assert count(listens) == 1
            assert count(own) <= 3
            watcher.execute(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listens}"
            )
            await until(lambda: count(listens) == 1, "it listens again")
            for kind in PRIORITIES:
                await add(database, queue, f"second_{kind}", kind=kind)
            await until(lambda: len(desk.given) == 2 * len(PRIORITIES), "each kind has another")

    with watcher:
        asyncio.run(story())


def test_a_job_is_taken_and_ended_in_one_statement_each(database: Database) -> None:
    desk = Desk()
    watcher = psycopg.connect(database.driver.address().replace("+psycopg", ""), autocommit=True)
    last = (
        "SELECT query FROM pg_stat_activity"
        " WHERE application_name = 'runwright worker' AND datname = current_database()"
    )

    async def story() -> None:
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await gone(database, "run_1")
            said = [row[0] for row in watcher.execute(last)]
            assert said
            assert not {"", "BEGIN", "COMMIT"} & set(said)

    with watcher:
        asyncio.run(story())


def test_a_job_that_ended_with_its_work_is_not_ended_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk()
    said: list[str] = []
    say = _OwnJobs._say

    async def listening(self: _OwnJobs, statement: str, job: Any, **values: Any) -> None:
        if job.queue != HOUSE:
            said.append(job.lock)
        await say(self, statement, job, **values)

    monkeypatch.setattr(_OwnJobs, "_say", listening)

    async def end(job: Job) -> bool:
        await database.write(lambda tx: store.finish_all(tx, job.subject))
        return job.subject == "run_1"

    async def story() -> None:
        desk.do = end
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await gone(database, "run_1")
            await until(lambda: queue.busy() == 0, "it is done")
            # The same may be queued again: that is another job.
            await add(database, queue, "run_1", "run_2")
            await until(lambda: said == ["run_2"], "the one of which nothing is known")
            await until(lambda: len(desk.given) == 3, "all are done")
            await until(lambda: queue.busy() == 0, "nothing is in work")
        assert isinstance(queue, PostgresQueue)
        assert queue._manager.ended == set()

    asyncio.run(story())
    assert said == ["run_2"]


def test_no_history_of_a_job_is_written_beside_it(database: Database) -> None:
    desk = Desk()
    watcher = psycopg.connect(database.driver.address().replace("+psycopg", ""), autocommit=True)

    async def story() -> None:
        desk.do = hang
        async with working(database, desk) as queue:
            await add(database, queue, "run_later", after=60)
            await add(database, queue, "run_1")
            await until(lambda: bool(desk.given), "it is in work")
            found = watcher.execute("SELECT count(*) FROM procrastinate_events").fetchone()
            assert found == (0,)

    with watcher:
        asyncio.run(story())


def test_a_connection_that_the_server_has_cut_is_not_used_again(database: Database) -> None:
    url = database.driver.address().replace("+psycopg", "")

    async def story() -> None:
        async with (
            await psycopg.AsyncConnection.connect(url, autocommit=True) as cut,
            await psycopg.AsyncConnection.connect(url, autocommit=True) as other,
        ):
            await check_open(cut)
            await other.execute("SELECT pg_terminate_backend(%s, 5000)", [cut.info.backend_pid])
            with pytest.raises(psycopg.OperationalError):
                await check_open(cut)
            await check_open(other)

    asyncio.run(story())


def test_a_worker_that_beats_keeps_its_jobs(database: Database) -> None:
    first, second = Desk(), Desk()

    async def story() -> None:
        first.do = hang
        async with working(database, first) as queue:
            await add(database, queue, "run_1")
            await until(lambda: bool(first.given), "it is in work")
            async with working(database, second):
                await asyncio.sleep(3)
        assert len(first.given) == 1
        assert second.given == []

    asyncio.run(story())


def test_the_end_of_a_job_is_said_until_it_is_heard(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would stay in the hands of a worker that lives and does not work on it."""
    desk = Desk()
    refused: list[str] = []

    async def story() -> None:
        queue = queue_of(database, desk)
        assert isinstance(queue, PostgresQueue)
        connector = queue._manager.connector
        real = connector.execute_query_async

        async def cut(query: str, **arguments: Any) -> None:
            if query in (postgres_store.FINISH, postgres_store.RETRY) and len(refused) < 2:
                refused.append(query)
                raise ConnectorException("cut")
            await real(query, **arguments)

        monkeypatch.setattr(connector, "execute_query_async", cut)
        await queue.start()
        await add(database, queue, "run_1")
        await gone(database, "run_1")
        await queue.stop()
        assert len(refused) == 2
        assert desk.subjects() == ["run_1"]

    asyncio.run(story())


def test_two_jobs_of_one_thing_are_not_in_work_at_once(database: Database) -> None:
    desk = Desk()
    most = 0

    async def story() -> None:
        async with working(database, desk) as queue:

            async def count(_: Job) -> None:
                nonlocal most
                most = max(most, queue.busy())
                await asyncio.sleep(0.05)

            desk.do = count
            for _ in range(4):
                await add(database, queue, "run_1")
            await until(lambda: len(desk.given) == 4, "all are done")

    asyncio.run(story())
    assert most == 1


def test_workers_come_back_after_the_database_has_cut_them_off(database: Database) -> None:
    desk = Desk()

    async def story() -> None:
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await until(lambda: bool(desk.given), "one is done")
            await database.read(_cut_workers)
            await add(database, queue, "run_2")
            await until(lambda: "run_2" in desk.subjects(), "another is done")

    asyncio.run(story())


def _cut_workers(reader: Any) -> None:
    from sqlalchemy import text

    reader.all(
        text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'runwright worker'"
        )
    )


def test_what_it_overrides_is_what_the_library_calls() -> None:
    """If this fails, a new release ends jobs in another way: look at `_OwnJobs` again."""
    from procrastinate import worker
    from procrastinate.manager import JobManager

    source = worker.__loader__.get_source(worker.__name__)  # type: ignore[union-attr]
    assert source.count("job_manager.finish_job(") == 1
    assert source.count("job_manager.retry_job(") == 1
    assert {"finish_job", "retry_job"} <= set(vars(JobManager)) & set(vars(_OwnJobs))


def test_two_workers_share_their_slots_among_projects(database: Database) -> None:
    """What is in work elsewhere counts: neither worker gives its slot to who has one already."""
    first, second = Desk(slots=1), Desk(slots=1)

    async def story() -> None:
        first.do = second.do = hang
        await queue_files(database, ("proj_a", 50), ("proj_b", 1))
        queues = [queue_of(database, desk, lease=30) for desk in (first, second)]
        await asyncio.gather(*(queue.start() for queue in queues))
        try:
            await until(lambda: len(first.given + second.given) == 2, "both are at work")
        finally:
            await asyncio.gather(*(queue.stop() for queue in queues))
        assert {job.project_id for job in first.given + second.given} == {"proj_a", "proj_b"}

    asyncio.run(story())


def test_a_worker_that_freezes_behind_a_statement_does_not_keep_its_locks(
    database: Database,
) -> None:
    queue = queue_of(database, Desk())
    assert isinstance(queue, PostgresQueue)
    given = queue._manager.connector._pool_args["kwargs"]  # type: ignore[attr-defined]
    url = database.driver.address().replace("+psycopg", "")
    with psycopg.connect(url, **given) as connection:
        shown = connection.execute("SHOW idle_in_transaction_session_timeout").fetchone()
    assert shown == (f"{BUSY_SECONDS}s",)
