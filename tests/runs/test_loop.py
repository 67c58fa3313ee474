"""The walk of a run: one that stopped to read goes on from there, and comes to the same."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.minds.blobs import NOTHING, query_blob, read_blob
from runwright.minds.calls import plan_of
from runwright.minds.opening import open_mind
from runwright.minds.reading import ReadResult
from runwright.minds.types import Mind, Task
from runwright.minds.values import Item, Moment
from runwright.records.facts import Transaction, write_facts
from runwright.runs import loop
from runwright.runs.loop import Done, Journal, Walk
from support.calls import plan

MOMENT = Moment(datetime(2026, 11, 16, 10, tzinfo=UTC), ZoneInfo("Europe/Berlin"))
PROMPT = plan(("measure_transactions", {}), ("calculate", {"expression": "r1.total.amount * 2"}))
NO_QUERY = read_blob([])


def task() -> Task:
    return Task("calls", plan_of(PROMPT), PROMPT, ("calendar", "finance"), 8, "", MOMENT)


def bookings() -> bytes:
    facts = Transaction(day="2026-10-05", amount="-10.00", currency="EUR", counterparty="Shop")
    return read_blob([query_blob([Item("item_1", "finance", "x", facts=write_facts(facts))])])


def untimed(done: Done) -> Done:
    return done._replace(wall_us=0, cpu_us=0)


def test_a_walk_goes_on_from_where_it_stopped_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = [NO_QUERY, bookings()]
    whole = loop.advance(task(), Journal(NOTHING, reads))
    opened: list[Task] = []

    def noting(task: Task, given: bytes) -> Mind:
        opened.append(task)
        return open_mind(task, given)

    monkeypatch.setattr(loop, "open_mind", noting)
    walk = Walk(task(), Journal())
    assert [read.source for read in walk.go(most=0).wanted] == ["calendar", "finance"]
    walk.take(map(ReadResult, reads))
    ahead = walk.go()
    assert len(opened) == 1
    assert list(map(untimed, ahead.done)) == list(map(untimed, whole.done))
    assert ahead._replace(done=()) == whole._replace(done=())


def test_a_walk_is_told_all_reads_each_time_and_takes_the_new_ones() -> None:
    walk = Walk(task(), Journal())
    walk.take([ReadResult(NO_QUERY)])
    (missing,) = walk.go().wanted
    assert missing.source == "finance"
    walk.take(map(ReadResult, [NO_QUERY, bookings()]))
    ahead = walk.go()
    assert (list(ahead.counts), ahead.wanted) == ([0, 1], ())
    assert ahead.closing is not None
    assert ahead.closing.answered
