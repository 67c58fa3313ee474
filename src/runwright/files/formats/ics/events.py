"""The facts of an event, a task or a note, as its component says them."""

from __future__ import annotations

import html
import re
import unicodedata
from datetime import date, datetime, tzinfo
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.context.types import Mention
from runwright.files.formats.ics.components import BROKEN, Calendar, Component
from runwright.files.formats.ics.entries import Time, is_utc, moment
from runwright.files.formats.ics.recurrence import Occurrence
from runwright.records.facts import LONGEST_NAME, MOST_PEOPLE, Attendee, Event

LONGEST_NOTE = 1_200
"""Characters of its description that each occurrence repeats; the page has the whole of it once."""
_NOTES_IN_FILE = 10_000_000
_PEOPLE_IN_FILE = 2_000_000
_TAG = re.compile(r"<[^<>]{0,2000}>")
_HTML = re.compile(r"<(?:br|p|div|span|a|b|i|ul|li|html|table)\b[^<>]{0,2000}>", re.IGNORECASE)
_WHAT: dict[str, Literal["event", "task", "note"]] = {
    "VEVENT": "event",
    "VTODO": "task",
    "VJOURNAL": "note",
}
_ANSWERS: dict[str, Literal["accepted", "declined", "tentative", "none"]] = {
    "ACCEPTED": "accepted",
    "COMPLETED": "accepted",
    "IN-PROCESS": "accepted",
    "DECLINED": "declined",
    "TENTATIVE": "tentative",
}
_Status = Literal["confirmed", "tentative", "cancelled", "done"]


