"""Runs in the database: fences, journals, erasure, and runs that nobody works on."""

from __future__ import annotations

from typing import Any

import pytest

from db import kit
from runwright import clock
from runwright.db.database import Database
from runwright.db.paging import Page
from runwright.db.transaction import Tx
from runwright.jobs import store as jobs_store
from runwright.runs import store, trace
from runwright.runs.hosts.orphans import queue_orphans
from runwright.runs.inputs.request import Request
from runwright.runs.listing import store as listing
from runwright.runs.types import Claim, Recorded, RunHead
from runwright.trust.kernel import Principal, Trail, authorize
from runwright.trust.scopes import ALL, Scope

RUN = "run_01k0000000000000000000000a"


def head(run: str = RUN, **metadata: str) -> RunHead:
    return RunHead(
        id=run,
        model="y0-deep",
        snapshot="y0-deep-2026-11",
        created_at=clock.stamp(clock.now()),
        metadata=metadata,
        request=Request(prompt="p", sources=("calendar",), max_steps=4, time_zone="UTC"),
    )


def record(kind: str = "step", n: int = 1, output: bytes | None = b"{}") -> Recorded:
    entry = trace.plan_entry(1, 2) if kind == "plan" else trace.step_entry(n, "calculate")
    return Recorded(entry=entry, start_us=n * 10, duration_us=5, output=output)


@pytest.fixture
def project(database: Database) -> str:
    """A project with one running run."""
    project = kit.new_project(database)
    write(
        database, project, lambda tx, g: store.add_running(tx, g, head(), b"{}", [record("plan")])
    )
    return project


def write(database: Database, project: str, act: Any) -> Any:
    grant = writing(project)
    return database.write_now(lambda tx: act(tx, grant))


def writing(project: str) -> Any:
    """A grant as a key would have it."""
    principal = Principal(
        key_id="key_x",
        project_id=project,
        scopes=ALL,
        rate_limit=1,
        version="v",
        time_zone="UTC",
    )
    return authorize(principal, Scope.RUNS_WRITE, action="test", trail=Trail())


def read(database: Database, project: str) -> Any:
    return database.read_now(
        lambda reader: store.read(reader, kit.grant(project, Scope.RUNS_READ), RUN)
    )


def claim(database: Database, project: str) -> Claim:
    claimed = write(database, project, lambda tx, g: store.claim(tx, g, RUN))
    assert isinstance(claimed, Claim)
    return claimed


def append(database: Database, project: str, held: Claim, seq: int, n: int = 1) -> None:
    write(database, project, lambda tx, g: store.append(tx, g, held, seq, record(n=n)))


def finish(database: Database, project: str, fence: int) -> None:
    frozen = trace.freeze(head(), "completed", [record("plan")], result={"summary": "x"})
    write(database, project, lambda tx, g: store.finish(tx, g, RUN, fence, frozen))


def test_a_claim_brings_everything_that_was_stored(database: Database, project: str) -> None:
    held = claim(database, project)
    append(database, project, held, 1, n=1)
    append(database, project, held, 2, n=2)
    again = claim(database, project)
    assert again.fence == held.fence + 1
    assert [entry.entry["type"] for entry in again.records] == ["plan", "step", "step"]
    assert again.records[2] == record(n=2)
    assert read(database, project).steps_used == 2


def test_an_older_claim_can_write_nothing(database: Database, project: str) -> None:
    old, new = claim(database, project), claim(database, project)
    with pytest.raises(store.Fenced):
        append(database, project, old, 1)
    with pytest.raises(store.Fenced):
        finish(database, project, old.fence)
    append(database, project, new, 1)
    assert len(claim(database, project).records) == 2


@pytest.mark.parametrize("seq", [0, 2, 7])
def test_an_entry_goes_to_the_next_place_only(database: Database, project: str, seq: int) -> None:
    held = claim(database, project)
    with pytest.raises(store.Fenced):
        append(database, project, held, seq)
    append(database, project, held, 1)
    with pytest.raises(store.Fenced):
        append(database, project, held, 1)


def test_a_finished_run_can_be_claimed_by_nobody(database: Database, project: str) -> None:
    held = claim(database, project)
    finish(database, project, held.fence)
    assert write(database, project, lambda tx, g: store.claim(tx, g, RUN)) is None
    with pytest.raises(store.Fenced):
        append(database, project, held, 1)
    with pytest.raises(store.Fenced):
        finish(database, project, held.fence)
    stored = read(database, project)
    assert stored.status == "completed"
    frozen = stored.frozen
    assert frozen.sha256 == trace.seal(frozen.body, frozen.trace, frozen.timeline)


def test_the_journal_is_dropped_with_the_end(database: Database, project: str) -> None:
    held = claim(database, project)
    append(database, project, held, 1)
    finish(database, project, held.fence)
    grant = kit.grant(project, Scope.RUNS_READ)
    assert database.read_now(lambda reader: store.read_records(reader, grant, RUN)) == ()


def test_a_deleted_run_takes_its_journal_along(database: Database, project: str) -> None:
    held = claim(database, project)
    append(database, project, held, 1)
    counts = write(database, project, lambda tx, g: store.delete_run(tx, g, RUN))
    assert counts == {"runs": 1, "journal_entries": 2}
    with pytest.raises(store.Fenced):
        append(database, project, held, 2)
    with pytest.raises(store.Fenced):
        finish(database, project, held.fence)
    assert read(database, project) is None
    assert write(database, project, lambda tx, g: store.delete_run(tx, g, RUN)) is None


def test_another_project_finds_nothing(database: Database, project: str) -> None:
    assert read(database, "proj_other") is None
    assert write(database, "proj_other", lambda tx, g: store.claim(tx, g, RUN)) is None
    assert write(database, "proj_other", lambda tx, g: store.delete_run(tx, g, RUN)) is None
    grant = kit.grant("proj_other", Scope.RUNS_READ)
    found = database.read_now(lambda r: listing.list_runs(r, grant, Page(), {}, {}))
    assert found.rows == []
    assert read(database, project) is not None


def test_a_sweep_queues_what_nobody_works_on_and_nothing_twice(
    database: Database, project: str
) -> None:
    assert database.write_now(queue_orphans) == 1
    assert database.write_now(queue_orphans) == 0
    assert database.read_now(lambda reader: jobs_store.exists(reader, RUN))
    database.write_now(lambda tx: jobs_store.drop(tx, RUN))
    finish(database, project, claim(database, project).fence)
    assert database.write_now(queue_orphans) == 0


def test_the_key_of_a_run_is_known(database: Database, project: str) -> None:
    assert database.read_now(lambda reader: store.key_of(reader, project, RUN)) == "key_x"
    assert database.read_now(lambda reader: store.key_of(reader, "proj_other", RUN)) is None


def test_a_run_is_claimed_in_three_statements(database: Database, project: str) -> None:
    def take(tx: Tx, grant: Any) -> tuple[Any, int]:
        counted, cursor = kit.counting(tx)
        return store.claim(counted, grant, RUN), cursor.statements

    claimed, statements = write(database, project, take)
    assert claimed.fence == read(database, project).fence
    # A savepoint, the run with its new fence, what it has done so far.
    assert statements == 3
