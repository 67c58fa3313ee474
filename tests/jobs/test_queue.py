"""What both queues promise, asked of each with real workers on a real database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import NotFound, Overloaded, Problem
from runwright.jobs import retry, store
from runwright.jobs.embedded.queue import EmbeddedQueue
from runwright.jobs.periodic import Chore
from runwright.jobs.postgres.queue import PostgresQueue
from runwright.jobs.types import PRIORITIES, Handler, Job, Queue
from support.patience import PATIENCE


class Desk:
    """Handlers that note what they are given, and do as a test says."""

    def __init__(self, slots: int = 2) -> None:
        self.given: list[Job] = []
        self.given_up: list[Job] = []
        self.cancelled: list[Job] = []
        self.kept_house = 0
        self.do: Callable[[Job], Awaitable[bool | None]] | None = None
        self.handlers: Mapping[str, Handler] = {
            kind: Handler(slots=slots, work=self._work, give_up=self._give_up)
            for kind in PRIORITIES
        }

    def subjects(self) -> list[str]:
        return [job.subject for job in self.given]

    async def _work(self, job: Job) -> bool | None:
        self.given.append(job)
        try:
            return None if self.do is None else await self.do(job)
        except asyncio.CancelledError:
            self.cancelled.append(job)
            raise

    async def _give_up(self, job: Job, _problem: Problem) -> None:
        self.given_up.append(job)

    async def housekeeping(self) -> None:
        self.kept_house += 1


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed jobs come again at once."""
    monkeypatch.setattr(retry, "LONGEST_BACKOFF", 0)


def queue_of(database: Database, desk: Desk, lease: float = 30.0) -> Queue:
    options = {
        "database": database,
        "handlers": desk.handlers,
        "chores": [Chore("housekeeping", 1.0, desk.housekeeping)],
        "lease": lease,
    }
    if database.driver.is_embedded:
        return EmbeddedQueue(**options)  # type: ignore[arg-type]
    url = database.driver.address().replace("+psycopg", "")
    return PostgresQueue(url=url, **options)  # type: ignore[arg-type]


@asynccontextmanager
async def working(database: Database, desk: Desk, lease: float = 30.0) -> AsyncIterator[Queue]:
    queue = queue_of(database, desk, lease)
    await queue.start()
    try:
        yield queue
    finally:
        await queue.stop()


async def add(
    database: Database, queue: Queue | None, *subjects: str, kind: str = "run", after: float = 0
) -> None:
    at = clock.stamp(clock.now() + timedelta(seconds=after))

    def write(tx: Tx) -> None:
        for subject in subjects:
            store.add(tx, kind, "proj_x", subject, at)

    await database.write(write)
    if queue is not None:
        queue.wake()


async def until(is_so: Callable[[], bool], what: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.01)
    except TimeoutError:
        pytest.fail(f"still not so: {what}")


async def left(database: Database, subject: str) -> bool:
    return await database.read(lambda reader: store.exists(reader, subject))


