"""Events are numbered without gaps, in order of commit, and only what was committed is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from db import kit
from db.test_writer import one_group
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.errors import NotFound
from runwright.events import outbox, store
from runwright.events.types import Event
from runwright.trust.scopes import Scope


@pytest.fixture
def project_id(database: Database) -> str:
    """A project to which things happen."""
    return kit.new_project(database)


def happening(project_id: str, subject: str, type: str = "run.completed") -> Callable[[Tx], None]:
    grant = kit.grant(project_id, Scope.RUNS_WRITE)
    return lambda tx: outbox.happened(tx, grant, type, subject)


def told(database: Database, project_id: str, after: int = 0) -> list[Event]:
    grant = kit.grant(project_id, Scope.EVENTS_READ)
    return list(database.read_now(lambda reader: store.since(reader, grant, after, 100)))


def test_numbers_have_no_gaps_and_follow_the_commits(database: Database, project_id: str) -> None:
    for n in range(3):
        database.write_now(happening(project_id, f"run_{n}"))
    one_group(database, happening(project_id, "run_3"), happening(project_id, "run_4"))
    found = told(database, project_id)
    assert [event.seq for event in found] == [1, 2, 3, 4, 5]
    assert [event.subject for event in found] == [f"run_{n}" for n in range(5)]
    assert [event.seq for event in told(database, project_id, after=3)] == [4, 5]


def test_what_was_taken_back_is_not_told_and_leaves_no_gap(
    database: Database, project_id: str
) -> None:
    def regret(tx: Tx) -> None:
        happening(project_id, "run_regretted")(tx)
        raise NotFound("no")

    first, second, third = one_group(
        database, happening(project_id, "run_0"), regret, happening(project_id, "run_1")
    )
    assert first.exception() is None
    assert third.exception() is None
    assert isinstance(second.exception(), NotFound)
    found = told(database, project_id)
    assert [(event.seq, event.subject) for event in found] == [(1, "run_0"), (2, "run_1")]


def test_there_is_no_event_of_another_name(database: Database, project_id: str) -> None:
    with pytest.raises(ValueError, match=r"run\.exploded"):
        database.write_now(happening(project_id, "run_0", "run.exploded"))


def test_those_who_watch_hear_of_commits_with_events_alone(
    database: Database, project_id: str
) -> None:
    heard: list[str] = []
    database.watch(outbox.append, lambda handed: heard.extend(each.project_id for each in handed))
    database.write_now(lambda tx: kit.add(tx, "item_1"))
    assert heard == []
    database.write_now(happening(project_id, "run_0"))
    assert heard == [project_id]


def test_old_events_go_and_numbers_are_not_given_again(database: Database, project_id: str) -> None:
    for n in range(3):
        database.write_now(happening(project_id, f"run_{n}"))
    dropped = database.write_now(lambda tx: store.drop_old(tx, "2999-01-01T00:00:00.000Z", 2))
    assert dropped == 2
    assert len(told(database, project_id)) == 1
    assert database.write_now(lambda tx: store.drop_old(tx, "2000-01-01T00:00:00.000Z", 2)) == 0
    database.write_now(happening(project_id, "run_3"))
    assert told(database, project_id)[-1].seq == 4
