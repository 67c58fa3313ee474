"""Accounts of runs: the ledger, the sums kept with it, and what a deletion leaves of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from analytics.ledger import (
    ROLLUPS,
    VALUES,
    account,
    ledger,
    move,
    rollups,
    took,
    write,
)
from db import kit
from db.test_writer import held, queue
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.schema.accounts import FORKS
from runwright.db.transaction import Tx
from runwright.runs.accounts import store
from runwright.runs.accounts.types import ERASED
from runwright.runs.feedback import store as feedback_store
from runwright.runs.feedback.types import Feedback
from runwright.trust.kernel import Grant, GrantError
from runwright.trust.scopes import Scope

SECRET = "Project Nightingale"
SAID = select(*schema.run_feedback.c).where(schema.run_feedback.c.run_id == bindparam("run"))


@pytest.fixture
def project(database: Database) -> str:
    return kit.new_project(database)


def add(database: Database, project: str, *accounts: Any, later: bool = False) -> None:
    for each in accounts:
        write(database, project, partial(store.add, account=each, later=later))


def forget(database: Database, project: str, run: str = "run_1") -> None:
    write(database, project, lambda tx, g: store.forget(tx, g, run))


def rate(database: Database, project: str, rating: Any, run: str = "run_1") -> None:
    write(database, project, lambda tx, g: store.rate(tx, g, run, rating))


def everything(database: Database, project: str) -> str:
    """All that is stored of accounts, as text."""
    found = ledger(database, project)
    stored = database.read_now(
        lambda reader: [reader.all(each, project=project) for each in (VALUES, ROLLUPS)]
    )
    return repr([found, stored])


@pytest.mark.parametrize("later", [False, True])
def test_a_run_is_in_the_ledger_and_in_the_sums(
    database: Database, project: str, later: bool
) -> None:
    add(database, project, account(agent="ag_1", metadata={"team": "x"}), later=later)
    (row,) = ledger(database, project)
    assert (row.run_id, row.cost, row.metadata) == ("run_1", 1_240_000_000, {"team": "x"})
    own = ("y0-fast", "ag_1", "", "key_a")
    at, day = "2026-11-15T10:00:00.000Z", "2026-11-15T00:00:00.000Z"
    assert set(rollups(database, project, "quarter")) == {
        (at, "", "", *own),
        (at, "team", "x", *own),
    }
    assert set(rollups(database, project, "day")) == {(day, "", "", *own), (day, "team", "x", *own)}
    assert set(rollups(database, project, "day:agent")) == {
        (day, "", "", "", "ag_1", "", ""),
        (day, "team", "x", "", "ag_1", "", ""),
    }
    assert set(rollups(database, project, "day:model+agent")) == {
        (day, "", "", "y0-fast", "ag_1", "", "")
    }
    assert rollups(database, project, "day:network") == {}
    assert rollups(database, project, "day:agent+network") == {}
    for sums in rollups(database, project, "quarter").values():
        assert {name: sums[name] for name in FORKS} == took(2500)


@pytest.mark.parametrize(
    ("values", "rows"),
    [
        ({}, 8),
        ({"agent": "ag_1"}, 14),
        ({"agent": "ag_1", "network": "net_1"}, 22),
        ({"metadata": {"team": "x"}}, 14),
        ({"agent": "ag_1", "metadata": {"team": "x", "n": "y"}}, 30),
    ],
)
def test_a_run_is_counted_in_no_more_rows_than_it_must(
    database: Database, project: str, values: Any, rows: int
) -> None:
    add(database, project, account(**values))
    found = database.read_now(lambda reader: reader.all(ROLLUPS, project=project))
    assert len(found) == rows


def test_runs_of_one_group_are_added_up(database: Database, project: str) -> None:
    add(database, project, account(1), account(2, cost=60_000_000, status="failed"), account(3))
    (sums,) = rollups(database, project, "quarter").values()
    assert sums["runs"] == 3
    assert (sums["completed"], sums["failed"]) == (2, 1)
    assert sums["cost"] == 2 * 1_240_000_000 + 60_000_000


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Asia/Kathmandu", "2026-11-15T18:14:59.999Z", "2026-11-14T18:15:00.000Z"),
        ("Asia/Kathmandu", "2026-11-15T18:15:00.000Z", "2026-11-15T18:15:00.000Z"),
        ("Europe/Berlin", "2026-10-25T22:59:59.999Z", "2026-10-24T22:00:00.000Z"),
        ("Europe/Berlin", "2026-10-25T23:00:00.000Z", "2026-10-25T23:00:00.000Z"),
        # There is no midnight on the day that summer begins in Beirut.
        ("Asia/Beirut", "2026-03-28T21:59:59.999Z", "2026-03-27T22:00:00.000Z"),
        ("Asia/Beirut", "2026-03-28T22:00:00.000Z", "2026-03-28T22:00:00.000Z"),
        # It is midnight twice in Havana when summer ends: the day has begun with the first.
        ("America/Havana", "2026-11-01T05:30:00.000Z", "2026-11-01T04:00:00.000Z"),
    ],
)
def test_a_day_begins_at_midnight_in_the_time_zone(
    database: Database, project: str, zone: str, at: str, day: str
) -> None:
    add(database, project, account(at=at, time_zone=zone))
    assert [place[0] for place in rollups(database, project, "day")] == [day]


# Deleting ---------------------------------------------------------------------------------------


def test_a_deleted_run_still_counts_without_what_its_metadata_said(
    database: Database, project: str
) -> None:
    add(database, project, account(1, metadata={"team": SECRET, "n": "1"}))
    add(database, project, account(2, metadata={"team": "other"}))
    before = rollups(database, project, "day:model+key_id")
    forget(database, project)
    assert SECRET not in everything(database, project)
    assert rollups(database, project, "day:model+key_id") == before
    pairs = {place[1:3]: sums["runs"] for place, sums in rollups(database, project, "day").items()}
    assert pairs == {("", ""): 2, ("n", ERASED): 1, ("team", ERASED): 1, ("team", "other"): 1}
    assert {row.run_id: row.metadata for row in ledger(database, project)} == {
        "run_1": {"team": ERASED, "n": ERASED},
        "run_2": {"team": "other"},
    }


def test_a_value_that_other_runs_have_stays_theirs(database: Database, project: str) -> None:
    add(database, project, account(1, metadata={"team": "x"}))
    add(database, project, account(2, metadata={"team": "x"}, cost=5))
    forget(database, project)
    costs = {p[1:3]: sums["cost"] for p, sums in rollups(database, project, "day:key_id").items()}
    assert costs == {
        ("", ""): 1_240_000_005,
        ("team", "x"): 5,
        ("team", ERASED): 1_240_000_000,
    }


def test_forgetting_twice_changes_nothing_more(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}))
    forget(database, project)
    once = everything(database, project)
    forget(database, project)
    assert everything(database, project) == once


def test_a_run_that_ends_and_is_deleted_at_once_leaves_no_value(
    database: Database, project: str
) -> None:
    def end_and_delete(tx: Tx, grant: Grant) -> None:
        store.add(tx, grant, account(metadata={"team": SECRET}))
        store.forget(tx, grant, "run_1")

    write(database, project, end_and_delete)
    assert SECRET not in everything(database, project)
    place = ("2026-11-15T00:00:00.000Z", "team", ERASED, "y0-fast", "", "", "")
    assert rollups(database, project, "day:model")[place]["runs"] == 1


def test_a_run_that_another_deletes_in_the_same_group_leaves_no_value(
    database: Database, project: str
) -> None:
    grant = kit.grant(project, Scope.RUNS_WRITE)
    with held(database):
        futures = queue(
            database,
            lambda tx: store.add(tx, grant, account(metadata={"team": SECRET})),
            lambda tx: store.rate(tx, grant, "run_1", "up"),
            lambda tx: store.forget(tx, grant, "run_1"),
        )
    for future in futures:
        future.result(10)
    assert SECRET not in everything(database, project)
    for grain in ("day", "quarter", "day:model", "quarter:key_id"):
        for sums in rollups(database, project, grain).values():
            assert (sums["runs"], sums["ups"]) == (1, 1)


@pytest.mark.parametrize("at_once", [False, True])
def test_days_of_a_time_zone_that_was_left_keep_no_value_either(
    database: Database, project: str, at_once: bool
) -> None:
    move(database, project, "Asia/Tokyo", "2026-11-15T11:00:00.000Z")
    old = account(metadata={"team": SECRET}, time_zone="America/New_York")

    def both(tx: Tx, grant: Grant) -> None:
        store.add(tx, grant, old)
        store.forget(tx, grant, old.run_id)

    if at_once:
        write(database, project, both)
    else:
        add(database, project, old)
        forget(database, project)
    assert SECRET not in everything(database, project)


def test_a_run_without_an_account_is_no_error(database: Database, project: str) -> None:
    forget(database, project, "run_unknown")
    rate(database, project, "up", "run_unknown")
    assert rollups(database, project, "day") == {}


def test_another_projects_account_stays_as_it_is(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}))
    before = everything(database, project)
    forget(database, "proj_other")
    rate(database, "proj_other", "up")
    assert everything(database, project) == before


def test_a_grant_for_reading_adds_nothing(database: Database, project: str) -> None:
    grant = kit.grant(project, Scope.RUNS_READ)
    with pytest.raises(GrantError):
        database.write_now(lambda tx: store.add(tx, grant, account()))
    assert ledger(database, project) == []


def test_the_longest_metadata_is_counted(database: Database, project: str) -> None:
    long = {f"{n:02}" + "\N{GRINNING FACE}" * 62: "\N{GRINNING FACE}" * 512 for n in range(16)}
    add(
        database, project, account(metadata=long, agent="ag_" + "a" * 26, network="net_" + "b" * 26)
    )
    assert len(rollups(database, project, "day:agent")) == 17
    forget(database, project)
    assert {place[2] for place in rollups(database, project, "day:agent")} == {"", ERASED}


# Rating -----------------------------------------------------------------------------------------


def test_a_rating_can_be_given_and_changed(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}, network="net_1"))
    for rating, expected in (("up", (1, 0)), ("up", (1, 0)), ("down", (0, 1)), ("up", (1, 0))):
        rate(database, project, rating)
        assert [row.rating for row in ledger(database, project)] == [rating]
        for grain in ("quarter", "day", "day:model+network", "day:network", "quarter:key_id"):
            for sums in rollups(database, project, grain).values():
                assert (sums["ups"], sums["downs"]) == expected
                assert sums["runs"] == 1


def test_a_rating_moves_with_a_deleted_run(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}))
    rate(database, project, "down")
    forget(database, project)
    found = rollups(database, project, "quarter:key_id")
    assert {place[2]: sums["downs"] for place, sums in found.items()} == {"": 1, ERASED: 1}


# Feedback ---------------------------------------------------------------------------------------


def said(rating: Any, comment: str = "") -> Feedback:
    return Feedback("run_1", "key_a", rating, comment, "2026-11-15T10:00:00.000Z")


def test_feedback_is_replaced_and_erased(database: Database, project: str) -> None:
    for feedback in (said("up", "good"), said("down", "bad")):
        write(database, project, partial(feedback_store.put, feedback=feedback))
    rows = database.read_now(lambda reader: reader.all(SAID, run="run_1"))
    assert [(row.rating, row.comment) for row in rows] == [("down", "bad")]
    drop = lambda tx, g: feedback_store.drop(tx, g, "run_1")  # noqa: E731
    assert [write(database, project, drop), write(database, project, drop)] == [1, 0]
