"""iCalendar as RFC 5545 has it, for the events that an answer rests on.

Written out rather than by a library: the format is a few lines an event, and the library takes
longer to load than a quick run may take. The tests read it back with that library.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from runwright.engine.artifacts.material import (
    CannotMake,
    Made,
    Material,
    count,
    in_order,
    instant,
)
from runwright.engine.patterns import lazily
from runwright.engine.types import Item

KIND = "calendar"
MEDIA_TYPE = "text/calendar; charset=utf-8"
_LONGEST_LINE = 75
_ODD = lazily(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_HEAD = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Runwright//Runs//EN", "CALSCALE:GREGORIAN")


def make(material: Material) -> Made:
    """A calendar of the events."""
    found = [item for item in material.items if item.kind == "event"]
    stamp = _written(material.moment.now)
    lines, many = [*_HEAD], 0
    for item in in_order(tuple(found), material.moment):
        when = list(_when(item))
        if when:
            lines += _event(item, when, stamp)
            many += 1
    if not many:
        raise CannotMake("a calendar file holds events, and nothing that was found is one")
    content = b"".join(map(_folded, [*lines, "END:VCALENDAR"]))
    told = f" with {count(many, 'event')}"
    left = len(found) - many
    note = f"{count(left, 'event')} without a day could not go in." if left else ""
    return Made(KIND, "events.ics", MEDIA_TYPE, content, told, note)


def _event(item: Item, when: list[str], stamp: str) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{_text(item.id)}@runwright",
        f"DTSTAMP:{stamp}",
        *when,
        f"SUMMARY:{_text(item.title or item.text[:80])}",
        f"DESCRIPTION:{_text(item.text)}",
        "END:VEVENT",
    ]


def _when(item: Item) -> Iterator[str]:
    """The lines that say when it is: instants in UTC, or whole days."""
    start = instant(item.at) if item.at else None
    if start is not None:
        yield f"DTSTART:{_written(start)}"
        end = instant(item.until) if item.until else None
        if end is not None and end > start:
            yield f"DTEND:{_written(end)}"
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


def _written(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    plain = _ODD.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))
    return plain.strip().translate(_ESCAPED)


def _folded(line: str) -> bytes:
    """The line in pieces of at most 75 bytes, none of which cuts a character."""
    whole = line.encode("utf-8", "replace")
    pieces, begin, room = [], 0, _LONGEST_LINE
    while len(whole) - begin > room:
        end = begin + room
        while whole[end] & 0xC0 == 0x80:  # in the middle of a character
            end -= 1
        pieces.append(whole[begin:end])
        begin, room = end, _LONGEST_LINE - 1  # the next line begins with a space
    return b"\r\n ".join([*pieces, whole[begin:]]) + b"\r\n"
