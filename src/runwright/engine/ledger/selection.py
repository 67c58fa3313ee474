"""Which bookings are meant: days, amounts, direction, subject, as values that steps can carry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from runwright.engine import periods
from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.ranges import Range
from runwright.engine.ledger.subjects import Subject, decoded
from runwright.engine.types import Want

Days = tuple[date, date]
"""The first day, and the one after the last."""
_BOUNDS = ("above", "least", "below", "most")


class Selection(NamedTuple):
    """What a question lets through."""

    subject: Subject = Subject()
    days: tuple[Days, ...] = ()
    """Stretches of which one must hold the day; none when any day is meant."""
    direction: str = ""
    """`out`, `in`, or empty for both."""
    above: Decimal | None = None
    least: Decimal | None = None
    below: Decimal | None = None
    most: Decimal | None = None
    currency: str = ""
    weekdays: str = ""
    """Numbers of the days of the week that count, Monday being 0; empty for all."""

    def chosen(self, entries: Iterable[Entry]) -> list[Entry]:
        """The bookings that it lets through, in their order."""
        found: Iterable[Entry] = entries
        # The cheap questions come first; most of them are not asked.
        if self.is_dated():
            found = [entry for entry in found if self._is_on_a_day(entry.day)]
        if self.direction:
            leaves = self.direction == "out"
            found = [e for e in found if e.amount and (e.amount < 0) == leaves]
        if self.has_bounds():
            found = [entry for entry in found if self.is_sized(abs(entry.amount))]
        if self.currency:
            codes = self.currency.split()
            found = [entry for entry in found if entry.currency in codes]
        if self.subject.alternatives or self.subject.but:
            found = [entry for entry in found if self.subject.fits(entry)]
        return list(found)

    def _is_on_a_day(self, day: date) -> bool:
        if self.weekdays and str(day.weekday()) not in self.weekdays:
            return False
        return not self.days or any(start <= day < end for start, end in self.days)

    def has_bounds(self) -> bool:
        """Whether only amounts of some size are meant."""
        return any(getattr(self, name) is not None for name in _BOUNDS)

    def is_sized(self, size: Decimal) -> bool:
        """Whether an amount without its sign is within the bounds."""
        return (
            (self.above is None or size > self.above)
            and (self.least is None or size >= self.least)
            and (self.below is None or size < self.below)
            and (self.most is None or size <= self.most)
        )

    def within(self, sizes: Range | None) -> Selection:
        """The same, for amounts of a range."""
        if sizes is None:
            return self
        bounds = {name: getattr(sizes, name) for name in _BOUNDS}
        return self._replace(**bounds, currency=sizes.currency or self.currency)

    def want(self) -> Want:
        """What must be read of the ledger to choose from, the days with one to spare.

        Days and words find every booking that can be chosen: no search by meaning is needed.
        """
        start = min((days[0] for days in self.days), default=date.min)
        end = max((days[1] for days in self.days), default=date.max)
        return Want(
            "finance",
            whole=True,
            words=self.subject.search_words(),
            start=None if start == date.min else (start - timedelta(days=1)).isoformat(),
            end=None if end == date.max else (end + timedelta(days=1)).isoformat(),
        )

    def when(self) -> str:
        """The days in words, with a preposition; empty when any day is meant."""
        only = f"on {said_weekdays(self.weekdays)}" if self.weekdays else ""
        return " ".join(filter(None, (only, " and ".join(map(_when, self.days)))))

    def is_dated(self) -> bool:
        """Whether only some days are meant."""
        return bool(self.days or self.weekdays)

    def encoded(self, prefix: str = "") -> dict[str, str]:
        """The selection as arguments of a step."""
        found = {
            "days": " ".join(f"{start}/{end}" for start, end in self.days),
            "direction": self.direction,
            "currency": self.currency,
            "weekdays": self.weekdays,
            **self.subject.encoded(),
        }
        for name in _BOUNDS:
            if (bound := getattr(self, name)) is not None:
                found[name] = str(bound)
        return {f"{prefix}{key}": value for key, value in found.items() if value}


def selection_of(arguments: Mapping[str, str], prefix: str = "") -> Selection:
    """The selection that arguments of a step say."""

    def given(name: str) -> str:
        return arguments.get(f"{prefix}{name}", "")

    return Selection(
        subject=decoded(given("subject"), given("but")),
        days=tuple(map(_days, given("days").split())),
        direction=given("direction"),
        currency=given("currency"),
        weekdays=given("weekdays"),
        **{name: Decimal(given(name)) for name in _BOUNDS if given(name)},
    )


def _days(text: str) -> Days:
    start, _, end = text.partition("/")
    return date.fromisoformat(start), date.fromisoformat(end)


def _when(days: Days) -> str:
    start, end = days
    if start == date.min:
        return f"before {spelled(end)}"
    if end == date.max:
        return f"since {spelled(start)}"
    one_day = end - start == timedelta(days=1)
    text = periods.said(start, end)
    if one_day:
        return f"on {text}"
    return f"from {text}" if " to " in text else f"in {text}"


WEEKENDS, WORKING_DAYS = "56", "01234"


def said_weekdays(weekdays: str) -> str:
    """The days of the week in words."""
    known = {WEEKENDS: "weekends", WORKING_DAYS: "weekdays"}
    return known.get(weekdays) or " and ".join(f"{WEEKDAYS[int(n)]}s" for n in weekdays)


def spelled(day: date) -> str:
    """The day in words: "3 March 2026"."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
