"""A table with its structure: columns under headers, rows in sections, and what is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.tables.cells import EMPTY, Cell, read_cell
from runwright.engine.tables.headers import MARK, Rows, count_headers, spread
from runwright.engine.tables.units import (
    Unit,
    declared_scale,
    find_currency,
    find_scale,
    has_no_scale,
)
from runwright.engine.tables.words import run_of, terms
from runwright.engine.tables.years import without_years, years_of

_MOST_ROWS = 2_000
_MOST_COLUMNS = 60
_MOST_LOOKED = 60
"""So many rows are looked at to tell what a column counts."""
_LONGEST_CELL = 400
_TOTAL = lazily(r"\b(?:sub)?totals?\b|^net\b", re.I)
_FOOTNOTES = lazily(rf"{MARK}$")
_PERCENT_LABEL = lazily(r"^%|%\s*$|\(%|%\)|\bpercent(?:age)?\b|%\s(?:of|to)\b", re.I)


class Line(NamedTuple):
    """A row or a column: how it is called, and what stands over it."""

    at: int
    label: str
    above: str = ""
    """The sections that a row stands in."""
    own: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    """The words of the label, of all its sections, and of the innermost alone."""
    run: tuple[str, ...] = ()
    years: frozenset[int] = frozenset()
    above_years: frozenset[int] = frozenset()
    """The years that the label names, and that it stands under."""
    unit: Unit = Unit()
    total: bool = False


class Grid(NamedTuple):
    """A table that can be asked."""

    id: str
    texts: Rows
    rows: tuple[Line, ...]
    columns: tuple[Line, ...]
    unit: Unit
    corner: str = ""
    """What stands over the row labels."""

    def cell(self, row: Line, column: Line) -> Cell:
        """What stands where the two meet."""
        line = self.texts[row.at]
        return read_cell(line[column.at]) if column.at < len(line) else EMPTY


def read_grid(id_: str, rows: Rows, caption: str = "") -> Grid | None:
    """The table's structure; None when it has no cell to ask for."""
    width = min(max(map(len, rows), default=0), _MOST_COLUMNS)
    if width < 2:
        return None
    texts = [_row_texts(row, width) for row in rows[:_MOST_ROWS]]
    headers = count_headers(texts)
    header, body = texts[:headers], texts[headers:]
    if not body:
        return None
    columns = _columns(header, body, width)
    lines = _lines(texts, headers)
    if not any(column.years for column in columns):
        lines = _rolled(lines)
    corner = " ".join(row[0] for row in header).strip()
    unit = _unit([*header, *filter(_is_bare, body)], caption)
    return Grid(id_, texts, lines, columns, unit, corner)


def _row_texts(row: Sequence[str], width: int) -> tuple[str, ...]:
    cells = [" ".join(cell[:_LONGEST_CELL].split()) for cell in row[:width]]
    return (*cells, *[""] * (width - len(cells)))


def _is_bare(row: Sequence[str]) -> bool:
    """Whether a row is but a section; units are sometimes told in one."""
    texts = [text for text in row if text]
    return len(texts) < 2 and all(read_cell(text).number is None for text in texts)


def _unit(header: Rows, caption: str) -> Unit:
    texts = [text for row in header for text in row if text]
    scale = next(filter(None, map(find_scale, texts)), "") or declared_scale(caption)
    return Unit(scale, find_currency((*texts, caption)))


def _columns(header: Rows, body: Rows, width: int) -> tuple[Line, ...]:
    filled = [spread(row) for row in header]
    found = []
    for at in range(1, width):
        parts = [row[at] for row in filled if row[at]]
        label = " ".join(dict.fromkeys(parts))
        percent = any("%" in part for part in parts) or _is_common_size(body, at)
        scale = next(filter(None, map(find_scale, parts)), "")
        unit = Unit(scale, find_currency(parts), percent)
        own, years = terms(without_years(label)), years_of(label)
        found.append(Line(at, label, own=own, run=run_of(label), years=years, unit=unit))
    return tuple(found)


def _is_common_size(body: Rows, at: int) -> bool:
    """Whether a column is of percentages of one whole, which alone has its percent sign."""
    cells = [read_cell(row[at]) for row in body[:_MOST_LOOKED]]
    whole = any(cell.percent and cell.number == 100 for cell in cells)
    return whole and not any(cell.currency for cell in cells)


def _lines(texts: Rows, headers: int) -> tuple[Line, ...]:
    found: list[Line] = []
    sections: list[str] = []
    fresh = False
    for at in range(headers, len(texts)):
        row = texts[at]
        said = [text for text in row if text]
        if not said or (len(said) == 1 and (row[0] or read_cell(said[0]).number is None)):
            # A section right under another is within it.
            sections = ([*sections[-1:], *said] if fresh else said) if said else sections
            fresh = fresh or bool(said)
            continue
        line = _line(at, row[0], sections)
        found.append(line)
        sections, fresh = _after(line, sections, bool(row[0])), False
    return tuple(found)


def _after(line: Line, sections: list[str], named: bool) -> list[str]:
    """The sections that go on after a row: a total closes its own, one without a name all."""
    if not named:
        return []
    closes = "total" in line.own and line.own - {"total"} <= line.inner
    return sections[:-1] if closes else sections


def _line(at: int, label: str, sections: Sequence[str]) -> Line:
    name, above = label or "Total", " ".join(sections)
    scale = "" if has_no_scale(name) else find_scale(name)
    bare = _FOOTNOTES.sub("", name)
    return Line(
        at=at,
        label=name,
        above=above,
        own=terms(bare),
        shared=terms(above),
        inner=terms(" ".join(sections[-1:])),
        run=run_of(bare),
        years=years_of(name),
        above_years=years_of(above),
        unit=Unit(scale, find_currency([name]), bool(_PERCENT_LABEL.search(name))),
        total=not label or bool(_TOTAL.search(label)),
    )


def _rolled(rows: tuple[Line, ...]) -> tuple[Line, ...]:
    """What stands between a balance and the next one is of the year of the next."""
    dated = [(n, max(row.years)) for n, row in enumerate(rows) if row.years]
    years = [year for _, year in dated]
    if len(dated) < 2 or years != sorted(years) or len(dated) * 2 > len(rows):
        return rows
    found = list(rows)
    for (first, _), (last, year) in pairwise(dated):
        for n in range(first + 1, last):
            found[n] = found[n]._replace(above_years=found[n].above_years or frozenset({year}))
    return tuple(found)
