"""Entries of a span of time are found by their place, also when the clock went back meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db import kit
from runwright import clock, ids
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Reader
from runwright.trust import audit
from runwright.trust.entries import store as entries_store
from runwright.trust.scopes import Scope

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def new_log(database: Database) -> str:
    """A project with an empty log."""
    project_id = ids.new("proj")
    database.write_now(lambda tx: audit.begin_chain(tx, project_id))
    return project_id


def append_at(database: Database, project_id: str, instant: datetime) -> None:
    """One entry, made when the clock shows that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "now", lambda: instant)
        database.write_now(lambda tx: tx.audit(kit.entry(project_id)))


def listed(database: Database, project_id: str, **filters: str) -> list[tuple[int, str]]:
    def read(reader: Reader) -> list[tuple[int, str]]:
        grant = kit.grant(project_id, Scope.AUDIT_READ)
        found = entries_store.list_audit(reader, grant, Page(limit=100, order="asc"), filters)
        return [(row.seq, row.at) for row in found.rows]

    return database.read_now(read)


def test_clocks_that_differ_a_little_leave_the_log_in_order(database: Database) -> None:
    project_id = new_log(database)
    for seconds in (0, 5, 2, 6):
        append_at(database, project_id, NOON + timedelta(days=3650, seconds=seconds))
    times = [at for _, at in listed(database, project_id)]
    assert times == sorted(times)
    assert times[-2] == times[-3]


def test_a_clock_that_was_set_back_is_believed(database: Database) -> None:
    project_id = new_log(database)
    append_at(database, project_id, NOON + timedelta(days=3650))
    append_at(database, project_id, NOON)
    assert listed(database, project_id)[-1][1] == clock.stamp(NOON)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.integers(0, 6), max_size=12), st.integers(-1, 7), st.integers(-1, 7))
def test_a_span_of_time_holds_what_was_recorded_in_it(
    database: Database, hours: list[int], since: int, until: int
) -> None:
    project_id = new_log(database)
    for hour in hours:
        append_at(database, project_id, NOON + timedelta(days=3650, hours=hour))
    everything = listed(database, project_id)
    bounds = {
        "since": clock.stamp(NOON + timedelta(days=3650, hours=since)),
        "until": clock.stamp(NOON + timedelta(days=3650, hours=until)),
    }
    for names in (("since",), ("until",), ("since", "until")):
        given = {name: bounds[name] for name in names}
        wanted = [
            (seq, at)
            for seq, at in everything
            if given.get("since", "") <= at and at < given.get("until", "9999")
        ]
        assert listed(database, project_id, **given) == wanted
