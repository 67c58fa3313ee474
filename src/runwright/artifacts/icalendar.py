"""iCalendar as RFC 5545 has it.

Written out rather than by a library: the format is a few lines an event, and the library takes
longer to load than a quick run may take. The tests read it back with that library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime

MEDIA_TYPE = "text/calendar; charset=utf-8"
_LONGEST_LINE = 75
_ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})
_HEAD = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Runwright//Runs//EN", "CALSCALE:GREGORIAN")


def write_calendar(lines: Iterable[str]) -> bytes:
    """A calendar of the lines of its events."""
    return b"".join(map(_folded, [*_HEAD, *lines, "END:VCALENDAR"]))


def write_instant(moment: datetime) -> str:
    """An instant in UTC: `20261116T090000Z`."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escape(value: str) -> str:
    """A text as the value of a property."""
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
