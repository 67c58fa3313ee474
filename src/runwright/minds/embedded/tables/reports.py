"""Figures of a report: what the rows that a question names have in the columns that it names.

Tables of accounts have a name at each row and a year over each column, and say somewhere whether
they are in thousands. Which row, which columns and what is worked out of them is never certain from
words alone: some ways of reading are worked out, and a network that learned from right and wrong
figures (`context.index.reader`) says which of them fits the question, if any does.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple

from runwright.context.index import reader
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
_MOST_FILES, _MOST_ROWS = 6, 500
_ROWS, _COLUMNS, _FIGURES = 4, 3, 14
"""So many of the rows that share most words with a question are read, so many columns where it
names none, and so many figures are worked out."""
_HEADS = 2
"""Years may stand in so many rows below the header, too."""
_CENT = Decimal("0.01")
SURE = 0.7
"""How likely a figure must be the one that was asked for to be stated."""


class _Named(NamedTuple):
    """A row that a question may name."""

    table: WholeTable
    line: Line
    score: float


class Figure(NamedTuple):
    """What may be asked for, and what it comes to."""

    reading: str
    """In words: `Change of net revenue from 2018 to 2019`."""
    value: str
    """As it is said, with `#` where the scale stands and `¤` for the unit."""
    row: _Named
    cells: tuple[Cell, ...]


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The figure that is asked for; None where none surely is."""
    found: Sequence[tuple[str, Answer]] = yield from readings(query, surroundings)
    if not found or not reader.is_available():
        return None
    question = f"{query.text} ; {query.before}" if query.is_leaning else query.text
    likely = [(reader.fits(question, f"{reading} . {said.text}"), said) for reading, said in found]
    best, said = max(likely, key=lambda each: each[0])
    return said if best >= SURE else None


def readings(
    query: Query, surroundings: Surroundings
) -> Generator[Look, Any, Sequence[tuple[str, Answer]]]:
    """What the figures are that a question may mean, each with how it is read."""
    words = words_of(query.whole)
    if "documents" not in surroundings.sources or not UNANSWERED.isdisjoint(words):
        return []
    near: Sequence[Item[Any]] = yield Look("search_documents", searched(query.whole))
    files = list(dict.fromkeys(each.file for each in near if isinstance(each.facts, Table)))
    if not files:
        return []
    found: Sequence[Item[Any]] = yield Look(
        "query_table", {"measure": "list", "files": files[:_MOST_FILES]}
    )
    tables = [table for table in whole_tables(found) if len(table.lines) <= _MOST_ROWS]
    figures = _figures_of(tables, query)
    return [(each.reading, _answer(each, near, words)) for each in figures[:_FIGURES]]


def _answer(figure: Figure, near: Sequence[Item[Any]], words: Sequence[str]) -> Answer:
    table = figure.row.table
    size = _size(table, [each for each in near if each.file == table.file], words)
    unit = _unit(table, figure.cells[0])
    said = figure.value.replace("#", f" {_SCALES[size]}" if size in _SCALES and unit != "%" else "")
    said = said.replace("¤", f" {unit}" if unit in CODES else unit if unit == "%" else "")
    return Answer(f"{said}\n{figure.reading}{_place(table)}.", items=(figure.row.line.item,))


def takes_several(text: str) -> bool:
    """Whether a question wants something worked out of figures of several years."""
    words = words_of(text)
    return len(set(filter(_is_year, words))) > 1 and not MEASURES.keys().isdisjoint(words)


# Which rows, which columns, and what is worked out -----------------------------------------------


def _figures_of(tables: Sequence[WholeTable], query: Query) -> list[Figure]:
    """What may be meant, the rows first that say most of the question."""
    words = words_of(query.whole)
    asked = frozenset(map(stem, (w for w in words if w not in _LIGHT and not _is_year(w))))
    rows = _rows(tables, asked)
    own = frozenset(words_of(query.text))
    years = [each for each in dict.fromkeys(words) if _is_year(each)]
    own_years = [each for each in years if each in own] or years
    found: list[Figure] = []
    for row in rows:
        found += _of_row(row, own_years, asked, words)
    for one, other in pairwise(rows):
        found += _of_two_rows(one, other, own_years, asked, words)
    return list({(each.reading, each.value): each for each in found}.values())


def _rows(tables: Sequence[WholeTable], asked: frozenset[str]) -> list[_Named]:
    """The rows that say most of a question, and least besides."""
    named: list[_Named] = []
    for table in tables:
        own = [(line, _stems(line.label)) for line in table.lines]
        weight = _weights([stems for _, stems in own], asked)
        for line, stems in own:
            shared = sum(weight[word] for word in asked & stems)
            if shared and _has_figures(table, line):
                extra = sum(weight[word] for word in stems - asked)
                named.append(_Named(table, line, shared - extra / 4))
    return sorted(named, key=lambda each: -each.score)[:_ROWS]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text) if word not in LIGHT)


def _weights(rows: Sequence[frozenset[str]], asked: frozenset[str]) -> Mapping[str, float]:
    """How telling words are: those that many rows have tell little."""
    counts = Counter(word for row in rows for word in row)
    known = asked.union(*rows) if rows else asked
    return {word: math.log(1 + len(rows) / (1 + counts[word])) for word in known}


