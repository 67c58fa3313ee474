"""Small books of several files for tests: what each file holds, keyed as its reader does it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from runwright.records import bookings
from runwright.records.booking_keys import with_booking_keys
from runwright.records.bookings import Resolution, Treatment
from runwright.records.entries import Item, KnownFile
from runwright.records.facts import Transaction

GIRO = "DE89370400440532013000"
SAVINGS = "DE02120300000000202051"
CARD = "XXXX XXXX XXXX 4711"


def booked(day: str, amount: str, name: str = "", **facts: Any) -> Transaction:
    """A transaction of November 2026 or any other day."""
    day = day if len(day) > 5 else f"2026-{day}"
    return Transaction(day=day, amount=amount, counterparty=name, **facts)


def on(account: str | None, *transactions: Transaction, **shared: Any) -> list[Transaction]:
    """The transactions of one file on one account."""
    return [facts.model_copy(update={"account": account, **shared}) for facts in transactions]


class Books:
    """Files with their items, and what they come to together."""

    def __init__(self, known: dict[str, KnownFile] | None = None, **said: Any) -> None:
        self._items: list[Item] = []
        self._known = known or {}
        self._said = said

    def add(self, file: str, transactions: list[Transaction]) -> Books:
        """One more file; its items are called `file/1`, `file/2`, …"""
        for row, facts in enumerate(with_booking_keys(transactions), start=1):
            self._items.append(Item(f"{file}/{row}", file, facts, row))
        return self

    @property
    def items(self) -> list[Item]:
        return self._items

    def resolve(self) -> Resolution:
        return bookings.resolve(self._items, files=self._known, **self._said)

    def treatment(self, item: str) -> Treatment:
        return self.resolve().treatments[item]

    def notes(self) -> list[str]:
        return [note.code for note in self.resolve().notes]

    def spent(self) -> dict[str, Decimal]:
        """What was spent, by unit."""
        return self._summed(bookings.spent)

    def earned(self) -> dict[str, Decimal]:
        """What was earned, by unit."""
        return self._summed(bookings.earned)

    def _summed(self, part: Any) -> dict[str, Decimal]:
        treatments = self.resolve().treatments
        sums: dict[str, Decimal] = {}
        for item in self._items:
            treatment = treatments[item.id]
            if amount := part(treatment, Decimal(item.facts.amount or 0)):
                sums[treatment.unit] = sums.get(treatment.unit, Decimal()) + amount
        return sums
