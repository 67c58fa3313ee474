"""Tables put together again from the records that hold their rows, and which rows are totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, NamedTuple

from runwright.records.facts import Document, Table
from runwright.text.currencies import CODES
from runwright.text.folding import fold
from runwright.text.numbers import DecimalSign
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item
from runwright.tools.cells import EXACT, Cell, read_cell, read_column

_COMMA_LANGUAGES = word_set("de fr es it nl pt pl cs sk da sv nb no nn fi ru uk tr hu ro bg hr sl")
"""Languages whose decimals stand behind a comma, for tables that do not show it."""
_TOTALS = word_set("""
    total totals subtotal subtotals summe summen zwischensumme gesamt gesamtsumme gesamtbetrag
    insgesamt endsumme
    """)
_PARTIAL = word_set("subtotal subtotals sub zwischensumme")
_NOT_NAMES = word_set("grand sub overall all the of in net gross netto brutto der die das alle")
"""What may stand beside the word in the total of a whole table: `Grand total`, `Total, net`."""

Total = Literal["whole", "part"]


class Line(NamedTuple):
    """One row of a table."""

    number: int
    """Its place below the header, from 1."""
    cells: tuple[str, ...]
    item: str
    """The record that it stands in."""

    @property
    def names(self) -> list[str]:
        """Its cells that are not figures."""
        return [cell for cell in self.cells if cell and read_cell(cell) is None]

    @property
    def label(self) -> str:
        """What the row is called."""
        return next(iter(self.names), next(filter(None, self.cells), ""))

    @property
    def total(self) -> Total | None:
        """Whether it is a total of other rows. `Widgets | Total` is that of the widgets."""
        kinds = [kind for cell in self.cells if (kind := total_of(cell)) is not None]
        if not kinds:
            return None
        # Only now: what a row is called costs more to tell than whether a cell has the word.
        named = total_of(self.label)
        return named or ("part" if "whole" in kinds else None)


class WholeTable:
    """A table of a file, with all its rows."""

    def __init__(self, parts: Sequence[Item[Table]], document: Document | None) -> None:
        first = parts[0]
        self.file = first.file
        self.file_name = first.title
        self.page = first.page
        self.facts = first.facts
        self._parts = parts
        self._comma = document is not None and document.language in _COMMA_LANGUAGES

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Its rows; put together only for a table that is looked into."""
        return _lines(self._parts)

    @cached_property
    def width(self) -> int:
        """How many columns it has."""
        return max([len(self.facts.header), *(len(line.cells) for line in self.lines)])

    def header(self, column: int) -> str:
        """The name of a column; empty if it has none."""
        return self.facts.header[column] if column < len(self.facts.header) else ""

    def unit(self, column: int) -> str:
        """The unit of a column; empty if it has none."""
        return self.facts.units[column] if column < len(self.facts.units) else ""

    def scale(self, column: int) -> int:
        """What the figures of a column are multiplied by. "In millions of euros" is said of the
        columns of money: neither of percentages nor of tonnes beside them."""
        unit = self.unit(column)
        if unit in ("%", "‰"):
            return 1
        is_money = any(each in CODES for each in self.facts.units)
        return self.facts.scale if not is_money or unit in CODES else 1

    def cell(self, line: Line, column: int) -> str:
        """One cell as it is written."""
        return line.cells[column] if column < len(line.cells) else ""

    def figures(self, column: int, home: str | None) -> dict[int, Cell]:
        """By row number, the figures of a column, multiplied by the scale."""
        texts = [self.cell(line, column) for line in self.lines]
        default: DecimalSign = "," if self._comma else "."
        unit = self.unit(column)
        read = read_column(texts, self._texts, default, unit if unit in CODES else home)
        scale = self.scale(column)
        return {
            line.number: _scaled(cell, scale)._replace(
                is_ambiguous=cell.is_ambiguous and not read.is_settled
            )
            for line, cell in zip(self.lines, read.cells, strict=True)
            if cell is not None
        }

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(cell for line in self.lines for cell in line.cells)

    @cached_property
    def totals(self) -> dict[int, Total]:
        """By number, the rows that are totals of others."""
        return {line.number: kind for line in self.lines if (kind := line.total) is not None}

    @property
    def grand_total(self) -> int | None:
        """The row that is the total of the whole table, if exactly one is."""
        whole = [number for number, kind in self.totals.items() if kind == "whole"]
        return whole[0] if len(whole) == 1 else None


def _scaled(cell: Cell, scale: int) -> Cell:
    if scale == 1 or cell.has_scale or cell.unit == "%":
        return cell
    value = EXACT.multiply(cell.value, Decimal(scale))
    whole = EXACT.to_integral_value(value)
    return cell._replace(value=whole if value == whole else value)


def total_of(label: str) -> Total | None:
    """Of what a row is the total, by its name; None if it is none.

    `Total`, `Gesamtsumme` and `Total, net` are of the whole table; `Subtotal`, `Total assets` and
    `Invoice total` of some rows. In the middle the word may mean anything: `The sum of it`.
    """
    words = split_words(fold(label))
    at = [n for n, word in enumerate(words) if word in _TOTALS or words == ["sum"]]
    if not at or not (at[0] == 0 or at[-1] == len(words) - 1):
        return None
    is_named = set(words) - _TOTALS - _NOT_NAMES - {"sum"}
    return "part" if is_named or set(words) & _PARTIAL else "whole"


def _lines(parts: Iterable[Item[Table]]) -> tuple[Line, ...]:
    """The rows of all parts in order, each once."""
    lines: dict[int, Line] = {}
    for part in sorted(parts, key=lambda part: part.facts.first_row):
        for number, cells in enumerate(part.facts.rows, part.facts.first_row):
            lines.setdefault(number, Line(number, cells, part.id))
    return tuple(lines.values())


def whole_tables(items: Iterable[Item[Any]]) -> list[WholeTable]:
    """Every table, put together from its parts."""
    documents: dict[str, Document] = {}
    parts: dict[tuple[str, int], list[Item[Table]]] = {}
    for item in items:
        if isinstance(item.facts, Document):
            documents[item.file] = item.facts
        elif isinstance(item.facts, Table):
            parts.setdefault((item.file, item.facts.number), []).append(item)
    return [
        WholeTable(sorted(some, key=lambda part: part.facts.first_row), documents.get(file))
        for (file, _), some in parts.items()
    ]
