"""Accounts of runs: the ledger, the sums kept with it, and what a deletion leaves of them."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import bindparam, select

from analytics.ledger import ROLLUPS, ROWS, account, ledger, rollups, run_id, took, write
from db import kit
from db.test_writer import held, queue
from runwright import clock
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.schema.accounts import LATENCY
from runwright.db.transaction import Tx
from runwright.runs.accounts import accounting, store
from runwright.runs.accounts.metadata_hashes import hidden
from runwright.runs.accounts.types import ERASED
from runwright.runs.feedback import store as feedback_store
from runwright.runs.feedback.types import Feedback
from runwright.trust.kernel import Grant, GrantError
from runwright.trust.scopes import Scope

SECRET = "Project Nightingale"
DAY = "2026-11-15T00:00:00.000Z"
OWN = ("y0-fast", "", "", "key_a")
RUN = run_id()
SAID = select(*schema.run_feedback.c).where(schema.run_feedback.c.run_id == bindparam("run"))


@pytest.fixture
def project(database: Database) -> str:
    return kit.new_project(database)


def add(database: Database, project: str, *accounts: Any, later: bool = False) -> None:
    for each in accounts:
        write(database, project, partial(store.add, account=each, later=later))


def forget(database: Database, project: str, run: str = RUN) -> None:
    write(database, project, lambda tx, g: store.forget(tx, g, run))


def rate(database: Database, project: str, rating: Any, run: str = RUN) -> None:
    write(database, project, lambda tx, g: store.rate(tx, g, run, rating))


def everything(database: Database, project: str) -> str:
    """All that is stored of accounts, as text."""
    found = database.read_now(
        lambda reader: [reader.all(each, project=project) for each in (ROWS, ROLLUPS)]
    )
    return repr(found)


@pytest.mark.parametrize("later", [False, True])
def test_a_run_is_in_the_ledger_and_in_the_sums(
    database: Database, project: str, later: bool
) -> None:
    add(database, project, account(agent="ag_1", metadata={"team": "x"}), later=later)
    (row,) = ledger(database, project)
    assert (row.run_id, row.cost, row.metadata) == (RUN, 1_240_000_000, {"team": "x"})
    own = ("y0-fast", "ag_1", "", "key_a")
    found = rollups(database, project)
    assert set(found) == {(DAY, "", "", *own), (DAY, "team", "x", *own)}
    for sums in found.values():
        assert {name: sums[name] for name in LATENCY} == took(2500)


@pytest.mark.parametrize(
    ("values", "rows"),
    [
        ({}, 1),
        ({"agent": "ag_1", "network": "net_1"}, 1),
        ({"metadata": {"team": "x"}}, 2),
        ({"agent": "ag_1", "metadata": {"team": "x", "n": "y"}}, 3),
    ],
)
def test_a_run_is_counted_in_one_row_and_one_for_each_metadata_pair(
    database: Database, project: str, values: Any, rows: int
) -> None:
    add(database, project, account(**values))
    assert len(rollups(database, project)) == rows


def test_runs_of_one_group_are_added_up(database: Database, project: str) -> None:
    add(database, project, account(1), account(2, cost=60_000_000, status="failed"), account(3))
    (sums,) = rollups(database, project).values()
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
def test_a_day_begins_at_midnight_in_the_time_zone(zone: str, at: str, day: str) -> None:
    assert accounting.day_of(at, zone) == day


# Deleting ---------------------------------------------------------------------------------------


def test_a_deleted_run_still_counts_without_what_its_metadata_said(
    database: Database, project: str
) -> None:
    add(database, project, account(1, metadata={"team": SECRET, "n": "1"}))
    add(database, project, account(2, metadata={"team": "other"}))
    before = rollups(database, project)
    forget(database, project)
    assert SECRET not in everything(database, project)
    found = rollups(database, project)
    assert found[DAY, "", "", *OWN] == before[DAY, "", "", *OWN]
    pairs = {place[1:3]: sums["runs"] for place, sums in found.items()}
    assert pairs == {("", ""): 2, ("n", ERASED): 1, ("team", ERASED): 1, ("team", "other"): 1}
    assert {row.run_id: row.metadata for row in ledger(database, project)} == {
        RUN: {"team": ERASED, "n": ERASED},
        run_id(2): {"team": "other"},
    }


def test_a_value_that_other_runs_have_stays_theirs(database: Database, project: str) -> None:
    add(database, project, account(1, metadata={"team": "x"}))
    add(database, project, account(2, metadata={"team": "x"}, cost=5))
    forget(database, project)
    costs = {p[1:3]: sums["cost"] for p, sums in rollups(database, project).items()}
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
        store.forget(tx, grant, RUN)

    write(database, project, end_and_delete)
    assert SECRET not in everything(database, project)
    assert rollups(database, project)[DAY, "team", ERASED, *OWN]["runs"] == 1


def test_a_run_that_another_deletes_in_the_same_group_leaves_no_value(
    database: Database, project: str
) -> None:
    grant = kit.grant(project, Scope.RUNS_WRITE)
    with held(database):
        futures = queue(
            database,
            lambda tx: store.add(tx, grant, account(metadata={"team": SECRET})),
            lambda tx: store.rate(tx, grant, RUN, "up"),
            lambda tx: store.forget(tx, grant, RUN),
        )
    for future in futures:
        future.result(10)
    assert SECRET not in everything(database, project)
    for sums in rollups(database, project).values():
        assert (sums["runs"], sums["ups"]) == (1, 1)


def test_days_of_a_time_zone_that_was_left_keep_no_value_either(
    database: Database, project: str
) -> None:
    add(database, project, account(metadata={"team": SECRET}, time_zone="America/New_York"))
    forget(database, project)
    assert SECRET not in everything(database, project)


def test_a_key_that_a_request_could_have_is_never_taken_for_an_erased_one(
    database: Database, project: str
) -> None:
    """A deleted run's keys are longer than the longest of a request, whatever that one says."""
    sly = hidden(project, "team")[:64]
    add(database, project, account(metadata={"team": "x"}), account(2, metadata={sly: "y"}))
    forget(database, project)
    assert len(hidden(project, "team")) > 64
    assert {place[2] for place in rollups(database, project)} == {"", ERASED, "y"}