class Limits(NamedTuple):
    """How much each occurrence may repeat of its entry."""

    note: int = LONGEST_NOTE
    people: int = MOST_PEOPLE

    @classmethod
    def among(cls, occurrences: int) -> Limits:
        """For a file with so many: a daily meeting of many years must not fill the disk."""
        count = max(1, occurrences)
        return cls(
            min(LONGEST_NOTE, _NOTES_IN_FILE // count), min(MOST_PEOPLE, _PEOPLE_IN_FILE // count)
        )


class _Person(NamedTuple):
    """Somebody or something that an entry names, as organiser or invited."""

    attendee: Attendee
    is_room: bool


class Said(NamedTuple):
    """What all occurrences of a component have in common."""

    facts: Event
    """Without a time."""
    mentions: tuple[Mention, ...]


def read_common(component: Any, calendar: Calendar, limits: Limits) -> Said:
    """Everything but when it happens."""
    invited = _people(component, "ATTENDEE")
    rooms = [who.attendee for who in invited if who.is_room]
    guests = [who.attendee for who in invited if not who.is_room]
    organisers = [who.attendee for who in _people(component, "ORGANIZER")]
    organiser = next(
        (
            who
            for who in guests
            if organisers and who.address and who.address == organisers[0].address
        ),
        organisers[0] if organisers else None,
    )
    place = _line(component, "LOCATION") or ", ".join(room.name for room in rooms)[:LONGEST_NAME]
    facts = Event(
        what=_WHAT[component.name],
        title=_line(component, "SUMMARY"),
        place=place or None,
        organiser=organiser,
        attendees=tuple(guests[: limits.people]),
        more_attendees=max(0, len(guests) - limits.people),
        status=_status(component, calendar),
        busy=_is_busy(component),
        calendar=calendar.name[:LONGEST_NAME] if calendar.name else None,
        note=_cut(words(component, "DESCRIPTION"), limits.note) or None,
    )
    return Said(facts, _mentions(facts, rooms))


def at_occurrence(common: Event, occurrence: Occurrence) -> Event:
    """The facts of one occurrence."""
    is_task = common.what == "task"
    start = occurrence.end if is_task else occurrence.start
    uid = str(occurrence.component.get("UID", "")).strip()[:LONGEST_NAME]
    return common.model_copy(
        update={
            "start": _stamp(start),
            "end": None if is_task else _stamp(occurrence.end),
            "due": not is_task or _is_due(occurrence.component),
            "all_day": not isinstance(start, datetime),
            "zone": _zone_name(start),
            "series": (uid or None) if occurrence.is_in_series else None,
            "endless": occurrence.is_endless,
            "moved_from": None if occurrence.moved_from is None else _stamp(occurrence.moved_from),
        }
    )


def at_no_time(common: Event, source: Component, zone: ZoneInfo) -> Event:
    """The facts of a note, with its day if it has one."""
    try:
        value = source.parsed["DTSTART"].dt
        start = (
            moment(value, source.calendar.zone or zone) if isinstance(value, datetime) else value
        )
        update = {"start": _stamp(start), "all_day": not isinstance(start, datetime)}
    except BROKEN:
        return common
    return common.model_copy(update={**update, "zone": _zone_name(start)})


def words(component: Any, name: str) -> str:
    """A property's text; descriptions are often HTML, and are read as what it shows."""
    text = str(component.get(name, "")).strip()
    if _HTML.search(text):
        text = html.unescape(_TAG.sub(" ", text)).strip()
    return text


def _line(component: Any, name: str) -> str:
    return " ".join(words(component, name).split())[:LONGEST_NAME]


def _cut(note: str, longest: int) -> str:
    return note if len(note) <= longest else note[:longest].rsplit(" ", 1)[0] + " …"


def _upper(component: Any, name: str) -> str:
    return str(component.get(name, "")).strip().upper()


def _status(component: Any, calendar: Calendar) -> _Status:
    status = _upper(component, "STATUS")
    if calendar.is_cancelled or status == "CANCELLED":
        return "cancelled"
    if component.name == "VTODO":
        is_done = _upper(component, "PERCENT-COMPLETE") == "100" or "COMPLETED" in component
        return "done" if status == "COMPLETED" or (is_done and not status) else "confirmed"
    # Outlook leaves the status out and says how the time is shown.
    shown = _upper(component, "X-MICROSOFT-CDO-BUSYSTATUS")
    is_tentative = status == "TENTATIVE" or (not status and shown == "TENTATIVE")
    return "tentative" if is_tentative else "confirmed"


def _is_busy(component: Any) -> bool:
    if component.name != "VEVENT":
        return False
    if shown := _upper(component, "X-MICROSOFT-CDO-BUSYSTATUS"):
        return shown not in ("FREE", "WORKINGELSEWHERE")
    return _upper(component, "TRANSP") != "TRANSPARENT"


def _is_due(component: Any) -> bool:
    return "DUE" in component or "DURATION" in component


def _stamp(when: Time) -> str:
    return clock.stamp(when) if isinstance(when, datetime) else when.isoformat()


def _zone_name(when: date | datetime) -> str | None:
    """The IANA name of its zone; UTC is how programs store times, not where somebody is."""
    zone: tzinfo | None = when.tzinfo if isinstance(when, datetime) else None
    return None if is_utc(zone) else getattr(zone, "key", None)


def _people(component: Any, name: str) -> list[_Person]:
    value = component.get(name, [])
    entries = value if isinstance(value, list) else [value]
    people = [who for entry in entries if (who := _person(entry)) is not None]
    return list({who.attendee.address or who.attendee.name: who for who in people}.values())


def _person(entry: Any) -> _Person | None:
    params = getattr(entry, "params", {})
    address = re.sub(r"^mailto:", "", str(entry).strip(), flags=re.IGNORECASE).strip()
    if "@" not in address:
        address = str(params.get("EMAIL", "")).strip() or address  # Apple's, beside its own ids
    named = params.get("CN", "")
    line = ", ".join(named) if isinstance(named, list) else str(named)
    name = " ".join(line.split()).strip("'\" ")[:LONGEST_NAME]
    has_address = "@" in address and len(address) <= LONGEST_NAME
    if not name and not has_address and re.search(r"[:/]", address):
        return None  # an id such as `urn:uuid:…`, or `invalid:nomail`
    if not name and not address:
        return None
    attendee = Attendee(
        name=name or address[:LONGEST_NAME],
        address=address.lower() if has_address else None,
        answer=_ANSWERS.get(str(params.get("PARTSTAT", "")).upper(), "none"),
    )
    return _Person(attendee, str(params.get("CUTYPE", "")).upper() in ("ROOM", "RESOURCE"))


def _mentions(facts: Event, rooms: list[Attendee]) -> tuple[Mention, ...]:
    """People and places; those that matter most first, since only so many are kept."""
    organisers = [facts.organiser] if facts.organiser is not None else []
    found = [_mention("person", who) for who in organisers]
    if facts.place and not facts.place.lower().startswith(("http://", "https://")):
        found.append(Mention("place", facts.place, _folded(facts.place)))
    found += [_mention("place", room) for room in rooms]
    found += [_mention("person", who) for who in facts.attendees]
    return tuple({(one.kind, one.key): one for one in reversed(found)}.values())[::-1]


def _mention(kind: Literal["person", "place"], who: Attendee) -> Mention:
    return Mention(kind, who.name, who.address or _folded(who.name))


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
