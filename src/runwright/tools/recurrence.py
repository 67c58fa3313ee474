"""Whether days follow a rhythm, and when it goes on: weekly, monthly, yearly, …

Payments fall on weekends and holidays, are booked late and at times skipped, so a rhythm is one
that nearly all gaps between the days fit, within a few days.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.text.durations import add_months

Interval = Literal[
    "weekly", "fortnightly", "semi-monthly", "four-weekly", "monthly", "bimonthly", "quarterly",
    "half-yearly", "yearly",
]  # fmt: skip
_NEARLY_ALL = 0.75
"""How many gaps must fit; one payment may be missing from a year of months."""
_MIDDLE, _END, _START = range(10, 19), 25, 3
"""Where in a month payments of its middle and of its end fall; one of the 15th that is a Sunday is
booked on the 13th, and one of the 31st at times on the 2nd."""
_LEAST_HALVES = 6
"""So many days are needed: every second week drifts away from the middle within five."""
_TWO_WEEKS = 14
_MOST_SKIPPED = 3
"""A gap of more intervals than this is an end and a new beginning, not a payment left out."""


class Rhythm(NamedTuple):
    """An interval, and what it is in the calendar."""

    interval: Interval
    days: int
    """Its usual length."""
    months: int
    """Its length in months; 0 for what goes by days alone."""
    slack: int
    """By how many days a payment may be off."""

    def fits(self, gap: int) -> bool:
        """Whether a gap is one interval, or a few where payments are missing."""
        times = max(round(gap / self._mean), 1)
        return times <= _MOST_SKIPPED and abs(gap - times * self._mean) <= self.slack

    @property
    def _mean(self) -> float:
        return self.months * 365.2425 / 12 if self.months else self.days


RHYTHMS = (
    Rhythm("weekly", 7, 0, 1),
    Rhythm("fortnightly", 14, 0, 2),
    Rhythm("four-weekly", 28, 0, 0),
    Rhythm("monthly", 30, 1, 5),
    Rhythm("bimonthly", 61, 2, 6),
    Rhythm("quarterly", 91, 3, 8),
    Rhythm("half-yearly", 182, 6, 10),
    Rhythm("yearly", 365, 12, 15),
)
SEMI_MONTHLY = Rhythm("semi-monthly", 15, 0, 4)
PER_YEAR: dict[Interval, int] = {
    "weekly": 52, "fortnightly": 26, "semi-monthly": 24, "four-weekly": 13, "monthly": 12,
    "bimonthly": 6, "quarterly": 4, "half-yearly": 2, "yearly": 1,
}  # fmt: skip


def find_rhythm(days: Sequence[date]) -> Rhythm | None:
    """The rhythm of days in their order, if they have one."""
    gaps = [(after - before).days for before, after in pairwise(days)]
    if not gaps or 0 in gaps:
        return None
    # Days that are always two weeks apart can lie in the middle of a month and at its end by turns.
    if _is_semi_monthly(days) and set(gaps) != {_TWO_WEEKS}:
        return SEMI_MONTHLY
    usual = sorted(gaps)[len(gaps) // 2]
    for rhythm in RHYTHMS:
        is_usual = abs(usual - rhythm.days) <= rhythm.slack
        if is_usual and sum(map(rhythm.fits, gaps)) >= _NEARLY_ALL * len(gaps):
            return rhythm
    return None


def next_day(days: Sequence[date], rhythm: Rhythm) -> date:
    """The day on which the next one is expected: the usual day of the month, where there is one."""
    last = days[-1]
    if rhythm == SEMI_MONTHLY:
        return _other_half(days)
    if not rhythm.months:
        return last + timedelta(days=rhythm.days)
    usual = _usual_day(days)
    # A payment of the 31st that was booked on the 2nd belongs to the month before.
    nearest = min(
        (_on(add_months(last.replace(day=1), shift), usual) for shift in (-1, 0, 1)),
        key=lambda day: abs(day - last),
    )
    return _on(add_months(nearest.replace(day=1), rhythm.months), usual)


def _is_semi_monthly(days: Sequence[date]) -> bool:
    """Whether days are by turns in the middle of a month and at its end."""
    halves = [_half(day) for day in days]
    is_turn = all(one != other for one, other in pairwise(halves))
    gaps = [(after - before).days for before, after in pairwise(days)]
    return len(days) >= _LEAST_HALVES and "" not in halves and is_turn and max(gaps) < _END


def _half(day: date) -> str:
    if day.day in _MIDDLE:
        return "middle"
    return "end" if day.day >= _END or day.day <= _START else ""


def _other_half(days: Sequence[date]) -> date:
    """The next end of a month after its middle, and the other way round, on its usual day."""
    last = days[-1]
    others = [day for day in days if _half(day) != _half(last)]
    late = [day.day for day in others if day.day > _START]
    # Of the 1st and the 15th, the 1st is that of the month after.
    is_next = last.day >= _END or not late
    month = add_months(last.replace(day=1), int(is_next))
    return _on(month, max(late, default=min(day.day for day in others)))


def _usual_day(days: Sequence[date]) -> int:
    """The day of the month that most of them have, of several the latest one's."""
    counts = Counter(day.day for day in days)
    most = max(counts.values())
    usual = next(day.day for day in reversed(days) if counts[day.day] == most)
    # Ends of months are of 28 to 31 days: all of them mean the last.
    ends = sum((day + timedelta(days=1)).day == 1 for day in days)
    return 31 if ends > most else usual


def _on(first: date, day: int) -> date:
    """A day of the month that begins then, or its last one."""
    last = add_months(first, 1) - timedelta(days=1)
    return first.replace(day=min(day, last.day))


def grace(rhythm: Rhythm) -> timedelta:
    """How long after its day a payment may still come before it is missed."""
    return timedelta(days=rhythm.slack + max(3, rhythm.days // 6))
