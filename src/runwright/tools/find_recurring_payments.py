"""`find_recurring_payments`: subscriptions, rent, salaries: what comes again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise
from statistics import median
from typing import Literal, NamedTuple

from pydantic import Field

from runwright.records.facts import Amount, Currency, Day
from runwright.tools import ledger, recurrence
from runwright.tools.base import MOST_ROWS, Arguments, Read, Records, Result, Tool, Value
from runwright.tools.fields import Money, Period
from runwright.tools.find_transactions import TransactionRow, row, row_of
from runwright.tools.ledger import Booking, Ledger, Selection, Unit, plain, rounded, same_name
from runwright.tools.ledger_wording import in_words, period_in_words
from runwright.tools.recurrence import Interval, Rhythm

_STEADY = Decimal("0.6")
"""How many payments must be of the same amount as the one before for a price that is fixed."""
_MOST_OFF = Decimal("0.5")
"""How far from the median bills that vary may be, as a part of it: electricity in winter."""
_SHORT: frozenset[Interval] = frozenset({"weekly", "fortnightly"})
"""Shopping every Saturday is a habit, not a bill: short intervals need a fixed price."""


class FindRecurringPaymentsArguments(Selection, Arguments):
    """Which payments are looked at, and which are listed."""

    period: Period = Field(
        default=Period(), description="The days that are looked at; all if left out."
    )
    intervals: tuple[Interval, ...] = Field(
        default=(), description="Only these intervals; empty for all."
    )
    state: Literal["active", "ended", "any"] = Field(
        default="any", description="Only those that go on, or those that may have ended."
    )
    least_times: int = Field(
        default=3, ge=2, le=100, description="How often something must have come to count."
    )
    limit: int = Field(
        default=MOST_ROWS, ge=1, le=MOST_ROWS, description="How many are given at most."
    )


class PriceChange(Value):
    """From when on a fixed price was another one."""

    day: Day = Field(description="The day of the first payment of the new amount.")
    before: Amount = Field(description="The amount until then.")
    after: Amount = Field(description="The amount from then on.")


class RecurringPayment(Value):
    """Something that is paid, or comes in, again and again."""

    counterparty: str = Field(description="Who is paid, or who pays.")
    direction: Literal["spent", "received"] = Field(description="Which way the money goes.")
    category: str | None = Field(default=None, description="The file's own category.")
    interval: Interval = Field(description="How often it comes.")
    amount: Amount = Field(
        description="What it usually is, without a sign: the price now, or the median if it varies."
    )
    currency: Currency | None = Field(default=None, description="Left out when it is unknown.")
    account: str | None = Field(
        default=None, description="The account whose currency is unknown, if it is."
    )
    varies: bool = Field(default=False, description="Whether it has no fixed price.")
    per_month: Amount = Field(description="What it comes to in an average month.")
    times: int = Field(description="How often it is on record.")
    first: Day = Field(description="The first day on record.")
    last: Day = Field(description="The last day on record.")
    next: Day | None = Field(
        default=None, description="When the next is expected; left out if it may have ended."
    )
    may_have_ended: bool = Field(
        default=False,
        description="Whether the next one did not come, though the account has later bookings.",
    )
    changes: tuple[PriceChange, ...] = Field(default=(), description="Changes of a fixed price.")
    last_id: str = Field(description="The id of the last one's record.")


class RecurringSum(Value):
    """What all that go on come to in an average month."""

    spent: Money = Field(description="What is spent a month.")
    received: Money = Field(description="What is received a month.")


class FindRecurringPaymentsResult(Result):
    """The recurring payments, the costliest first."""

    payments: tuple[RecurringPayment, ...] = Field(
        default=(), description="Those that go on first, by what they come to in a month."
    )
    per_month: tuple[RecurringSum, ...] = Field(
        default=(), description="One for each currency, of those that go on."
    )
    more: int = Field(default=0, description="How many there are beyond those given.")
    rows: tuple[TransactionRow, ...] = Field(
        default=(), description="The last booking of each of them."
    )


class _Series(NamedTuple):
    """Bookings that follow a rhythm."""

    unit: Unit
    rhythm: Rhythm
    bookings: Sequence[Booking]
    payment: RecurringPayment


def run(arguments: FindRecurringPaymentsArguments, records: Records) -> FindRecurringPaymentsResult:
    """What comes again and again among the bookings that the arguments mean."""
    [read] = reads(arguments)
    book = ledger.open_ledger(read, records)
    kept = ledger.keep(book, arguments.period, arguments)
    ends = _ends(book, records.today)
    found = [
        series
        for group in _by_counterparty(kept.bookings)
        for series in _series_of(group, arguments.least_times, book, ends)
        if _is_wanted(series.payment, arguments)
    ]
    found.sort(key=_place)
    shown = found[: arguments.limit]
    items = tuple(booking.id for series in found for booking in series.bookings)
    return FindRecurringPaymentsResult(
        looked_at=kept.looked_at,
        kept=len(items),
        items=items,
        notes=kept.notes,
        payments=tuple(series.payment for series in shown),
        per_month=tuple(_sums(found)),
        more=len(found) - len(shown),
        rows=tuple(row_of(series.bookings[-1]) for series in shown),
    )


def _ends(book: Ledger, today: date) -> dict[str, date]:
    """By account, up to which day its bookings are on record."""
    ends: dict[str, date] = {}
    for booking in book.bookings:
        if booking.day is not None:
            account = booking.treatment.account
            ends[account] = min(max(booking.day, ends.get(account, booking.day)), today)
    return ends


def _by_counterparty(found: Iterable[Booking]) -> list[list[Booking]]:
    """Bookings of one name, currency and direction, oldest first; refunds are no payments."""
    groups: dict[tuple[str, str, bool], list[Booking]] = {}
    for booking in found:
        name = same_name(booking.name)
        if name and booking.day is not None and booking.amount and not booking.is_refund:
            key = (name, booking.treatment.unit, booking.amount > 0)
            groups.setdefault(key, []).append(booking)
    return [
        sorted(own, key=lambda b: (b.day or date.min, b.id)) for _, own in sorted(groups.items())
    ]


def _series_of(
    group: list[Booking], least: int, book: Ledger, ends: dict[str, date]
) -> list[_Series]:
    """The series of one counterparty: all its bookings, or those of each amount."""
    whole = _series(group, least, book, ends)
    if whole is not None:
        return [whole]
    amounts: dict[Decimal, list[Booking]] = {}
    for booking in group:
        amounts.setdefault(booking.amount, []).append(booking)
    if len(amounts) == 1:
        return []
    parts = (_series(own, least, book, ends) for own in amounts.values())
    return [series for series in parts if series is not None]


def _series(
    own: Sequence[Booking], least: int, book: Ledger, ends: dict[str, date]
) -> _Series | None:
    """The bookings as a series, if they have a rhythm and amounts that fit."""
    days = [booking.day for booking in own if booking.day is not None]
    rhythm = recurrence.find_rhythm(days) if len(own) >= least else None
    if rhythm is None:
        return None
    sizes = [abs(booking.amount) for booking in own]
    is_fixed = _is_fixed(sizes)
    if not is_fixed and (rhythm.interval in _SHORT or not _is_near(sizes)):
        return None
    amount = sizes[-1] if is_fixed else median(sizes)
    expected = recurrence.next_day(days, rhythm)
    last = own[-1]
    # An account whose records end tells nothing about what came after.
    has_ended = expected + recurrence.grace(rhythm) < ends[last.treatment.account]
    unit = ledger.unit_of(last, book)
    payment = RecurringPayment(
        counterparty=last.name,
        direction="received" if last.amount > 0 else "spent",
        category=last.facts.category,
        interval=rhythm.interval,
        amount=plain(amount),
        currency=unit.currency,
        account=unit.account,
        varies=not is_fixed,
        per_month=plain(rounded(amount * recurrence.PER_YEAR[rhythm.interval] / 12)),
        times=len(own),
        first=days[0].isoformat(),
        last=days[-1].isoformat(),
        next=None if has_ended else expected.isoformat(),
        may_have_ended=has_ended,
        changes=tuple(_changes(days, sizes)) if is_fixed else (),
        last_id=last.id,
    )
    return _Series(unit, rhythm, own, payment)


def _is_fixed(sizes: Sequence[Decimal]) -> bool:
    """Whether nearly all amounts are as the one before them: a price, which may rise at times."""
    same = sum(before == after for before, after in pairwise(sizes))
    changes = len(sizes) - 1 - same
    return same >= _STEADY * (len(sizes) - 1) or (changes == 1 and _is_near(sizes))


def _is_near(sizes: Sequence[Decimal]) -> bool:
    usual = median(sizes)
    return all(abs(size - usual) <= _MOST_OFF * usual for size in sizes)


def _changes(days: Sequence[date], sizes: Sequence[Decimal]) -> Iterable[PriceChange]:
    """From when on the price was another; a single odd payment between two equal ones is none."""
    price = sizes[0]
    for n, size in enumerate(sizes[1:], start=1):
        is_lasting = n == len(sizes) - 1 or sizes[n + 1] != price
        if size != price and is_lasting:
            yield PriceChange(day=days[n].isoformat(), before=plain(price), after=plain(size))
            price = size


def _is_wanted(payment: RecurringPayment, arguments: FindRecurringPaymentsArguments) -> bool:
    if arguments.intervals and payment.interval not in arguments.intervals:
        return False
    return arguments.state == "any" or payment.may_have_ended == (arguments.state == "ended")


def _place(series: _Series) -> tuple[bool, str, Decimal, str]:
    payment = series.payment
    return (
        payment.may_have_ended, series.unit.key, -Decimal(payment.per_month), payment.counterparty,
    )  # fmt: skip


def _sums(found: Iterable[_Series]) -> list[RecurringSum]:
    """What those that go on come to in a month, by currency."""
    sums: dict[Unit, dict[str, Decimal]] = {}
    for series in found:
        payment = series.payment
        if not payment.may_have_ended:
            own = sums.setdefault(series.unit, {"spent": Decimal(), "received": Decimal()})
            own[payment.direction] += Decimal(payment.per_month)
    return [
        RecurringSum(spent=unit.money(own["spent"]), received=unit.money(own["received"]))
        for unit, own in sums.items()
    ]


def reads(arguments: FindRecurringPaymentsArguments) -> tuple[Read, ...]:
    """The bookings of the period, and those around it."""
    return (ledger.read_of([arguments.period]),)


def describe(arguments: FindRecurringPaymentsArguments) -> str:
    """The call in words."""
    words = f"recurring {in_words(arguments)}, {period_in_words(arguments.period)}"
    if arguments.intervals:
        words += f", {' or '.join(arguments.intervals)}"
    return words if arguments.state == "any" else f"{words}, {arguments.state}"


TOOL = Tool(
    name="find_recurring_payments",
    description="Finds what is paid or comes in again and again, such as subscriptions, rent and "
    "salaries: how often, how much, when last and when next, changes of price, and what may have "
    "ended.",
    arguments=FindRecurringPaymentsArguments,
    result=FindRecurringPaymentsResult,
    run=run,
    describe=describe,
    sources=("finance",),
    reads=reads,
    row=row,
)
