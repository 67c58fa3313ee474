"""Lengths that events must have: "longer than two hours", "at most 30 minutes"."""

from __future__ import annotations

import re

from runwright.engine.agenda.events import Event
from runwright.engine.agenda.hours import find_length
from runwright.engine.patterns import lazily

_BOUND = lazily(
    r"\b(?:(?:that|which)\s)?(?:(?:take|takes|took|last|lasts|lasted|lasting|taking|are|is|were|was|run|go|with"
    r"|of|for)\s(?:on\s)?(?:for\s)?)?"
    r"(?:(?P<over>longer\sthan|more\sthan|over)|(?P<least>at\sleast|no\sless\sthan)"
    r"|(?P<under>shorter\sthan|less\sthan|under)|(?P<most>at\smost|no\slonger\sthan|up\sto))\s",
    re.I,
)
# "More than 3 hours of meetings" is a sum, "at least an hour free" is no event.
_OTHERWISE = lazily(r"\s*(?:of|in|free|between|before|after|until|to|ago|away|from)\b", re.I)
_AFTER = lazily(r"\s(?:long|in\slength|each)\b", re.I)


def bounded(text: str) -> tuple[str, str]:
    """The text without the length, and the bounds in minutes: `121-`, `-59`; empty if none."""
    for match in _BOUND.finditer(text):
        length = find_length(text[match.end() : match.end() + 30])
        if length is None or length[1][0] > 1:
            continue
        end = match.end() + length[1][1]
        if _OTHERWISE.match(text, end):
            continue
        after = _AFTER.match(text, end)
        end = after.end() if after else end
        return text[: match.start()] + " " + text[end:], _bounds(match, length[0])
    return text, ""


def _bounds(match: re.Match[str], minutes: int) -> str:
    if match["over"] or match["least"]:
        return f"{minutes + bool(match['over'])}-"
    return f"-{minutes - bool(match['under'])}"


def fits(event: Event, bounds: str) -> bool:
    """Whether an event is as long as it must be; what lasts all day is never short."""
    least, _, most = bounds.partition("-")
    if not event.minutes:
        return False
    return (not least or event.minutes >= int(least)) and (not most or event.minutes <= int(most))
