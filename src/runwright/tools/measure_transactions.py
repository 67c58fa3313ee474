"""`measure_transactions`: what bookings come to, in all and by group, also against another time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from runwright.records.facts import Amount, Day
from runwright.tools import booking_groups, ledger
from runwright.tools.base import MOST_ROWS, Arguments, Read, Records, Result, Tool, Value
from runwright.tools.booking_figures import Sizes, Totals, total_of, totals_of, without_refunds
from runwright.tools.booking_groups import CALENDAR, Calendar, CategoryNames, GroupBy, Key
from runwright.tools.fields import Money, Period
from runwright.tools.find_transactions import TransactionRow, row, row_of
from runwright.tools.ledger import Booking, Direction, Ledger, Selection, Unit, plain, rounded
from runwright.tools.ledger_wording import in_words, period_in_words

_ID = attrgetter("item.id")


class MeasureTransactionsArguments(Selection, Arguments):
    """Which bookings are measured, and how they are grouped and compared."""

    period: Period = Field(
        default=Period(), description="The days on which they count; all if left out."
    )
    by: GroupBy | None = Field(default=None, description="Groups to measure one by one.")
    order: Literal["usual", "largest", "smallest"] = Field(
        default="usual",
        description="Which groups come first: by total, or as usual, which is in the order of "
        "the calendar, and the largest total first for other groups.",
    )
    limit: int = Field(
        default=MOST_ROWS, ge=1, le=MOST_ROWS, description="How many groups are given at most."
    )
    categories: tuple[CategoryNames, ...] = Field(
        default=(),
        description="For groups by category: what bookings without one of their own belong to, "
        "by the name of the counterparty.",
    )
    per: Calendar | None = Field(
        default=None, description="Also the average for each day, week, month, quarter or year."
    )
    share_of: Selection | None = Field(
        default=None,
        description="The whole of which the bookings are a part, in the same period; "
        "`{}` for everything in their direction.",
    )
    compared: Period | None = Field(
        default=None, description="Another period, whose bookings they are compared with."
    )

    @model_validator(mode="after")
    def _can_be_compared(self) -> MeasureTransactionsArguments:
        if self.compared is not None and self.by in CALENDAR:
            raise ValueError(
                "groups of two periods can be compared by counterparty, category, account, type "
                "or weekday, not by stretches of the calendar"
            )
        return self


class Comparison(Value):
    """The same in the other period."""

    count: int = Field(description="How many bookings there were.")
    total: Amount = Field(description="Their total.")
    difference: Amount = Field(description="How much more it is now; negative for less.")
    percent: Amount | None = Field(
        default=None,
        description="The difference in percent of the other total; left out if that is 0.",
    )


class Extreme(Value):
    """The booking of the smallest or largest size."""

    id: str = Field(description="The id of the record.")
    day: Day | None = Field(default=None, description="The day it counts on.")
    amount: Amount = Field(description="Its size, without a sign.")


class Figures(Value):
    """What bookings of one currency come to."""

    currency: str | None = Field(default=None, description="Left out when it is unknown.")
    account: str | None = Field(
        default=None, description="The account whose currency is unknown, if it is."
    )
    count: int = Field(description="How many bookings.")
    refunds: int = Field(default=0, description="How many of them are refunds.")
    total: Amount = Field(
        description="What was spent less refunds, or what was received; for both directions "
        "what is left: received less spent."
    )
    spent: Amount = Field(default="0", description="What was spent, less refunds.")
    received: Amount = Field(default="0", description="What was received, without refunds.")
    share: Amount | None = Field(
        default=None,
        description="The total in percent of the whole; of a group, of the total of all groups. "
        "Only for one direction.",
    )
    compared: Comparison | None = Field(default=None, description="The other period.")


class UnitFigures(Figures):
    """All bookings of one currency."""

    average: Amount | None = Field(
        default=None, description="The mean size of a booking, refunds left out."
    )
    median: Amount | None = Field(
        default=None, description="The median size of a booking, refunds left out."
    )
    smallest: Extreme | None = Field(default=None, description="Refunds left out.")
    largest: Extreme | None = Field(default=None, description="Refunds left out.")
    average_per: Amount | None = Field(
        default=None, description="The total for each stretch of the calendar asked for."
    )
    stretches: Amount | None = Field(
        default=None, description="How many of these stretches have records, in part or whole."
    )


class GroupFigures(Figures):
    """The bookings of one group in one currency."""

    group: str | None = Field(
        default=None, description="Such as `2026-10`, `Friday` or `REWE`; left out for the rest."
    )
    start: Day | None = Field(default=None, description="Of a stretch of the calendar: first day.")
    end: Day | None = Field(default=None, description="And the day after its last.")


class MeasureTransactionsResult(Result):
    """The figures, one for each currency."""

    total: Money | None = Field(
        default=None, description="The total, where all bookings are in one currency."
    )
    units: tuple[UnitFigures, ...] = Field(
        default=(), description="One for each currency, that of most bookings first."
    )
    groups: tuple[GroupFigures, ...] = Field(
        default=(), description="One for each group and currency."
    )
    more_groups: int = Field(default=0, description="How many groups are beyond those given.")
    rows: tuple[TransactionRow, ...] = Field(
        default=(), description="The smallest and largest bookings."
    )


class _Side(NamedTuple):
    """The bookings of a period and those of the one that it is compared with, in one unit."""

    unit: Unit
    own: Sequence[Booking]
    other: Sequence[Booking]


class _Measured(NamedTuple):
    """A group with what it is ordered by."""

    key: Key
    figures: GroupFigures


def run(arguments: MeasureTransactionsArguments, records: Records) -> MeasureTransactionsResult:
    """The figures that the arguments ask for."""
    [read] = reads(arguments)
    book = ledger.open_ledger(read, records)
    kept = ledger.keep(book, arguments.period, arguments)
    notes, looked_at = list(kept.notes), kept.looked_at
    other: list[Booking] = []
    if arguments.compared is not None:
        before = ledger.keep(book, arguments.compared, arguments)
        other, looked_at = before.bookings, looked_at + before.looked_at
        notes += [note for note in before.notes if note not in notes]
    if arguments.by == "category":
        notes += booking_groups.by_name_alone(kept.bookings, arguments.categories)
    sides = _sides(kept.bookings, other, book)
    units = [_unit_figures(side, arguments, book, records.today) for side in sides]
    measured = [m for side in sides for m in _groups(side, arguments, book, records.today)]
    extremes = {e.id for unit in units for e in (unit.smallest, unit.largest) if e}
    ids = dict.fromkeys(map(_ID, (*kept.bookings, *other)))
    return MeasureTransactionsResult(
        looked_at=looked_at,
        kept=len(kept.bookings) + len(other),
        items=tuple(ids),
        notes=tuple(notes),
        total=_only_total(units),
        units=tuple(units),
        groups=tuple(m.figures for m in measured[: arguments.limit]),
        more_groups=max(len(measured) - arguments.limit, 0),
        rows=tuple(row_of(booking) for booking in kept.bookings if booking.item.id in extremes),
    )


def _sides(own: Sequence[Booking], other: Sequence[Booking], book: Ledger) -> list[_Side]:
    ours, theirs = ledger.by_unit(own, book), ledger.by_unit(other, book)
    return [_Side(unit, ours.get(unit, ()), theirs.get(unit, ())) for unit in {**ours, **theirs}]


def _only_total(units: Sequence[UnitFigures]) -> Money | None:
    if len(units) != 1:
        return None
    [unit] = units
    return Money(amount=unit.total, currency=unit.currency, account=unit.account)


def _figures(
    side: _Side, totals: Totals, arguments: MeasureTransactionsArguments
) -> dict[str, object]:
    """What all figures have: of a unit, and of a group in it."""
    unit, own, other = side
    total = totals.of(arguments.direction)
    return {
        "currency": unit.currency,
        "account": unit.account,
        "count": len(own),
        "refunds": len(own) - len(without_refunds(own)),
        "total": plain(total),
        "spent": plain(totals.spent),
        "received": plain(totals.received),
        "compared": (
            None if arguments.compared is None else _comparison(total, other, arguments.direction)
        ),
    }


def _comparison(total: Decimal, other: Sequence[Booking], direction: Direction) -> Comparison:
    before = total_of(other, direction)
    return Comparison(
        count=len(other),
        total=plain(before),
        difference=plain(total - before),
        # Against a loss, a percentage would have the wrong sign: it is one of its size.
        percent=_percent(total - before, abs(before)),
    )


def _percent(part: Decimal, whole: Decimal) -> str | None:
    return plain(rounded(part * 100 / whole, 1)) if whole else None


def _part(part: Decimal, whole: Decimal, direction: Direction) -> str | None:
    """A share in percent; what is left of both directions has no parts, nor has a loss."""
    return _percent(part, whole) if direction != "any" and whole > 0 else None


def _unit_figures(
    side: _Side, arguments: MeasureTransactionsArguments, book: Ledger, today: date
) -> UnitFigures:
    """All figures of one currency."""
    totals = totals_of(side.own)
    total = totals.of(arguments.direction)
    sizes = Sizes(without_refunds(side.own), book)
    length = _length(arguments, book, today, [own.day for own in side.own if own.day])
    return UnitFigures(
        **_figures(side, totals, arguments),
        share=_share(total, side.unit, arguments, book),
        average=plain(rounded(sizes.average)) if sizes else None,
        median=plain(sizes.median) if sizes else None,
        smallest=_extreme(min(sizes.at(0), key=_when)) if sizes else None,
        largest=_extreme(max(sizes.at(-1), key=_when)) if sizes else None,
        average_per=plain(rounded(_divided(total, length))) if length else None,
        stretches=plain(rounded(_divided(Decimal(1), 1 / length)).normalize()) if length else None,
    )


def _when(booking: Booking) -> tuple[date, str]:
    """Which of two equal amounts comes first."""
    return booking.day or date.min, booking.id


def _extreme(booking: Booking) -> Extreme:
    return Extreme(id=booking.id, day=booking.facts.counted_on, amount=plain(abs(booking.amount)))


def _length(
    arguments: MeasureTransactionsArguments, book: Ledger, today: date, booked: Sequence[date]
) -> Fraction:
    """How many of the stretches that an average is asked for the period has; 0 if none."""
    if arguments.per is None:
        return Fraction()
    days = booking_groups.covered(arguments.period, book, today, arguments.per)
    if days is None:
        return Fraction()
    length = booking_groups.length(*days, arguments.per)
    length += booking_groups.running_out(*days, arguments.per, booked)
    for period in arguments.outside:
        # What is left out is not divided by either; periods left out do not overlap.
        start = max(days[0], period.days.start or days[0])
        end = min(days[1], period.days.end or days[1])
        length -= booking_groups.length(start, end, arguments.per)
    return max(length, Fraction())


def _divided(amount: Decimal, by: Fraction) -> Decimal:
    return amount * by.denominator / by.numerator


def _share(
    total: Decimal, unit: Unit, arguments: MeasureTransactionsArguments, book: Ledger
) -> str | None:
    """The part that the total is of the whole, in percent."""
    if arguments.share_of is None:
        return None
    whole = arguments.share_of
    # A call that was written down and read again names every field: what counts is the value.
    if whole.direction == "any":
        whole = whole.model_copy(update={"direction": arguments.direction})
    found = ledger.keep(book, arguments.period, whole).bookings
    same = [booking for booking in found if booking.treatment.unit == unit.key]
    return _part(total, total_of(same, whole.direction), whole.direction)


def _groups(
    side: _Side, arguments: MeasureTransactionsArguments, book: Ledger, today: date
) -> list[_Measured]:
    """The groups of one currency, in their order."""
    by = arguments.by
    if by is None:
        return []
    named = booking_groups.categories_of(arguments.categories)
    ours, theirs = (booking_groups.by_key(found, by, named) for found in (side.own, side.other))
    keys = {**ours, **theirs, **dict.fromkeys(_empty(arguments, book, today))}
    whole = total_of(side.own, arguments.direction)
    measured = []
    for key in keys:
        own, other = ours.get(key, []), theirs.get(key, [])
        totals = totals_of(own)
        figures = GroupFigures(
            **_figures(_Side(side.unit, own, other), totals, arguments),
            share=_part(totals.of(arguments.direction), whole, arguments.direction),
            group=booking_groups.label_of(key, by, own or other, book, named),
            start=key.start and key.start.isoformat(),
            end=key.end and key.end.isoformat(),
        )
        measured.append(_Measured(key, figures))
    return _ordered(measured, arguments)


def _empty(arguments: MeasureTransactionsArguments, book: Ledger, today: date) -> list[Key]:
    """Stretches of the calendar that have records but perhaps none of the wanted bookings."""
    for by in CALENDAR:
        if arguments.by == by:
            days = booking_groups.covered(arguments.period, book, today, by)
            return [key for key, _ in booking_groups.stretches(*days, by)] if days else []
    return []


def _ordered(measured: list[_Measured], arguments: MeasureTransactionsArguments) -> list[_Measured]:
    by_key = sorted(measured, key=lambda m: m.key.order)
    if arguments.order == "usual" and arguments.by in (*CALENDAR, "weekday"):
        return by_key
    sign = 1 if arguments.order == "smallest" else -1
    return sorted(by_key, key=lambda m: sign * Decimal(m.figures.total))


def reads(arguments: MeasureTransactionsArguments) -> tuple[Read, ...]:
    """The bookings of both periods, and those around them."""
    periods = [arguments.period, *([arguments.compared] if arguments.compared else [])]
    return (ledger.read_of(periods),)


def describe(arguments: MeasureTransactionsArguments) -> str:
    """The call in words."""
    words = f"{in_words(arguments)}, {period_in_words(arguments.period)}"
    if arguments.by is not None:
        words += f", by {arguments.by}"
    if arguments.per is not None:
        words += f", average for each {arguments.per}"
    if arguments.share_of is not None:
        words += f", as a share of {in_words(arguments.share_of, 'all')}"
    if arguments.compared is not None:
        words += f", compared with {period_in_words(arguments.compared)}"
    return words


TOOL = Tool(
    name="measure_transactions",
    description="Adds bookings up: what was spent or received, how many, averages, extremes, "
    "shares, by group, and compared with another period. One result for each currency.",
    arguments=MeasureTransactionsArguments,
    result=MeasureTransactionsResult,
    run=run,
    describe=describe,
    sources=("finance",),
    reads=reads,
    row=row,
)
