"""Cells as figures: with their unit, side by side over the years, and as they are said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.tables.cells import Cell, exact, show
from runwright.engine.tables.grid import Grid, Line
from runwright.engine.tables.match import Matcher, Pick
from runwright.engine.tables.units import Unit, has_no_scale

_MOST_TRIED = 12
_LONGEST_HEADER = 40
_YEAR = lazily(r"(?:19|20)\d\d")
_DATED = lazily(r"\b(?:year|expir|matur|date|due)", re.I)


class Answer(NamedTuple):
    """What a table or a text says to a question."""

    value: str
    """The bare answer, with its scale: "1,496.5 million"; several are joined by "; "."""
    sentence: str
    covered: float
    """How much of the question it accounts for, from 0 to 1."""
    items: tuple[str, ...]
    sure: bool = True


def unit_of(grid: Grid, pick: Pick) -> Unit:
    """What the number of a cell counts."""
    row, column, cell = pick.row, pick.column, pick.cell
    money = cell.currency != ""
    percent = cell.percent or (not money and (row.unit.percent or column.unit.percent))
    currency = cell.currency or column.unit.currency or row.unit.currency
    if percent:
        return Unit("", "", True)
    if any(map(has_no_scale, (row.label, row.above, column.label))):
        return Unit("", currency)
    return Unit(column.unit.scale or row.unit.scale or grid.unit.scale, currency)


def said(number: Decimal, unit: Unit, places: int | None = None) -> str:
    """The number with currency, percent sign or scale."""
    text = exact(number) if places is None else show(number, places)
    if unit.percent:
        return f"{text}%"
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    words = f"{sign}{unit.currency}{' ' if unit.currency.isalpha() else ''}{digits}"
    return f"{words} {unit.scale}" if unit.scale else words


def said_cell(grid: Grid, pick: Pick) -> str:
    """What the cell says, with its unit."""
    cell = pick.cell
    if cell.number is None:
        return cell.text
    if cell.dash:
        return "0"
    if _YEAR.fullmatch(cell.text) and _DATED.search(f"{pick.column.label} {pick.row.label}"):
        return cell.text
    return said(cell.number, unit_of(grid, pick))


def name_of(line: Line) -> str:
    """How a row or column is called in an answer."""
    label = line.label.strip().rstrip(":")
    if line.label == "Total" and line.above:
        return f"Total ({line.above.rstrip(':')})"
    return label


def full_name(row: Line) -> str:
    """The row with its section, where the label alone would be ambiguous."""
    above = row.above.rstrip(": ")
    return f"{above}: {name_of(row)}" if above and row.label != "Total" else name_of(row)


def when(pick: Pick) -> str:
    """The column that a figure is of: its year alone when its header is long."""
    label, years = pick.column.label, pick.column.years
    return str(max(years)) if len(label) > _LONGEST_HEADER and len(years) == 1 else label


def series(matcher: Matcher, phrase: str, years: Sequence[int]) -> list[Pick]:
    """One figure a year of the same row, in the order of the years; empty when one is missing."""
    best: list[Pick] = []
    for first in matcher.picks(phrase, years[0])[:_MOST_TRIED]:
        if first.cell.number is None:
            continue
        rest = [counterpart(matcher, phrase, first, year) for year in years[1:]]
        found = [first, *(pick for pick in rest if pick is not None)]
        if len(found) == len(years):
            return found
        if len(found) > len(best):
            best = found
    return []


def counterpart(matcher: Matcher, phrase: str, pick: Pick, year: int) -> Pick | None:
    """The figure of another year that stands for the same thing."""
    fixed = pick.row if pick.column.years else None
    found = [
        other
        for other in matcher.picks(phrase, year, fixed)
        if other.cell.number is not None and (fixed is not None or other.column == pick.column)
    ]
    return max(found, key=lambda other: _alike(pick, other), default=None)


def _alike(pick: Pick, other: Pick) -> tuple[bool, int, int, float, int, int]:
    columns = len(pick.column.own ^ other.column.own)
    rows = len(_wordy(pick.row) ^ _wordy(other.row))
    same = pick.cell.percent == other.cell.percent or other.cell.dash
    same = same and len(pick.column.years) == len(other.column.years)
    # Of columns that are called the same, the one beside is of the same kind of period.
    apart = abs(pick.column.at - other.column.at)
    return same, -columns, -rows, other.score, -other.row.at, -apart


def _wordy(line: Line) -> frozenset[str]:
    return frozenset(term for term in line.own if not term[0].isdigit())


def number_of(cell: Cell) -> Decimal:
    """The cell's number; it must have one."""
    if cell.number is None:
        raise ValueError(f"{cell.text!r} has no number")
    return cell.number
