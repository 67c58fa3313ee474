"""Days and periods of the calendar: what they are, and reckoning with them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

from runwright.text.durations import add_months

Grain = Literal[
    "day", "week", "weekend", "month", "quarter", "half", "season", "year", "fiscal_year", "span"
]
"""Which unit of the calendar a period is; a `span` is any other stretch of days."""
_MONTHS: dict[str, int] = {
    "month": 1, "quarter": 3, "season": 3, "half": 6, "year": 12, "fiscal_year": 12,
}  # fmt: skip
DAY = timedelta(days=1)
WEEK = timedelta(days=7)


class Period(NamedTuple):
    """Days from `start` to before `end`; None is an end that is open."""

    start: date | None
    end: date | None
    grain: Grain = "span"

    def __contains__(self, day: object) -> bool:
        if not isinstance(day, date):
            return False
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)

    @property
    def days(self) -> int | None:
        """How many days it has; None when it is open."""
        return None if self.start is None or self.end is None else (self.end - self.start).days

    def shifted(self, steps: int) -> Period:
        """The period so many of its own lengths later, or earlier: months after months.

        A span of whole months moves by months, any other by its days. `OverflowError` or
        `ValueError` where the calendar ends.
        """
        if self.start is None or self.end is None:
            return self
        months = _MONTHS.get(self.grain) or _whole_months(self.start, self.end)
        if months:
            start = add_months(self.start, steps * months)
            return Period(start, add_months(start, months), self.grain)
        # A week lies between two weekends.
        length = WEEK if self.grain == "weekend" else self.end - self.start
        return Period(self.start + steps * length, self.end + steps * length, self.grain)


class Viewpoint(NamedTuple):
    """From where and how dates are read."""

    today: date
    order: Literal["day", "month"] = "day"
    """Whether 11/12/26 begins with the day or with the month."""
    tense: Literal["past", "future"] | None = None
    """Whether the question looks back or ahead: what a bare "Friday" or "May" goes by."""
    fiscal_start: int = 1
    """The month with which a fiscal year begins."""

    @classmethod
    def at(cls, instant: datetime, zone: tzinfo) -> Viewpoint:
        """As the calendar shows it in a zone at an instant."""
        return cls(instant.astimezone(zone).date())


def _whole_months(start: date, end: date) -> int:
    """How many months a span has, if it begins and ends with a month; else 0."""
    if start.day != 1 or end.day != 1:
        return 0
    return (end.year - start.year) * 12 + end.month - start.month


def day_period(day: date) -> Period:
    return Period(day, day + DAY, "day")


def span(start: date | None, end: date | None) -> Period:
    return Period(start, end, "span")


def month(year: int, number: int) -> Period:
    start = date(year, number, 1)
    return Period(start, add_months(start, 1), "month")


def quarter(year: int, number: int) -> Period:
    start = date(year, 3 * number - 2, 1)
    return Period(start, add_months(start, 3), "quarter")


def half(year: int, number: int) -> Period:
    start = date(year, 6 * number - 5, 1)
    return Period(start, add_months(start, 6), "half")


def season(year: int, first_month: int) -> Period:
    """Three whole months; a winter belongs to the year in which it begins."""
    start = date(year, first_month, 1)
    return Period(start, add_months(start, 3), "season")


def year(number: int) -> Period:
    return Period(date(number, 1, 1), date(number + 1, 1, 1), "year")


def fiscal_year(start_year: int, first_month: int) -> Period:
    start = date(start_year, first_month, 1)
    return Period(start, add_months(start, 12), "fiscal_year")


def week(number_year: int, number: int) -> Period:
    """A week by its ISO 8601 number."""
    start = date.fromisocalendar(number_year, number, 1)
    return Period(start, start + WEEK, "week")


def unit_of(day: date, grain: Grain, fiscal_start: int = 1) -> Period:
    """The week, month, quarter, … in which a day lies; weekends belong to the week they end."""
    monday = day - timedelta(days=day.weekday())
    match grain:
        case "week":
            return Period(monday, monday + WEEK, "week")
        case "weekend":
            return Period(monday + 5 * DAY, monday + WEEK, "weekend")
        case "month":
            return month(day.year, day.month)
        case "quarter":
            return quarter(day.year, (day.month + 2) // 3)
        case "half":
            return half(day.year, (day.month + 5) // 6)
        case "season":
            first = day.month // 3 * 3 or 12
            return season(day.year - (day.month < 3), first)
        case "year":
            return year(day.year)
        case "fiscal_year":
            return fiscal_year(day.year - (day.month < fiscal_start), fiscal_start)
        case _:
            return day_period(day)


def easter(number: int) -> date:
    """Easter Sunday of the Western churches, by the Gregorian computus."""
    century, golden = number // 100, number % 19
    moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
    moon -= (moon // 28) * (1 - (29 // (moon + 1)) * ((21 - golden) // 11))
    weekday = (number + number // 4 + moon + 2 - century + century // 4) % 7
    offset = moon - weekday
    first = 3 + (offset + 40) // 44
    return date(number, first, offset + 28 - 31 * (first // 4))


def nth_weekday(number: int, first_month: int, weekday: int, nth: int) -> date:
    """The nth Monday, Tuesday, … of a month; the last one where `nth` is -1."""
    if nth < 0:
        last = add_months(date(number, first_month, 1), 1) - DAY
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(number, first_month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def ranked(occurrences: Iterable[Period], viewpoint: Viewpoint) -> tuple[Period, ...]:
    """What comes round again, the likeliest first: the one before today and the one to come.

    A question that looks back means the last that has begun, one that looks ahead the first that
    has not ended, any other the nearest; what is over counts as half as far.
    """
    closed = [(p.start, p.end, p) for p in occurrences if p.start and p.end]
    today = viewpoint.today
    if viewpoint.tense == "future":
        back = [p for _, end, p in closed if end <= today]
    else:
        back = [p for start, _, p in closed if start <= today]
    ahead = [p for _, _, p in closed if p not in back]
    if viewpoint.tense == "past" or (viewpoint.tense is None and _is_nearer(back, ahead, today)):
        # What goes on today may also be the one before it: "in May", asked in May.
        is_running = bool(back) and today in back[-1]
        return tuple(back[-1:] + (back[-2:-1] if is_running else ahead[:1]))
    return tuple(ahead[:1] + back[-1:])


def _is_nearer(back: list[Period], ahead: list[Period], today: date) -> bool:
    if not back or not ahead:
        return bool(back)
    ended, begins = back[-1].end or today, ahead[0].start or today
    # People ask about what was more often than about what comes so far ahead.
    return today - ended <= 2 * (begins - today)
