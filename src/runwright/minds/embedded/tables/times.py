"""The times that rows and columns of a table are of, and which of them a question means."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.embedded.tables.lexicon import words_of
from runwright.text import periods
from runwright.text.calendar_words import MONTHS, SIDES
from runwright.text.calendars import Period, Viewpoint
from runwright.text.words import word_set
from runwright.tools.tables import WholeTable

_GRAINS = ("day", "month", "quarter", "half", "year", "fiscal_year", "span")
_LONGEST = 30
_NEUTRAL = word_set("fy year actual actuals")
_YEAR = 366


class Time(NamedTuple):
    """The time of a row or column."""

    period: Period
    has_year: bool


@lru_cache(4096)
def time_of(text: str, viewpoint: Viewpoint) -> Time | None:
    """The time that a whole cell is; weekdays and bare numbers are none."""
    if not text or len(text) > _LONGEST:
        return None
    read = periods.read(text.replace("_", " "), viewpoint)
    has_digits = any(map(str.isdigit, text))
    if not read or read[0].grain not in _GRAINS or not (read[0].start and read[0].end):
        return None
    return Time(read[0], has_digits) if has_digits or read[0].grain == "month" else None


def row_times(table: WholeTable, viewpoint: Viewpoint) -> dict[int, dict[int, Time]]:
    """By column, then by row, the times of rows, for columns that hold nothing else."""
    found = ((n, _column_times(table, n, viewpoint)) for n in range(table.width))
    return {number: times for number, times in found if times}


def _column_times(table: WholeTable, column: int, viewpoint: Viewpoint) -> dict[int, Time]:
    """The times of a column. Where 06/07 may be June or July, the rows must be in order with one
    of both alone."""
    by_order: list[dict[int, Time]] = []
    for order in ("day", "month"):
        view = viewpoint._replace(order=order)
        times: dict[int, Time] = {}
        for line in table.lines:
            cell = table.cell(line, column)
            time = time_of(cell, view)
            if time is None and cell and line.number not in table.totals:
                return {}
            if time is not None:
                times[line.number] = time
        by_order.append(times)
    first, second = by_order
    if first == second:
        return first if len(first) > 1 else {}
    ordered = [times for times in by_order if _is_ordered(times)]
    return ordered[0] if len(ordered) == 1 else {}


def _is_ordered(times: dict[int, Time]) -> bool:
    starts = [time.period.start or date.min for time in times.values()]
    steps = {one < other for one, other in pairwise(starts) if one != other}
    return len(steps) == 1


def within(times: dict[int, Time], said: str, names: frozenset[str], view: Viewpoint) -> set[int]:
    """The numbers of the times that lie in a period that is said in words.

    A month that is said without a year is the last one, or the only one that there is. Months
    that are written without a year are those of the year that the table is named by.
    """
    words = words_of(said)
    is_dated = any(not word.isalpha() or word in SIDES or word == "year" for word in words)
    readings = periods.read(said, view)
    for period in readings:
        found = {n for n, time in times.items() if _lies_in(time, period, names, is_dated)}
        if found:
            return found
    months = {MONTHS[word] for word in words if word in MONTHS}
    if is_dated or len(months) != 1 or not readings or readings[0].grain != "month":
        return set()
    found = {n for n, time in times.items() if (s := time.period.start) and s.month in months
             and time.period.grain in ("day", "month")}  # fmt: skip
    years = {s.year for n in found if (s := times[n].period.start)}
    return found if len(years) == 1 else set()


def _lies_in(time: Time, period: Period, names: frozenset[str], is_dated: bool) -> bool:
    own = time.period
    if own.start is None or own.end is None:
        return False
    if time.has_year:
        is_begun = period.start is None or period.start <= own.start
        return is_begun and (period.end is None or own.end <= period.end)
    if period.start is None or (is_dated and str(period.start.year) not in names):
        return False
    if (period.days or _YEAR) >= _YEAR - 1 and not is_dated:
        return False
    steps = [own.shifted(12 * (period.start.year + more - own.start.year)) for more in (0, 1)]
    return any(_lies_in(Time(each, True), period, names, is_dated) for each in steps)


def header_time(header: str, viewpoint: Viewpoint) -> tuple[Time | None, frozenset[str]]:
    """The time that a header names, and its other words: that of `Budget 2026` is a budget."""
    if (whole := time_of(header, viewpoint)) is not None:
        return whole, frozenset()
    words = words_of(header)
    dated = [word for word in words if word in MONTHS or _is_year(word)]
    time = time_of(" ".join(dated), viewpoint)
    return time, frozenset(words) - frozenset(dated) - _NEUTRAL


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word[:2] in ("19", "20")
