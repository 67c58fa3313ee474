"""Questions whose answer is a name or a count: which year, which row, how many of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked, Bound
from runwright.engine.tables.figures import (
    Answer,
    full_name,
    name_of,
    number_of,
    said_cell,
    unit_of,
)
from runwright.engine.tables.grid import Grid, Line
from runwright.engine.tables.match import Matcher, Pick
from runwright.engine.tables.units import in_ones
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import stretch

_FOOTNOTE = lazily(r"\s*(?:\(\s*[a-z\d]{1,2}\s*\)|[*†‡§]+)+\s*$|(?<=[a-z)])\d$", re.I)
_MOST_NAMED = 30


def periods(asked: Asked, matcher: Matcher) -> Answer | None:
    """The years that the table has figures for."""
    named = [_period(line) for line in _period_lines(matcher.grid)]
    named = list(dict.fromkeys(named))
    if not named:
        return None
    value = "; ".join(named)
    sentence = f"The table has figures for {_and(named)}."
    return Answer(value, sentence, matcher.about(asked.text), (matcher.grid.id,))


def _period_lines(grid: Grid) -> list[Line]:
    columns = [column for column in grid.columns if column.years]
    return columns or [row for row in grid.rows if row.years]


def _period(line: Line) -> str:
    return str(max(line.years)) if len(line.years) == 1 else line.label


def extreme(asked: Asked, matcher: Matcher) -> Answer | None:
    """The year in which a row was highest or lowest, or the years in which it kept to a bound."""
    found = _by_period(asked, matcher)
    if not found:
        return None
    grid = matcher.grid
    if asked.bound is None:
        choose = max if asked.highest else min
        best = choose(found, key=lambda pick: number_of(pick.cell))
        kept = [best]
    else:
        kept = [pick for pick in found if _keeps(grid, pick, asked.bound)]
    if not kept:
        return None
    named = list(dict.fromkeys(_when(pick) for pick in kept))
    shown = "; ".join(f"{_when(pick)}: {said_cell(grid, pick)}" for pick in found)
    sentence = f"{_and(named)}: {full_name(found[0].row)} ({shown})."
    return Answer("; ".join(named), sentence, found[0].covered, (grid.id,))


def count(asked: Asked, matcher: Matcher) -> Answer | None:
    """In how many years a row kept to a bound, or how many years the table has."""
    grid = matcher.grid
    if asked.bound is None:
        named = list(dict.fromkeys(_period(line) for line in _period_lines(grid)))
        if not named:
            return None
        sentence = f"{len(named)}: the table has figures for {_and(named)}."
        return Answer(str(len(named)), sentence, matcher.about(asked.text), (grid.id,))
    found = _by_period(asked, matcher)
    if not found:
        return None
    kept = [_when(pick) for pick in found if _keeps(grid, pick, asked.bound)]
    shown = "; ".join(f"{_when(pick)}: {said_cell(grid, pick)}" for pick in found)
    what = f"{len(kept)} ({_and(kept)})" if kept else "0"
    sentence = f"{what}: {full_name(found[0].row)} ({shown})."
    return Answer(str(len(kept)), sentence, found[0].covered, (grid.id,))


def _by_period(asked: Asked, matcher: Matcher) -> list[Pick]:
    """One figure for each period of the row that the question is about."""
    grid = matcher.grid
    best = next((p for p in matcher.picks(asked.subjects[0]) if p.cell.number is not None), None)
    if best is None or best.score <= 0:
        return []
    lines = _period_lines(grid) or list(grid.columns)
    if lines and lines[0] in grid.columns:
        # Of several columns of one year, those that are called as the best one is.
        alike = [column for column in lines if column.own == best.column.own]
        pairs = [(best.row, column) for column in (alike if len(alike) > 1 else lines)]
    else:
        pairs = [(row, best.column) for row in lines]
    found = []
    meant = stretch(asked.years) if asked.ranged else asked.years
    for row, column in pairs:
        cell = grid.cell(row, column)
        years = column.years or row.years
        if cell.number is not None and (len(meant) < 2 or not years.isdisjoint(meant)):
            found.append(best._replace(row=row, column=column, cell=cell))
    return found


def _when(pick: Pick) -> str:
    years = pick.column.years or pick.row.years
    if len(years) == 1:
        return str(max(years))
    return pick.column.label or pick.row.label


def _keeps(grid: Grid, pick: Pick, bound: Bound) -> bool:
    unit = unit_of(grid, pick)
    number = number_of(pick.cell)
    # A table that declares no scale is taken to count as the question does.
    if bound.scale and (unit.scale or unit.percent):
        limit, number = in_ones(bound.number, bound.scale), in_ones(number, unit.scale)
    else:
        limit = bound.number
    if number == limit:
        return bound.inclusive
    return (number > limit) if bound.sign > 0 else (number < limit) if bound.sign < 0 else False


def best_line(asked: Asked, matcher: Matcher) -> Answer | None:
    """The row, or the column, that has the highest or lowest figure."""
    grid = matcher.grid
    subject = asked.subjects[0]
    year = asked.years[-1] if asked.years else None
    pick = matcher.pick(subject, year)
    if pick is None:
        return None
    across = _across(asked, matcher, pick)
    found = across or _down(matcher, subject, pick)
    found = _alternatives(asked, found)
    if len(found) < 2:
        return None
    if asked.bound is not None:
        kept = [one for one in found if _keeps(grid, one, asked.bound)]
    else:
        choose = max if asked.highest else min
        kept = [choose(found, key=lambda one: number_of(one.cell))]
    if not kept:
        return None
    names = [_clean(name_of(one.column if across else one.row)) for one in kept]
    shown = "; ".join(
        f"{_clean(name_of(one.column if across else one.row))}: {said_cell(grid, one)}"
        for one in found[:_MOST_NAMED]
    )
    sentence = f"{_and(names)} ({shown})."
    return Answer("; ".join(names), sentence, _known(asked, matcher, pick), (grid.id,))


def _known(asked: Asked, matcher: Matcher, pick: Pick) -> float:
    """Rows side by side need not be named; what is asked of them must still be known here."""
    return max(pick.covered, min(0.5, matcher.about(asked.text)))


def _across(asked: Asked, matcher: Matcher, pick: Pick) -> list[Pick]:
    """The columns side by side, when the words are of a row and the columns are no years."""
    grid = matcher.grid
    columns = [column for column in grid.columns if not column.years and "total" not in column.own]
    hit = pick.row.own & terms(asked.subjects[0])
    if len(columns) < 2 or len(hit) * 2 < len(pick.row.own) or pick.column.own & terms(asked.text):
        return []
    cells = ((column, grid.cell(pick.row, column)) for column in columns)
    return [pick._replace(column=column, cell=c) for column, c in cells if c.number is not None]


def _down(matcher: Matcher, subject: str, pick: Pick) -> list[Pick]:
    """The rows of the section that the words lead to, or all of them, without totals."""
    grid, wanted = matcher.grid, terms(subject)
    rows = [row for row in grid.rows if not row.total]
    within = [row for row in rows if row.shared and len(row.shared & wanted) * 2 >= len(row.shared)]
    found = []
    for row in within or rows:
        cell = grid.cell(row, pick.column)
        if cell.number is not None:
            found.append(pick._replace(row=row, cell=cell))
    return found


def _alternatives(asked: Asked, found: list[Pick]) -> list[Pick]:
    """Only those that the question names, when it names two or more ("A or B")."""
    if " or " not in asked.text and "between" not in asked.text.lower():
        return found
    wanted = terms(asked.text)
    named = [pick for pick in found if pick.row.own and pick.row.own <= wanted]
    return named if len(named) > 1 else found


def count_lines(asked: Asked, matcher: Matcher) -> Answer | None:
    """How many rows keep to a bound in one column."""
    grid = matcher.grid
    if asked.bound is None:
        return None
    year = asked.years[-1] if asked.years else None
    pick = matcher.pick(asked.subjects[0], year)
    if pick is None:
        return None
    found = _down(matcher, asked.subjects[0], pick)
    kept = [one for one in found if _keeps(grid, one, asked.bound)]
    shown = "; ".join(f"{_clean(name_of(one.row))}: {said_cell(grid, one)}" for one in kept)
    sentence = f"{len(kept)}{f' ({shown})' if shown else ''}."
    return Answer(str(len(kept)), sentence, _known(asked, matcher, pick), (grid.id,))


def lines(asked: Asked, matcher: Matcher) -> Answer | None:
    """The rows of a section, or of the whole table, by name."""
    grid, wanted = matcher.grid, terms(asked.text)
    rows = [row for row in grid.rows if not row.total]
    sections = list(dict.fromkeys(row.above for row in rows if row.above))
    scored = [(len(terms(s) & wanted) / max(1, len(terms(s))), s) for s in sections]
    best = max(scored, key=lambda pair: pair[0], default=(0.0, ""))
    if best[0] > 0.6:
        rows = [row for row in rows if row.above == best[1]]
    else:
        rows = _before_total(grid, wanted) or rows
    names = list(dict.fromkeys(_clean(name_of(row)) for row in rows))[:_MOST_NAMED]
    if not names:
        return None
    listed = re.search(r"\btables?\b|\b(?:items|components|types|categories)\b", asked.text, re.I)
    covered = best[0] if best[0] > 0.6 else 0.6 if listed else 0.4
    covered = min(covered, matcher.about(asked.text))
    return Answer("; ".join(names), f"{_and(names)}.", covered, (grid.id,))


def _before_total(grid: Grid, wanted: frozenset[str]) -> list[Line]:
    """The rows that a total sums up, when the question is about what that total is of."""
    kept: list[Line] = []
    for row in grid.rows:
        if row.total:
            named = row.own - {"total"}
            if named and len(named & wanted) * 3 >= len(named) * 2 and kept:
                return kept
            kept = []
        else:
            kept.append(row)
    return []


def _clean(name: str) -> str:
    return _FOOTNOTE.sub("", name).strip().rstrip(":")


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


NAMING: dict[str, Callable[[Asked, Matcher], Answer | None]] = {
    "periods": periods,
    "extreme": extreme,
    "count": count,
    "count_lines": count_lines,
    "best_line": best_line,
    "lines": lines,
}
"""What each kind of question names or counts."""
