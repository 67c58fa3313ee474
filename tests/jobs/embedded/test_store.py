"""The queue: a job belongs to one worker at a time, and to nobody when its lease is over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.jobs.embedded import store
from runwright.jobs.types import Job
from runwright.trust import audit


def at(second: int) -> str:
    return f"2026-11-15T10:00:{second:02}.000Z"


@pytest.fixture(scope="session")
def kind() -> str:
    """This queue is SQLite's."""
    return "sqlite"


@pytest.fixture
def five(database: Database) -> Database:
    def fill(tx: object) -> None:
        for n in range(5):
            store.add(tx, "run", "p", f"run_{n}", at(n))  # type: ignore[arg-type]

    database.write_now(fill)
    return database


def take(database: Database, owner: str, now: int, until: int, limit: int = 10) -> list[Job]:
    return database.write_now(lambda tx: store.take(tx, "run", owner, at(now), at(until), limit))


def subjects(jobs: list[Job]) -> list[str]:
    return [job.subject for job in jobs]


def test_due_jobs_are_taken_oldest_first(five: Database) -> None:
    assert subjects(take(five, "w", 2, 30, limit=2)) == ["run_0", "run_1"]
    assert subjects(take(five, "w", 2, 30)) == ["run_2"]
    assert take(five, "w", 2, 30) == []


def test_a_job_says_how_often_it_was_taken(five: Database) -> None:
    assert [job.attempts for job in take(five, "w", 0, 10)] == [1]
    assert [job.attempts for job in take(five, "w", 10, 20, limit=5) if job.subject == "run_0"] == [
        2
    ]


def test_a_lease_holds_until_it_is_over(five: Database) -> None:
    assert subjects(take(five, "one", 0, 20)) == ["run_0"]
    assert "run_0" not in subjects(take(five, "two", 19, 40))
    assert subjects(take(five, "two", 20, 40)) == ["run_0"]


def test_a_heartbeat_extends_what_is_named_and_ones_own(five: Database) -> None:
    working, forgotten = take(five, "one", 1, 10)
    (foreign,) = take(five, "two", 2, 10)
    named = [working.id, foreign.id]
    five.write_now(lambda tx: store.extend(tx, "one", named, at(30)))
    again = set(subjects(take(five, "three", 20, 40)))
    assert again == {forgotten.subject, foreign.subject, "run_3", "run_4"}


def test_a_postponed_job_comes_back_later(five: Database) -> None:
    (job,) = take(five, "one", 0, 10)
    five.write_now(lambda tx: store.postpone(tx, job, "one", at(25)))
    assert "run_0" not in subjects(take(five, "one", 24, 40))
    assert subjects(take(five, "one", 25, 40)) == ["run_0"]


def test_nobody_postpones_anothers_job(five: Database) -> None:
    (job,) = take(five, "one", 0, 10)
    five.write_now(lambda tx: store.postpone(tx, job, "two", at(1)))
    assert "run_0" not in subjects(take(five, "two", 9, 40))


def test_what_is_handed_back_is_due_at_once_and_not_counted(five: Database) -> None:
    take(five, "one", 1, 50)
    take(five, "two", 2, 50)
    five.write_now(lambda tx: store.hand_back(tx, "one", at(2)))
    again = take(five, "three", 2, 50)
    assert sorted((job.subject, job.attempts) for job in again) == [("run_0", 1), ("run_1", 1)]


def test_freeing_voids_every_lease_but_no_backoff(five: Database) -> None:
    take(five, "one", 1, 50)
    (job,) = take(five, "two", 2, 50)
    five.write_now(lambda tx: store.postpone(tx, job, "two", at(40)))
    five.write_now(lambda tx: store.free_all(tx, at(2)))
    assert sorted(subjects(take(five, "three", 2, 50))) == ["run_0", "run_1"]


def test_dropping_ends_the_work_on_a_thing(five: Database) -> None:
    assert five.read_now(lambda reader: store.exists(reader, "run_3"))
    five.write_now(lambda tx: store.drop(tx, "run_3"))
    assert not five.read_now(lambda reader: store.exists(reader, "run_3"))
    assert five.read_now(lambda reader: store.count(reader, ("run",), 100)) == 4


def test_counting_goes_no_further_than_asked(five: Database) -> None:
    counted = five.read_now(
        lambda reader: [store.count(reader, ("run", "file"), most) for most in (1, 5, 9)]
    )
    assert counted == [1, 5, 5]


@pytest.mark.parametrize(("second", "due"), [(0, True), (4, True)])
def test_whether_anything_is_due(five: Database, second: int, due: bool) -> None:
    assert five.read_now(lambda reader: store.is_any_due(reader, "run", at(second))) is due


def test_nothing_is_due_before_its_time(database: Database) -> None:
    database.write_now(lambda tx: store.add(tx, "run", "p", "run_x", at(5)))
    assert not database.read_now(lambda reader: store.is_any_due(reader, "run", at(4)))


def test_two_takers_never_get_the_same_job(
    database: Database,
) -> None:
    """Each taker has a writer of its own, as two servers have."""
    count, takers = 60, 4

    def fill(tx: object) -> None:
        for n in range(count):
            store.add(tx, "run", "p", f"run_{n:02}", at(0))  # type: ignore[arg-type]

    database.write_now(fill)
    settings = Settings(data=database.driver.path.parent)  # type: ignore[attr-defined]
    others = [Database(driver_for(settings), audit.append, 100) for _ in range(takers)]
    for other in others:
        other.start()

    def drain(n: int) -> list[str]:
        mine: list[str] = []
        while jobs := take(others[n], f"w{n}", 0, 50, limit=3):
            mine += subjects(jobs)
        return mine

    with ThreadPoolExecutor(takers) as pool:
        taken = [subject for mine in pool.map(drain, range(takers)) for subject in mine]
    for other in others:
        other.close()
    assert len(taken) == len(set(taken))
    left = subjects(take(database, "rest", 0, 50, limit=count))
    assert sorted([*taken, *left]) == [f"run_{n:02}" for n in range(count)]
