"""Sums and averages: over years, of rows that are named, or of the rows of a section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from runwright.engine.tables.asking import Asked
from runwright.engine.tables.figures import (
    Answer,
    counterpart,
    full_name,
    number_of,
    said,
    said_cell,
    series,
    unit_of,
    when,
)
from runwright.engine.tables.match import Matcher, Pick
from runwright.engine.tables.operations import value
from runwright.engine.tables.picking import known_years, several
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import stretch

_SUMMED = -0.5
"""Where a sum is asked for, a list is rather read as several rows."""


def average(asked: Asked, matcher: Matcher) -> Answer | None:
    """The mean over the years that are named, or over all, or of several rows."""
    whole = matcher.pick(asked.text, asked.years[-1] if asked.years else None)
    if len(asked.years) < 2 and whole is not None and "averag" in whole.row.own | whole.column.own:
        return value(asked._replace(subjects=(asked.text,)), matcher)
    return _together(matcher, _over_years(asked, matcher), mean=True)


def total(asked: Asked, matcher: Matcher) -> Answer | None:
    """The sum over the years that are named, or of the rows that are named."""
    if len(asked.years) > 1 and (over := _over_years(asked, matcher)):
        return _together(matcher, over, mean=False)
    if len(asked.years) > 1:
        return _together(matcher, several(matcher, asked.subjects[0], None), mean=False)
    phrase, year = asked.subjects[0], asked.years[0] if asked.years else None
    picks = several(matcher, phrase, year, _SUMMED) or _section(matcher, phrase, year)
    if picks:
        return _together(matcher, picks, mean=False)
    return value(asked._replace(subjects=(f"total {phrase}",)), matcher)


def average_difference(asked: Asked, matcher: Matcher) -> Answer | None:
    """How far apart the averages of two rows are."""
    means = []
    for phrase in asked.subjects:
        picks = series(matcher, phrase, asked.years) if len(asked.years) > 1 else []
        if not picks:
            return None
        means.append((_mean(picks), picks[0]))
    (one, first), (two, second) = means
    unit = unit_of(matcher.grid, first)
    text = said(abs(one - two), unit, 2)
    sentence = (
        f"The averages of {full_name(first.row)} ({said(one, unit, 2)}) and "
        f"{full_name(second.row)} ({said(two, unit, 2)}) are {text} apart."
    )
    return Answer(text, sentence, min(first.covered, second.covered), (matcher.grid.id,))


def spread(asked: Asked, matcher: Matcher) -> Answer | None:
    """How far the highest figure of a row or column is from the lowest."""
    picks = [pick for pick in matcher.picks(asked.subjects[0]) if pick.cell.number is not None]
    if not picks or picks[0].score <= 0:
        return None
    best, grid = picks[0], matcher.grid
    down = bool(best.column.own & terms(asked.subjects[0]))
    along = [
        pick
        for pick in picks
        if (pick.column == best.column if down else pick.row == best.row) and not pick.row.total
    ]
    if not along:
        return None
    low, high = (choose(along, key=lambda pick: number_of(pick.cell)) for choose in (min, max))
    if number_of(low.cell) == number_of(high.cell):
        return None
    text = said(number_of(high.cell) - number_of(low.cell), unit_of(grid, best))
    sentence = (
        f"{text}: from {full_name(low.row)}, {when(low)} ({said_cell(grid, low)}) to "
        f"{full_name(high.row)}, {when(high)} ({said_cell(grid, high)})."
    )
    return Answer(text, sentence, best.covered, (grid.id,))


def _section(matcher: Matcher, phrase: str, year: int | None) -> list[Pick]:
    """The rows of a section, when the words are those of the section alone."""
    pick = matcher.pick(phrase, year)
    if pick is None or not pick.row.shared or pick.row.own & terms(phrase):
        return []
    rows = [row for row in matcher.grid.rows if row.above == pick.row.above and not row.total]
    cells = [(row, matcher.grid.cell(row, pick.column)) for row in rows]
    return [pick._replace(row=row, cell=cell) for row, cell in cells if cell.number is not None]


def _over_years(asked: Asked, matcher: Matcher) -> list[Pick]:
    phrase, years = asked.subjects[0], _years_meant(asked, matcher)
    split = several(matcher, phrase, years[0] if years else None)
    if len(years) < 2 or not split:
        return split if len(years) < 2 else series(matcher, phrase, years)
    later = [counterpart(matcher, phrase, pick, year) for pick in split for year in years[1:]]
    return [*split, *filter(None, later)]


def _years_meant(asked: Asked, matcher: Matcher) -> tuple[int, ...]:
    known = known_years(matcher)
    if len(asked.years) > 1:
        return tuple(y for y in stretch(asked.years) if y in known) if asked.ranged else asked.years
    if not asked.years:
        return tuple(known)
    # The average of a year is that of its opening and its closing figure.
    before = asked.years[0] - 1
    return (asked.years[0], before) if before in known else asked.years


def _together(matcher: Matcher, picks: Sequence[Pick], mean: bool) -> Answer | None:
    if not picks:
        return None
    unit = unit_of(matcher.grid, picks[0])
    text = said(_mean(picks), unit, 2) if mean else said(_sum(picks), unit)
    same = all(pick.row == picks[0].row for pick in picks)
    shown = [
        f"{when(pick) if same else full_name(pick.row)}: {said_cell(matcher.grid, pick)}"
        for pick in picks
    ]
    of = f" of {full_name(picks[0].row)}" if same else ""
    sentence = f"The {'average' if mean else 'sum'}{of} is {text} ({'; '.join(shown)})."
    return Answer(text, sentence, min(pick.covered for pick in picks), (matcher.grid.id,))


def _sum(picks: Sequence[Pick]) -> Decimal:
    return sum((number_of(pick.cell) for pick in picks), Decimal(0))


def _mean(picks: Sequence[Pick]) -> Decimal:
    return _sum(picks) / len(picks)


TOTALS: dict[str, Callable[[Asked, Matcher], Answer | None]] = {
    "average": average,
    "sum": total,
    "average_difference": average_difference,
    "spread": spread,
}
"""What each kind of question puts together."""
