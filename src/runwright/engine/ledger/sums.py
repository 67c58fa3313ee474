"""Adding up and grouping bookings; every figure is kept apart by currency."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger.entries import Entry

Sums = dict[str, Decimal]
"""An amount for each currency, the one with the most bookings first."""


class Group(NamedTuple):
    """Bookings that belong together."""

    name: str
    entries: tuple[Entry, ...]


def sums(entries: Iterable[Entry]) -> Sums:
    """What the bookings add up to, without their signs."""
    return {currency: sum(map(_size, own), Decimal(0)) for currency, own in apart(entries)}


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
    """The bookings of each category or merchant, as they come."""
    found: dict[str, tuple[str, list[Entry]]] = {}
    for entry in entries:
        key, name = _key(entry, by)
        found.setdefault(key, (name, []))[1].append(entry)
    return [Group(name, tuple(own)) for name, own in found.values()]


def _key(entry: Entry, by: str) -> tuple[str, str]:
    if by == "category":
        name = next(iter(entry.categories), "other")
        return name, name
    return entry.name.casefold(), entry.name


def total(entries: Iterable[Entry]) -> Decimal:
    """The sizes of bookings of one currency, added."""
    return sum(map(_size, entries), Decimal(0))


def names(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """Who is on the other side, and how often, the most frequent first."""
    counted = Counter(entry.name for entry in entries)
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))


def _size(entry: Entry) -> Decimal:
    return abs(entry.amount)
