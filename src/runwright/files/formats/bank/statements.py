"""Tables of strings that are bank statements, recognised and read.

Used for CSV and for the tables of documents. A table of anything else is left alone: it needs a
day, money, and headings whose every word is known, or rows that look like nothing but bookings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations

from runwright.files.formats.bank import bookings, columns, dates, invoices, ledger, money
from runwright.files.formats.bank.columns import Role
from runwright.files.formats.bank.sections import Rows, Section, most
from runwright.files.formats.types import Draft, Reading

_PREAMBLE = 80
"""A heading stands within so many rows of the beginning."""
_DIGIT = re.compile("[0-9]")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_SAMPLE = 200
_CODE = re.compile("[A-Z]{3}")
_ACCOUNT = re.compile(r"[A-Z]{0,2}[0-9][0-9A-Z ]{5,33}")


def transactions(
    rows: Rows, *, page: int | None, reading: Reading, words: str = ""
) -> list[Draft] | None:
    """One item for each booking, or None when the table is no statement."""
    found = [
        booking
        for section, before in _sections(rows)
        for booking in ledger.read(section, before, words, reading)
    ]
    if found and len(found) * 2 < sum(
        any(cell.strip() for cell in row) for row in rows[_PREAMBLE:]
    ):
        return None
    return list(bookings.drafts(found, page=page, filename=reading.filename)) or None


def _sections(rows: Rows) -> Iterator[tuple[Section, str]]:
    """Each heading with its rows, and the words before the first of them."""
    heads = [n for n, row in enumerate(rows) if _may_be_heading(n, row) and is_heading(row)]
    if not heads:
        yield from _headless(rows)
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


def _headless(rows: Rows) -> Iterator[tuple[Section, str]]:
    """Rows without a heading, when every one has a day and an amount that says its direction."""
    body = [row for row in rows if any(cell.strip() for cell in row)]
    width = len(body[0]) if body else 0
    if len(body) < 3 or width < 3 or any(len(row) != width for row in body[:_SAMPLE]):
        return
    roles = _guessed(body[:_SAMPLE], width)
    section = Section([""] * width, roles, body)
    if section.is_statement() and _signed(section) and _reads(section):
        yield section, ""


def _guessed(body: Rows, width: int) -> list[Role | None]:
    roles: list[Role | None] = [None] * width
    for n in range(width):
        filled = [cell for row in body if (cell := row[n].strip())]
        if n and roles[n - 1] is None and _are_a_pair(body, n - 1, n):
            roles[n - 1 : n + 1] = ["debit", "credit"]
        elif len(filled) * 20 < len(body) * 19:
            continue
        elif all((written := dates.cut(cell)) and written.year for cell in filled):
            roles[n] = "valued" if "date" in roles else "date"
        elif all(_is_money(cell) for cell in filled):
            roles[n] = "balance" if {"amount", "debit"} & set(roles) else "amount"
        elif most(bool(_LETTERS.search(cell)) for cell in filled):
            roles[n] = "purpose"
    return _with_account(body, _with_balances(body, roles))


def _with_balances(body: Rows, roles: list[Role | None]) -> list[Role | None]:
    """Which column of money is what, where the balance before and after each booking is written."""
    paid = [n for n, role in enumerate(roles) if role in ("amount", "balance")]
    values = {n: money.values([row[n] for row in body]) for n in paid}
    for before, after, amount in permutations(paid, 3):
        rows = zip(values[before], values[after], values[amount], strict=True)
        if all(_is_step(*row) for row in rows):
            known: dict[int, Role] = {before: "ignored", after: "balance", amount: "amount"}
            return [known.get(n, role) for n, role in enumerate(roles)]
    return roles


def _is_step(before: Decimal | None, after: Decimal | None, amount: Decimal | None) -> bool:
    return None not in (before, amount) and after == (before or 0) + (amount or 0)


def _with_account(body: Rows, roles: list[Role | None]) -> list[Role | None]:
    """The columns of the account and its currency, which are the same in every row or a code."""
    found = list(roles)
    for n, role in enumerate(roles):
        cells = {row[n].strip() for row in body}
        if role in (None, "purpose") and all(map(_CODE.fullmatch, cells)):
            found[n] = "currency" if all(map(money.code, cells)) else role
        elif role is None and len(cells) == 1 and _ACCOUNT.fullmatch(next(iter(cells))):
            found[n] = "own_account"
    return found


def _are_a_pair(body: Rows, left: int, right: int) -> bool:
    """Two columns of money of which every row fills exactly one, and not always the same."""
    cells = [(row[left].strip(), row[right].strip()) for row in body]
    one = all(bool(a) != bool(b) and _is_money(a or b) for a, b in cells)
    return one and any(a for a, _ in cells) and any(b for _, b in cells)


def _is_money(cell: str) -> bool:
    figure = money.figure(cell)
    return figure is not None and bool(re.search(r"[.,][0-9]{2}$", figure.digits))


def _signed(section: Section) -> bool:
    """Prices have no signs: without one negative amount nothing tells that money moved."""
    if "debit" in section.roles:
        return True
    cells = section.sample(section.column("amount") or 0)
    return any((figure := money.figure(cell)) and figure.negative for cell in cells)
