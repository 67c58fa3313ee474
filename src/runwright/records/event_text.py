"""What an event reads like: its line in an agenda, and the text that people read and search.

Both are made from the facts alone, with times in the zone that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from runwright.records.facts import Attendee, Event

PEOPLE_NAMED = 20
_KINDS = {"event": "", "task": "To do: ", "note": "Note: "}
_STATES = {
    "confirmed": "",
    "cancelled": "Cancelled: ",
    "tentative": "Tentative: ",
    "done": "Done: ",
}


def event_title(event: Event) -> str:
    """`Dentist`, or `To do: Taxes`."""
    return _KINDS[event.what] + (event.title or "(no title)")


def event_text(event: Event, zone: tzinfo) -> str:
    """All that the calendar says about it, in sentences."""
    parts = [_STATES[event.status] + event_title(event), _when(event, zone)]
    first = ", ".join(part for part in parts if part)
    return " ".join([f"{first}.", *_details(event, zone)])


def agenda_line(event: Event, zone: tzinfo) -> str:
    """`Monday 16 November 2026, 09:00–10:30: Budget review (Room 4)`."""
    what = _STATES[event.status] + event_title(event)
    place = f" ({event.place})" if event.place else ""
    when = _when(event, zone)
    return f"{when[:1].upper()}{when[1:]}: {what}{place}" if when else f"{what}{place}"


def _details(event: Event, zone: tzinfo) -> Iterator[str]:
    if event.place:
        yield f"Place: {event.place}."
    if event.organiser is not None:
        yield f"Organised by {event.organiser.name}."
    coming = [who for who in event.attendees if who.answer != "declined"]
    if coming:
        yield f"With {_names(coming, event.more_attendees)}."
    if absent := [who for who in event.attendees if who.answer == "declined"]:
        yield f"Declined by {_names(absent)}."
    if event.moved_from is not None:
        yield f"Moved from {_at(event.moved_from, zone)}."
    if event.note:
        yield event.note


def _names(people: list[Attendee], more: int = 0) -> str:
    others = len(people) - PEOPLE_NAMED if len(people) > PEOPLE_NAMED else 0
    rest = others + more
    ending = f" and {rest} other{'s' if rest > 1 else ''}" if rest else ""
    return ", ".join(who.name for who in people[:PEOPLE_NAMED]) + ending


def _when(event: Event, zone: tzinfo) -> str:
    if event.start is None:
        return ""
    if event.what == "task":
        return f"{'due' if event.due else 'from'} {_at(event.start, zone)}"
    if event.what == "note" or event.end is None:
        return _at(event.start, zone)
    start, end = _read(event.start), _read(event.end)
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return _days(start, end)
    local, until = start.astimezone(zone), end.astimezone(zone)
    there = _there(start, event.zone, zone)
    if until.date() != local.date() and until > local:
        return f"from {_clock(local)} to {_clock(until)}{there}"
    to = f"–{until:%H:%M}" if until > local else ""
    return f"{_clock(local)}{to}{there}"


def _there(start: datetime, entered: str | None, zone: tzinfo) -> str:
    """The time where the event was entered, when the clocks differ there."""
    if entered is None:
        return ""
    there = start.astimezone(ZoneInfo(entered))
    is_same = there.utcoffset() == start.astimezone(zone).utcoffset()
    return "" if is_same else f" ({there:%H:%M} {entered})"


def _at(when: str, zone: tzinfo) -> str:
    value = _read(when)
    return _clock(value.astimezone(zone)) if isinstance(value, datetime) else _day(value)


def _read(when: str) -> date | datetime:
    return datetime.fromisoformat(when) if "T" in when else date.fromisoformat(when)


def _clock(local: datetime) -> str:
    return f"{_day(local)}, {local:%H:%M}"


def _day(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def _days(start: date, end: date) -> str:
    last = end - timedelta(days=1)  # a calendar's end is the day after
    return f"{_day(start)}, all day" if last <= start else f"from {_day(start)} to {_day(last)}"
