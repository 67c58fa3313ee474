"""A period in words, which `periods.read` reads back: `November 2026`, `3 to 9 May 2026`."""

from __future__ import annotations

from datetime import date

from runwright.text.calendar_words import MONTH_NAMES, SEASONS
from runwright.text.calendars import DAY, Grain, Period

_SEASON_NAMES = {SEASONS[name]: name for name in ("spring", "summer", "autumn", "winter")}


def describe(period: Period) -> str:
    """The period as people write it, without an article at the beginning of a day or month."""
    start, end = period.start, period.end
    if start is None:
        return "all time" if end is None else f"up to and including {_day(end - DAY)}"
    if end is None:
        return f"from {_day(start)} on"
    return _closed(period.grain, start, end)


def _closed(grain: Grain, start: date, end: date) -> str:
    match grain:
        case "day":
            return _day(start)
        case "week" | "weekend":
            return f"the {grain} of {_day(start)}"
        case "month":
            return f"{MONTH_NAMES[start.month - 1]} {start.year}"
        case "quarter":
            return f"Q{(start.month + 2) // 3} {start.year}"
        case "half":
            return f"the {'first' if start.month == 1 else 'second'} half of {start.year}"
        case "season":
            return f"{_SEASON_NAMES[start.month]} {start.year}"
        case "year":
            return str(start.year)
        case "fiscal_year":
            last = end - DAY
            return (
                f"fiscal year {start.year}/{last.year % 100:02}"
                if last.year > start.year
                else (f"fiscal year {start.year}")
            )
        case "span":
            return _span(start, end - DAY)


def _day(day: date) -> str:
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def _span(first: date, last: date) -> str:
    if first.year != last.year or first == last:
        return f"{_day(first)} to {_day(last)}"
    if first.month != last.month:
        return f"{first.day} {MONTH_NAMES[first.month - 1]} to {_day(last)}"
    return f"{first.day} to {_day(last)}"
