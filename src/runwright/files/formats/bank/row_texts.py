"""The words of a statement's rows: with whom, what for, on which accounts, in which state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from runwright.files.formats.bank import details, kinds, money, names, states, transaction_types
from runwright.files.formats.bank.bookings import Booking, Status
from runwright.files.formats.bank.sections import Section, most
from runwright.files.formats.types import Reading
from runwright.records.names import folded
from runwright.text.words import word_set

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
_LETTERS = re.compile(r"[^\W\d_]")
_MASKED_CARD = re.compile(r"(?i)[0-9]{4}(?:[ -]?[x*•]{4}){2}[ -]?[0-9]{4}(?: +[a-z]{1,2})?")
"""`4835-****-****-7719 Df`: which card paid, where the shop stands in another column."""
_LONGEST_NAME = 70
_LABEL_HEADINGS = frozenset({"transaction", "transactions", "vorgang"})
_LABELS = frozenset({
    "debit", "credit", "check", "cheque", "dslip", "deposit slip", "withdrawal", "deposit", "dr",
    "cr", "atm", "fee",
})  # fmt: skip
"""What a column says that has nothing but the kind of row in it, whatever its heading."""


_MANNERS = word_set("""
    contactless interac purchase misc payment pmt e transfer autodeposit sent received telephone
    utility bill insurance online banking foreign exchange direct deposit debit credit visa card
    withdrawal mobile internet pos point of sale retail preauthorized auth pre authorized cheque
    """)
"""Words for how or what kind of thing was paid, where another column has the name."""


_PLACES = frozenset({"merchant city", "merchant town", "merchant state", "merchant country"})
"""Headings of where a shop is, which most banks write into the line itself."""


class RowTexts:
    """The words of a row: with whom, what for, which accounts."""

    def __init__(self, section: Section, reading: Reading) -> None:
        self._payees = _of_others(section, section.columns("payee"))
        self._recipient = section.column("recipient")
        self._payer = section.column("payer")
        self._purposes, labels = _without_labels(section, section.columns("purpose"))
        self._types = [*labels, *section.columns("type")]
        self._own = section.column("own_account")
        self._other = section.column("other_account")
        self._holder = section.column("holder")
        self._currencies = section.columns("currency")
        self._states = [n for n in section.columns("status") if _has_states(section, n)]
        self._categories = section.columns("category")
        self._places = [n for n, head in enumerate(section.header) if folded(head) in _PLACES]
        self._id = _id_column(section)
        self._card = kinds.card_column(section)
        self._original = section.column("original_amount"), section.column("original_currency")
        self._sign = money.decimal_sign(section.cells(self._original[0]))
        self._kind = kinds.column(section)
        self._names_all = _has_names(section)
        self._reading = reading
        if not self._purposes and not section.columns("payee", "recipient", "payer"):
            self._purposes = section.columns(None)

    def booking(self, row: Sequence[str], blank: Booking) -> Booking:
        """The booking with what the row says in words."""
        purposes = list(dict.fromkeys(filter(None, (row[n] for n in self._purposes))))
        types = list(filter(None, (row[n] for n in self._types)))
        name = self._name(row, leaves=blank.amount is not None and blank.amount < 0)
        told = None if name else next(filter(None, map(details.of_text, purposes)), None)
        if told is not None:
            name, purposes = told.name, [told.purpose]
        elif not name and not self._names_all:
            # Without a column of names, a text begins with one.
            named = [p for p in purposes if _is_named(p)]
            name = next((p for p in named if not _is_manner(p)), named[0] if named else "")
            if not name and any(map(_is_masked_card, purposes)):
                name = next((cell for cell in types if not _is_label(cell)), "")
                types = [cell for cell in types if cell != name]
            if len(name) <= _LONGEST_NAME:
                purposes = [p for p in purposes if p != name]
            else:
                name = names.begins_with(name)
        code = money.code(next(filter(None, (row[n] for n in self._currencies)), ""))
        currency = money.known(code, self._reading.zone) or blank.currency
        state = self._state(row)
        labels = (transaction_types.of_label(cell) for cell in types)
        return blank._replace(
            counterparty=name,
            purpose=", ".join([*types, *purposes, *self._place(row)]),
            kind=kinds.labelled(self._cell(row, self._kind)) or blank.kind,
            account=self._cell(row, self._own) or blank.account,
            holder=self._cell(row, self._holder) or blank.holder,
            counterparty_account=self._cell(row, self._other) or (told.account if told else ""),
            currency=currency,
            note=", ".join(filter(None, [blank.note, state])),
            type=next(filter(None, labels), None),
            category=next(filter(None, (row[n] for n in self._categories)), ""),
            status=self._status(row),
            bank_id=self._cell(row, self._id),
            card=self._cell(row, self._card),
            original=self._paid_abroad(row, currency),
        )

    def _place(self, row: Sequence[str]) -> list[str]:
        """Town and country as card terminals write them: `BERGEN NOR`."""
        place = " ".join(filter(None, (row[n] for n in self._places)))
        return [place] if place else []

    def _cell(self, row: Sequence[str], column: int | None) -> str:
        return "" if column is None else row[column]

    def _paid_abroad(self, row: Sequence[str], currency: str | None) -> tuple[Decimal, str] | None:
        """The amount in another currency, with the sign that the file gives it."""
        amount, code = (self._cell(row, column) for column in self._original)
        known = money.known(money.code(code), self._reading.zone)
        if not amount or known is None or known == currency:
            return None
        value = money.exact(money.figure(amount), self._sign)
        return None if value is None else (value, known)

    def is_void(self, row: Sequence[str]) -> bool:
        """Whether the bank says that it never happened: declined, failed."""
        return any(states.state(row[n]) == "void" for n in self._states)

    def _state(self, row: Sequence[str]) -> str:
        """What the bank says of a booking that is not simply booked: pending, reverted."""
        said = [row[n] for n in self._states if states.state(row[n]) in ("open", "reversed")]
        return ", ".join(map(folded, said))

    def _status(self, row: Sequence[str]) -> Status:
        found = {states.state(row[n]) for n in self._states}
        if "reversed" in found:
            return "reversed"
        return "pending" if any(states.is_pending(row[n]) for n in self._states) else "booked"

    def _name(self, row: Sequence[str], *, leaves: bool) -> str:
        order = (self._recipient, self._payer) if leaves else (self._payer, self._recipient)
        named = (row[n] for n in (*self._payees, *order) if n is not None)
        return next((cell for cell in named if _is_named(cell)), "")

    def rest(self, row: Sequence[str]) -> str:
        """The text of a row that only goes on with the one above."""
        return " ".join(filter(None, (row[n] for n in self._purposes)))

    def is_sum(self, row: Sequence[str], *, dated: bool) -> bool:
        """Whether the row is a balance or a total, which moves no money."""
        said = [folded(row[n]) for n in (*self._payees, *self._purposes) if row[n]]
        if dated:
            # A row that names nobody and nothing may have its word in any column.
            told = said[:1] or [folded(cell) for cell in row if cell]
            return any(text in _SUMS for text in told)
        first = [folded(cell) for cell in row if cell][:1]
        return any(_begins_as_sum(text) for text in [*said, *first])


def _is_named(cell: str) -> bool:
    return _LETTERS.search(cell) is not None and not _is_masked_card(cell)


def _is_manner(cell: str) -> bool:
    words = [word for word in folded(cell).split() if word.isalpha()]
    return bool(words) and all(word in _MANNERS for word in words)


def _is_masked_card(cell: str) -> bool:
    return _MASKED_CARD.fullmatch(cell.strip()) is not None


def _is_label(cell: str) -> bool:
    return transaction_types.of_label(cell) is not None or transaction_types.is_banking(cell)


def _has_names(section: Section) -> bool:
    """Whether columns of names name somebody in most rows: a row without one has nobody."""
    named = section.columns("payee", "recipient", "payer")
    return bool(named) and most(any(row[n] for n in named) for row in section.rows)


def _without_labels(section: Section, purposes: list[int]) -> tuple[list[int], list[int]]:
    """The columns of texts, and apart from them one that only says what kind of row it is.

    American credit unions head `Withdrawal` and `Share Deposit` with "Transaction", comdirect
    `Lastschrift / Belastung` with "Vorgang", Chase `DEBIT` and `CHECK` with "Details".
    """
    labels = [n for n in purposes if _is_label_column(section, n)]
    texts = [n for n in purposes if n not in labels]
    return (texts, labels) if texts else (purposes, [])


def _is_label_column(section: Section, n: int) -> bool:
    cells = section.sample(n)
    return folded(section.header[n]) in _LABEL_HEADINGS or (
        bool(cells) and all(folded(cell) in _LABELS for cell in cells)
    )


def _of_others(section: Section, payees: list[int]) -> list[int]:
    """Without the column that has the account's own holder in every row, beside one of others."""
    samples = {n: section.sample(n) for n in payees}
    others = [n for n in payees if len(set(samples[n])) > 1]
    fullest = max((len(cells) for cells in samples.values()), default=0)
    own = [n for n in payees if n not in others and len(samples[n]) == fullest > 1]
    return others if others and own else payees


def _begins_as_sum(text: str) -> bool:
    words = text.split()
    return any(" ".join(words[:length]) in _SUMS for length in (1, 2, 3))


def _has_states(section: Section, n: int) -> bool:
    """Whether a column says how far its rows are; one that is headed "Info" may say anything."""
    return folded(section.header[n]) != "info" or all(map(states.is_known, section.sample(n)))


def _id_column(section: Section) -> int | None:
    """The column with the bank's own id: one in every row, and none of them twice."""
    for n in section.columns("bank_id"):
        cells = section.sample(n)
        if cells and len(set(cells)) == len(cells):
            return n
    return None
