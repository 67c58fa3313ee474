"""What was fetched for a run, as tools see it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.minds.blobs import query_blob, read_blob
from runwright.minds.reading import ReadResult
from runwright.minds.records import FetchedRecords, query_of
from runwright.minds.values import Item, Moment
from runwright.records.facts import Event
from runwright.tools.base import Read

WHOLE = Read("calendar", ("event",))
DAY = Read("calendar", ("event",), "2026-11-16", "2026-11-17")


def event(number: int, day: str) -> Item:
    start, end = f"{day}T09:00:00.000Z", f"{day}T10:00:00.000Z"
    facts = Event(title=f"E{number}", start=start, end=end).model_dump_json()
    return Item(f"item_{number}", "calendar", f"E{number}", at=start, facts=facts)


def fetched(*, cut: bool = False) -> FetchedRecords:
    records = FetchedRecords(Moment(datetime(2026, 11, 16, tzinfo=UTC), ZoneInfo("UTC")), None)
    items = [event(1, "2026-11-16"), event(2, "2026-12-24")]
    [found] = ReadResult(read_blob([query_blob(items, cut=cut)])).queries
    records.take(query_of(WHOLE), found)
    return records


def test_days_of_what_was_read_whole_are_not_read_again() -> None:
    records = fetched()
    assert records.has(query_of(DAY))
    assert [item.id for item in records.read(DAY)] == ["item_1"]


def test_days_of_what_was_cut_are_read_by_themselves() -> None:
    assert not fetched(cut=True).has(query_of(DAY))


# Attached files ---------------------------------------------------------------------------------

SEARCH = Read("documents", ("passage",), text="When does the lease end?", limit=1)
LEASE = Item("file_1#0", "documents", "The lease ends in March 2027.", facts='{"kind": "passage"}')
BREAD = Item("file_1#1", "documents", "Bread is baked at night.", facts='{"kind": "passage"}')


def test_a_search_looks_in_attached_files() -> None:
    records = fetched()
    records.give([BREAD, LEASE])
    [found] = records.read(SEARCH)
    assert (found.id, records.given_sources()) == ("file_1#0", {"documents"})
    assert found.score > 0


def test_the_best_comes_first_wherever_it_stands() -> None:
    records = fetched()
    records.give([BREAD])
    other = LEASE._replace(id="item_9", score=0.9)
    [query] = ReadResult(read_blob([query_blob([other])])).queries
    records.take(query_of(SEARCH), query)
    assert [item.id for item in records.read(SEARCH)] == ["item_9"]
    both = SEARCH._replace(limit=2)
    records.take(query_of(both), query)
    assert [item.id for item in records.read(both)] == ["item_9", "file_1#1"]
