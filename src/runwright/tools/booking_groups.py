"""Bookings in groups: by a stretch of the calendar, or by what they have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from pydantic import Field

from runwright.records.entries import counted
from runwright.text.calendars import DAY, Grain, unit_of
from runwright.tools.base import Note, Value
from runwright.tools.fields import Grouping, Period
from runwright.tools.ledger import Booking, Ledger, account_name, same_name

Calendar = Literal["day", "week", "month", "quarter", "year"]
GroupBy = Grouping | Literal["counterparty", "category", "account", "type"]

CALENDAR: tuple[Calendar, ...] = get_args(Calendar)
_FEW, _SELDOM = 3, 2
"""From so many stretches on one is like the others; at most so often in one comes a bill."""
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class CategoryNames(Value):
    """A category, and who belongs to it."""

    called: str = Field(description="What the category is called.")
    members: tuple[str, ...] = Field(description="The counterparties, as bookings name them.")


class Key(NamedTuple):
    """What a group has in common."""

    order: str
    """Equal for the bookings of one group, and how groups follow each other."""
    start: date | None = None
    end: date | None = None


NONE = Key("")
"""What has no day, name or category."""


def categories_of(some: Sequence[CategoryNames]) -> dict[str, str]:
    """The category of each counterparty that is given one."""
    return {same_name(name): each.called for each in some for name in each.members}


def by_name_alone(found: Iterable[Booking], some: Sequence[CategoryNames]) -> Iterator[Note]:
    """How many bookings are in a category because of a name alone."""
    named = categories_of(some)
    count = sum(not b.facts.category and same_name(b.name) in named for b in found)
    if count:
        text = f"{counted(count, 'booking')} put in a category by the name alone"
        yield Note(code="categories_by_name", text=text, count=count)


def category_of(booking: Booking, named: Mapping[str, str]) -> str:
    """The file's own category; without one, that of the counterparty by its name."""
    return booking.facts.category or named.get(same_name(booking.name), "")


def key_of(booking: Booking, by: GroupBy, named: Mapping[str, str]) -> Key:
    """The group of a booking."""
    match by:
        case "counterparty":
            return Key(same_name(booking.name))
        case "category":
            return Key(same_name(category_of(booking, named)))
        case "account":
            return Key(booking.treatment.account)
        case "type":
            return Key(booking.treatment.type)
        case _:
            return NONE if booking.day is None else calendar_key(booking.day, by)


@lru_cache(maxsize=8192)
def calendar_key(day: date, by: Grouping) -> Key:
    """The stretch of the calendar in which a day lies."""
    if by == "weekday":
        return Key(str(day.isoweekday()))
    unit = unit_of(day, by)
    return Key((unit.start or day).isoformat(), unit.start, unit.end)


def by_key(
    found: Iterable[Booking], by: GroupBy, named: Mapping[str, str]
) -> dict[Key, list[Booking]]:
    """Bookings by their groups; `named` has the categories of counterparties."""
    groups: dict[Key, list[Booking]] = {}
    for booking in found:
        groups.setdefault(key_of(booking, by, named), []).append(booking)
    return groups


def label_of(
    key: Key, by: GroupBy, own: Sequence[Booking], ledger: Ledger, named: Mapping[str, str]
) -> str | None:
    """A group as people call it; None for what has no name."""
    match by:
        case "counterparty":
            return _usual(b.name for b in own)
        case "category":
            return _usual(category_of(b, named) for b in own)
        case "account":
            return account_name(ledger.names[key.order])
        case "type":
            return key.order.replace("_", " ")
        case "weekday":
            return _WEEKDAYS[int(key.order) - 1] if key.order else None
        case "day" | "week":
            return key.order or None
        case "month":
            return key.order[:7] or None
        case "quarter":
            return f"{key.order[:4]}-Q{key.start.month // 3 + 1}" if key.start else None
        case "year":
            return key.order[:4] or None


def _usual(names: Iterable[str]) -> str | None:
    counts = Counter(names)
    # The most common spelling; of equally common ones always the same.
    return min(counts, key=lambda name: (-counts[name], name)) or None


def covered(period: Period, ledger: Ledger, today: date, by: Calendar) -> tuple[date, date] | None:
    """The days of a period for which there are records, in whole stretches where they end.

    A year that still runs is divided by the months that have passed, and a statement whose last
    booking is of the 29th covers its month. None when there is no booking with a day.
    """
    days = [booking.day for booking in ledger.bookings if booking.day is not None]
    if not days:
        return None
    # Records that begin in October say nothing of a whole year: months are filled up, no more.
    grain = _grain("month" if by in ("quarter", "year") else by)
    first = unit_of(min(days), grain).start or min(days)
    last = unit_of(max(days), grain).end or max(days) + DAY
    start, end = period.days.start, period.days.end
    first = first if start is None else max(first, start)
    last = min(last, max(today, max(days)) + DAY)
    last = last if end is None else min(last, end)
    return (first, last) if first < last else None


def stretches(first: date, last: date, by: Calendar) -> list[tuple[Key, Fraction]]:
    """The stretches of the calendar from one day to before another, each with its share in it."""
    found = []
    day = first
    while day < last:
        unit = unit_of(day, _grain(by))
        start, end = unit.start or day, unit.end or last
        inside = min(end, last) - max(start, first)
        found.append(
            (Key(start.isoformat(), start, end), Fraction(inside / DAY) / (end - start).days)
        )
        day = end
    return found


def length(first: date, last: date, by: Calendar) -> Fraction:
    """How many such stretches there are from one day to before another."""
    return sum((share for _, share in stretches(first, last, by)), Fraction())


def running_out(first: date, last: date, by: Calendar, days: Sequence[date]) -> Fraction:
    """What is missing of the last stretch, where it counts as whole: what comes seldom has come as
    often in it as in those before. A bill that was paid this month is not paid a second time."""
    parts = stretches(first, last, by)
    if len(parts) < _FEW or parts[-1][1] == 1:
        return Fraction()
    begins, before = parts[-1][0].start or last, len(parts) - 1
    inside = [day for day in days if first <= day < last]
    late = sum(day >= begins for day in inside)
    early = len(inside) - late
    is_over = early <= _SELDOM * before and late * before >= early
    return 1 - parts[-1][1] if late and is_over else Fraction()


def _grain(by: Calendar) -> Grain:
    return by
