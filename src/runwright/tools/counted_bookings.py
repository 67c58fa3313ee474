"""The bookings that count, as `match_records` compares them, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.records import bookings, entries
from runwright.records.bookings import Treatment, resolve
from runwright.records.entries import UNKNOWN
from runwright.records.facts import Transaction
from runwright.tools.base import Item, Note
from runwright.tools.documents import count_words
from runwright.tools.fields import Money
from runwright.tools.match_arguments import BookingChoice
from runwright.tools.matching import fits


class Booking(NamedTuple):
    """A booking that counts, with what is compared worked out once."""

    item: Item[Transaction]
    treatment: Treatment
    amount: Decimal
    day: date
    """The day it was booked."""
    made: date
    """The day it was made, if that is another one."""

    @property
    def id(self) -> str:
        return self.item.id

    @property
    def line(self) -> str:
        """All words that the bank has of it."""
        facts = self.item.facts
        return f"{facts.counterparty} {facts.counterparty_raw} {facts.purpose}"


class Ledger(NamedTuple):
    """The bookings that count and were chosen, by day, and what was assumed of all of them."""

    bookings: list[Booking]
    notes: tuple[entries.Note, ...]
    last_day: date | None
    """The last day on record, whatever was chosen."""

    def notes_on(self, ids: set[str]) -> tuple[Note, ...]:
        """What was assumed of some of them."""
        result = []
        for note in self.notes:
            count = sum(item in ids for item in note.items)
            # The clause counts all bookings on record, so it is said of these in other words.
            if count and note.code == "currency_assumed":
                text = f"{count_words(count, 'booking')} without a currency taken as the project's"
                result.append(Note(code=note.code, text=text, count=count))
            elif count and note.code == "currency_unknown":
                text = f"the currency of {count_words(count, 'booking')} is not known"
                result.append(Note(code=note.code, text=text, count=count))
            elif count and note.code in ("possible_duplicates", "card_not_on_record"):
                result.append(Note(code=note.code, text=note.text, count=count))
        return tuple(result)


def counted(
    items: Sequence[Item[Transaction]], choice: BookingChoice, currency: str | None
) -> Ledger:
    """Without duplicates, own transfers, settled cards and what is not booked."""
    stored = [entries.Item(item.id, item.file, item.facts, item.row) for item in items]
    resolution = resolve(stored, currency=currency)
    kept = []
    for item in items:
        facts, treatment = item.facts, resolution.treatments[item.id]
        if not treatment.counts or facts.day is None or facts.amount is None:
            continue
        day = date.fromisoformat(facts.day)
        made = date.fromisoformat(facts.valued) if facts.valued else day
        booking = Booking(item, treatment, Decimal(facts.amount), day, made)
        if _is_chosen(booking, choice):
            kept.append(booking)
    kept.sort(key=lambda booking: (booking.day, booking.id))
    days = [item.facts.day for item in items if item.facts.day]
    last = date.fromisoformat(max(days)) if days else None
    return Ledger(kept, resolution.notes, last)


def _is_chosen(booking: Booking, choice: BookingChoice) -> bool:
    facts = booking.item.facts
    if choice.direction is not None and (booking.amount < 0) != (choice.direction == "out"):
        return False
    if choice.period is not None and booking.day not in choice.period.days:
        return False
    return (
        booking.amount in choice.amount
        and fits(choice.counterparty, (facts.counterparty, facts.counterparty_raw))
        and fits(choice.account, (facts.account,))
    )


def spent(some: Iterable[Booking]) -> tuple[Money, ...]:
    """What they take away, in each currency; refunds reduce it."""
    return _totals(some, bookings.spent)


def received(some: Iterable[Booking]) -> tuple[Money, ...]:
    """What they bring, in each currency."""
    return _totals(some, bookings.earned)


def _totals(
    some: Iterable[Booking], worth: Callable[[Treatment, Decimal], Decimal]
) -> tuple[Money, ...]:
    sums: dict[str, Decimal] = {}
    for booking in some:
        amount = worth(booking.treatment, booking.amount)
        if amount:
            sums[booking.treatment.unit] = sums.get(booking.treatment.unit, Decimal()) + amount
    return tuple(money(amount, unit) for unit, amount in sorted(sums.items()))


def money(amount: Decimal, unit: str) -> Money:
    """An amount in a unit of `records.bookings`."""
    if unit.startswith(UNKNOWN):
        return Money(amount=f"{amount:f}", account=unit.removeprefix(UNKNOWN))
    return Money(amount=f"{amount:f}", currency=unit)
