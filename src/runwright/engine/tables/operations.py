"""What is reckoned with the cells: look-ups, changes, differences, shares and ratios."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked
from runwright.engine.tables.balances import closing_rows
from runwright.engine.tables.figures import (
    Answer,
    full_name,
    number_of,
    said,
    said_cell,
    series,
    unit_of,
    when,
)
from runwright.engine.tables.match import Matcher, Pick, has_year
from runwright.engine.tables.picking import earlier_and_later, pair_of, several, whole_of
from runwright.engine.tables.spending import spent
from runwright.engine.tables.units import Unit
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import named_years, stretch

_CHANGE_WORD = frozenset({"chang", "increas", "decreas", "varianc", "growth", "differ", "movement"})
_PERCENT = Unit(percent=True)
_TURNED = lazily(r"\b(?:change|increase|decrease|growth|movement)\b", re.I)
_SIZE = lazily(
    r"\bhow\smuch\b.*\b(?:decreas|declin|fall|fell|drop|reduc)"
    r"|\bdifference\b(?!.*\bfrom\b.*\bto\b)",
    re.I,
)
"""What is answered with a size, not with a minus: how much it fell, or a difference."""
_HALF, _SURE = 0.5, 0.8
_AT_END = lazily(r"\b(?:at|by)\s(?:the\s)?(?:year[\s-])?end\b|\bending\sbalance\b", re.I)


def value(asked: Asked, matcher: Matcher) -> Answer | None:
    """What one cell says, or several, one for each year or row that is named."""
    phrase = asked.subjects[0]
    if (money := spent(asked, matcher)) is not None:
        return money
    if len(asked.years) > 1:
        years = [year for year in _years(asked) if has_year(matcher.grid, year)]
        return listed(matcher, series(matcher, phrase, years)) if years else None
    year = asked.years[0] if asked.years else None
    split = several(matcher, phrase, year) if asked.plural else []
    pick = _at_the_end(asked, matcher, year) or matcher.pick(phrase, year)
    return listed(matcher, split or ([pick] if pick is not None and pick.score > 0 else []))


def _at_the_end(asked: Asked, matcher: Matcher, year: int | None) -> Pick | None:
    """The closing balance, when a table rolls forward what is asked for as of the end of a year."""
    if year is None or not _AT_END.search(asked.text):
        return None
    closing = closing_rows(matcher.grid)
    for row in matcher.grid.rows:
        pick = matcher.pick(asked.subjects[0], year, row) if row.at in closing else None
        if pick is not None and pick.cell.number is not None and pick.covered > _SURE:
            return pick._replace(score=max(pick.score, pick.covered))
    return None


def _years(asked: Asked) -> tuple[int, ...]:
    """The years in the order in which they are asked for; a stretch has those between as well."""
    if not asked.ranged:
        return asked.years
    years = stretch(asked.years)
    return years if asked.years[0] == years[0] else years[::-1]


def listed(matcher: Matcher, picks: Sequence[Pick]) -> Answer | None:
    """What the cells say, one after the other."""
    if not picks:
        return None
    grid = matcher.grid
    values = [said_cell(grid, pick) for pick in picks]
    if all(pick.row == picks[0].row for pick in picks):
        parts = [f"{said} ({when(pick)})" for pick, said in zip(picks, values, strict=True)]
        parts = parts if any(when(pick) for pick in picks) else values
        sentence = f"{full_name(picks[0].row)}: {'; '.join(parts)}."
    else:
        sentence = f"{'; '.join(called(matcher, pick) for pick in picks)}."
    return Answer("; ".join(values), sentence, min(pick.covered for pick in picks), (grid.id,))


def called(matcher: Matcher, pick: Pick) -> str:
    """A cell in words: its row, what it says, and its column."""
    column = f", {when(pick)}" if when(pick) else ""
    return f"{full_name(pick.row)} ({said_cell(matcher.grid, pick)}{column})"


def change(asked: Asked, matcher: Matcher) -> Answer | None:
    """By how much a row rose or fell from the earlier to the later year."""
    if len(asked.years) < 2 and (printed := _printed_change(asked, matcher, False)):
        return printed
    two = earlier_and_later(asked, matcher)
    if two is None:
        return None
    earlier, later = two
    unit = unit_of(matcher.grid, later)
    moved = number_of(later.cell) - number_of(earlier.cell)
    text = said(abs(moved) if _SIZE.search(asked.text) else moved, unit)
    sentence = f"{full_name(later.row)} {_moved(moved, unit)} {_from_to(matcher, earlier, later)}"
    sentence += "." if text in sentence else f": a change of {text}."
    return Answer(text, sentence, later.covered, (matcher.grid.id,))


def growth(asked: Asked, matcher: Matcher) -> Answer | None:
    """The change in percent of the earlier figure."""
    if len(asked.subjects) == 2:
        if (between := _growth_between(asked, matcher)) is not None:
            return between
        asked = asked._replace(subjects=(" ".join(asked.subjects),))
    if len(asked.years) < 2 and (printed := _printed_change(asked, matcher, True)):
        return printed
    two = earlier_and_later(asked, matcher)
    if two is None or not number_of(two[0].cell):
        return None
    earlier, later = two
    text = said(_rate(earlier, later), _PERCENT, 2)
    sentence = f"{full_name(later.row)} changed by {text} {_from_to(matcher, earlier, later)}."
    return Answer(text, sentence, later.covered, (matcher.grid.id,))


def _rate(base: Pick, other: Pick) -> Decimal:
    return (number_of(other.cell) - number_of(base.cell)) / number_of(base.cell) * 100


def _growth_between(asked: Asked, matcher: Matcher) -> Answer | None:
    pair = pair_of(asked, matcher)
    if pair is None or not number_of(pair[1].cell):
        return None
    first, second = pair
    text = said(_rate(second, first), _PERCENT, 2)
    sentence = f"{called(matcher, first)} differs by {text} from {called(matcher, second)}."
    return Answer(text, sentence, min(first.covered, second.covered), (matcher.grid.id,))


def _printed_change(asked: Asked, matcher: Matcher, percent: bool) -> Answer | None:
    """A change that the table itself prints: as a row of its own, or in a column for it."""
    year = asked.years[0] if asked.years else None
    whole = matcher.pick(asked.text, year)
    own = whole is not None and whole.row.own & _CHANGE_WORD and whole.covered > _HALF
    if whole is not None and own and not percent:
        return listed(matcher, [whole])
    best = matcher.pick(asked.subjects[0])
    if best is None:
        return None
    for column in matcher.grid.columns:
        found = best._replace(column=column, cell=matcher.grid.cell(best.row, column))
        fits = unit_of(matcher.grid, found).percent == percent
        if column.own & _CHANGE_WORD and found.cell.number is not None and fits:
            return listed(matcher, [found])
    return None


def _moved(moved: Decimal, unit: Unit) -> str:
    if not moved:
        return "changed by 0"
    verb, size = "rose" if moved > 0 else "fell", said(abs(moved), unit)
    return f"{verb} by {f'{size[:-1]} percentage points' if unit.percent else size}"


def _from_to(matcher: Matcher, earlier: Pick, later: Pick) -> str:
    before, after = when(earlier), when(later)
    if earlier.column == later.column:
        before, after = earlier.row.above or earlier.row.label, later.row.above or later.row.label
    grid = matcher.grid
    return f"from {said_cell(grid, earlier)} ({before}) to {said_cell(grid, later)} ({after})"


def difference(asked: Asked, matcher: Matcher) -> Answer | None:
    """How far apart two rows or two columns are."""
    pair = pair_of(asked, matcher)
    if pair is None:
        return change(asked._replace(subjects=(" ".join(asked.subjects),)), matcher)
    first, second = pair
    apart = number_of(second.cell) - number_of(first.cell)
    # A change goes from the first to the second; a difference has no direction.
    apart = apart if _TURNED.search(asked.text) else abs(apart)
    text = said(apart, unit_of(matcher.grid, first))
    sentence = f"{text}: from {called(matcher, first)} to {called(matcher, second)}."
    return Answer(text, sentence, min(first.covered, second.covered), (matcher.grid.id,))


def share(asked: Asked, matcher: Matcher) -> Answer | None:
    """What part of one figure another is, in percent."""
    return _divided(asked, matcher, percent=True)


def ratio(asked: Asked, matcher: Matcher) -> Answer | None:
    """One figure divided by another."""
    return _divided(asked, matcher, percent=False)


def _divided(asked: Asked, matcher: Matcher, percent: bool) -> Answer | None:
    part, whole = map(named_years, asked.subjects)
    if not terms(whole.rest):
        # "the ratio of X in 2019 to 2018": the same thing, another year.
        whole = whole._replace(rest=part.rest)
    parts = _parts(matcher, part.rest, _year(part.years, asked))
    below = whole_of(matcher, whole.rest, _year(whole.years, asked), parts) if parts else None
    if below is None or not number_of(below.cell):
        return None
    top = sum((number_of(pick.cell) for pick in parts), Decimal(0))
    result = top / number_of(below.cell) * (100 if percent else 1)
    text = said(result, _PERCENT if percent else Unit(), 2)
    names = " and ".join(called(matcher, pick) for pick in parts)
    verb, link = "are" if len(parts) > 1 else "is", "of" if percent else "times"
    sentence = f"{names} {verb} {text} {link} {called(matcher, below)}."
    covered = min(below.covered, *(pick.covered for pick in parts), 1.0)
    return Answer(text, sentence, covered, (matcher.grid.id,))


def _parts(matcher: Matcher, phrase: str, year: int | None) -> list[Pick]:
    pick = matcher.pick(phrase, year)
    alone = [pick] if pick is not None and pick.cell.number is not None else []
    found = several(matcher, phrase, year) or alone
    return found if any(pick.score > 0 for pick in found) else []


def _year(years: tuple[int, ...], asked: Asked) -> int | None:
    return years[0] if years else (asked.years[-1] if asked.years else None)


OPERATIONS: dict[str, Callable[[Asked, Matcher], Answer | None]] = {
    "value": value,
    "change": change,
    "growth": growth,
    "difference": difference,
    "share": share,
    "ratio": ratio,
}
"""What each kind of question does with the cells."""
