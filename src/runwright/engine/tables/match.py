"""Which rows and columns a phrase is about: by its words, weighted by how rare they are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from runwright.engine.tables.balances import with_captions
from runwright.engine.tables.cells import Cell
from runwright.engine.tables.grid import Grid, Line
from runwright.engine.tables.words import run_of, terms, weight_of, within
from runwright.engine.tables.years import without_years

_MOST_LINES = 40
"""So many of the best rows and columns are tried against each other."""
_SHARED = 0.75
"""A word of the section counts less than one of the label itself."""
_IDLE = 0.3
"""What a word of the label costs that the phrase does not have."""
_IDLE_COLUMN = 0.15
_IDLE_ABOVE = 0.1
_TOTAL = 0.8
"""What it costs to be a total when none is asked for."""
_UNNAMED = 1.0
"""What it costs a row when only its section is spoken of."""
_TOLD = 0.7
"""What a word counts that only introduces the table: a heading, or "the following table shows"."""
_SAID = 0.25
"""What a word counts that merely stands in the text around the table: the company's name."""
_PHRASE = 0.6
"""What it is worth when the whole label stands in the phrase."""


_PERCENT = 0.5
"""What it costs to be a percentage when none is spoken of."""
_ASKING = terms("""
    table provide provided include included list listed show shown present presented data
    information item items component components category categories type types segment segments
    line lines element elements period periods year years quarter quarters month months date dates
    high higher highest large larger largest low lower lowest small smaller smallest most least
    great greater greatest more less exceed above below total comprise consist different compare
    """)
"""What a question says of tables in general, not of what one is about."""
_PERCENTS = frozenset({"percent", "percentag", "rate", "margin", "proport", "share"})


class Pick(NamedTuple):
    """A cell that a phrase leads to."""

    row: Line
    column: Line
    cell: Cell
    score: float
    covered: float
    """How much of the phrase its row and column account for, from 0 to 1."""


class Wanted(NamedTuple):
    """A phrase, ready to be compared."""

    own: frozenset[str]
    run: tuple[str, ...]
    whole: float
    plain: bool
    """Whether nothing in it speaks of percentages."""


class Matcher:
    """Compares phrases with the rows and columns of one table."""

    def __init__(
        self, grid: Grid, intro: frozenset[str] = frozenset(), page: frozenset[str] = frozenset()
    ) -> None:
        self.grid = grid = with_captions(grid, intro)
        self._intro = intro
        self._page = page
        self._varied = len({column.years for column in grid.columns if column.years}) > 1
        lines = (*grid.rows, *grid.columns)
        counts = Counter(term for line in lines for term in sorted(line.own | line.shared))
        size = len(lines) + 1
        self._weights = {term: math.log(1 + size / (n + 0.5)) for term, n in counts.items()}
        self._other = math.log(1 + size)

    def about(self, question: str) -> float:
        """How much of a question to the table as a whole it and its page know of, from 0 to 1."""
        wanted = terms(without_years(question)) - _ASKING
        return len(wanted & (self._weights.keys() | self._page)) / len(wanted) if wanted else 1.0

    def wanted(self, phrase: str) -> Wanted:
        """The phrase as it is compared."""
        own = terms(phrase)
        whole = weight_of(own, self._weights, self._other) or 1.0
        return Wanted(own, run_of(phrase), whole, "%" not in phrase and own.isdisjoint(_PERCENTS))

    def line(self, wanted: Wanted, line: Line, idle: float = _IDLE) -> float:
        """How well a row or column fits; 0 and below is not at all."""
        weights, other = self._weights, self._other
        hit = line.own & wanted.own
        above = (line.shared & wanted.own) - hit
        score = weight_of(hit, weights, other) + _SHARED * weight_of(above, weights, other)
        score -= idle * weight_of(line.own - wanted.own, weights, other)
        score -= _IDLE_ABOVE * weight_of(line.inner - wanted.own, weights, other)
        if line.total and "total" in line.own - wanted.own:
            score -= _TOTAL
        if above and not hit:
            score -= _UNNAMED
        if hit and within(line.run, wanted.run):
            score += _PHRASE * math.sqrt(len(line.run))
        return score

    def pick(self, phrase: str, year: int | None = None, row: Line | None = None) -> Pick | None:
        """The cell that the phrase and the year lead to."""
        found = self.picks(phrase, year, row)
        return found[0] if found else None

    def picks(self, phrase: str, year: int | None = None, row: Line | None = None) -> list[Pick]:
        """The cells that fit, best first; of equals, the one that is read first."""
        wanted = self.wanted(phrase)
        rows = self._candidates(wanted, self.grid.rows if row is None else (row,), year)
        columns = self._candidates(wanted, self.grid.columns, year)
        found = []
        for line in rows:
            for column in columns:
                cell = self.grid.cell(line, column)
                if not cell.text or not _fits(year, line, column, self._varied):
                    continue
                score, covered = self._meeting(wanted, line, column)
                if wanted.plain and (cell.percent or line.unit.percent or column.unit.percent):
                    score -= _PERCENT
                found.append(Pick(line, column, cell, score, covered))
        found.sort(key=_rank)
        return found

    def _candidates(self, wanted: Wanted, lines: Sequence[Line], year: int | None) -> list[Line]:
        if len(lines) <= _MOST_LINES:
            return list(lines)
        scored = [(self.line(wanted, line) + (year in line.years) * 9, line) for line in lines]
        scored.sort(key=lambda pair: (-pair[0], pair[1].at))
        return [line for _, line in scored[:_MOST_LINES]]

    def _meeting(self, wanted: Wanted, row: Line, column: Line) -> tuple[float, float]:
        weights, other = self._weights, self._other
        score = self.line(wanted, row)
        extra = (column.own & wanted.own) - row.own - row.shared
        score += weight_of(extra, weights, other)
        score -= _IDLE_COLUMN * weight_of(column.own - wanted.own - {"total"}, weights, other)
        covered = wanted.own & (row.own | row.shared | column.own)
        named = bool(row.own) and row.own <= wanted.own
        if named:
            # The total of what is one row is that row.
            covered |= wanted.own & {"total"}
        told = (wanted.own & self._intro) - covered
        said = (wanted.own & self._page) - covered - told if named else frozenset()
        known = weight_of(covered, weights, other) + _TOLD * weight_of(told, weights, other)
        known += _SAID * weight_of(said, weights, other)
        return score, known / wanted.whole


def _fits(year: int | None, row: Line, column: Line, varied: bool) -> bool:
    """Whether the cell is of that year: by its column if columns differ, or its section, or row."""
    if year is None:
        return True
    if column.years and varied:
        return year in column.years
    return year in (row.above_years or row.years or column.years)


def _rank(pick: Pick) -> tuple[float, bool, int, bool, int, int]:
    """Best first; of equals a number before words, the higher row, a total, and the latest year."""
    column, wordless = pick.column, pick.cell.number is None
    latest, part = -max(column.years, default=0), "total" not in column.own
    return -round(pick.score, 6), wordless, pick.row.at, part, latest, column.at


def has_year(grid: Grid, year: int) -> bool:
    """Whether a column, row or section is of that year."""
    lines = (*grid.columns, *grid.rows)
    return any(year in line.years or year in line.above_years for line in lines)
