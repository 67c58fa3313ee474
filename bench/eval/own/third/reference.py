"""What is right in the third set, worked out from its own lists and never by the embedded mind."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from decimal import Decimal

from bench.eval.own.reference import Days, days, months
from bench.eval.own.third import diary, household
from bench.eval.own.third.diary import HERE, ZONE, Event
from bench.eval.own.third.household import Booking
from bench.eval.own.third.make import FOLDER, PAPERS

FILES = ("calendar.ics", "everyday.csv", "visa.csv", *PAPERS)
NOW = datetime(2026, 9, 9, 20, 0, tzinfo=UTC)
TODAY = NOW.astimezone(HERE).date()
YEAR = months(1, 12)

__all__ = ["FILES", "FOLDER", "NOW", "TODAY", "YEAR", "ZONE", "days", "months"]


def spent(
    name: str = "",
    during: Days = YEAR,
    *,
    category: str = "",
    note: str = "",
    currency: str = "NZD",
) -> list[Booking]:
    """Money that left, by all that is said of it."""
    return [
        one
        for one in household.bookings()
        if one.amount < 0
        and name in one.name
        and category in one.category
        and note.lower() in one.note.lower()
        and during.start <= one.day < during.end
        and one.currency == currency
    ]


def came(name: str = "", during: Days = YEAR, note: str = "") -> list[Booking]:
    """Money that came."""
    return [
        one
        for one in household.bookings()
        if one.amount > 0
        and name in one.name
        and note.lower() in one.note.lower()
        and during.start <= one.day < during.end
    ]


def total(found: Iterable[Booking]) -> Decimal:
    """The sum without its sign."""
    return abs(sum((one.amount for one in found), Decimal()))


def sums(found: Iterable[Booking]) -> dict[str, Decimal]:
    """The sum for each name, the largest first."""
    kept: dict[str, Decimal] = {}
    for one in found:
        kept[one.name] = kept.get(one.name, Decimal()) + abs(one.amount)
    return dict(sorted(kept.items(), key=lambda pair: -pair[1]))


def events(
    title: str = "", during: Days | None = None, who: str = "", place: str = ""
) -> list[Event]:
    """What takes place, by all that is said of it."""
    return [
        one
        for one in diary.occurrences()
        if not one.cancelled
        and title.lower() in one.title.lower()
        and place in one.place
        and (not who or any(who in name for name in one.people))
        and (during is None or _touches(one, during))
    ]


def _touches(one: Event, during: Days) -> bool:
    start, end = (datetime.combine(day, time(), HERE) for day in during)
    return one.start < end and one.end > start


def hours(found: Iterable[Event]) -> Decimal:
    """How long they take together."""
    return Decimal(int(sum((e.end - e.start).total_seconds() for e in found))) / 3600


def on(text: str) -> date:
    """A day of 2026."""
    return date.fromisoformat(f"2026-{text}")
