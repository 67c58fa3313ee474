"""CSV in the forms that banks and spreadsheets write it: a sniffer that checks, and a reader.

The delimiter is the one that cuts the lines into rows of one width with days and figures in
cells of their own. A statement becomes transactions, an invoice a document; any other table
becomes passages.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from runwright.files.formats import passages
from runwright.files.formats.bank import columns, dates, invoices, money, statements
from runwright.files.formats.types import Part, Reading, Table, Unreadable

_DELIMITERS = (",", ";", "\t", "|")
_LOOKED_AT = 60_000
"""So many characters are looked at to find the delimiter."""
_WIDEST = 2_000
_PREAMBLE = 40
"""Banks write up to so many lines above the heading."""
_SAMPLE = 60
_LONGEST_CELL = 60
"""Cells that tell nothing else are short on average, or they are sentences."""
_LEAST_OF_BOOKINGS = 4
"""A day, a text, an amount and a balance; a list of a letter has fewer columns."""
_SWALLOWED = 60
"""A cell with more lines than this is no cell: a quotation mark was left open."""
_SEPARATOR = re.compile(r"\ufeff?sep=(.)\r?\n", re.IGNORECASE)
_RULE = re.compile(r"^[ \t|:]*-{2,}[ \t:]*\|[ \t|:-]*$", re.M)
_BEFORE_THOUSANDS = re.compile(r"[^\W\d_].*\s[-+]?\d{1,3}(?:[.'’]\d{3})*")
# `Sales 1|200.50` was cut at its thousands, `Coffee 2|80 EUR` and `Summe 1.500|00` at their cents.
_THOUSANDS = re.compile(r"(?:\d{3}(?:\.\d\d)?|\d\d)(?:\s.*)?")

_Rows = list[list[str]]


class _Fit(NamedTuple):
    """How well a delimiter cuts the text; more is better, in this order."""

    typed: int
    """Cells that hold a day or a figure and nothing else."""
    even: int
    """Rows of the usual width."""
    width: int


def looks_like(text: str) -> bool:
    """Whether the text is a table with delimiters, and not prose that has commas."""
    return _delimiter(text) is not None


def read(text: str, reading: Reading) -> Iterator[Part]:
    """The table, then its transactions if it is a statement, else its passages."""
    delimiter = _delimiter(text)
    if delimiter is None:
        raise Unreadable("This file cannot be split into columns. Save it as CSV again.")
    rows = _squared(_rows(_body(text), delimiter))
    yield Table(1, rows)
    found = statements.transactions(rows, page=None, reading=reading)
    if found is not None:
        yield from found
        return
    if (invoice := invoices.document(rows, reading)) is not None:
        yield invoice
    yield from passages.from_table(rows, title=reading.filename)


def _body(text: str) -> str:
    return _SEPARATOR.sub("", text, count=1) if _SEPARATOR.match(text) else text.lstrip("\ufeff")


def _delimiter(text: str) -> str | None:
    """The delimiter that makes a table of the text, or None when none does."""
    if text.lstrip("\ufeff \t\r\n")[:1] in ("", "{", "<"):
        return None
    if said := _SEPARATOR.match(text):
        return said[1]
    head = _head(text)
    found = {
        delimiter: fit
        for delimiter in _DELIMITERS
        if delimiter in head and (fit := _fit(_rows(_body(head), delimiter), delimiter, head))
    }
    return max(found, key=lambda delimiter: found[delimiter]) if found else None


def _head(text: str) -> str:
    """The first lines, whole: some ten thousand characters, and more if the lines are long."""
    end, lines = 0, 0
    while end < _LOOKED_AT or lines < _PREAMBLE:
        end, lines = text.find("\n", end) + 1, lines + 1
        if not end:
            return text
    return text[:end]


def _rows(text: str, delimiter: str) -> _Rows:
    rows = _parsed(text, delimiter, csv.QUOTE_MINIMAL)
    if any(cell.count("\n") > _SWALLOWED for row in rows for cell in row if len(cell) > _SWALLOWED):
        plain = _parsed(text, delimiter, csv.QUOTE_NONE)
        rows = [[cell.strip().strip('"') for cell in row] for row in plain]
    return rows


def _parsed(text: str, delimiter: str, quoting: int) -> _Rows:
    # A cell may be longer than the module's limit, which is meant for endless streams.
    csv.field_size_limit(max(len(text), 131_072) + 1)
    lines = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=quoting,  # type: ignore[arg-type]
        skipinitialspace=delimiter != "\t",
    )
    return [row for row in lines if any(cell.strip() for cell in row)]


def _fit(rows: _Rows, delimiter: str, text: str) -> _Fit | None:
    """How the rows look, or None when they are uneven whichever row the table begins at."""
    if delimiter == "|" and _RULE.search(text):
        return None
    heading = next((len(row) for row in rows[:_PREAMBLE] if statements.is_heading(row)), 0)
    usual = [width for width, _ in Counter(map(len, rows)).most_common(3)]
    fits = [_fit_of(rows, width, delimiter) for width in dict.fromkeys([heading, *usual])]
    return max(filter(None, fits), default=None)


def _fit_of(rows: _Rows, usual: int, delimiter: str) -> _Fit | None:
    """How the rows look from the first that has the width; above it banks write what they like."""
    slack = 1 if usual >= 4 else 0
    start = next((n for n, row in enumerate(rows) if abs(len(row) - usual) <= slack), 0)
    body = rows[start:]
    even = sum(abs(len(row) - usual) <= slack for row in body)
    if not 1 < usual <= _WIDEST or len(body) < 2 or even * 10 < len(body) * 7:
        return None
    if start > max(_PREAMBLE, len(rows) // 2) or _filled_columns(body, usual) < 2:
        return None
    # `GROCER 331,537.82` is a text and a balance where rows have a day as bookings do.
    is_booked = usual >= _LEAST_OF_BOOKINGS and _has_days(body, usual)
    is_known = is_booked or _has_known_heading(body)
    if delimiter == "," and not is_known and _cuts_amounts(body):
        return None
    typed = sum(_is_typed(cell) for row in body[:_SAMPLE] for cell in row)
    clear = _has_typed_column(body, usual) or _has_known_heading(body)
    return _Fit(typed, even, usual) if clear or _is_terse(body, delimiter) else None


def _cuts_amounts(body: _Rows) -> bool:
    """Whether a comma cuts figures in two, as in the lines of a letter: "Total 13,800.00"."""
    cut = sum(
        any(
            _BEFORE_THOUSANDS.fullmatch(one) and _THOUSANDS.fullmatch(other)
            for one, other in pairwise(row)
        )
        for row in body[:_SAMPLE]
    )
    return cut > 1 and cut * 5 >= len(body[:_SAMPLE])


def _has_days(body: _Rows, usual: int) -> bool:
    """Whether a column has a day with its year in nearly every row."""
    sample = body[:_SAMPLE]
    days = (sum(n < len(row) and dates.is_whole(row[n]) for row in sample) for n in range(usual))
    return any(count * 10 >= len(sample) * 9 for count in days)


def _filled_columns(body: _Rows, usual: int) -> int:
    """How many columns have something in at least three rows of ten; code ends lines in `;`."""
    sample = body[:_SAMPLE]
    counts = [sum(n < len(row) and bool(row[n].strip()) for row in sample) for n in range(usual)]
    return sum(count * 10 >= len(sample) * 3 for count in counts)


def _is_typed(cell: str) -> bool:
    return money.figure(cell) is not None or dates.cut(cell) is not None


def _has_typed_column(body: _Rows, usual: int) -> bool:
    for n in range(usual):
        cells = [row[n] for row in body[1:_SAMPLE] if n < len(row) and row[n].strip()]
        if len(cells) * 2 >= len(body[1:_SAMPLE]) and _most_typed(cells):
            return True
    return False


def _most_typed(cells: list[str]) -> bool:
    return bool(cells) and sum(map(_is_typed, cells)) * 10 >= len(cells) * 7


def _has_known_heading(body: _Rows) -> bool:
    return sum(role is not None for role in columns.roles(body[0])) >= 2


def _is_terse(body: _Rows, delimiter: str) -> bool:
    """Short cells in rows of exactly one width, with no blank after the commas as prose has it."""
    cells = [cell for row in body[:_SAMPLE] for cell in row]
    short = sum(map(len, cells)) <= _LONGEST_CELL * len(cells)
    strict = all(len(row) == len(body[0]) for row in body)
    return strict and short and (len(body) >= 3 if delimiter != "," else not _is_prose(body))


def _is_prose(body: _Rows) -> bool:
    first = " ".join(row[0] for row in body[:_SAMPLE]).split()
    return len(first) > 4 * len(body[:_SAMPLE]) or any(
        cell.rstrip().endswith((".", "!", "?")) for row in body[:_SAMPLE] for cell in row
    )


def _squared(rows: _Rows) -> tuple[tuple[str, ...], ...]:
    """Every row in one width: short ones filled, the excess of a stray long one put together."""
    usual, _ = Counter(map(len, rows)).most_common(1)[0]
    width = min(max(_filled(row) for row in rows), 2 * usual + 16)
    return tuple(
        tuple(cell.strip() for cell in (*row[:width], *[""] * (width - len(row))))
        if _filled(row) <= width
        else (*(cell.strip() for cell in row[: width - 1]), " ".join(row[width - 1 :]).strip())
        for row in rows
    )


def _filled(row: list[str]) -> int:
    """The width without the empty cells at the end."""
    return next((n for n in range(len(row), 0, -1) if row[n - 1].strip()), 0)
