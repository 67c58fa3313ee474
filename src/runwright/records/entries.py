"""The transactions of several files side by side, with what is compared worked out once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from runwright.records.accounts import account_key, whole_accounts
from runwright.records.facts import Transaction

NoteCode = Literal[
    "currency_assumed", "currency_unknown", "possible_duplicates", "own_transfers",
    "one_sided_transfers", "card_not_on_record", "card_left_out", "not_booked",
]  # fmt: skip


class Item(NamedTuple):
    """One transaction as it is stored."""

    id: str
    file: str
    facts: Transaction
    row: int | None = None
    """Its place in the file, from 1."""


class KnownFile(NamedTuple):
    """What its owner says of a file."""

    currency: str | None = None
    account: str | None = None


class Note(NamedTuple):
    """Something that was assumed, and the items it is about."""

    code: NoteCode
    items: tuple[str, ...]
    detail: str = ""
    """The word that the clause needs: a currency or a status."""

    @property
    def text(self) -> str:
        """One short clause."""
        return _CLAUSES[self.code].format(
            bookings=counted(len(self.items), "booking"),
            card_payments=counted(len(self.items), "card payment"),
            not_booked=counted(len(self.items), f"{self.detail} booking"),
            detail=self.detail,
        )

    def among(self, items: Container[str]) -> Note:
        """The same about some items alone."""
        return self._replace(items=tuple(item for item in self.items if item in items))


_CLAUSES: Mapping[NoteCode, str] = {
    "currency_assumed": "{bookings} without a currency taken as {detail}",
    "currency_unknown": "the currency of {bookings} is not known",
    "possible_duplicates": "{bookings} in different files may be the same; all are counted",
    "own_transfers": "{bookings} between own accounts left out",
    "one_sided_transfers": (
        "{bookings} to or from own accounts left out, with only one side on record"
    ),
    "card_not_on_record": (
        "{card_payments} counted as spending, "
        "since the card's own bookings of that time are not on record"
    ),
    "card_left_out": "{card_payments} left out, since the card's own bookings are counted",
    "not_booked": "{not_booked} left out",
}


class Entry(NamedTuple):
    """A transaction with its day, amount and account in the form that is compared."""

    item: str
    file: str
    facts: Transaction
    day: int | None
    """Days since the first one of the calendar."""
    amount: Decimal | None
    account: str
    """The key of the own account; empty when neither the file nor its owner names it."""
    place: str
    """The account, or what stands for it: the file and the kind of account."""
    is_card: bool
    """Whether it is on a credit card's own account."""


def entries_of(items: Iterable[Item], files: Mapping[str, KnownFile]) -> list[Entry]:
    """The entries in an order of their own: by file and row, then by id."""
    ordered = sorted(items, key=lambda item: (item.file, item.row or 0, item.id))
    cards = _cards(ordered)
    found = [
        _entry(item, files.get(item.file, _NOTHING), cards.get(item.file, "")) for item in ordered
    ]
    whole = whole_accounts({entry.account for entry in found})
    return [
        entry._replace(account=whole[entry.account], place=whole[entry.account])
        if entry.account in whole
        else entry
        for entry in found
    ]


_NOTHING = KnownFile()
_MOST_NEAR = 64


def _cards(items: Iterable[Item]) -> dict[str, str]:
    """By file, the cards that its rows name: what two statements of an account have in common."""
    cards: dict[str, set[str]] = {}
    for item in items:
        if item.facts.card and item.facts.account_kind == "credit card":
            cards.setdefault(item.file, set()).add(item.facts.card)
    return {file: f"card {' '.join(sorted(ends))}" for file, ends in cards.items()}


def _entry(item: Item, known: KnownFile, cards: str) -> Entry:
    facts = item.facts
    written = facts.account or known.account
    account = account_key(written) if written else ""
    is_card = facts.account_kind == "credit card"
    return Entry(
        item.id,
        item.file,
        facts,
        date.fromisoformat(facts.day).toordinal() if facts.day else None,
        Decimal(facts.amount) if facts.amount is not None else None,
        account,
        account or (is_card and cards) or f"{item.file}/{facts.account_kind or ''}",
        is_card,
    )


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 booking`, `3 bookings`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


UNKNOWN = "unknown "
"""How the unit of an amount begins whose currency nobody knows."""


class ByAmount:
    """Entries that are looked for by amount, unit and day; bounded, however many are equal."""

    def __init__(self, entries: Iterable[Entry], units: Mapping[str, str]) -> None:
        self._units = units
        self._days: dict[Decimal, list[int]] = {}
        self._entries: dict[Decimal, list[Entry]] = {}
        dated = [entry for entry in entries if entry.amount is not None and entry.day is not None]
        for entry in sorted(dated, key=lambda entry: (entry.day or 0, entry.item)):
            key = entry.amount or Decimal()
            self._days.setdefault(key, []).append(entry.day or 0)
            self._entries.setdefault(key, []).append(entry)

    def opposite(self, entry: Entry, days: int) -> list[Entry]:
        """Those of the opposite amount within so many days.

        An unknown currency may be any: a move has two sides though one file names none.
        """
        if entry.amount is None or entry.day is None:
            return []
        known = self._days.get(-entry.amount)
        if known is None:
            return []
        first = bisect_left(known, entry.day - days)
        last = bisect_right(known, entry.day + days)
        near = self._entries[-entry.amount][first : min(last, first + _MOST_NEAR)]
        return [other for other in near if self._may_share_unit(entry, other)]

    def _may_share_unit(self, one: Entry, other: Entry) -> bool:
        """Whether two amounts are in one currency, as far as is known."""
        first, second = self._units[one.item], self._units[other.item]
        return first == second or first.startswith(UNKNOWN) or second.startswith(UNKNOWN)
