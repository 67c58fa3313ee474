"""Slots in which files are read are taken in turn by project, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest

from jobs.test_queue import Desk, until, working
from runwright import clock
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.jobs import store
from runwright.jobs.turns import MOST_REMEMBERED, Turns
from runwright.jobs.types import Job

MANY = 100


class Gate:
    """Holds every job until the test lets one go."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: list[tuple[Job, asyncio.Event]] = []

    async def hold(self, job: Job) -> None:
        event = asyncio.Event()
        self._held.append((job, event))
        await event.wait()
        await self._database.write(lambda tx: store.finish(tx, job))

    def let_go(self, place: int = 0) -> str:
        """Let one of the jobs in work end; the project that it was of."""
        job, event = self._held.pop(place)
        event.set()
        return job.project_id


async def add(database: Database, *queued: tuple[str, int], kind: str = "file") -> None:
    """So many jobs of each project, one project after the other."""

    each = [(project_id, n) for project_id, number in queued for n in range(number)]
    begun = clock.now() - timedelta(milliseconds=len(each))

    def write(tx: Tx) -> None:
        for ms, (project_id, n) in enumerate(each):
            at = clock.stamp(begun + timedelta(milliseconds=ms))
            store.add(tx, kind, project_id, f"{kind}_{project_id}_{n}", at)

    await database.write(write)


async def taken(_database: Database, desk: Desk, gate: Gate, number: int) -> Sequence[str]:
    """The projects of the first so many jobs, which end one after the other."""
    while len(desk.given) < number:
        before = len(desk.given)
        await until(lambda: bool(gate._held), "a job is in work")
        gate.let_go()
        await until(lambda: len(desk.given) > before, "another has its slot")  # noqa: B023
    return [job.project_id for job in desk.given[:number]]


@pytest.mark.parametrize("slots", [1, 2])
def test_one_file_does_not_wait_for_a_hundred_of_another_project(
    database: Database, slots: int
) -> None:
    desk, gate = Desk(slots=slots), Gate(database)

    async def story() -> None:
        desk.do = gate.hold
        async with working(database, desk, lease=30) as queue:
            await add(database, ("proj_many", MANY))
            queue.wake()
            await until(lambda: len(desk.given) == slots, "every slot is taken")
            await add(database, ("proj_one", 1))
            projects = await taken(database, desk, gate, slots + 2)
        assert projects == [*["proj_many"] * slots, "proj_one", "proj_many"]

    asyncio.run(story())


@pytest.mark.parametrize("kind_of_job", ["file", "embed"])
def test_projects_take_turns(database: Database, kind_of_job: str) -> None:
    desk, gate = Desk(slots=1), Gate(database)

    async def story() -> None:
        desk.do = gate.hold
        await add(database, ("proj_a", 9), ("proj_b", 3), ("proj_c", 2), kind=kind_of_job)
        async with working(database, desk, lease=30):
            projects = await taken(database, desk, gate, 10)
        assert "".join(project[-1] for project in projects) == "abcabcabaa"

    asyncio.run(story())


def test_free_slots_are_shared_at_once(database: Database) -> None:
    desk, gate = Desk(slots=3), Gate(database)

    async def story() -> None:
        desk.do = gate.hold
        await add(database, ("proj_a", 9), ("proj_b", 9), ("proj_c", 9))
        async with working(database, desk, lease=30):
            await until(lambda: len(desk.given) == 3, "every slot is taken")
        assert {job.project_id for job in desk.given} == {"proj_a", "proj_b", "proj_c"}

    asyncio.run(story())


def test_a_project_alone_has_every_slot_and_its_files_in_their_order(database: Database) -> None:
    desk, gate = Desk(slots=2), Gate(database)

    async def story() -> None:
        desk.do = gate.hold
        await add(database, ("proj_a", 5))
        async with working(database, desk, lease=30):
            await taken(database, desk, gate, 5)
        assert desk.subjects() == [f"file_proj_a_{n}" for n in range(5)]

    asyncio.run(story())


def test_a_project_that_holds_a_slot_waits_for_those_that_hold_none(database: Database) -> None:
    """A file that takes half an hour is a turn that lasts half an hour."""
    desk, gate = Desk(slots=2), Gate(database)

    async def story() -> None:
        desk.do = gate.hold
        async with working(database, desk, lease=30) as queue:
            await add(database, ("proj_slow", 1))
            queue.wake()
            await until(lambda: len(desk.given) == 1, "the slow one is in work")
            await add(database, ("proj_slow", 3), ("proj_quick", 3))
            queue.wake()
            for n in range(2, 5):
                await until(lambda n=n: len(desk.given) == n, "the other slot is taken")  # type: ignore[misc]
                gate.let_go(place=1)
            await until(lambda: len(desk.given) == 5, "then the slow one has its turn")
        assert [job.project_id for job in desk.given[1:]] == [*["proj_quick"] * 3, "proj_slow"]

    asyncio.run(story())


def test_turns_remember_each_project_once_and_no_more_than_they_need() -> None:
    turns = Turns()
    for n in range(3 * MOST_REMEMBERED):
        turns.served(f"proj_{n % (MOST_REMEMBERED + 10)}")
    turns.served("proj_0")
    line = turns.line()
    assert len(line) == len(set(line)) == MOST_REMEMBERED
    assert line[-1] == "proj_0"