def _has_figures(table: WholeTable, line: Line) -> bool:
    return any(line.number in table.figures(n, None) for n in range(table.width))


def _columns(row: _Named, years: Sequence[str], asked: frozenset[str]) -> list[tuple[str, Cell]]:
    """The figures that a row has in the columns of the years, or in those that are named best; with
    what stands over each."""
    table, number = row.table, row.line.number
    figures = {n: _plain(table, n) for n in range(table.width)}
    filled = {n: _head(table, n) for n, cells in figures.items() if number in cells}
    of_years = [n for year in years for n in filled if year in words_of(filled[n])]
    named = {n: len(_stems(head) & asked) for n, head in filled.items()}
    most = max(named.values(), default=0)
    best = [n for n in filled if named[n] == most] if most else []
    within = [n for n in of_years if n in best] or of_years or best or list(filled)
    chosen = within if years or most else within[:_COLUMNS]
    return [(filled[n].strip(), figures[n][number]) for n in dict.fromkeys(chosen)]


def _of_row(
    row: _Named, years: Sequence[str], asked: frozenset[str], words: Sequence[str]
) -> Iterator[Figure]:
    """One figure, or what several of one row come to."""
    columns = _columns(row, years, asked)
    label, measures = row.line.label, _measures(words, row.line.label)
    for (first, one), (second, other) in pairwise(sorted(columns, key=_by_year)):
        if "change" in measures or "share" in measures:
            yield from _changes(row, (first, one), (second, other))
    cells = tuple(cell for _, cell in columns)
    values, heads = [cell.value for cell in cells], _listed([head for head, _ in columns])
    if len(columns) > 1 and "sum" in measures:
        yield Figure(
            f"{label}, {heads}", f"{_shown(sum(values, Decimal()))}#¤ in total.", row, cells
        )
    if len(columns) > 1 and "average" in measures:
        mean = _rounded(EXACT.divide(sum(values), Decimal(len(values))))
        yield Figure(f"{label}, {heads}", f"{mean}#¤ on average.", row, cells)
    if len(columns) > 1 and len(years) == len(columns):
        lines = "\n".join(f"- {head}: {_shown(cell.value)}#¤" for head, cell in columns)
        yield Figure(f"{label}, {heads}", lines, row, cells)
    for head, cell in columns:
        yield Figure(_at(label, head), f"{_shown(cell.value)}#¤.", row, (cell,))


def _changes(row: _Named, before: tuple[str, Cell], after: tuple[str, Cell]) -> Iterator[Figure]:
    """From one column to another, as a difference and as a share."""
    (first, one), (second, other) = before, after
    by = abs(other.value - one.value)
    way = "Up" if other.value > one.value else "Down"
    ends = f"from {_shown(one.value)}#¤ to {_shown(other.value)}#¤"
    said = f"from {first} to {second}"
    label = row.line.label
    if one.value:
        share = _rounded(EXACT.divide(100 * by, abs(one.value)))
        yield Figure(f"Change of {label} in percent, {said}", f"{way} by {share}%, {ends}.",
                     row, (one, other))  # fmt: skip
    yield Figure(f"Change of {label} {said}", f"{way} by {_shown(by)}#¤, {ends}.",
                 row, (one, other))  # fmt: skip


def _of_two_rows(
    one: _Named, other: _Named, years: Sequence[str], asked: frozenset[str], words: Sequence[str]
) -> Iterator[Figure]:
    """What one row is of another, beside it, or with it, in one column."""
    if one.table is not other.table:
        return
    beside = dict(_columns(other, years, asked))
    measures = _measures(words, "")
    for head, cell in _columns(one, years, asked)[:_COLUMNS]:
        if head not in beside:
            continue
        (part, first), (whole, second) = sorted(
            ((one.line.label, cell), (other.line.label, beside[head])),
            key=lambda each: abs(each[1].value),
        )
        if "share" in measures and second.value:
            share = _rounded(EXACT.divide(100 * first.value, second.value))
            yield Figure(_at(f"{part} as a share of {whole}", head), f"{share}%.", one, (first,))
        if "change" in measures:
            by = _shown(abs(second.value - first.value))
            yield Figure(_at(f"{whole} less {part}", head), f"{by}#¤.", one, (first,))
        if "sum" in measures:
            both = _shown(first.value + second.value)
            yield Figure(_at(f"{part} and {whole}", head), f"{both}#¤ in total.", one, (first,))


def _measures(words: Sequence[str], label: str) -> frozenset[str]:
    """What the words say is worked out, but for those that a row is called by."""
    own = frozenset(words_of(label))
    return frozenset(MEASURES[word] for word in words if word in MEASURES and word not in own)


def _by_year(column: tuple[str, Cell]) -> str:
    """The earlier year first; columns without a year in their order."""
    return next(filter(_is_year, words_of(column[0])), "")


def _at(label: str, head: str) -> str:
    return f"{label}, {head}" if head else label


def _listed(heads: Sequence[str]) -> str:
    return " and ".join(filter(None, heads))


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


def _is_year(word: str) -> bool:
    return len(word) == len("2019") and word.isdigit() and word[:2] in ("19", "20")


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


def _place(table: WholeTable) -> str:
    page = f", page {table.page}" if table.page else ""
    title = f"{table.facts.title}, {table.file_name}" if table.facts.title else table.file_name
    return f" ({title}{page})"
