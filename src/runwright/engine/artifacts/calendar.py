"""iCalendar of the events that an answer rests on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from runwright.artifacts.icalendar import (
    MEDIA_TYPE,
    escape,
    write_calendar,
    write_instant,
)
from runwright.engine.artifacts.material import (
    CannotMake,
    Made,
    Material,
    count,
    in_order,
    instant,
)
from runwright.engine.types import Item

KIND = "calendar"


def make(material: Material) -> Made:
    """A calendar of the events."""
    found = [item for item in material.items if item.kind == "event"]
    stamp = write_instant(material.moment.now)
    lines, many = list[str](), 0
    for item in in_order(tuple(found), material.moment):
        when = list(_when(item))
        if when:
            lines += _event(item, when, stamp)
            many += 1
    if not many:
        raise CannotMake("a calendar file holds events, and nothing that was found is one")
    content = write_calendar(lines)
    told = f" with {count(many, 'event')}"
    left = len(found) - many
    note = f"{count(left, 'event')} without a day could not go in." if left else ""
    return Made(KIND, "events.ics", MEDIA_TYPE, content, told, note)


def _event(item: Item, when: list[str], stamp: str) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{escape(item.id)}@runwright",
        f"DTSTAMP:{stamp}",
        *when,
        f"SUMMARY:{escape(item.title or item.text[:80])}",
        f"DESCRIPTION:{escape(item.text)}",
        "END:VEVENT",
    ]


def _when(item: Item) -> Iterator[str]:
    """The lines that say when it is: instants in UTC, or whole days."""
    start = instant(item.at) if item.at else None
    if start is not None:
        yield f"DTSTART:{write_instant(start)}"
        end = instant(item.until) if item.until else None
        if end is not None and end > start:
            yield f"DTEND:{write_instant(end)}"
        return
    first = _day(item.at)
    if first is not None:
        last = _day(item.until)
        behind = last if last is not None and last > first else first + timedelta(days=1)
        yield f"DTSTART;VALUE=DATE:{first:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{behind:%Y%m%d}"


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None
