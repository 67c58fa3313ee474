"""The one period that a stretch of words means, or has in it: `since Monday (9 Nov)`, `aug sept
oct`, `this year so far`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from runwright.text import periods
from runwright.text.calendars import DAY, Period, Viewpoint, span, unit_of
from runwright.text.expressions import Expression
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

CHRISTMAS = word_set("christmas xmas weihnachten noel")
_FEAST = 4  # the most days of a feast: `since Christmas` has more
_SO_FAR = re.compile(r"(?i)\b(?:so far|to date|up to now|until now)\b")


def read(words: str, viewpoint: Viewpoint) -> Period | None:
    """The likeliest reading of words that are a period, or have one in them."""
    readings = periods.read(words, viewpoint) or _without_aside(words, viewpoint)
    if not readings and _SO_FAR.search(words):
        whole = periods.read(_SO_FAR.sub("", words).strip(" ,"), viewpoint)
        return _until(whole[0], viewpoint.today) if whole else None
    if not readings and "first" in split_words(fold(words)):
        readings = periods.read(f"{words} of {viewpoint.today.year}", viewpoint)
    if not readings:
        inside = periods.find(words, viewpoint)
        readings = inside[0].readings if len(inside) == 1 else _in_a_row(inside)
    if not readings:
        return None
    start, said = readings[0].start, set(split_words(fold(words)))
    is_feast = readings[0].grain == "span" and 0 < (readings[0].days or 0) <= _FEAST
    if start and CHRISTMAS & said and is_feast and start.month == 12:
        # Money is spent and given around the feast, not on its three days alone.
        return unit_of(start, "month")
    return readings[0]


def _in_a_row(found: Sequence[Expression[Period]]) -> Sequence[Period]:
    """Several periods of which each begins where the one before it ends: `aug sept oct`."""
    read = [each.readings[0] for each in found]
    if not read or any(one.end is None or one.end != next_.start for one, next_ in pairwise(read)):
        return ()
    return (span(read[0].start, read[-1].end),)


def _without_aside(words: str, viewpoint: Viewpoint) -> Sequence[Period]:
    """What is said in front of brackets that only say it again: `since last Monday (9 Nov)`."""
    head, _, aside = words.partition("(")
    said = periods.read(aside.strip(" )"), viewpoint) if head.strip() else ()
    readings = periods.read(head.strip(), viewpoint) if said else ()
    fitting = [each for each in readings if any(each.start == other.start for other in said)]
    return fitting[:1]


def _until(period: Period, today: date) -> Period:
    """A period as far as it has come."""
    return span(period.start, today + DAY) if today in period else period


def is_in_part(words: str, viewpoint: Viewpoint) -> bool:
    """Whether words say more than the period that was read in them: `in the June quarter`."""
    if periods.read(words, viewpoint) or _SO_FAR.search(words):
        return False
    if not (found := periods.find(words, viewpoint)):
        return False
    inside = found[0]
    rest = split_words(fold(f"{words[: inside.start]} {words[inside.end :]}"))
    return any(word not in STOP_WORDS for word in rest)
