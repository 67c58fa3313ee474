"""The events of results as lines of a calendar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from runwright.artifacts.icalendar import escape, write_instant
from runwright.tools.base import Result
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import is_day

_STATUS = {"confirmed": "CONFIRMED", "tentative": "TENTATIVE", "cancelled": "CANCELLED"}


def event_lines(results: Sequence[Result], today: date) -> tuple[list[str], int]:
    """The lines, each event once, and how many events they are."""
    rows = {
        row.id: row
        for result in results
        for row in result.rows
        if isinstance(row, EventRow) and row.start is not None
    }
    stamp = write_instant(datetime(today.year, today.month, today.day, tzinfo=UTC))
    return [line for row in rows.values() for line in _event(row, stamp)], len(rows)


def _event(row: EventRow, stamp: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escape(row.id)}@runwright"
    yield f"DTSTAMP:{stamp}"
    yield from _when(row)
    yield f"SUMMARY:{escape(row.title)}"
    if row.place:
        yield f"LOCATION:{escape(row.place)}"
    if row.note:
        yield f"DESCRIPTION:{escape(row.note)}"
    if row.status in _STATUS:
        yield f"STATUS:{_STATUS[row.status]}"
    yield f"TRANSP:{'OPAQUE' if row.busy else 'TRANSPARENT'}"
    yield "END:VEVENT"


def _when(row: EventRow) -> Iterator[str]:
    """Instants in UTC, or whole days."""
    start, end = row.start or "", row.end
    if not is_day(start):
        yield f"DTSTART:{write_instant(datetime.fromisoformat(start))}"
        if end is not None and not is_day(end) and end > start:
            yield f"DTEND:{write_instant(datetime.fromisoformat(end))}"
        return
    first = date.fromisoformat(start)
    after = first + timedelta(days=1)
    if end is not None and is_day(end):
        after = max(after, date.fromisoformat(end))
    yield f"DTSTART;VALUE=DATE:{first:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{after:%Y%m%d}"
