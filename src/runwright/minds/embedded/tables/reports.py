"""Figures of a report: the row that a question names, in the columns of the years that it names.

Tables of accounts have a name at each row and a year over each column, and say somewhere whether
they are in thousands. Where a run reads documents alone, such a row is found by the words that it
shares with the question, the rare ones first; with bookings or events at hand `sureness` decides.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.minds.embedded.program import Answer, Attempt, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.searching import searched
from runwright.minds.embedded.tables.lexicon import LIGHT, MEASURES, UNANSWERED, words_of
from runwright.records.facts import Table
from runwright.text.currencies import CODES, SIGNS
from runwright.text.stems import stem
from runwright.text.words import word_set
from runwright.tools.base import Item
from runwright.tools.cells import EXACT, Cell
from runwright.tools.tables import Line, WholeTable, whole_tables

_SCALES = {1_000: "thousand", 1_000_000: "million", 1_000_000_000: "billion"}
_SIZES = {
    **{f"{word}{ending}": size for size, word in _SCALES.items() for ending in ("", "s")},
    "m": 1_000_000, "bn": 1_000_000_000, "000": 1_000, "000s": 1_000,
}  # fmt: skip
_SCALED = re.compile(
    r"(?:\b(?:in|of)\s(?:us)?|[$€£¥]\s?['’]?)(?P<size>thousands?|millions?|billions?|000s?|m|bn)\b",
    re.IGNORECASE,
)
# "in thousands", "$m", "£'000", "in millions of euros"
_LIGHT = LIGHT | word_set("""
    year years fiscal ended ending end respective respectively amount value balance million millions
    thousand thousands billion billions usd dollars company
    """)
_WORKED_OUT = frozenset(map(stem, (*MEASURES, "ratio", "net")))
"""What says what is worked out, where no row is called so."""
_ENOUGH = 0.4
"""So much of what a question says, by how rare its words are, a row must say as well."""
_OTHER_ENOUGH = 0.8
"""So much of the name of a second row the question must have."""
_MOST_FILES, _MOST_ROWS = 6, 500
_HEADS = 2
"""Years may stand in so many rows below the header, too."""
_CENT = Decimal("0.01")


class _Named(NamedTuple):
    """A row that a question names."""

    table: WholeTable
    line: Line
    score: float
    left: frozenset[str]
    """The words of the question that it does not have."""


class _Figures(NamedTuple):
    """What a row has in the columns that are asked for, in the order of the years."""

    row: _Named
    cells: tuple[Cell, ...]
    heads: tuple[str, ...]


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The figure that is asked for; None where no row or no column is meant for certain."""
    words = words_of(query.whole)
    if tuple(surroundings.sources) != ("documents",) or not UNANSWERED.isdisjoint(words):
        return None
    near: Sequence[Item[Any]] = yield Look("search_documents", searched(query.whole))
    files = list(dict.fromkeys(each.file for each in near if isinstance(each.facts, Table)))
    if not files:
        return None
    found: Sequence[Item[Any]] = yield Look(
        "query_table", {"measure": "list", "files": files[:_MOST_FILES]}
    )
    tables = [table for table in whole_tables(found) if len(table.lines) <= _MOST_ROWS]
    asked = frozenset(map(stem, (w for w in words if w not in _LIGHT and not _is_year(w))))
    row = _row(tables, asked)
    if row is None:
        return None
    figures = _figures(row, list(dict.fromkeys(filter(_is_year, words))))
    if figures is None:
        return None
    other = _row([row.table], row.left, but=row.line)
    said = _worked_out(words, figures, _beside(other, figures))
    if not said:
        return None
    size = _size(row.table, [each for each in near if each.file == row.table.file], words)
    unit = _unit(row.table, figures.cells[0])
    text = said.replace("#", f" {_SCALES[size]}" if size in _SCALES and unit != "%" else "")
    text = text.replace("¤", f" {unit}" if unit in CODES else unit if unit == "%" else "")
    return Answer(f"{text}\n{_place(figures)}", items=(row.line.item,))


