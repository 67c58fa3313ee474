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
