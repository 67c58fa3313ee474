"""The periods that a text names, those that are named together read as one as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise

from runwright.text import periods
from runwright.text.calendars import Period, Viewpoint, span
from runwright.text.expressions import Expression

_JOINT = re.compile(r"\s*(?:,|&|\band\b|\bund\b|\bsowie\b|,\s*and\b)\s*", re.IGNORECASE)


_COLON = re.compile(r":(?=\s|$)")
_MAY = re.compile(r"\bmay\b")
"""A verb: the month has a capital."""


def spoken(text: str, viewpoint: Viewpoint) -> list[tuple[Expression[Period], tuple[Period, ...]]]:
    """Each period of a text with its readings; `September and October` has that of both, too."""
    found = find(text, viewpoint)
    joined: dict[int, list[Period]] = {}
    for first, last in _runs(found, text):
        for start in found[first].readings:
            whole = _whole(start, found[first + 1 : last + 1])
            if whole is not None:
                for at in range(first, last + 1):
                    joined.setdefault(at, []).append(whole)
    return [(each, (*each.readings, *joined.get(at, ()))) for at, each in enumerate(found)]


def joints(text: str) -> list[tuple[int, int]]:
    """Where two periods are joined to one: the `and` of `September and October 2026`."""
    found = find(text, Viewpoint(date(2000, 1, 1)))
    return [
        (one.end, other.start)
        for one, other in pairwise(found)
        if _JOINT.fullmatch(text, one.end, other.start)
    ]


def find(text: str, viewpoint: Viewpoint) -> list[Expression[Period]]:
    """The periods of a text; a colon behind a year makes no time of it: `October 2026: 3`."""
    return list(periods.find(_MAY.sub("---", _COLON.sub(";", text)), viewpoint))


def _runs(found: Sequence[Expression[Period]], text: str) -> Iterator[tuple[int, int]]:
    """The first and the last of the periods that only commas and `and` join."""
    first = 0
    for at, (one, other) in enumerate(pairwise(found), 1):
        if not _JOINT.fullmatch(text, one.end, other.start):
            first = at
        elif at == len(found) - 1 or not _JOINT.fullmatch(text, other.end, found[at + 1].start):
            yield first, at


def _whole(start: Period, others: Sequence[Expression[Period]]) -> Period | None:
    """The stretch of periods of which each begins where the one before it ends."""
    end = start.end
    for each in others:
        following = [reading.end for reading in each.readings if reading.start == end]
        if end is None or not following:
            return None
        end = following[0]
    return span(start.start, end)
