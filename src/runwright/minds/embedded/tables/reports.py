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
from itertools import combinations, pairwise
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
_ROWS, _COLUMNS, _FIGURES = 5, 3, 24
"""So many of the rows that share most words with a question are read, so many columns where it
names none, and so many figures are worked out."""
_PAIRED, _TOTALS = 3, 2
"""So many of these rows are set against each other, and against so many totals of their table."""
_HEADS = 2
"""Years may stand in so many rows below the header, too."""
_CENT = Decimal("0.01")
_RATHER = 0.5
"""How likely documents must be meant where there are other records."""
SURE = 0.8
"""How likely a figure must be the one that was asked for to be stated."""


class _Named(NamedTuple):
    """A row that a question may name."""

    table: WholeTable
    line: Line
    score: float


class _Asked(NamedTuple):
    """What the words of a question say."""

    stems: frozenset[str]
    years: tuple[str, ...]
    measures: frozenset[str]
    is_share: bool


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
    sources = surroundings.sources
    is_meant = query.route == "documents" or query.written >= _RATHER or len(sources) == 1
    if "documents" not in sources or not is_meant or not UNANSWERED.isdisjoint(words):
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
    return len(set(filter(None, map(_year, words)))) > 1 and not MEASURES.keys().isdisjoint(words)


# Which rows, which columns, and what is worked out -----------------------------------------------


def _figures_of(tables: Sequence[WholeTable], query: Query) -> list[Figure]:
    """What may be meant, the rows first that say most of the question."""
    asked = _asked(query)
    rows = _rows(tables, asked.stems)
    found = [each for row in rows for each in _of_row(row, asked)]
    beside = [
        *combinations(rows[:_PAIRED], 2),
        *((row, t) for row in rows[:2] for t in _totals(row)),
    ]
    found += [each for one, other in beside for each in _of_two_rows(one, other, asked)]
    return list({(each.reading, each.value): each for each in found}.values())


def _asked(query: Query) -> _Asked:
    words = words_of(query.whole)
    stems = frozenset(map(stem, (w for w in words if w not in _LIGHT and not _year(w))))
    own = list(dict.fromkeys(filter(None, map(_year, words_of(query.text)))))
    years = own or list(dict.fromkeys(filter(None, map(_year, words))))
    measures = {MEASURES[word] for word in words if word in MEASURES}
    is_share = "share" in measures or "%" in query.text
    return _Asked(stems, tuple(years), frozenset(measures), is_share)


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


def _columns(row: _Named, asked: _Asked) -> list[tuple[str, Cell]]:
    """The figures that a row has in the columns of the years, or in those that are named best; with
    what stands over each."""
    filled = _filled(row)
    of_years = [each for year in asked.years for each in filled if year in _years(each[0])]
    named = [len(_stems(head) & asked.stems) for head, _ in filled]
    most = max(named, default=0)
    best = [each for each, count in zip(filled, named, strict=True) if count == most and most]
    within = [each for each in of_years if each in best] or of_years or best or filled[:_COLUMNS]
    return list(dict.fromkeys(within))


def _filled(row: _Named) -> list[tuple[str, Cell]]:
    """All figures of a row, with what stands over each."""
    table, number = row.table, row.line.number
    columns = ((n, _plain(table, n)) for n in range(table.width))
    return [(_head(table, n).strip(), cells[number]) for n, cells in columns if number in cells]


def _of_row(row: _Named, asked: _Asked) -> Iterator[Figure]:
    """One figure, or what several of one row come to."""
    columns = _columns(row, asked)
    label = row.line.label
    for head, cell in columns:
        yield Figure(_at(label, head), f"{_shown(cell.value)}#¤.", row, (cell,))
    cells = tuple(cell for _, cell in columns)
    values, heads = (
        [cell.value for cell in cells],
        " and ".join(filter(None, (h for h, _ in columns))),
    )
    if len(columns) > 1 and "sum" in asked.measures:
        total = _shown(sum(values, Decimal()))
        yield Figure(f"{label}, {heads}", f"{total}#¤ in total.", row, cells)
    if len(columns) > 1 and "average" in asked.measures:
        mean = _rounded(EXACT.divide(sum(values), Decimal(len(values))))
        yield Figure(f"{label}, {heads}", f"{mean}#¤ on average.", row, cells)
    if 1 < len(columns) == len(asked.years):
        lines = "\n".join(f"- {head}: {_shown(cell.value)}#¤" for head, cell in columns)
        yield Figure(f"{label}, {heads}", lines, row, cells)
    yield from _changes(row, columns, asked)


