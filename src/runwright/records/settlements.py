"""Bills of credit cards: left out where the card's own bookings are on record, else spent.

Counting both would count every purchase twice; leaving the bill out where the card's bookings are
missing would lose them. So it goes by time: what a bill pays is looked for among the bookings of
that card.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from runwright.records.entries import UNKNOWN, ByAmount, Entry, Note
from runwright.records.facts import TransactionType
from runwright.records.names import folded

_CLOSE = 5
"""Days between a payment on the bank account and its arrival on the card."""
_LONGEST_AGO = 75
"""Days: a bill is paid at most a month after it closes, and covers some 31 days before that."""
_PERIOD = (35, 5)
"""What most bills cover, in days before they are paid."""
_SLACK = 8
"""Days in which nobody may have used the card."""
_PAYS: frozenset[TransactionType] = frozenset({"card_settlement", "transfer", "own_transfer"})
_MAY_PAY: frozenset[TransactionType] = frozenset({*_PAYS, "purchase", "other"})
_OPEN: frozenset[TransactionType] = frozenset({"other", "income"})
_BRANDS = (
    "visa", "mastercard", "amex", "american express", "barclaycard", "discover", "diners",
    "capital one", "citi", "chase", "advanzia", "hanseatic", "eurocard", "card services", "viseca",
    "swisscard", "cornercard", "nexi", "mbna",
)  # fmt: skip


class Settlements(NamedTuple):
    """What pays a card."""

    left_out: Mapping[str, str | None]
    """By item that does not count, the payment's other side where that is on record."""
    spent: frozenset[str]
    """Bills that count, because the bookings they pay for are not on record."""
    notes: tuple[Note, ...]


class _Card:
    """The bookings of one card."""

    def __init__(self, entries: Sequence[Entry], units: Mapping[str, str]) -> None:
        self.payments = [e for e in entries if _is_payment(e)]
        self.open = [e for e in entries if e.amount and e.amount > 0 and e.facts.type in _OPEN]
        """What arrived and does not say why; a bill of that amount tells it."""
        bought = sorted(
            ((e.day, e.amount) for e in entries if e.day and e.amount and not _is_payment(e)),
        )
        self._days = [day for day, _ in bought]
        self._sums = [Decimal(), *accumulate(amount for _, amount in bought)]
        self._spans = _spans(entries)
        self._ends = frozenset(end for e in entries for end in _endings(e))
        words = " ".join(
            {folded(f"{e.facts.account or ''} {e.facts.holder or ''}") for e in entries[:1]}
        )
        self._brands = _brands(words)
        self._units = frozenset(units[e.item] for e in entries)

    def is_named(self, bill: Entry) -> bool | None:
        """Whether a bill names this card; None when it names none."""
        ends = _endings(bill)
        if ends and self._ends:
            return not self._ends.isdisjoint(ends)
        brands = _brands_of(bill)
        return not self._brands.isdisjoint(brands) if brands and self._brands else None

    def learn(self, bill: Entry) -> None:
        """Take the name by which a bill calls the card, when its payment arrived here."""
        self._brands |= _brands_of(bill)

    def may_be_paid_by(self, bill: Entry, unit: str) -> bool:
        """Whether a bill that names no card may be this card's.

        Not in another currency, nor where the card shows its payments and those days without one.
        """
        day = bill.day or 0
        known = not unit.startswith(UNKNOWN)
        if known and not any(own == unit or own.startswith(UNKNOWN) for own in self._units):
            return False
        shown = any(start <= day and day + _CLOSE <= end for start, end in self._spans)
        return not (shown and self.payments)

    def has_what_is_paid(self, bill: Entry) -> bool:
        """Whether the bookings that a bill pays for are on record."""
        day, amount = bill.day or 0, bill.amount or Decimal()
        return self._adds_up(day, amount) or self._covers(day)

    def _adds_up(self, day: int, amount: Decimal) -> bool:
        """Whether the bookings of some period before that day come to the bill exactly."""
        first = bisect_left(self._days, day - _LONGEST_AGO)
        last = bisect_right(self._days, day)
        seen: set[Decimal] = set()
        for n in range(first, last + 1):
            # The bill is negative on the bank account, and so are purchases on the card.
            if self._sums[n] - amount in seen:
                return True
            seen.add(self._sums[n])
        return False

    def _covers(self, day: int) -> bool:
        first, last = day - _PERIOD[0], day - _PERIOD[1]
        return any(start - _SLACK <= first and last <= end + _SLACK for start, end in self._spans)


