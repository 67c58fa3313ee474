"""Adding up and grouping bookings; every figure is kept apart by currency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.days import MONTHS, WEEKDAYS, moved
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Days

Sums = dict[str, Decimal]
"""An amount for each currency, the one with the most bookings first."""


class Group(NamedTuple):
    """Bookings that belong together."""

    name: str
    entries: tuple[Entry, ...]


def sums(entries: Iterable[Entry]) -> Sums:
    """What the bookings add up to, without their signs."""
    return {currency: sum(map(_size, own), Decimal(0)) for currency, own in apart(entries)}


def signed_sums(entries: Iterable[Entry]) -> Sums:
    """What comes in minus what leaves."""
    return {
        currency: sum((entry.amount for entry in own), Decimal(0))
        for currency, own in apart(entries)
    }


def apart(entries: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    """The bookings of each currency, the one with the most of them first."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.currency, []).append(entry)
    return sorted(found.items(), key=lambda each: (-len(each[1]), each[0]))


def median(entries: Sequence[Entry]) -> Decimal:
    """The size in the middle."""
    sizes = sorted(map(_size, entries))
    half = len(sizes) // 2
    return sizes[half] if len(sizes) % 2 else (sizes[half - 1] + sizes[half]) / 2


def ranked(entries: Iterable[Entry], order: str) -> list[Entry]:
    """The bookings by size or by day: `most`, `least`, `last` or `first` in front."""
    if order in ("last", "first"):
        return sorted(entries, key=lambda entry: (entry.day, entry.id), reverse=order == "last")
    sign = 1 if order == "least" else -1
    return sorted(entries, key=lambda entry: (sign * _size(entry), entry.day, entry.id))


def grouped(entries: Iterable[Entry], by: str) -> list[Group]:
    """The bookings of each month, merchant and so on; days in their order, names as they come."""
    found: dict[object, tuple[str, list[Entry]]] = {}
    for entry in entries:
        key, name = _key(entry, by)
        found.setdefault(key, (name, []))[1].append(entry)
    groups = [Group(name, tuple(own)) for name, own in found.values()]
    return (
        sorted(groups, key=lambda group: group.entries[0].day.weekday())
        if by == "weekday"
        else groups
    )


def by_size(groups: Sequence[Group], order: str) -> list[Group]:
    """The groups of one currency, ranked: `most`, `least` or `often` in front."""
    if order == "often":
        return sorted(groups, key=lambda group: (-len(group.entries), group.name))
    sign = 1 if order == "least" else -1
    return sorted(groups, key=lambda group: (sign * total(group.entries), group.name))


def total(entries: Iterable[Entry]) -> Decimal:
    """The sizes of bookings of one currency, added."""
    return sum(map(_size, entries), Decimal(0))


def names(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Who is on the other side, and how often, the most frequent first."""
    counted = Counter(entry.name for entry in entries)
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))


def length(days: Sequence[Days], entries: Sequence[Entry], unit: str, today: date) -> int:
    """How many months (weeks, ...) an average is over.

    The named days as far as they have come, or from the first to the last booking.
    """
    if days and days[0][0] > date.min and days[-1][1] < date.max:
        first, last = days[0][0], min(days[-1][1] - timedelta(days=1), today)
        last = max(last, entries[-1].day)
    else:
        first, last = entries[0].day, entries[-1].day
    return max(1, number_of(last, unit) - number_of(first, unit) + 1)


def _size(entry: Entry) -> Decimal:
    return abs(entry.amount)


def number_of(day: date, unit: str) -> int:
    """The number of the day, week, month, quarter or year that a day lies in."""
    if unit == "day":
        return day.toordinal()
    if unit == "week":
        return (day - timedelta(days=day.weekday())).toordinal() // 7
    if unit == "year":
        return day.year
    return day.year * 4 + (day.month - 1) // 3 if unit == "quarter" else day.year * 12 + day.month


def _key(entry: Entry, by: str) -> tuple[object, str]:
    day = entry.day
    if by in ("month", "quarter", "year", "week", "day"):
        return number_of(day, by), _named_days(day, by)
    if by == "weekday":
        return day.weekday(), WEEKDAYS[day.weekday()]
    if by == "category":
        name = next(iter(entry.categories), "other")
        return name, name
    if by == "currency":
        return entry.currency, entry.currency or "no named currency"
    if by == "account":
        return entry.account, entry.account or "no named account"
    return entry.name.casefold(), entry.name


def _named_days(day: date, by: str) -> str:
    if by == "month":
        return f"{MONTHS[day.month - 1]} {day.year}"
    if by == "quarter":
        return f"quarter {(day.month - 1) // 3 + 1} of {day.year}"
    if by == "year":
        return str(day.year)
    if by == "day":
        return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    monday = moved(day, -day.weekday(), "day")
    return f"the week of {monday.day} {MONTHS[monday.month - 1]} {monday.year}"