def _changes(row: _Named, columns: Sequence[tuple[str, Cell]], asked: _Asked) -> Iterator[Figure]:
    """From one year to the next: between those that are named, or to the one that is."""
    dated = sorted(
        (each for each in _filled(row) if _years(each[0])), key=lambda c: _years(c[0])[0]
    )
    pairs = list(pairwise(dated)) if dated else list(pairwise(columns))
    if len(asked.years) > 1:
        ends = [each for each in dated if set(_years(each[0])) & set(asked.years)]
        pairs = [(ends[0], ends[-1])] if len(ends) > 1 else []
    elif asked.years:
        pairs = [pair for pair in pairs if asked.years[0] in _years(pair[1][0])]
    for (first, one), (second, other) in pairs[-_COLUMNS:]:
        said = _changed(one.value, other.value, asked)
        reading = f"Change of {row.line.label} from {first} to {second}"
        yield Figure(reading, said, row, (one, other))


def _changed(before: Decimal, after: Decimal, asked: _Asked) -> str:
    by = f"{_shown(abs(after - before))}#¤"
    share = f"{_rounded(EXACT.divide(100 * abs(after - before), abs(before)))}%" if before else ""
    first, second = (share, by) if asked.is_share and share else (by, share)
    way = "Up" if after > before else "Down"
    ends = f"from {_shown(before)}#¤ to {_shown(after)}#¤"
    return f"{way} by {first}{f' ({second})' if second else ''}, {ends}."


def _totals(row: _Named) -> list[_Named]:
    """The rows of its table that are totals."""
    lines = (line for line in row.table.lines if line.number in row.table.totals)
    return [_Named(row.table, line, 0) for line in lines if line != row.line][-_TOTALS:]


def _of_two_rows(one: _Named, other: _Named, asked: _Asked) -> Iterator[Figure]:
    """What one row is of another, beside it, or with it, in one column."""
    if one.table is not other.table or one.line == other.line:
        return
    beside = dict(_filled(other))
    for head, cell in _columns(one, asked)[:_COLUMNS]:
        if head not in beside:
            continue
        (part, first), (whole, second) = sorted(
            ((one.line.label, cell), (other.line.label, beside[head])),
            key=lambda each: abs(each[1].value),
        )
        if asked.is_share and second.value:
            share = _rounded(EXACT.divide(100 * first.value, second.value))
            yield Figure(_at(f"{part} as a share of {whole}", head), f"{share}%.", one, (first,))
        if "change" in asked.measures:
            by = _shown(abs(second.value - first.value))
            yield Figure(_at(f"{whole} less {part}", head), f"{by}#¤.", one, (first,))
        if "sum" in asked.measures:
            both = _shown(first.value + second.value)
            yield Figure(_at(f"{part} and {whole}", head), f"{both}#¤ in total.", one, (first,))


def _at(label: str, head: str) -> str:
    return f"{label}, {head}" if head else label


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
    return " ".join(
        (table.header(column), *(cell for cell in below if _year(cell.strip().lower())))
    )


def _year(word: str) -> str:
    """The year that a word is: `2025`, `fy25`, `fy2025`."""
    digits = word.removeprefix("fy")
    if len(digits) == 2 and digits.isdigit() and digits != word:
        return f"20{digits}"
    is_year = len(digits) == len("2019") and digits.isdigit() and digits[:2] in ("19", "20")
    return digits if is_year else ""


def _years(head: str) -> list[str]:
    return list(filter(None, map(_year, words_of(head))))


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
