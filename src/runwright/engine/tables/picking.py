"""Which cells two phrases, a list of them, or a stretch of years lead to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked
from runwright.engine.tables.figures import series, unit_of
from runwright.engine.tables.grid import Line
from runwright.engine.tables.match import Matcher, Pick
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import named_years

_AND = lazily(r",\s+(?:and\s+)?|\s+and\s+|\s+plus\s+", re.I)
_MOST_PIECES = 6
_BETTER = 0.4
"""By so much a list must read better as several rows than as one."""
_BESIDE = 0.9
"""What it is worth to stand in the row or column of what it is compared with."""


def known_years(matcher: Matcher) -> list[int]:
    """The years that the table has, in order; those of its rows when its columns have none."""
    columns = {year for line in matcher.grid.columns for year in line.years}
    rows = {year for line in matcher.grid.rows for year in line.years | line.above_years}
    return sorted(columns or rows)


def earlier_and_later(asked: Asked, matcher: Matcher) -> tuple[Pick, Pick] | None:
    """Two figures of one row: of the years named, or of the last two that the table has."""
    phrase, years = asked.subjects[0], asked.years
    if len(years) >= 2:
        pair: tuple[int, int] | None = (min(years), max(years))
    else:
        pair = _last_two(known_years(matcher), years[0] if years else None)
    found = series(matcher, phrase, pair) if pair is not None else []
    two = len(found) == 2 and _place(found[0]) != _place(found[1])
    return (found[0], found[1]) if two else None


def _last_two(known: Sequence[int], later: int | None) -> tuple[int, int] | None:
    later = later if later is not None else max(known, default=0)
    before = [year for year in known if year < later]
    return (before[-1], later) if before and later in known else None


def pair_of(asked: Asked, matcher: Matcher) -> tuple[Pick, Pick] | None:
    """A cell for each of the two phrases; None when both lead to the same."""
    first = _number(matcher, *_phrase(asked, 0))
    if first is None:
        return None
    phrase, year = _phrase(asked, 1)
    percent = unit_of(matcher.grid, first).percent
    found = [
        pick
        for pick in matcher.picks(phrase, year)
        if pick.cell.number is not None and unit_of(matcher.grid, pick).percent == percent
    ]
    second = max(found, key=lambda pick: pick.score + _beside(pick, first), default=None)
    if second is None or _number(matcher, phrase, year) is None or _place(first) == _place(second):
        return None
    return first, second


def _phrase(asked: Asked, n: int) -> tuple[str, int | None]:
    named = named_years(asked.subjects[n])
    years = named.years or asked.years
    return named.rest, years[0] if years else None


def _number(matcher: Matcher, phrase: str, year: int | None) -> Pick | None:
    pick = matcher.pick(phrase, year)
    return pick if pick is not None and pick.cell.number is not None and pick.score > 0 else None


def _beside(pick: Pick, other: Pick) -> float:
    return _BESIDE if pick.column == other.column or pick.row == other.row else 0.0


def _place(pick: Pick) -> tuple[int, int]:
    return pick.row.at, pick.column.at


def whole_of(matcher: Matcher, phrase: str, year: int | None, parts: Sequence[Pick]) -> Pick | None:
    """What the parts are divided by: of their unit, and rather in their row or column."""
    taken = {_place(pick) for pick in parts}
    unit = unit_of(matcher.grid, parts[0])
    found = []
    for pick in matcher.picks(phrase, year):
        other = unit_of(matcher.grid, pick)
        alike = (other.scale, other.percent) == (unit.scale, unit.percent)
        if pick.cell.number is not None and alike and _place(pick) not in taken:
            found.append(pick)
    return max(found, key=lambda pick: _fit(matcher, phrase, pick, parts[0]), default=None)


def _fit(matcher: Matcher, phrase: str, pick: Pick, part: Pick) -> float:
    """In the part's column the row decides, in its row the column."""
    wanted = matcher.wanted(phrase)
    if pick.column == part.column:
        return matcher.line(wanted, pick.row)
    if pick.row == part.row:
        return matcher.line(wanted, pick.column)
    return pick.score - _BESIDE


def several(matcher: Matcher, phrase: str, year: int | None, better: float = _BETTER) -> list[Pick]:
    """The rows that a list names ("A, B and C"); empty when it reads better as one."""
    joins = list(_AND.finditer(phrase))
    if not 1 <= len(joins) < _MOST_PIECES:
        return []
    one = matcher.pick(phrase, year)
    best: list[Pick] = []
    most = one.score if one is not None else 0.0
    for size in range(1, len(joins) + 1):
        for cuts in combinations(joins, size):
            picks = _each(matcher, _cut(phrase, cuts), year)
            score = sum(pick.score for pick in picks)
            if picks and score > most + better:
                best, most = picks, score
    return best


def _cut(phrase: str, joins: Sequence[re.Match[str]]) -> list[str]:
    begins = [0, *(join.end() for join in joins)]
    ends = [*(join.start() for join in joins), len(phrase)]
    return [phrase[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _in_column(matcher: Matcher, phrase: str, year: int | None, column: Line) -> Pick | None:
    """The row alone, in a column that is already known; None when the words rather name another."""
    if terms(phrase) & frozenset(t for c in matcher.grid.columns for t in c.own - column.own):
        return None
    found = (pick for pick in matcher.picks(phrase, year) if pick.column == column)
    return next((pick for pick in found if pick.cell.number is not None), None)


def _each(matcher: Matcher, phrases: Sequence[str], year: int | None) -> list[Pick]:
    found: list[Pick] = []
    for phrase in phrases:
        pick = _number(matcher, phrase, year)
        if pick is not None and found and pick.column != found[0].column:
            beside = _in_column(matcher, phrase, year, found[0].column)
            pick = beside._replace(score=pick.score) if beside is not None else pick
        if pick is None or any(_place(pick) == _place(other) for other in found):
            return []
        found.append(pick)
    return found