def takes_several(text: str) -> bool:
    """Whether a question wants something worked out of figures of several years."""
    words = words_of(text)
    return len(set(filter(_is_year, words))) > 1 and not MEASURES.keys().isdisjoint(words)


# Which row and which columns ---------------------------------------------------------------------


def _row(
    tables: Sequence[WholeTable], asked: frozenset[str], but: Line | None = None
) -> _Named | None:
    """The row that says most of a question, and least besides; none if two say as much."""
    named: list[_Named] = []
    for table in tables:
        own = [(line, _stems(line.label)) for line in table.lines if line != but]
        weight = _weights([stems for _, stems in own], asked)
        title = _stems(f"{table.facts.title} {' '.join(table.facts.headings)}")
        known = frozenset[str]().union(*(stems for _, stems in own))
        whole = sum(weight[word] for word in asked - title - (_WORKED_OUT - known))
        for line, stems in own:
            shared = sum(weight[word] for word in asked & stems)
            if not shared or not _has_figures(table, line):
                continue
            # A second row is named by the whole of its name; the first by what it is asked by.
            is_named = shared >= _ENOUGH * whole if but is None else (
                shared >= _OTHER_ENOUGH * sum(weight[word] for word in stems)
            )  # fmt: skip
            if is_named:
                extra = sum(weight[word] for word in stems - asked)
                named.append(_Named(table, line, shared - extra / 4, asked - stems))
    named.sort(key=lambda each: -each.score)
    if len(named) > 1 and named[0].score == named[1].score:
        return None
    return named[0] if named else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text) if word not in LIGHT)


def _weights(rows: Sequence[frozenset[str]], asked: frozenset[str]) -> Mapping[str, float]:
    """How telling words are: those that many rows have tell little."""
    counts = Counter(word for row in rows for word in row)
    known = asked.union(*rows) if rows else asked
    return {word: math.log(1 + len(rows) / (1 + counts[word])) for word in known}


def _has_figures(table: WholeTable, line: Line) -> bool:
    return any(line.number in table.figures(n, None) for n in range(table.width))


def _figures(row: _Named, years: Sequence[str]) -> _Figures | None:
    """The figures of the years, or the only one that the row has."""
    table, number = row.table, row.line.number
    plain = [_plain(table, n) for n in range(table.width)]
    filled = [n for n in range(table.width) if number in plain[n]]
    heads = {n: _head(table, n) for n in filled}
    chosen = [_of_year(heads, year) for year in years]
    columns = [n for n in chosen if n is not None]
    if len(columns) != len(years) or len(set(columns)) != len(columns):
        return None
    if not years:
        columns = filled if len(filled) == 1 else []
    if not columns:
        return None
    cells = tuple(plain[n][number] for n in columns)
    return _Figures(row, cells, tuple(years) or (heads[columns[0]],))


def _plain(table: WholeTable, column: int) -> Mapping[int, Cell]:
    """The figures of a column as they are written: the scale is said, and not multiplied."""
    scale = table.scale(column)
    found = table.figures(column, None)
    if scale == 1:
        return found
    return {
        n: cell if cell.has_scale or cell.unit == "%" else cell._replace(
            value=EXACT.divide(cell.value, Decimal(scale))
        )
        for n, cell in found.items()
    }  # fmt: skip


def _head(table: WholeTable, column: int) -> str:
    below = (table.cell(line, column) for line in table.lines[:_HEADS])
    return " ".join((table.header(column), *(cell for cell in below if _is_year(cell.strip()))))


def _of_year(heads: Mapping[int, str], year: str) -> int | None:
    """The one column of a year."""
    found = [n for n, head in heads.items() if year in words_of(head)]
    return found[0] if len(found) == 1 else None


def _is_year(word: str) -> bool:
    return len(word) == len("2019") and word.isdigit() and word[:2] in ("19", "20")