async def gone(database: Database, subject: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await left(database, subject):
            await asyncio.sleep(0.01)


def test_a_job_is_done_once_with_what_it_says(database: Database) -> None:
    desk = Desk()

    async def end(job: Job) -> None:
        await database.write(lambda tx: store.finish(tx, job))

    async def story() -> None:
        desk.do = end
        async with working(database, desk) as queue:
            await add(database, queue, "run_1", "run_2")
            await until(lambda: len(desk.given) == 2, "both are done")
            await gone(database, "run_1")
            await gone(database, "run_2")
            await asyncio.sleep(1.5)
        assert sorted(desk.subjects()) == ["run_1", "run_2"]
        assert {(job.kind, job.project_id, job.attempts) for job in desk.given} == {
            ("run", "proj_x", 1)
        }

    asyncio.run(story())


def test_a_job_is_there_if_and_only_if_its_transaction_is(database: Database) -> None:
    desk = Desk()

    def regret(tx: Tx) -> None:
        store.add(tx, "run", "proj_x", "run_regretted", clock.stamp(clock.now()))
        raise NotFound("no")

    async def story() -> None:
        async with working(database, desk) as queue:
            with pytest.raises(NotFound):
                await database.write(regret)
            await add(database, queue, "run_meant")
            await until(lambda: bool(desk.given), "one is done")
        assert desk.subjects() == ["run_meant"]

    asyncio.run(story())


def test_a_job_waits_for_its_time(database: Database) -> None:
    desk = Desk()

    async def story() -> None:
        begun = clock.now()
        done: list[float] = []

        async def note(_: Job) -> None:
            done.append((clock.now() - begun).total_seconds())

        desk.do = note
        async with working(database, desk) as queue:
            await add(database, queue, "run_later", after=1.5)
            await until(lambda: bool(done), "it is done")
        assert done[0] >= 1.5

    asyncio.run(story())


def test_kinds_do_not_wait_for_each_other(database: Database) -> None:
    """Webhooks and files that hang, more of them than there are slots, hold no run up."""
    desk = Desk(slots=2)

    async def hang(job: Job) -> None:
        if job.kind != "run":
            await asyncio.sleep(PATIENCE)

    async def story() -> None:
        desk.do = hang
        async with working(database, desk) as queue:
            for kind in ("deliver", "file", "embed"):
                await add(database, queue, *(f"{kind}_{n}" for n in range(4)), kind=kind)
            await until(lambda: len(desk.given) == 6, "each of these kinds has its slots full")
            await add(database, queue, "run_1")
            await until(lambda: "run_1" in desk.subjects(), "the run is done")
            assert queue.busy() >= 6

    asyncio.run(story())


def test_a_job_that_fails_comes_again_until_it_is_given_up(database: Database) -> None:
    desk = Desk()

    async def fail(_: Job) -> None:
        raise RuntimeError("broken")

    async def story() -> None:
        desk.do = fail
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await until(lambda: bool(desk.given_up), "it is given up")
        numbers = [job.attempts for job in desk.given]
        assert numbers[: retry.MOST_ATTEMPTS] == list(range(1, retry.MOST_ATTEMPTS + 1))
        assert desk.given_up[0].attempts == retry.MOST_ATTEMPTS

    asyncio.run(story())


def test_what_is_given_up_and_not_ended_is_tried_for_ever(database: Database) -> None:
    """An erasure is: the job is still there, and its turn comes again."""
    desk = Desk()

    async def fail(_: Job) -> None:
        raise RuntimeError("broken")

    async def story() -> None:
        desk.do = fail
        async with working(database, desk) as queue:
            await add(database, queue, "file_1", kind="erase")
            await until(lambda: len(desk.given_up) >= 2, "it is given up twice")
            assert await left(database, "file_1")

    asyncio.run(story())


def test_a_storage_that_is_overloaded_only_puts_a_job_off(database: Database) -> None:
    desk = Desk()

    async def once(job: Job) -> None:
        if job.attempts == 1:
            raise Overloaded("later")

    async def story() -> None:
        desk.do = once
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await until(lambda: [job.attempts for job in desk.given] == [1, 2], "it came again")
        assert desk.given_up == []

    asyncio.run(story())


def test_what_is_called_off_is_stopped_where_it_is_in_work(database: Database) -> None:
    desk = Desk()

    async def hang(_job: Job) -> None:
        await asyncio.sleep(PATIENCE)

    def call_off(tx: Tx) -> None:
        for subject in ("run_1", "run_2", "run_3"):
            store.drop(tx, subject)

    async def story() -> None:
        desk.do = hang
        async with working(database, desk) as queue:
            await add(database, queue, "run_1", "run_2", "run_3")
            await until(lambda: len(desk.given) == 2, "two are in work, one waits")
            await database.write(call_off)
            await until(lambda: len(desk.cancelled) == 2, "both are stopped")
            await until(lambda: queue.busy() == 0, "nothing is in work")
            for subject in ("run_1", "run_2", "run_3"):
                assert not await left(database, subject)
        assert len(desk.given) == 2

    asyncio.run(story())


def test_a_job_that_ends_its_own_work_is_not_stopped(database: Database) -> None:
    desk, after = Desk(), list[str]()

    async def end(job: Job) -> None:
        await database.write(lambda tx: store.finish_all(tx, job.subject))
        await asyncio.sleep(0.5)
        after.append(job.subject)

    async def story() -> None:
        desk.do = end
        async with working(database, desk, lease=2.0) as queue:
            await add(database, queue, "run_1")
            await until(lambda: after == ["run_1"], "it went on to its end")
        assert desk.cancelled == []

    asyncio.run(story())


def test_a_worker_that_stops_hands_over_at_once(database: Database) -> None:
    first, second = Desk(), Desk()

    async def hang(_job: Job) -> None:
        await asyncio.sleep(PATIENCE)

    async def story() -> None:
        first.do = hang
        async with working(database, first, lease=60) as queue:
            await add(database, queue, "run_1")
            await until(lambda: bool(first.given), "it is in work")
        async with working(database, second, lease=60):
            await until(lambda: bool(second.given), "another has it")
        assert first.cancelled == first.given

    asyncio.run(story())


def test_who_lost_a_job_cannot_end_it(database: Database) -> None:
    """A worker that slept while its job went to another holds an attempt that is over."""
    desk = Desk()
    answers: list[bool] = []

    async def late(job: Job) -> None:
        if job.attempts == 1:
            raise Overloaded("later")
        before = Job(id=job.id, kind="run", project_id="proj_x", subject=job.subject, attempts=1)
        answers.append(await database.write(lambda tx: store.finish(tx, before)))
        await database.write(lambda tx: store.reschedule(tx, before, clock.stamp(clock.now())))
        answers.append(await database.write(lambda tx: store.finish(tx, job)))

    async def story() -> None:
        desk.do = late
        async with working(database, desk) as queue:
            await add(database, queue, "run_1")
            await until(lambda: len(answers) == 2, "both have tried")
            await gone(database, "run_1")
        assert answers == [False, True]

    asyncio.run(story())


def test_a_job_that_comes_again_is_one_job(database: Database) -> None:
    desk = Desk()

    async def again(job: Job) -> None:
        if len(desk.given) < 3:
            await database.write(lambda tx: store.reschedule(tx, job, clock.stamp(clock.now())))
        else:
            await database.write(lambda tx: store.finish(tx, job))

    async def story() -> None:
        desk.do = again
        async with working(database, desk) as queue:
            await add(database, queue, "wh_1", kind="deliver")
            await until(lambda: len(desk.given) == 3, "it came three times")
            await gone(database, "wh_1")
        assert [job.attempts for job in desk.given] == [1, 1, 1]

    asyncio.run(story())


def test_a_job_that_waits_for_a_thing_comes_when_that_has_come(database: Database) -> None:
    """Long before its time, only for that thing, and as if it had never been tried."""
    desk = Desk()

    async def wait(job: Job) -> None:
        if len(desk.given) <= 2:
            later = clock.stamp(clock.now() + timedelta(hours=1))
            await database.write(
                lambda tx: store.reschedule(tx, job, later, f"file_of_{job.subject}")
            )
        else:
            await database.write(lambda tx: store.finish(tx, job))

    async def come(queue: Queue, thing: str) -> None:
        await database.write(lambda tx: store.release(tx, thing, clock.stamp(clock.now())))
        queue.wake()

    async def story() -> None:
        desk.do = wait
        async with working(database, desk) as queue:
            await add(database, queue, "run_1", "run_2")
            await until(lambda: len(desk.given) == 2, "both were tried")
            await until(lambda: queue.busy() == 0, "both wait")
            await come(queue, "file_of_run_2")
            await gone(database, "run_2")
            assert await left(database, "run_1")
            await come(queue, "file_of_nobody")
            await come(queue, "file_of_run_1")
            await gone(database, "run_1")
        assert sorted(desk.subjects()) == ["run_1", "run_1", "run_2", "run_2"]
        assert {job.attempts for job in desk.given} == {1}

    asyncio.run(story())


def test_counting_goes_no_further_than_asked(database: Database) -> None:
    async def story() -> list[int]:
        await add(database, None, *(f"run_{n}" for n in range(5)))
        await add(database, None, "file_1", kind="file")
        return [
            await database.read(lambda r, k=kinds, n=n: store.count(r, k, n))  # type: ignore[misc]
            for kinds, n in ((("run", "network"), 3), (("run",), 9), (("run", "file"), 9))
        ]

    assert asyncio.run(story()) == [3, 5, 6]


def test_the_house_is_kept(database: Database) -> None:
    desk = Desk()

    async def story() -> None:
        async with working(database, desk):
            await until(lambda: desk.kept_house >= 2, "it was kept twice")

    asyncio.run(story())


# Rousing ---------------------------------------------------------------------------------------


async def ensure_queued(database: Database, subject: str = "wh_1") -> None:
    now = clock.stamp(clock.now())
    await database.write(lambda tx: store.ensure_queued(tx, "deliver", "proj_x", subject, now))


async def queued(database: Database) -> int:
    return await database.read(lambda reader: store.count(reader, ("deliver",), 100))


def test_a_job_that_must_be_there_is_made_once(database: Database) -> None:
    async def story() -> None:
        for _ in range(3):
            await ensure_queued(database)
        await ensure_queued(database, "wh_2")
        assert await queued(database) == 2

    asyncio.run(story())


def test_a_job_that_waits_for_later_is_hurried(database: Database) -> None:
    desk = Desk()

    async def story() -> None:
        await add(database, None, "wh_1", kind="deliver", after=3600)
        async with working(database, desk) as queue:
            await ensure_queued(database)
            queue.wake()
            await until(lambda: bool(desk.given), "it is done now")
        assert desk.subjects() == ["wh_1"]

    asyncio.run(story())


def test_a_job_in_somebodys_hands_is_left_to_them(database: Database) -> None:
    desk = Desk()

    async def hang(_job: Job) -> None:
        await asyncio.sleep(PATIENCE)

    async def story() -> None:
        desk.do = hang
        async with working(database, desk) as queue:
            await add(database, queue, "wh_1", kind="deliver")
            await until(lambda: bool(desk.given), "it is in work")
            await ensure_queued(database)
            assert await queued(database) == 1

    asyncio.run(story())


def test_a_job_of_another_kind_does_not_count(database: Database) -> None:
    async def story() -> None:
        await add(database, None, "wh_1", kind="run")
        await ensure_queued(database)
        assert await queued(database) == 1

    asyncio.run(story())
