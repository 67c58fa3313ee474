"""The rows of a statement, read into bookings.

Decimal sign, order of day and month, and direction of the money are decided from all rows
before any row is read, so that no two rows of a file are read by different rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank import bookings, columns, dates, kinds, money, signs, states
from runwright.files.formats.bank.bookings import Booking
from runwright.files.formats.bank.sections import Section
from runwright.files.formats.types import Reading

_SUM_WORDS = (
    "opening balance", "closing balance", "starting balance", "beginning balance",
    "ending balance", "previous balance", "new balance", "balance brought forward",
    "brought forward", "balance carried forward", "carried forward", "balance forward", "total",
    "totals", "subtotal", "sub total", "grand total", "saldo", "anfangssaldo", "endsaldo",
    "schlusssaldo", "alter kontostand", "neuer kontostand", "kontostand", "saldovortrag", "summe",
    "gesamt", "zwischensumme", "solde", "ancien solde", "nouveau solde", "solde initial",
    "solde final", "sous total", "saldo anterior", "saldo inicial", "saldo final",
    "saldo iniziale", "saldo finale", "totale", "beginsaldo", "eindsaldo", "vorig saldo",
    "nieuw saldo", "totaal", "alter saldo", "neuer saldo", "balance", "start balance",
    "end balance", "totaux", "gesamtsumme", "endbetrag", "total amount",
)  # fmt: skip
_SUMS = frozenset(_SUM_WORDS)
_NUMBERED = re.compile(
    r"(?i)\b(?:account|acct|a/c|konto|kontonummer|compte|cuenta|conto|rekening)"
    r"(?:\s{0,3}(?:number|no|nr|nummer|numero|n°|num)\b)?\.?[:#;,\s]{1,5}"
    r"([0-9X*•][0-9X*•\- ]{4,30})"
)
_IBAN_IN_WORDS = re.compile(r"\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_LONGEST_NAME = 70
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


class _Days(NamedTuple):
    """The day of every row."""

    cells: list[str]
    """What stands where the day is first looked for."""
    written: list[dates.Written | None]
    days: list[date | None]


def read(section: Section, before: str, words: str, reading: Reading) -> list[Booking]:
    """Every booking of the section, with what the words around say of account and currency.

    The words before are those of the table itself, above its heading.
    """
    kind = kinds.of_statement(section, before, words, reading.filename)
    words = f"{before}\n{words}"
    english = columns.is_english(section.header)
    found = _money(section, "." if english else ",")
    headings = (columns.currency_of(section.header[n]) for n in found.columns)
    currency = next(filter(None, headings), None) or found.currency
    currency = currency or money.currency_in(words[:_SEARCHED])
    hints = dates.Hints(found.comma, english, currency, reading.zone.key or "")
    days = _days(section, words, hints, reading)
    account = _account_in(words[:_SEARCHED])
    blank = Booking(account=account, kind=kind, currency=_known(currency, reading))
    return list(_bookings(section, found, days, blank, reading))


def _money(section: Section, fallback: money.DecimalSign) -> _Money:
    amount = section.column("amount", "net", "gross")
    debit, credit = section.column("debit"), section.column("credit")
    balance = section.column("balance")
    used = [n for n in (amount, debit, credit, balance) if n is not None]
    figures = {n: [money.figure(cell) for cell in section.cells(n)] for n in used}
    shared = money.sign_of(figure for n in used for figure in figures[n]) or fallback
    values: dict[int | None, list[Decimal | None]] = {None: [None] * len(section.rows)}
    for n in used:
        sign = money.sign_of(figures[n]) or shared
        values[n] = [money.exact(figure, sign) for figure in figures[n]]
    signed = amount is not None and any(f and f.negative for f in figures[amount])
    pair = [n for n in (debit, credit) if n is not None]
    if amount is None or (pair and not signed):
        directed, shown = signs.from_pair(values[debit], values[credit]), pair
    else:
        directed, shown = _directed(section, values[amount], figures[amount]), [amount]
    directed = signs.by_balance(directed, values[balance])
    beside = (f.currency for n in shown for f in figures[n] if f and f.currency)
    return _Money(directed, shown, shared == ",", next(beside, None))


def _directed(
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
    return _Days(cells, written, [dates.day_of(w, order, latest) if w else None for w in written])


def _known(currency: str | None, reading: Reading) -> str | None:
    return money.dollar(reading.zone) if currency == "$" else currency


def _account_in(words: str) -> str:
    """The account that the words around name: an IBAN with a right checksum, else a number."""
    for found in _IBAN_IN_WORDS.finditer(words):
        if bookings.is_iban(found[0]):
            return found[0]
    numbered = _NUMBERED.search(words)
    return numbered[1].strip() if numbered else ""


def _bookings(
    section: Section, found: _Money, days: _Days, blank: Booking, reading: Reading
) -> Iterator[Booking]:
    texts = _Texts(section, reading)
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
            if previous and not cell:
                more = f"{previous.purpose} {texts.rest(row)}"
                previous = previous._replace(purpose=more.strip())
            continue
        day = days.days[n]
        if written is None:
            if cell or unread or previous is None:
                continue
            # Statements print the day once for all bookings of it.
            day = previous.day
        if previous:
            yield previous
        at = dates.stamped(day, written) if day and written else None
        note = _note(cell if day is None else "", unread)
        previous = texts.booking(row, blank._replace(day=day, at=at, amount=value, note=note))
    if previous:
        yield previous


def _note(undated: str, unread: str) -> str:
    said = [f"dated “{undated[:20]}”" if undated else ""]
    said.append(f"amount written as “{unread[:40]}”" if unread else "")
    return ", ".join(filter(None, said))


class _Texts:
    """The words of a row: with whom, what for, which accounts."""

    def __init__(self, section: Section, reading: Reading) -> None:
        self._payees = section.columns("payee")
        self._recipient = section.column("recipient")
        self._payer = section.column("payer")
        self._purposes = section.columns("purpose")
        self._types = section.columns("type")
        self._own = section.column("own_account")
        self._other = section.column("other_account")
        self._currency = section.column("currency")
        self._states = section.columns("status")
        self._kind = kinds.column(section)
        self._reading = reading
        if not self._purposes and not section.columns("payee", "recipient", "payer"):
            self._purposes = section.columns(None)

    def booking(self, row: Sequence[str], blank: Booking) -> Booking:
        """The booking with what the row says in words."""
        purposes = list(dict.fromkeys(filter(None, (row[n] for n in self._purposes))))
        types = list(filter(None, (row[n] for n in self._types)))
        name = self._name(row, leaves=blank.amount is not None and blank.amount < 0)
        if not name:
            # Without a column of names, a short text is mostly one.
            name = next((p for p in purposes if _LETTERS.search(p)), "")
            name = name if len(name) <= _LONGEST_NAME else ""
            purposes = [p for p in purposes if p != name]
        code = money.code(row[self._currency]) if self._currency is not None else None
        return blank._replace(
            counterparty=name,
            purpose=", ".join([*types, *purposes]),
            kind=(kinds.labelled(row[self._kind]) if self._kind is not None else "") or blank.kind,
            account=(row[self._own] if self._own is not None else "") or blank.account,
            counterparty_account=row[self._other] if self._other is not None else "",
            currency=_known(code, self._reading) or blank.currency,
            note=", ".join(filter(None, [blank.note, self._state(row)])),
        )

    def is_void(self, row: Sequence[str]) -> bool:
        """Whether the bank says that it never happened: declined, failed, taken back."""
        return any(states.state(row[n]) == "void" for n in self._states)

    def _state(self, row: Sequence[str]) -> str:
        """What the bank says of a booking that is not simply booked: pending, refunded."""
        said = [row[n] for n in self._states if states.state(row[n]) == "open"]
        return ", ".join(map(bookings.folded, said))

    def _name(self, row: Sequence[str], *, leaves: bool) -> str:
        order = (self._recipient, self._payer) if leaves else (self._payer, self._recipient)
        named = (row[n] for n in (*self._payees, *order) if n is not None)
        return next(filter(_LETTERS.search, named), "")

    def rest(self, row: Sequence[str]) -> str:
        """The text of a row that only goes on with the one above."""
        return " ".join(filter(None, (row[n] for n in self._purposes)))

    def is_sum(self, row: Sequence[str], *, dated: bool) -> bool:
        """Whether the row is a balance or a total, which moves no money."""
        said = [bookings.folded(row[n]) for n in (*self._payees, *self._purposes) if row[n]]
        if dated:
            return any(text in _SUMS for text in said[:1])
        first = [bookings.folded(cell) for cell in row if cell][:1]
        return any(_begins_as_sum(text) for text in [*said, *first])


def _begins_as_sum(text: str) -> bool:
    words = text.split()
    return any(" ".join(words[:length]) in _SUMS for length in (1, 2, 3))