def find(entries: Sequence[Entry], units: Mapping[str, str]) -> Settlements:
    """The payments to cards, on both sides."""
    by_place: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.is_card:
            by_place.setdefault(entry.place, []).append(entry)
    cards = [_Card(own, units) for _, own in sorted(by_place.items())]
    # What arrives on a card to pay it is own money, whichever account it comes from.
    left_out: dict[str, str | None] = {p.item: None for card in cards for p in card.payments}
    arrived = _Arrived(cards, units)
    leaving = [e for e in entries if not e.is_card and e.amount and e.amount < 0 and e.day]
    paid = {entry.item: arrived.paid_by(entry) for entry in leaving}
    for entry in leaving:
        if (card := paid[entry.item][0]) is not None:
            card.learn(entry)
    spent: set[str] = set()
    for entry in leaving:
        card, payment = paid[entry.item]
        if entry.facts.type == "card_settlement" or payment is not None:
            card = card or _meant(entry, cards, units[entry.item])
            if card is not None and card.has_what_is_paid(entry):
                left_out[entry.item] = payment and payment.item
            else:
                spent.add(entry.item)
            if payment is not None:
                left_out[payment.item] = entry.item
    return Settlements(left_out, frozenset(spent), _notes(left_out, spent, entries))


class _Arrived:
    """Payments that arrived on cards, to be found by amount and day; each is found once."""

    def __init__(self, cards: Sequence[_Card], units: Mapping[str, str]) -> None:
        self._cards = {p.item: card for card in cards for p in (*card.payments, *card.open)}
        arrived = (p for card in cards for p in (*card.payments, *card.open))
        self._by_amount = ByAmount(arrived, units)

    def paid_by(self, bill: Entry) -> tuple[_Card, Entry] | tuple[None, None]:
        """The card and the payment on it that a booking of the bank account paid."""
        if not self._cards or bill.facts.type not in _MAY_PAY:
            return None, None
        near = [
            payment
            for payment in self._by_amount.opposite(bill, _CLOSE)
            if payment.item in self._cards
            and (payment.facts.type in _PAYS or bill.facts.type == "card_settlement")
            and self._cards[payment.item].is_named(bill) is not False
        ]
        if not near:
            return None, None
        payment = min(near, key=lambda p: (abs((p.day or 0) - (bill.day or 0)), p.item))
        return self._cards.pop(payment.item), payment


def _is_payment(entry: Entry) -> bool:
    return entry.amount is not None and entry.amount > 0 and entry.facts.type in _PAYS


def _brands(text: str) -> frozenset[str]:
    return frozenset(brand for brand in _BRANDS if brand in text)


def _brands_of(bill: Entry) -> frozenset[str]:
    return _brands(folded(f"{bill.facts.counterparty_raw} {bill.facts.purpose}"))


def _meant(bill: Entry, cards: Sequence[_Card], unit: str) -> _Card | None:
    """The card that a bill names, or the only one that it may be for."""
    named = [card for card in cards if card.is_named(bill)]
    open_ones = [c for c in cards if c.is_named(bill) is None and c.may_be_paid_by(bill, unit)]
    fits = named or open_ones
    return fits[0] if len(fits) == 1 else None


def _endings(entry: Entry) -> frozenset[str]:
    """The last four digits of the card."""
    return _last_four(entry.facts.card or "", entry.account if entry.is_card else "")


@lru_cache(maxsize=1024)
def _last_four(*written: str) -> frozenset[str]:
    digits = ("".join(c for c in text if c.isdigit()) for text in written)
    return frozenset(number[-4:] for number in digits if len(number) >= 4)


def _spans(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """The stretches of days that the card's files cover, from their first to their last booking."""
    days: dict[str, list[int]] = {}
    for entry in entries:
        if entry.day is not None:
            days.setdefault(entry.file, []).append(entry.day)
    spans: list[tuple[int, int]] = []
    for start, end in sorted((min(own), max(own)) for own in days.values()):
        if spans and start <= spans[-1][1] + _SLACK:
            spans[-1] = (spans[-1][0], max(spans[-1][1], end))
        else:
            spans.append((start, end))
    return spans


def _notes(
    left_out: Mapping[str, str | None], spent: set[str], entries: Sequence[Entry]
) -> tuple[Note, ...]:
    notes = []
    bills = sorted(e.item for e in entries if e.item in left_out and not e.is_card)
    if bills:
        notes.append(Note("card_left_out", tuple(bills)))
    if spent:
        notes.append(Note("card_not_on_record", tuple(sorted(spent))))
    return tuple(notes)