def test_a_run_without_an_account_is_no_error(database: Database, project: str) -> None:
    forget(database, project, "run_unknown")
    rate(database, project, "up", "run_unknown")
    assert rollups(database, project) == {}


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
    assert len(rollups(database, project)) == 17
    forget(database, project)
    assert {place[2] for place in rollups(database, project)} == {"", ERASED}


# Rating -----------------------------------------------------------------------------------------


def test_a_rating_can_be_given_and_changed(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}, network="net_1"))
    for rating, expected in (("up", (1, 0)), ("up", (1, 0)), ("down", (0, 1)), ("up", (1, 0))):
        rate(database, project, rating)
        assert [row.rating for row in ledger(database, project)] == [rating]
        for sums in rollups(database, project).values():
            assert (sums["runs"], sums["ups"], sums["downs"]) == (1, *expected)


def test_a_rating_moves_with_a_deleted_run(database: Database, project: str) -> None:
    add(database, project, account(metadata={"team": "x"}))
    rate(database, project, "down")
    forget(database, project)
    found = rollups(database, project)
    assert {place[2]: sums["downs"] for place, sums in found.items()} == {"": 1, ERASED: 1}


# What was spent ---------------------------------------------------------------------------------


def spent(database: Database, project: str, since: str, **payer: str) -> int:
    ((by, payer_id),) = payer.items()
    column: Any = by
    return database.read_now(
        lambda r: store.spent_since(r, {project}, column, {payer_id}, clock.parse(since))
    )


def test_what_was_spent_is_told_by_key_and_by_agent(database: Database, project: str) -> None:
    add(database, project, account(1, cost=1, metadata={"team": "x"}))
    add(database, project, account(2, cost=2, agent="ag_1"), account(3, cost=4, key_id="key_b"))
    assert spent(database, project, DAY, key_id="key_a") == 3
    assert spent(database, project, DAY, agent="ag_1") == 2
    assert spent(database, "proj_other", DAY, key_id="key_a") == 0


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "America/St_Johns", "Asia/Tokyo"])
@pytest.mark.parametrize("since", ["2026-11-15T00:00:00.000Z", "2026-11-14T18:15:00.000Z"])
def test_what_was_spent_counts_from_the_instant_in_whatever_zone_runs_were_counted(
    database: Database, project: str, zone: str, since: str
) -> None:
    """A period of a key's project need not begin where a day of the run's project does."""
    at = clock.parse(since)
    for number, hours in enumerate((-30, -1, 0, 1, 12, 23, 24, 30)):
        created = clock.stamp(at + timedelta(hours=hours))
        add(database, project, account(number, created, zone, cost=2**number))
    just_before = clock.stamp(at - timedelta(milliseconds=1))
    add(database, project, account(99, just_before, zone, cost=10**6))
    assert spent(database, project, since, key_id="key_a") == sum(2**n for n in range(2, 8))


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
