"""iCalendar text into its components: events, to-dos, journal entries.

Each is parsed on its own, so a broken one costs no other, and only the properties that are read
are parsed at all. When components happen is in `ics_recurrence`, what they say in words in `ics`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar
import x_wr_timezone

from runwright.files.formats.types import Unreadable

MOST_COMPONENTS = 20_000
MOST_ZONES = 100
LONGEST_TEXT = 50_000
"""Characters of a summary, a place or a description."""
BROKEN = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, IndexError)
"""What the libraries raise on components that make no sense."""

_KINDS = ("VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE")
_SINGLE = (
    *("DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "UID", "SEQUENCE"),
    *("SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "ORGANIZER"),
)
_READ = {*_SINGLE, "ATTENDEE", "RRULE", "RDATE", "EXDATE"}
_WORDS = ("SUMMARY", "DESCRIPTION", "LOCATION")
_FOLDED = re.compile(r"(?<!\n)\n+[ \t]")
# Zones are often said to have had their rules since 1601, and each lookup goes through them all.
_LONG_AGO = re.compile(r"^(DTSTART[^:]*:)1[0-8]\d\d(?=\d{4}T)", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9-]+")


class _Block(NamedTuple):
    """The lines of one component that are read, unfolded."""

    kind: str
    lines: list[str]
    zone: str
    """The calendar's `X-WR-TIMEZONE`."""
    cancelled: bool
    """Whether the calendar calls everything in it off."""


def components(text: str) -> list[Any]:
    """The events, to-dos and journal entries that can be read."""
    # The library keeps the zones that calendars define; those of another file are none of ours.
    icalendar.use_zoneinfo()  # type: ignore[no-untyped-call]
    blocks = list(_blocks(text))
    entries = [block for block in blocks if block.kind != "VTIMEZONE"]
    if len(entries) > MOST_COMPONENTS:
        raise Unreadable(
            f"The calendar has more than {MOST_COMPONENTS:,} entries; export it year by year."
        )
    zones = [block for block in blocks if block.kind == "VTIMEZONE" and _is_tame(block)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the libraries warn of what they repair
        for block in zones[:MOST_ZONES]:
            _parsed(block)
        return [found for block in entries if (found := _parsed(block)) is not None]


def _blocks(text: str) -> Iterator[_Block]:
    """The components, wherever they begin and even if they do not end."""
    zone, cancelled = "", False
    block: _Block | None = None
    depth = 0  # inside an alarm and the like
    for line in _FOLDED.sub("", text).split("\n"):
        name, kind = _property(line)
        if name == "BEGIN" and (kind in _KINDS or kind == "VCALENDAR"):
            if block is not None:
                yield block
            if kind == "VCALENDAR":
                zone, cancelled, block = "", False, None
            else:
                block, depth = _Block(kind, [], zone, cancelled), 0
        elif block is None:
            zone = kind if name == "X-WR-TIMEZONE" else zone
            cancelled = kind == "CANCEL" if name == "METHOD" else cancelled
        elif name == "END" and kind == block.kind:
            yield block
            block = None
        elif block.kind == "VTIMEZONE":
            block.lines.append(_LONG_AGO.sub(r"\g<1>1970", line))
        elif name in ("BEGIN", "END"):
            depth += 1 if name == "BEGIN" else -1
        elif depth <= 0 and name in _READ:
            block.lines.append(line if name not in _WORDS else line[:LONGEST_TEXT])
    if block is not None:
        yield block


def _property(line: str) -> tuple[str, str]:
    """The name of a line's property, and its value if that is a short word or two."""
    name = _NAME.match(line)
    if name is None:
        return "", ""
    key, value = name.group().upper(), line[name.end() + 1 :].strip()
    if len(value) > 80:
        return key, ""
    return key, value if key == "X-WR-TIMEZONE" else value.upper()


def _is_tame(block: _Block) -> bool:
    """Whether a zone's own rules are yearly: others would be followed second by second."""
    rules = [line.upper() for line in block.lines if line.upper().startswith("RRULE")]
    starts = sum(line.upper().startswith("BEGIN:") for line in block.lines)
    return starts <= MOST_ZONES and all("FREQ=YEARLY" in rule for rule in rules)


def _parsed(block: _Block) -> Any | None:
    lines = [f"BEGIN:{block.kind}", *block.lines, f"END:{block.kind}"]
    try:
        component = icalendar.Component.from_ical("\n".join(lines))
        for name in _SINGLE:
            _make_single(component, name)
        if block.cancelled:
            component["STATUS"] = icalendar.vText("CANCELLED")
        return _in_calendar_zone(component, block.zone)
    except BROKEN:
        return None


def _make_single(component: Any, name: str) -> None:
    """Keep the first of what must be there once, and nothing that could not be read."""
    value = component.get(name)
    if isinstance(value, list):
        value = component[name] = value[0]
    if value is not None and isinstance(value, icalendar.prop.vBroken):
        del component[name]


def _in_calendar_zone(component: Any, zone: str) -> Any:
    if not zone or component.name != "VEVENT":
        return component
    calendar = icalendar.Calendar()
    calendar.add_component(component)
    try:
        return x_wr_timezone.to_standard(calendar, ZoneInfo(zone)).subcomponents[0]
    except (ValueError, KeyError, OSError):  # no zone of that name
        return component
