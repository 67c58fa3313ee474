"""What bookings come to, and how large they are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from runwright.tools.ledger import Booking, Direction, Ledger

_SPENT, _RECEIVED = attrgetter("spent"), attrgetter("received")
_ID = attrgetter("item.id")


class Totals(NamedTuple):
    """What bookings come to, in each direction."""

    spent: Decimal
    received: Decimal

    def of(self, direction: Direction) -> Decimal:
        """In one direction, or what is left of both."""
        if direction == "any":
            return self.received - self.spent
        return self.spent if direction == "spent" else self.received


def totals_of(found: Sequence[Booking]) -> Totals:
    """What bookings come to."""
    return Totals(sum(map(_SPENT, found), Decimal()), sum(map(_RECEIVED, found), Decimal()))


def total_of(found: Sequence[Booking], direction: Direction) -> Decimal:
    """What bookings come to in one direction, or what is left of both."""
    return totals_of(found).of(direction)


def without_refunds(found: Sequence[Booking]) -> list[Booking]:
    """The bookings but for what came back."""
    return [b for b in found if b.treatment.type != "refund" or b.amount <= 0]


class Sizes:
    """How large bookings are, whatever their sign."""

    def __init__(self, found: Sequence[Booking], book: Ledger) -> None:
        self._found = found
        self._own = list(map(book.size_ranks.__getitem__, map(_ID, found)))
        self._ranks = sorted(self._own)

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def average(self) -> Decimal:
        """The mean."""
        return sum((abs(booking.amount) for booking in self._found), Decimal()) / len(self._found)

    @property
    def median(self) -> Decimal:
        """The one in the middle, or the mean of the two there."""
        half, is_odd = divmod(len(self._ranks), 2)
        return median(map(self._size, range(half if is_odd else half - 1, half + 1)))

    def at(self, place: int) -> list[Booking]:
        """The bookings as large as the one that has that place, the smallest being the first."""
        rank = self._ranks[place]
        return [each for each, own in zip(self._found, self._own, strict=True) if own == rank]

    def _size(self, place: int) -> Decimal:
        # Equal amounts may be written differently, `10` and `10.00`: each keeps its own place.
        return abs(self.at(place)[place - bisect_left(self._ranks, self._ranks[place])].amount)
