"""`find_transactions`: lists bookings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from operator import attrgetter
from typing import Literal

from pydantic import Field

from runwright.records.facts import Amount, Currency, Day, Transaction, TransactionType
from runwright.tools import ledger
from runwright.tools.base import (
    MOST_LISTED,
    MOST_ROWS,
    Arguments,
    Item,
    Read,
    Records,
    Result,
    Row,
    Tool,
    Value,
)
from runwright.tools.fields import Money, Period
from runwright.tools.ledger import Booking, Ledger, Selection, Unit
from runwright.tools.ledger_wording import in_words, period_in_words

_NEAR = timedelta(days=3)
_ID = attrgetter("item.id")
"""A weekend may lie between two bookings of one purchase."""


class FindTransactionsArguments(Selection, Arguments):
    """Which bookings are listed, and in which order."""

    period: Period = Field(
        default=Period(), description="The days on which they count; all if left out."
    )
    status: ledger.Status = Field(
        default="booked",
        description="Only what is booked, as usual; or only pending or reversed lines; or any.",
    )
    repeated: bool = Field(
        default=False,
        description="Only what came twice: the same name and amount within three days.",
    )
    order: Literal["newest", "oldest", "largest", "smallest"] = Field(
        default="newest",
        description="What comes first. Sizes are compared within a currency, without their sign.",
    )
    limit: int = Field(
        default=MOST_ROWS, ge=1, le=MOST_LISTED, description="How many are listed at most."
    )


class TransactionRow(Row):
    """One booking."""

    day: Day | None = Field(default=None, description="The day it counts on.")
    amount: Amount | None = Field(default=None, description="Negative for money that left.")
    currency: Currency | None = Field(default=None, description="Left out when it is unknown.")
    counterparty: str = Field(default="", description="Who was paid, or who paid.")
    purpose: str = Field(default="", description="What the booking says it is for.")
    category: str | None = Field(default=None, description="The file's own category.")
    account: str | None = Field(default=None, description="The own account, shortened.")
    type: TransactionType = Field(default="other", description="What kind of booking it is.")
    status: str = Field(default="booked", description="`booked`, `pending` or `reversed`.")


class UnitSums(Value):
    """What the bookings of one currency come to."""

    count: int = Field(description="How many bookings.")
    spent: Money = Field(description="What was spent, less refunds.")
    received: Money = Field(description="What was received, without refunds.")


class FindTransactionsResult(Result):
    """The bookings, and what all of them come to."""

    sums: tuple[UnitSums, ...] = Field(
        default=(), description="One for each currency; of all bookings, listed or not."
    )
    rows: tuple[TransactionRow, ...] = Field(default=(), description="The bookings.")


def run(arguments: FindTransactionsArguments, records: Records) -> FindTransactionsResult:
    """The bookings that the arguments mean."""
    [read] = reads(arguments)
    book = ledger.open_ledger(read, records)
    kept = ledger.keep(book, arguments.period, arguments, status=arguments.status)
    found = _repeated(kept.bookings) if arguments.repeated else kept.bookings
    units = ledger.by_unit(found, book)
    listed = _ordered(units.values(), arguments.order, book)
    shown = listed[: arguments.limit]
    return FindTransactionsResult(
        looked_at=kept.looked_at,
        kept=len(listed),
        items=tuple(map(_ID, listed)),
        notes=kept.notes,
        more=len(listed) - len(shown),
        sums=tuple(_sums(unit, own) for unit, own in units.items()),
        rows=tuple(row_of(booking) for booking in shown),
    )


def _repeated(found: Iterable[Booking]) -> list[Booking]:
    """Bookings that another one of the same name and amount is near to."""
    groups: dict[tuple[str, str, Decimal], list[Booking]] = {}
    for booking in sorted(found, key=_place):
        key = (ledger.same_name(booking.name), booking.treatment.unit, booking.amount)
        groups.setdefault(key, []).append(booking)
    pairs = (pair for own in groups.values() for pair in pairwise(own))
    kept = {b.id: b for pair in pairs if _are_near(*pair) for b in pair}
    return list(kept.values())


def _are_near(one: Booking, other: Booking) -> bool:
    return one.day is not None and other.day is not None and abs(other.day - one.day) <= _NEAR


def _ordered(units: Iterable[list[Booking]], order: str, book: Ledger) -> list[Booking]:
    if order in ("largest", "smallest"):
        # By size, then by day and id, in one whole number each.
        step = len(book.bookings) * (-1 if order == "largest" else 1)
        sizes, times = book.size_ranks, book.time_ranks
        places = {each: sizes[each] * step + times[each] for each in times}
        return [
            booking for own in units for booking in sorted(own, key=lambda b: places[b.item.id])
        ]
    every = sorted((b for own in units for b in own), key=_place)
    # What has no day comes last either way.
    dated = [booking for booking in every if booking.day is not None]
    undated = [booking for booking in every if booking.day is None]
    return [*(reversed(dated) if order == "newest" else dated), *undated]


def _place(booking: Booking) -> tuple[date, str, int, str]:
    item = booking.item
    return booking.day or date.min, item.file, item.row or 0, item.id


def _sums(unit: Unit, own: list[Booking]) -> UnitSums:
    return UnitSums(
        count=len(own),
        spent=unit.money(sum((b.spent for b in own), Decimal())),
        received=unit.money(sum((b.received for b in own), Decimal())),
    )


def row_of(booking: Booking) -> TransactionRow:
    """A booking as a row, with what all files together tell of it."""
    treatment = booking.treatment
    return row(booking.item).model_copy(
        update={"currency": treatment.currency, "type": treatment.type}
    )


def row(item: Item[Transaction]) -> TransactionRow:
    """A booking as a row, by its own file alone."""
    facts = item.facts
    return TransactionRow(
        id=item.id,
        day=facts.counted_on,
        amount=facts.amount,
        currency=facts.currency,
        counterparty=facts.counterparty or facts.counterparty_raw,
        purpose=facts.purpose,
        category=facts.category,
        account=ledger.account_name(facts.account) if facts.account else None,
        type=facts.type,
        status=facts.status,
    )


def reads(arguments: FindTransactionsArguments) -> tuple[Read, ...]:
    """The bookings of the period, and those around it."""
    return (ledger.read_of([arguments.period]),)


def describe(arguments: FindTransactionsArguments) -> str:
    """The call in words."""
    words = f"{in_words(arguments)}, {period_in_words(arguments.period)}"
    return words if arguments.order == "newest" else f"{words}, {arguments.order} first"


TOOL = Tool(
    name="find_transactions",
    description="Lists bookings of bank accounts and cards. For sums, averages and comparisons "
    "use measure_transactions.",
    arguments=FindTransactionsArguments,
    result=FindTransactionsResult,
    run=run,
    describe=describe,
    sources=("finance",),
    reads=reads,
    row=row,
)
