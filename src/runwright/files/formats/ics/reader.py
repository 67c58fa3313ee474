"""iCalendar: what happens when, as events of the context graph and as an agenda to read.

One event for each occurrence, from the beginning of its series to two years after the upload or
the file's last start, whichever is later. Times are told in the project's zone.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.context.types import Mention
from runwright.files.formats.ics.components import BROKEN, components
from runwright.files.formats.ics.recurrence import EARLIEST, LATEST, Occurrence, expand, moment
from runwright.files.formats.types import Draft, Page, Part, Reading, Unreadable

HORIZON = timedelta(days=731)
LONGEST_NOTE = 1_200
"""Characters of its description that each occurrence repeats; the page has the whole of it once."""
LONGEST_TITLE = 300
MOST_PEOPLE = 100
PEOPLE_NAMED = 20
_LONGEST_NOTES = 5_000_000
_TAG = re.compile(r"<[^<>]{0,2000}>")
_HTML = re.compile(r"<(?:br|p|div|span|a|b|i|ul|li|html|table)\b[^<>]{0,2000}>", re.IGNORECASE)


class _Told(NamedTuple):
    """What every occurrence of a component has in common."""

    title: str
    marked: str
    """The title, with what has become of it."""
    details: str
    mentions: tuple[Mention, ...]


def occurrences(text: str, start: datetime, end: datetime, zone: ZoneInfo) -> list[Occurrence]:
    """What a calendar says happens from `start` until `end`, in order."""
    return expand(components(text), start, end, zone, start)


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The agenda, then each event."""
    found = components(text)
    end = _horizon(found, reading)
    happening = expand(found, EARLIEST, end, reading.zone, reading.now)
    undated = [component for component in found if _is_note(component)]
    if not happening and not undated:
        raise Unreadable(
            "The calendar holds no entry with a readable date; export it again as iCalendar."
        )
    yield Page(1, "\n".join(_agenda(happening, undated, reading.zone)))
    told: dict[int, _Told] = {}
    for occurrence in happening:
        key = id(occurrence.component)
        if key not in told:
            told[key] = _told(occurrence.component)
        yield _event(occurrence, told[key], reading.zone)
    for component in undated:
        yield _note(component, reading.zone)


def _horizon(found: Sequence[Any], reading: Reading) -> datetime:
    starts = [component.get("DTSTART") for component in found]
    dates = [start.dt for start in starts if isinstance(getattr(start, "dt", None), date)]
    last = max((moment(start, reading.zone) for start in dates), default=reading.now)
    return min(max(last, reading.now), LATEST) + HORIZON


def _is_note(component: Any) -> bool:
    """Whether it says something that happens at no time: a journal entry, a to-do for some day."""
    if component.name not in ("VJOURNAL", "VTODO") or "DUE" in component:
        return False
    return bool(_words(component, "SUMMARY") or _words(component, "DESCRIPTION"))


def _agenda(happening: Sequence[Occurrence], undated: Sequence[Any], zone: ZoneInfo) -> list[str]:
    """A line for each occurrence, then what the entries say at length, once."""
    lines = [_agenda_line(occurrence, zone) for occurrence in happening]
    lines += [_title(component) for component in undated]
    described = {id(item.component): item.component for item in happening}
    room = _LONGEST_NOTES
    for component in (*described.values(), *undated):
        note = _words(component, "DESCRIPTION")
        if note and len(note) <= room:
            lines += ["", f"{_title(component)}: {note}"]
            room -= len(note)
    return lines


def _agenda_line(occurrence: Occurrence, zone: ZoneInfo) -> str:
    place = _words(occurrence.component, "LOCATION")
    what = f"{_marked(occurrence.component)}{f' ({place[:LONGEST_TITLE]})' if place else ''}"
    return f"{_when(occurrence, zone)}: {what}"


def _told(component: Any) -> _Told:
    details = "".join(f" {sentence}" for sentence in _details(component))
    return _Told(_title(component), _marked(component), details, _mentions(component))


def _event(occurrence: Occurrence, told: _Told, zone: ZoneInfo) -> Draft:
    is_task = occurrence.component.name == "VTODO"
    when = f"{'due ' if is_task else ''}{_when(occurrence, zone)}"
    return Draft(
        "calendar",
        "event",
        f"{told.marked}, {when}.{told.details}",
        told.title,
        at=_stamp(occurrence.end if is_task else occurrence.start),
        until=None if is_task else _stamp(occurrence.end),
        mentions=told.mentions,
    )


