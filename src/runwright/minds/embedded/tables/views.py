"""A table as a question meets it: what its rows are called by, their times, its units."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.embedded.tables.lexicon import FLOWS, words_of
from runwright.minds.embedded.tables.times import Time, row_times
from runwright.text.calendars import Viewpoint
from runwright.text.currencies import CODES
from runwright.tools.cells import read_cell
from runwright.tools.tables import Line, WholeTable

_LONGEST_NAME = 8
"""A cell of more words is a remark, and names no row."""
_FEWEST = 5


class View(NamedTuple):
    """A table, and what it shows by itself."""

    table: WholeTable
    times: dict[int, dict[int, Time]]
    """By column, then by row: the times that rows are of."""
    label: int | None
    """The column of the names of rows."""

    @property
    def over(self) -> str:
        """What is written over the table."""
        return " ".join((self.table.facts.title, *self.table.facts.headings, self.table.file_name))

    @property
    def sides(self) -> str:
        """The headers of the columns that say what rows are."""
        beside = [*self.times, *([] if self.label is None else [self.label])]
        return " ".join(map(self.table.header, beside))

    @property
    def columns(self) -> list[int]:
        """The columns that can be asked for."""
        beside = {*self.times, self.label}
        return [n for n in range(self.table.width) if n not in beside]

    @property
    def row_times(self) -> dict[int, Time]:
        """The times of rows, by the first column that has them."""
        return next(iter(self.times.values()), {})

    def unit(self, column: int, lines: Iterable[Line] = ()) -> str | None:
        """The unit of a column: as it was read, from the last word of a header such as `gas_kwh`,
        or from a column of units; None if rows have different ones."""
        header, table = self.table.header(column), self.table
        last = "".join(words_of(header)[-1:])
        code = last.upper() if last.upper() in CODES and "_" in header else ""
        beside = [
            n for n in range(table.width) if words_of(table.header(n)) in (["unit"], ["units"])
        ]
        units = {table.cell(line, n) for n in beside for line in lines}
        own = {cell.unit for line in lines if (cell := read_cell(table.cell(line, column)))}
        shown = (units | own) - {""}
        if len(shown) > 1:
            return None
        return table.unit(column) or FLOWS.get(last, code) or "".join(shown)

    def names(self, line: Line) -> str:
        """The cells of a row that it may be called by."""
        return " ".join(
            cell
            for n, cell in enumerate(line.cells)
            if n not in self.times and read_cell(cell) is None
            and len(cell.split()) <= _LONGEST_NAME
        )  # fmt: skip

    @property
    def has_parts(self) -> bool:
        """Whether rows are of different kinds: under headings, or with totals of some of them."""
        lines = self.table.lines
        is_under = any(len(each.cells) > 2 and sum(map(bool, each.cells)) == 1 for each in lines)
        return is_under or "part" in self.table.totals.values()

    def is_counter(self, column: int) -> bool:
        """Whether figures of rows with times never fall: what a meter shows is not added."""
        figures = [cell.value for cell in self.table.figures(column, None).values()]
        is_rising = all(one <= other for one, other in pairwise(figures))
        return bool(self.times) and len(figures) >= _FEWEST and is_rising


def view_of(table: WholeTable, viewpoint: Viewpoint) -> View:
    """A table, looked at."""
    times = row_times(table, viewpoint)
    named = (n for n in range(table.width) if n not in times and is_of_names(table, n))
    return View(table, times, next(named, None))


def is_of_names(table: WholeTable, column: int) -> bool:
    """Whether a column holds words and not figures."""
    cells = [cell for line in table.lines if (cell := table.cell(line, column))]
    return 2 * sum(read_cell(cell) is None for cell in cells) > len(cells)
