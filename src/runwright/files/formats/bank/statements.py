"""Tables of strings that are bank statements, recognised and read.

Used for CSV and for the tables of documents. A table of anything else is left alone: it needs a
day, money, and headings whose every word is known, or rows that look like nothing but bookings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from runwright.files.formats.bank import (
    bookings,
    columns,
    currency_columns,
    dates,
    headless,
    invoices,
    ledger,
    money,
)
from runwright.files.formats.bank.sections import Rows, Section, most
from runwright.files.formats.types import Draft, Reading

_PREAMBLE = 80
"""A heading stands within so many rows of the beginning."""
_DIGIT = re.compile("[0-9]")
_SAMPLE = 200


def transactions(
    rows: Rows, *, page: int | None, reading: Reading, words: str = ""
) -> list[Draft] | None:
    """One item for each booking, or None when the table is no statement."""
    found = [
        booking
        for section, before in _sections(currency_columns.merged(rows), reading.filename)
        for booking in ledger.read(section, before, words, reading)
    ]
    if found and len(found) * 2 < sum(
        any(cell.strip() for cell in row) for row in rows[_PREAMBLE:]
    ):
        return None
    return list(bookings.drafts(found, page=page, filename=reading.filename)) or None


def _sections(rows: Rows, filename: str) -> Iterator[tuple[Section, str]]:
    """Each heading with its rows, and the words before the first of them."""
    heads = [n for n, row in enumerate(rows) if _may_be_heading(n, row) and is_heading(row)]
    if not heads:
        bare = headless.section(rows, filename)
        if bare is not None and _reads(bare[0]):
            yield bare
        return
    before = "\n".join(" ".join(filter(None, row)) for row in rows[: heads[0]])
    for start, end in zip(heads, [*heads[1:], len(rows)], strict=True):
        header = _trimmed(rows[start], rows[start + 1 : end])
        section = Section(header, columns.roles(header), rows[start + 1 : end])
        if section.is_statement() and _reads(section) and not invoices.is_invoice(section):
            yield section, before


def _may_be_heading(n: int, row: Sequence[str]) -> bool:
    """Cheap: below the beginning a heading has no digits."""
    return len(row) > 1 and (n < _PREAMBLE or not any(map(_DIGIT.search, row)))


def is_heading(row: Sequence[str]) -> bool:
    """Whether a row names a day and money; never a row that holds a day itself."""
    roles = set(columns.roles(row))
    dated = roles & {"date", "booked", "valued", "made", "value"}
    paid = roles & {"amount", "net", "gross", "debit", "credit", "mark"} or {"balance"} <= roles
    return bool(dated and paid) and not any(dates.cut(cell) for cell in row)


def is_day(heading: str) -> bool:
    """Whether a heading means the day of a booking."""
    return columns.role(heading) in ("date", "booked", "valued", "made")


def _trimmed(header: Sequence[str], below: Rows) -> list[str]:
    """Without the empty columns that a delimiter at the end of the lines makes.

    A column without a heading stays if its rows are filled: German co-operative banks write
    debit and credit marks there.
    """
    cells = [cell.strip() for cell in header]
    while cells and not cells[-1] and not _is_filled(below, len(cells) - 1):
        cells.pop()
    return cells


def _is_filled(rows: Rows, n: int) -> bool:
    sample = rows[:_SAMPLE]
    return 0 < len(sample) <= 2 * sum(n < len(row) and bool(row[n].strip()) for row in sample)


def _reads(section: Section) -> bool:
    """Whether most rows have a figure where the heading has money."""
    paid = section.columns("amount", "net", "gross", "debit", "credit")
    filled = [row for row in section.rows[:_SAMPLE] if any(row[n] for n in paid)]
    return bool(filled) and most(any(money.figure(row[n]) for n in paid) for row in filled)