def _note(component: Any, zone: ZoneInfo) -> Draft:
    start = component.get("DTSTART")
    try:
        at = _stamp(moment(start.dt, zone) if isinstance(start.dt, datetime) else start.dt)
    except BROKEN:
        at = None
    told = _told(component)
    text = f"{told.marked}.{told.details}"
    return Draft("calendar", "event", text, told.title, at=at, mentions=told.mentions)


def _title(component: Any) -> str:
    kind = {"VTODO": "To do: ", "VJOURNAL": "Note: "}.get(component.name, "")
    words = " ".join(_words(component, "SUMMARY").split())[:LONGEST_TITLE]
    return kind + (words or "(no title)")


def _marked(component: Any) -> str:
    status = str(component.get("STATUS", "")).upper()
    before = {"CANCELLED": "Cancelled: ", "TENTATIVE": "Tentative: ", "COMPLETED": "Done: "}
    return before.get(status, "") + _title(component)


def _details(component: Any) -> Iterator[str]:
    if place := _words(component, "LOCATION"):
        yield f"Place: {' '.join(place.split())[:LONGEST_TITLE]}."
    if organiser := _people(component, "ORGANIZER"):
        yield f"Organised by {organiser[0].name}."
    if guests := [who.name for who in _people(component, "ATTENDEE") if who.kind == "person"]:
        others = len(guests) - PEOPLE_NAMED
        more = f" and {others} others" if others > 0 else ""
        yield f"With {', '.join(guests[:PEOPLE_NAMED])}{more}."
    if note := _words(component, "DESCRIPTION"):
        yield note if len(note) <= LONGEST_NOTE else note[:LONGEST_NOTE].rsplit(" ", 1)[0] + " …"


def _words(component: Any, name: str) -> str:
    """A property's text; descriptions are often HTML, and are read as what it shows."""
    text = str(component.get(name, "")).strip()
    if _HTML.search(text):
        text = html.unescape(_TAG.sub(" ", text)).strip()
    return text


def _when(occurrence: Occurrence, zone: ZoneInfo) -> str:
    if occurrence.component.name == "VTODO":
        return _at(occurrence.end, zone)
    start, end = occurrence.start, occurrence.end
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        return _days(start, end)
    local, until = start.astimezone(zone), end.astimezone(zone)
    if until.date() != local.date() and until - local > timedelta(0):
        return f"from {_at(start, zone)} to {_at(end, zone)}{_there(start, zone)}"
    to = f"–{until:%H:%M}" if until > local else ""
    return f"{_at(start, zone)}{to}{_there(start, zone)}"


def _there(start: datetime, zone: ZoneInfo) -> str:
    """The time where the event was made, when the clocks differ there."""
    key = getattr(start.tzinfo, "key", None)
    if key in (None, "UTC", "Etc/UTC") or start.utcoffset() == start.astimezone(zone).utcoffset():
        return ""
    return f" ({start:%H:%M} {key})"


def _at(when: date | datetime, zone: ZoneInfo) -> str:
    if isinstance(when, datetime):
        local = when.astimezone(zone)
        return f"{_day(local)}, {local:%H:%M}"
    return _day(when)


def _day(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B} {day.year}"


def _days(start: date, end: date) -> str:
    last = end - timedelta(days=1)  # a calendar's end is the day after
    return f"{_day(start)}, all day" if last <= start else f"from {_day(start)} to {_day(last)}"


def _stamp(when: date | datetime) -> str:
    return clock.stamp(when) if isinstance(when, datetime) else when.isoformat()


def _mentions(component: Any) -> tuple[Mention, ...]:
    people = _people(component, "ORGANIZER") + _people(component, "ATTENDEE")
    place = " ".join(_words(component, "LOCATION").split())[:LONGEST_TITLE]
    if place and not place.lower().startswith(("http://", "https://")):
        people.append(Mention("place", place, _folded(place)))
    return tuple({(who.kind, who.key): who for who in reversed(people)}.values())[::-1]


def _people(component: Any, name: str) -> list[Mention]:
    value = component.get(name, [])
    entries = value if isinstance(value, list) else [value]
    return [who for entry in entries[:MOST_PEOPLE] if (who := _person(entry)) is not None]


def _person(entry: Any) -> Mention | None:
    address = re.sub(r"^mailto:", "", str(entry).strip(), flags=re.IGNORECASE)
    params = getattr(entry, "params", {})
    named = params.get("CN", "")
    words = ", ".join(named) if isinstance(named, list) else str(named)
    name = " ".join(words.split()).strip("'\" ")[:LONGEST_TITLE]
    key = address.lower() if "@" in address else _folded(name or address)
    if not key:
        return None
    in_room = str(params.get("CUTYPE", "")).upper() in ("ROOM", "RESOURCE")
    return Mention("place" if in_room else "person", name or address, key)


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
