"""A job that must be there: made when there is none, hurried when it waits, left when in hand."""

from __future__ import annotations

from runwright.db.database import Database
from runwright.jobs import store


def at(second: int) -> str:
    return f"2026-11-15T10:00:{second:02}.000Z"


def rouse(database: Database, now: int, subject: str = "wh_1") -> None:
    database.write_now(lambda tx: store.rouse(tx, "deliver", "p", subject, at(now)))


def taken(database: Database, now: int, until: int) -> list[str]:
    jobs = database.write_now(
        lambda tx: store.take(tx, "deliver", "worker", at(now), at(until), limit=10)
    )
    return [job.subject for job in jobs]


def test_a_job_is_made_once(database: Database) -> None:
    for _ in range(3):
        rouse(database, 1)
    rouse(database, 1, "wh_2")
    assert sorted(taken(database, 1, 30)) == ["wh_1", "wh_2"]


def test_a_job_that_waits_for_later_is_due_at_once(database: Database) -> None:
    database.write_now(lambda tx: store.add(tx, "deliver", "p", "wh_1", at(50)))
    assert taken(database, 10, 30) == []
    rouse(database, 10)
    assert taken(database, 10, 30) == ["wh_1"]


def test_a_job_that_is_due_is_not_put_off(database: Database) -> None:
    rouse(database, 1)
    rouse(database, 20)
    assert taken(database, 5, 30) == ["wh_1"]


def test_a_job_in_somebodys_hands_is_left_to_them(database: Database) -> None:
    rouse(database, 1)
    assert taken(database, 1, 30) == ["wh_1"]
    rouse(database, 2)
    assert taken(database, 2, 30) == []
    assert database.read_now(lambda reader: store.count(reader, ("deliver",), 10)) == 1


def test_a_job_of_another_kind_does_not_count(database: Database) -> None:
    database.write_now(lambda tx: store.add(tx, "other", "p", "wh_1", at(1)))
    rouse(database, 1)
    assert taken(database, 1, 30) == ["wh_1"]
