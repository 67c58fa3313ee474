"""Periods that stand in a row, and those that a clause in front of them opens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.minds.embedded.query import Query
from runwright.text import periods
from runwright.text.calendars import Period, Viewpoint
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_RUNNING_ON = word_set("in for and n of during und plus or all the both")
_YEAR = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_MANY_DAYS = ("month", "quarter", "half", "year")
_SINCE = re.compile(r"(?i)^.*\bsince\b")
_ASKING = word_set("what how which when where who did do does is was that")
_MANY = 3
_MOST_BETWEEN = 6
"""How many words of a clause may stand between `since` and its day."""


def spelled_out(spans: Sequence[str], viewpoint: Viewpoint) -> list[str]:
    """Each period by itself, with the year that stands behind the last of several:
    `November and December 2025`, `October November last year`."""
    parts = [part for words in spans for part in _divided(words, viewpoint)]
    spelled: list[str] = []
    year = ""
    for words in reversed(parts):
        readings = periods.read(words, viewpoint)
        own = _year_of(words, readings)
        is_month = bool(readings) and readings[0].grain == "month" and len(words.split()) <= 2
        year = own or (year if is_month else "")
        spelled.append(f"{words} {year}" if is_month and year and not own else words)
    return spelled[::-1]


def _year_of(words: str, readings: Sequence[Period]) -> str:
    """The year that words name, as such or as the last or the next."""
    if found := _YEAR.search(words):
        return found[0]
    start = readings[0].start if readings and "year" in split_words(fold(words)) else None
    return str(start.year) if start else ""


def one_by_one(query: Query, viewpoint: Viewpoint) -> Query:
    """Three months and more that are compared are told one by one: `compare September, October
    and November` has no two sides."""
    spans = [span for span in query.spans if span.code in ("P", "P2")]
    if query.measure != "compare" or query.group:
        return query
    parts = [part for span in spans for part in _divided(span.text, viewpoint)]
    read = [periods.read(part, viewpoint) for part in parts]
    if len(parts) < _MANY or not all(each and each[0].grain == "month" for each in read):
        return query
    own = tuple(span._replace(code="P") if span in spans else span for span in query.spans)
    return query._replace(measure="sum", group="month", spans=own)


def _divided(words: str, viewpoint: Viewpoint) -> list[str]:
    """Months, quarters or years that `and` joins, one by one."""
    if periods.read(words, viewpoint):
        return [words]
    parts = [
        part.strip(" ,") for part in re.split(r"(?i)[,+&]| and\b| und\b", words) if part.strip(" ,")
    ]
    readings = [periods.read(part, viewpoint) for part in parts]
    are_long = all(each and each[0].grain in _MANY_DAYS for each in readings)
    return parts if parts and are_long else _run_on(words, viewpoint) or [words]


def _run_on(words: str, viewpoint: Viewpoint) -> list[str]:
    """Months with nothing but `and` between some of them: `June July and August`."""
    inside = periods.find(words, viewpoint)
    rest = words
    for each in reversed(inside):
        rest = rest[: each.start] + " " + rest[each.end :]
    are_months = all(each.readings[0].grain == "month" for each in inside)
    is_bare = set(split_words(fold(rest))) <= _RUNNING_ON
    said = [words[each.start : each.end] for each in inside]
    return said if len(said) > 1 and are_months and is_bare else []


def is_since(words: str, query: Query) -> bool:
    """Whether a period tells when something began that money was paid since: `since she started
    uni at the end of September`."""
    before, found, _ = query.text.partition(words)
    opened = _SINCE.match(before)
    between = before[opened.end() :] if opened and found else ""
    said = split_words(fold(between))
    if not 0 < len(said) <= _MOST_BETWEEN or _ASKING & set(said):
        return False
    spans = [fold(each.text) for each in query.spans if each.text != words]
    return not set(",;.?!") & set(between) and not any(each in fold(between) for each in spans)
