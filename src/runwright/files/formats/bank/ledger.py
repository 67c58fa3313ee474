"""The rows of a statement, read into bookings.

Decimal sign, order of day and month, and direction of the money are decided from all rows
before any row is read, so that no two rows of a file are read by different rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank import (
    closing,
    columns,
    dates,
    dialects,
    fees,
    kinds,
    money,
    nations,
    running,
    signs,
    states,
    transaction_types,
)
from runwright.files.formats.bank.bookings import AccountKind, Booking
from runwright.files.formats.bank.row_texts import RowTexts
from runwright.files.formats.bank.sections import Section
from runwright.files.formats.types import Reading
from runwright.records.accounts import is_iban, of_new_zealand

_NUMBERED = re.compile(
    r"(?i)\b(?:account|acct|a/c|konto|kontonummer|compte|cuenta|conto|rekening)"
    r"(?:\s{0,3}(?:number|no|nr|nummer|numero|n°|num)\b)?\.?[:#;,\s]{1,5}"
    r"([0-9X*•][0-9X*•\- ]{4,30})"
)
_MASKED = re.compile(
    r"(?im)^(?:account(?: name)?|konto|compte|cuenta|conto|rekening)\b[^\n0-9*•]{1,60}?"
    r"([*•]{2,8} ?[0-9]{3,6})\s*$"
)
"""`Account Name: Flex Instant Saver ****61837`."""
_IBAN_IN_WORDS = re.compile(r"\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_HOLDER = re.compile(
    r"(?im)^(?:kunde|kontoinhaber|account (?:holder|owner)|customer(?: name)?|titulaire|titular"
    r"|intestatario|rekeninghouder)\b[:;,\s]{1,4}([^\n\d:;]{4,60})$"
)
_SEARCHED = 20_000
"""So much of the words around a table is searched for the account and the currency."""


class _Money(NamedTuple):
    """The money of every row."""

    values: list[Decimal | None]
    columns: list[int]
    """Where it stands, to quote what cannot be read."""
    comma: bool
    currency: str | None
    """What a sign or code beside the figures says."""
    balances: list[Decimal | None]
    """What the account held after each row."""
    fees: list[Decimal | None]
    """What was taken in addition to the amount."""


class _Days(NamedTuple):
    """The day of every row."""

    cells: list[str]
    """What stands where the day is first looked for."""
    written: list[dates.Written | None]
    days: list[date | None]
    others: list[date | None]
    """Another day of the same row: when it was made, or from when it counts."""
    order: dates.Order


def read(section: Section, before: str, words: str, reading: Reading) -> list[Booking]:
    """Every booking of the section, with what the words around say of account and currency.

    The words before are those of the table itself, above its heading.
    """
    dialect = dialects.known(section.header, before)
    kind = kinds.of_statement(section, before, words, reading.filename) or dialect.kind
    words = f"{before}\n{words}"
    english = columns.is_english(section.header)
    found = _money(section, "." if english else ",")
    directed = _directed(section, found, kind)
    extra = fees.in_addition(directed.values, found.fees, directed.balances, _accounts(section))
    found = found._replace(values=directed.values, balances=directed.balances, fees=extra)
    if directed.is_debt:
        kind = kind or "credit card"
    headings = (columns.currency_of(section.header[n]) for n in found.columns)
    currency = next(filter(None, headings), None) or found.currency
    currency = currency or money.currency_in(words[:_SEARCHED]) or dialect.currency
    home = nations.home(section, before, reading.filename, dialect.bank)
    currency = currency or dialects.currency_of_countries(section) or home.currency
    hints = dates.Hints(found.comma, english, currency, reading.zone.key or "")
    days = _days(section, words, hints, reading)
    account = _account_in(words[:_SEARCHED]) or of_new_zealand(reading.filename) or ""
    holder = _HOLDER.search(words[:_SEARCHED])
    blank = Booking(
        account=account,
        kind=kind,
        bank=home.bank,
        currency=money.known(currency, reading.zone),
        holder=holder[1].strip() if holder else "",
    )
    bookings = list(_bookings(section, found, days, blank, reading))
    if directed.is_debt:
        return bookings
    sign: money.DecimalSign = "," if found.comma else "."
    return closing.with_balances(bookings, closing.in_words(before, bookings, days.order, sign))


def _money(section: Section, fallback: money.DecimalSign) -> _Money:
    amount = section.column("amount", "net", "gross")
    debit, credit = section.column("debit"), section.column("credit")
    balance, fee = section.column("balance"), section.column("fee")
    used = [n for n in (amount, debit, credit, balance, fee) if n is not None]
    figures = {n: [money.figure(cell) for cell in section.cells(n)] for n in used}
    shared = money.sign_of(figure for n in used for figure in figures[n]) or fallback
    values: dict[int | None, list[Decimal | None]] = {None: [None] * len(section.rows)}
    for n in used:
        sign = money.sign_of(figures[n]) or shared
        values[n] = money.in_cents(money.exact(figure, sign) for figure in figures[n])
    signed = amount is not None and any(f and f.negative for f in figures[amount])
    pair = [n for n in (debit, credit) if n is not None]
    if amount is None or (pair and not signed):
        directed, shown = signs.from_pair(values[debit], values[credit]), pair
    else:
        directed, shown = _marked(section, values[amount], figures[amount]), [amount]
    beside = (f.currency for n in shown for f in figures[n] if f and f.currency)
    return _Money(directed, shown, shared == ",", next(beside, None), values[balance], values[fee])


def _directed(section: Section, found: _Money, kind: AccountKind) -> running.Directed:
    """The money with the sign of the account's side, whatever the file's own side is.

    Cards mostly write what is owed: known by the rows that say that the card was paid.
    """
    texts = section.columns("purpose", "payee", "type")
    paid = [
        any(transaction_types.thanks_for_payment(row[n]) for n in texts) for row in section.rows
    ]
    is_card = kind == "credit card" or (not kind and kinds.names_shops(section))
    if kind not in ("", "credit card", "loan"):
        paid = [False] * len(paid)
    days = dates.roughly(section.cells(next(iter(section.day_columns()), None)))
    directed = running.directed(found.values, found.balances, paid, days, is_card=is_card)
    if directed is not None:
        return directed
    is_plain = len(found.columns) == 1 and section.column("mark") is None
    if running.owes(found.values, paid, is_card=is_card, is_plain=is_plain):
        return running.turned(found.values, found.balances)
    return running.Directed(found.values, found.balances)


def _accounts(section: Section) -> list[tuple[str, ...]]:
    """What rows have in common that share a running balance."""
    telling = [n for n in (section.column("currency"), kinds.column(section)) if n is not None]
    return [tuple(row[n] for n in telling) for row in section.rows]


def _marked(
    section: Section, values: list[Decimal | None], figures: list[money.Figure | None]
) -> list[Decimal | None]:
    marks = section.column("mark")
    if marks is not None:
        return signs.from_marks(values, [signs.mark(cell) for cell in section.cells(marks)])
    return signs.from_own_marks(values, figures)


def _days(section: Section, words: str, hints: dates.Hints, reading: Reading) -> _Days:
    """The day of booking of each row, or where that is empty another day of the same row."""
    looked_at = section.day_columns()
    cells = section.cells(looked_at[0] if looked_at else None)
    cut = [[dates.cut(cell) for cell in section.cells(n)] for n in looked_at]
    written = [next(filter(None, row), None) for row in zip(*cut, strict=True)]
    now = reading.now.date()
    order = dates.order_of([w for w in written if w], now, hints)
    latest = dates.latest_in(words, order, now) or now
    days = [dates.day_of(w, order, latest) if w else None for w in written]
    others = [
        next((d for w in row if w and (d := dates.day_of(w, order, latest)) != day), None)
        for row, day in zip(zip(*cut, strict=True), days, strict=True)
    ]
    return _Days(cells, written, days, others, order)


def _account_in(words: str) -> str:
    """The account that the words around name: an IBAN with a right checksum, else a number."""
    for found in _IBAN_IN_WORDS.finditer(words):
        if is_iban(found[0]):
            return found[0]
    numbered = _NUMBERED.search(words)
    if numbered:
        return numbered[1].strip()
    masked = _MASKED.search(words)
    return masked[1] if masked else ""


def _bookings(
    section: Section, found: _Money, days: _Days, blank: Booking, reading: Reading
) -> Iterator[Booking]:
    texts = RowTexts(section, reading)
    previous: Booking | None = None
    for n, row in enumerate(section.rows):
        value, written, cell = found.values[n], days.written[n], days.cells[n]
        unread = "" if value is not None else " ".join(row[c] for c in found.columns).strip(" -–")
        if texts.is_sum(row, dated=written is not None):
            continue
        if texts.is_void(row):
            if previous:
                yield previous
            previous = None
            continue
        if value is None and not unread:
            previous = previous if cell else _continued(previous, texts.rest(row))
            continue
        open_yet = states.is_undated(cell)
        if written is None and (unread or (not open_yet and (cell or previous is None))):
            continue
        # Statements print the day once for all bookings of it.
        above = None if open_yet or previous is None else previous.day
        day = above if written is None else days.days[n]
        if previous:
            yield previous
        at = dates.stamped(day, written) if day and written else None
        note = _note(cell if day is None else "", unread)
        known = blank._replace(
            day=day,
            at=at,
            amount=value,
            note=note,
            valued=days.others[n],
            balance=found.balances[n],
            fee=found.fees[n],
        )
        previous = texts.booking(row, known)
        if open_yet:
            previous = previous._replace(status="pending")
    if previous:
        yield previous


def _continued(previous: Booking | None, more: str) -> Booking | None:
    """A booking whose purpose goes on in the next row."""
    if previous is None:
        return None
    return previous._replace(purpose=f"{previous.purpose} {more}".strip())


def _note(undated: str, unread: str) -> str:
    said = [f"dated “{undated[:20]}”" if undated else ""]
    said.append(f"amount written as “{unread[:40]}”" if unread else "")
    return ", ".join(filter(None, said))