def _beside(other: _Named | None, figures: _Figures) -> Decimal | None:
    """What a second row has in the same column."""
    years = [head for head in figures.heads if _is_year(head)]
    found = _figures(other, years) if other is not None else None
    return found.cells[0].value if found is not None and len(found.cells) == 1 else None


# What is worked out ------------------------------------------------------------------------------


def _worked_out(words: Sequence[str], figures: _Figures, other: Decimal | None) -> str:
    """What is said, with `#` where the scale stands and `¤` for the unit; nothing where it is not
    certain what is to be worked out."""
    label = frozenset(words_of(figures.row.line.label))
    measures = {MEASURES[word] for word in words if word in MEASURES and word not in label}
    values = [cell.value for cell in figures.cells]
    is_share = "share" in measures
    if "change" in measures and len(values) == 2:
        return _changed(figures, is_share=is_share)
    if is_share and other:
        return f"{_rounded(EXACT.divide(100 * values[0], other))}%."
    if "sum" in measures and (len(values) > 1 or other is not None):
        return f"{_shown(sum(values, other or Decimal()))}#¤ in total."
    if "change" in measures and other is not None and len(values) == 1:
        return f"{_shown(abs(values[0] - other))}#¤."
    if "average" in measures and len(values) > 1:
        return f"{_rounded(EXACT.divide(sum(values), Decimal(len(values))))}#¤ on average."
    if measures - {"sum", "count"}:
        return ""
    if len(values) > 1:
        both = zip(figures.heads, values, strict=True)
        return "\n".join(f"- {head}: {_shown(value)}#¤" for head, value in both)
    return f"{_shown(values[0])}#¤."


def _changed(figures: _Figures, *, is_share: bool) -> str:
    """From the earlier year to the later."""
    (_, before), (_, after) = sorted(
        zip(figures.heads, (cell.value for cell in figures.cells), strict=True)
    )
    if is_share and not before:
        return ""
    by = abs(after - before)
    share = _rounded(EXACT.divide(100 * by, abs(before))) if before else ""
    way = "Up" if after > before else "Down"
    ends = f"from {_shown(before)}#¤ to {_shown(after)}#¤"
    if is_share:
        return f"{way} by {share}%, {ends}."
    part = f" ({share}%)" if share else ""
    return f"{way} by {_shown(by)}#¤{part}, {ends}."


def _shown(value: Decimal) -> str:
    return f"{value:,f}"


def _rounded(value: Decimal) -> str:
    return f"{value.quantize(_CENT).normalize():,f}"


# How it is said ----------------------------------------------------------------------------------


def _size(table: WholeTable, beside: Sequence[Item[Any]], words: Sequence[str]) -> int:
    """What figures are in: thousands, millions. The table says it, the text around it, or the
    question that wants it so."""
    if table.facts.scale != 1:
        return table.facts.scale
    own = " ".join((table.facts.title, *table.facts.header, *table.lines[0].cells))
    texts = (own, *(item.text for item in beside if not isinstance(item.facts, Table)))
    found = next(filter(None, map(_SCALED.search, texts)), None)
    if found is not None:
        return _SIZES[found["size"].lower()]
    return next((_SIZES[word] for word in words if word in _SIZES and len(word) > 2), 1)


def _unit(table: WholeTable, cell: Cell) -> str:
    unit = cell.unit or next((unit for unit in table.facts.units if unit), "")
    codes = SIGNS.get(unit, ())
    return codes[0] if len(codes) == 1 else unit


def _place(figures: _Figures) -> str:
    table = figures.row.table
    page = f", page {table.page}" if table.page else ""
    title = f"{table.facts.title}, {table.file_name}" if table.facts.title else table.file_name
    heads = " and ".join(head.strip() for head in figures.heads if head.strip())
    return f"{figures.row.line.label}{f', {heads}' if heads else ''} ({title}{page})."
