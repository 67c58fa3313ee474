"""iCalendar text into its components: events, to-dos, journal entries.

Each is parsed on its own, so a broken one costs no other, and only the properties that are read
are parsed at all. Their times are read in `entries`, what they say in `events`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar
from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from runwright.files.formats.types import Unreadable
from runwright.text.words import word_set

MOST_COMPONENTS = 20_000
MOST_ZONES = 100
_LONGEST_PROPERTY = 400
"""Characters of a line that are looked at for what it says about the whole calendar."""
LONGEST_TEXT = 50_000
"""Characters of a summary, a place or a description."""
BROKEN = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, IndexError)
"""What the libraries raise on components that make no sense."""

_KINDS = ("VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE")
_SINGLE = (
    *("DTSTART", "DTEND", "DUE", "DURATION", "RECURRENCE-ID", "UID", "SEQUENCE"),
    *("SUMMARY", "DESCRIPTION", "LOCATION", "STATUS", "ORGANIZER", "TRANSP"),
    *("COMPLETED", "PERCENT-COMPLETE"),
    *("X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-ALLDAYEVENT"),
)
_READ = {*_SINGLE, "ATTENDEE", "RRULE", "EXRULE", "RDATE", "EXDATE"}
_WORDS = ("SUMMARY", "DESCRIPTION", "LOCATION")
_FOLDED = re.compile(r"(?<!\n)\n+[ \t]")
# Zones are often said to have had their rules since 1601, and each lookup goes through them all.
_LONG_AGO = re.compile(r"^(DTSTART[^:]*:)1[0-8]\d\d(?=\d{4}T)", re.IGNORECASE)
# A property with its parameters, and its value: `X-WR-CALNAME;VALUE=TEXT:Work`.
_PROPERTY = re.compile(r"([A-Za-z0-9-]+)(?:;[^:]*)?:?(.*)")
_BETWEEN = re.compile(r"[\W_]+")
_NO_NAME = word_set("""
    calendar calendars cal ical icalendar ics basic export exported events event agenda feed
    my download file upload test invite invitation
    """)
"""What files are called whatever they hold."""
_ESCAPED = re.compile(r"\\([\\;,])")


class Calendar(NamedTuple):
    """What a calendar says about everything in it."""

    name: str | None = None
    """`X-WR-CALNAME`, or `NAME` (RFC 7986)."""
    zone: ZoneInfo | None = None
    """`X-WR-TIMEZONE`: the zone of times in UTC or without a zone."""
    is_cancelled: bool = False
    """Whether it calls everything in it off: `METHOD:CANCEL`."""

    def with_property(self, name: str, value: str) -> Calendar:
        """With one more of its properties."""
        if name == "X-WR-TIMEZONE":
            return self._replace(zone=_zone(value))
        if name in ("X-WR-CALNAME", "NAME") and self.name is None:
            words = " ".join(_ESCAPED.sub(r"\1", value).split())
            return self._replace(name=words or None)
        if name == "METHOD":
            return self._replace(is_cancelled=value.upper() == "CANCEL")
        return self

    def in_file(self, filename: str) -> Calendar:
        """By the name of its file, too: people say `work` of what they keep in work.ics."""
        stem = " ".join(_BETWEEN.split(filename.rpartition(".")[0])).strip()
        words = set(stem.lower().split())
        is_telling = bool(words) and all(word.isalpha() for word in words) and not words & _NO_NAME
        if self.name is None:
            return self._replace(name=stem) if is_telling else self
        is_known = "@" in self.name or words <= set(_BETWEEN.split(self.name.lower()))
        return self if is_known or not is_telling else self._replace(name=f"{self.name} ({stem})")


class Component(NamedTuple):
    """An event, a to-do or a journal entry, and the calendar that it stands in."""

    parsed: Any
    """As the library `icalendar` has it."""
    calendar: Calendar


class Components(NamedTuple):
    """What a file holds."""

    read: list[Component]
    unreadable: int
    """How many entries make no sense."""


class _Block(NamedTuple):
    """The lines of one component that are read, unfolded."""

    kind: str
    lines: list[str]
    calendar: Calendar


def components(text: str) -> Components:
    """The events, to-dos and journal entries."""
    # The library keeps the zones that calendars define; those of another file are none of ours.
    icalendar.use_zoneinfo()  # type: ignore[no-untyped-call]
    blocks = list(_blocks(text))
    entries = [block for block in blocks if block.kind != "VTIMEZONE"]
    if len(entries) > MOST_COMPONENTS:
        raise Unreadable(
            f"The calendar has more than {MOST_COMPONENTS:,} entries; export it year by year."
        )
    zones = [block for block in blocks if block.kind == "VTIMEZONE" and _is_needed(block)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the libraries warn of what they repair
        for block in zones[:MOST_ZONES]:
            _parsed(block)
        parsed = [(block, _parsed(block)) for block in entries]
    read = [Component(found, block.calendar) for block, found in parsed if found is not None]
    return Components(read, len(entries) - len(read))


def _blocks(text: str) -> Iterator[_Block]:
    """The components, wherever they begin and even if they do not end."""
    calendar = Calendar()
    block: _Block | None = None
    depth = 0  # inside an alarm and the like
    for line in _FOLDED.sub("", text).split("\n"):
        name, value = _property(line)
        kind = value.upper() if name in ("BEGIN", "END") else ""
        if name == "BEGIN" and (kind in _KINDS or kind == "VCALENDAR"):
            if block is not None:
                yield block
            if kind == "VCALENDAR":
                calendar, block = Calendar(), None
            else:
                block, depth = _Block(kind, [], calendar), 0
        elif block is None:
            calendar = calendar.with_property(name, value)
        elif name == "END" and kind == block.kind:
            yield block
            block = None
        elif name in ("BEGIN", "END") and block.kind != "VTIMEZONE":
            depth += 1 if name == "BEGIN" else -1
        else:
            block.lines.extend(_kept(block.kind, name, line, depth))
    if block is not None:
        yield block


def _kept(kind: str, name: str, line: str, depth: int) -> Iterator[str]:
    """A line of a component, if it is read."""
    if kind == "VTIMEZONE":
        yield _LONG_AGO.sub(r"\g<1>1970", line)
    elif depth <= 0 and name in _READ:
        yield line if name not in _WORDS else line[:LONGEST_TEXT]


def _property(line: str) -> tuple[str, str]:
    """The name of a line's property, and its value if that is a short word or two."""
    found = _PROPERTY.match(line[:_LONGEST_PROPERTY])
    return (found[1].upper(), found[2].strip()) if found is not None else ("", "")


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ValueError, KeyError, OSError):  # no zone of that name
        return None


def _is_needed(block: _Block) -> bool:
    """Whether a zone can and must be made from its definition.

    The zones of Windows are known by name, with all their past. The rules of a zone are yearly:
    others would be followed second by second.
    """
    rules = [line.upper() for line in block.lines if line.upper().startswith("RRULE")]
    starts = sum(line.upper().startswith("BEGIN:") for line in block.lines)
    is_tame = starts <= MOST_ZONES and all("FREQ=YEARLY" in rule for rule in rules)
    names = [value for name, value in map(_property, block.lines) if name == "TZID"]
    return is_tame and not any(name in WINDOWS_TO_OLSON for name in names)


def _parsed(block: _Block) -> Any | None:
    lines = [f"BEGIN:{block.kind}", *block.lines, f"END:{block.kind}"]
    try:
        component = icalendar.Component.from_ical("\n".join(lines))
        for name in _SINGLE:
            _make_single(component, name)
        return component
    except BROKEN:
        return None


def _make_single(component: Any, name: str) -> None:
    """Keep the first of what must be there once, and nothing that could not be read."""
    value = component.get(name)
    if isinstance(value, list):
        value = component[name] = value[0]
    if value is not None and isinstance(value, icalendar.prop.vBroken):
        del component[name]
