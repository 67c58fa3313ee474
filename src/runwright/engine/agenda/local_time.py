"""On whose clocks an answer is wanted: "in Berlin time", "in UTC", "in local time"."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

from runwright.engine.days import Unclear
from runwright.engine.patterns import lazily
from runwright.engine.zones import read_zone

_NAMED = lazily(
    r",?\s*\b(?:in|by|on)\s(?:the\s)?(?P<name>[^\W\d_][\w/.-]*(?:\s[^\W\d_][\w/.-]*){0,2}?)"
    r"(?:['’]s?)?\s(?:local\s)?(?:time(?:\s?zone)?|clocks?)\b",
    re.I,
)
_SHORT = lazily(r",?\s*\bin\s(?P<name>UTC|GMT|CES?T|[ECMP][SD]T|JST|BST)\b")
_OWN = frozenset({"local", "my", "our", "my own", "my local"})


def clocks_of(text: str, own: ZoneInfo) -> tuple[str, str]:
    """The text without its zone, and the zone's name if it is another than one's own."""
    for pattern in (_NAMED, _SHORT):
        for match in pattern.finditer(text):
            name = match["name"].lower()
            zone = own if name in _OWN else _zone(name)
            if zone is not None:
                plain = text[: match.start()] + text[match.end() :]
                return plain, "" if zone.key == own.key else zone.key
    return text, ""


def _zone(name: str) -> ZoneInfo | None:
    try:
        zone = read_zone(name)
    except Unclear:
        return None
    return zone if isinstance(zone, ZoneInfo) else None
