"""Days of the calendar: reading them as people write them, moving them, saying them."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from runwright.engine.patterns import lazily

# fmt: off
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)
# fmt: on
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTH_NUMBER = {name.lower(): n for n, name in enumerate(MONTHS, start=1)}
_MONTH_NUMBER |= {name[:3].lower(): n for n, name in enumerate(MONTHS, start=1)} | {"sept": 9}
_WEEKDAY_NUMBER = {name.lower(): n for n, name in enumerate(WEEKDAYS)}

UNITS = r"days?|weeks?|fortnights?|months?|quarters?|years?"
"""A pattern: how far a day is moved, such as "90 days" or "two months"."""

_MONTH = "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True))
_ISO = lazily(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_SLASHED = lazily(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_DOTTED = lazily(r"(\d{1,2})[.-](\d{1,2})[.-](\d{4})")
_DAY_MONTH = lazily(
    rf"(?:the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?({_MONTH})\.?(?:,? (?:of )?(\d{{4}}))?"
)
_MONTH_DAY = lazily(rf"({_MONTH})\.? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?")
_NEAR = {
    "today": 0,
    "now": 0,
    "tomorrow": 1,
    "yesterday": -1,
    "day after tomorrow": 2,
    "day before yesterday": -2,
}
_WEEKDAY = lazily(rf"(?:(next|last|this|coming|past) )?({'|'.join(_WEEKDAY_NUMBER)})")
_FEASTS = {
    "new year": (1, 1),
    "new year's day": (1, 1),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "christmas eve": (12, 24),
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "boxing day": (12, 26),
    "new year's eve": (12, 31),
}
_FEAST = lazily(r"(.{8,20}?)(?:,? (\d{4}))?")


"""Every word that the writing of a day can have."""


class Unclear(Exception):
    """A day that is written but cannot be meant as it stands; the text says why."""


def read_day(text: str, today: date, ahead: int = 0) -> date | None:
    """The day that the text, in lower case, is; None if it is none.

    A day without a year is in the current one, or with `ahead` 1 the next and -1 the last such
    day. Raises Unclear for a day that does not exist or can be read in two ways.
    """
    text = text.strip(" ,?.!")
    near = _NEAR.get(text.removeprefix("the "))
    if near is not None:
        return moved(today, near, "day")
    if len(text) > 40:
        return None
    return (
        _figures(text)
        or _named(text, today, ahead)
        or _weekday(text, today)
        or _feast(text, today, ahead)
    )


def _figures(text: str) -> date | None:
    if match := _ISO.fullmatch(text):
        return _existing(int(match[1]), int(match[2]), int(match[3]))
    if match := _DOTTED.fullmatch(text):
        return _existing(int(match[3]), int(match[2]), int(match[1]))
    if match := _SLASHED.fullmatch(text):
        return _slashed(int(match[1]), int(match[2]), int(match[3]))
    return None


def _slashed(first: int, second: int, year: int) -> date:
    """With slashes, half of the world writes the day first and half the month."""
    if first <= 12 and second <= 12 and first != second:
        day_first, month_first = date(year, second, first), date(year, first, second)
        raise Unclear(
            f"{first:02}/{second:02}/{year} can be read in two ways; "
            f"please write {day_first} or {month_first}"
        )
    return _existing(year, first, second) if second > 12 else _existing(year, second, first)


def _named(text: str, today: date, ahead: int) -> date | None:
    if match := _DAY_MONTH.fullmatch(text):
        day, month, year = match[1], match[2], match[3]
    elif match := _MONTH_DAY.fullmatch(text):
        month, day, year = match[1], match[2], match[3]
    else:
        return None
    if year:
        return _existing(int(year), _MONTH_NUMBER[month], int(day))
    return _without_year(_MONTH_NUMBER[month], int(day), today, ahead)


def _without_year(month: int, day: int, today: date, ahead: int) -> date:
    year = today.year
    if ahead > 0 and (month, day) < (today.month, today.day):
        year += 1
    if ahead < 0 and (month, day) > (today.month, today.day):
        year -= 1
    return _existing(year, month, day)


def _weekday(text: str, today: date) -> date | None:
    """The coming such day after today; "last" is the one before today, "this" may be today."""
    match = _WEEKDAY.fullmatch(text)
    if match is None:
        return None
    away = (_WEEKDAY_NUMBER[match[2]] - today.weekday()) % 7
    if match[1] in ("last", "past"):
        return moved(today, away - 7, "day")
    return moved(today, away if match[1] == "this" else away or 7, "day")


def _feast(text: str, today: date, ahead: int) -> date | None:
    match = _FEAST.fullmatch(text.replace("\u2019", "'"))
    if match is None or match[1] not in _FEASTS:
        return None
    month, day = _FEASTS[match[1]]
    return date(int(match[2]), month, day) if match[2] else _without_year(month, day, today, ahead)


def _existing(year: int, month: int, day: int) -> date:
    if not 1 <= month <= 12:
        raise Unclear(f"there is no month {month}")
    if not 1 <= year <= 9999:
        raise Unclear("only the years 1 to 9999 are known")
    if not 1 <= day <= monthrange(year, month)[1]:
        raise Unclear(f"there is no {day} {MONTHS[month - 1]} {year}")
    return date(year, month, day)


def moved(day: date, size: int, unit: str) -> date:
    """The day so many units later; a month that is too short ends on its last day."""
    unit = unit.removesuffix("s")
    try:
        if unit in ("day", "week", "fortnight"):
            return day + timedelta(days=size * {"day": 1, "week": 7, "fortnight": 14}[unit])
        months = size * {"month": 1, "quarter": 3, "year": 12}[unit]
        year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
        return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
    except (OverflowError, ValueError):
        raise Unclear("only the years 1 to 9999 are known") from None


def said(day: date) -> str:
    """The day with its weekday, in words and as ISO 8601."""
    name = f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]} {day.year}"
    return f"{name} ({day.isoformat()})"
