"""Stretches of days as people name them: "last month", "in March", "from 3 to 9 May", "Q2 2025".

A period has a first day and a day after its last. What has no year is taken on the side that the
reader says is likelier: what was spent lies behind, what is planned ahead. What one of them is by
itself stands in `stretches`; here they are found, joined, and opened by the word before them.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from runwright.engine.day_words import MONTH, ONE, WEEKDAY_NAMES
from runwright.engine.days import MONTHS, WEEKDAYS, moved
from runwright.engine.patterns import lazily
from runwright.engine.stretches import days_of


class Period(NamedTuple):
    """Some days, and how the text says them."""

    start: date
    end: date
    """The day after the last."""
    span: tuple[int, int]
    """Where in the text it is said, with the preposition before it."""
    yearless: bool = False
    """Whether the year was guessed."""

    def said(self) -> str:
        """The days in words: "March 2026", "9 to 15 November 2026"."""
        return said(self.start, self.end)


_RANGE = lazily(r"\s*(?:to|until|till|through|thru|and|[-–—])\s*(?:the\s)?", re.I)
_SHORT_RANGE = lazily(
    rf"\b(\d\d?)(?:st|nd|rd|th)?\s*(?:to|until|through|and|[-–—])\s*(?:the\s)?"
    rf"(?=\d\d?(?:st|nd|rd|th)?\s(?:of\s)?(?:{MONTH})\b)",
    re.I,
)
_DAY_RANGE = lazily(
    r"\s*(?:to|until|through|thru|[-–—])\s*(?:the\s)?(\d\d?)(?:st|nd|rd|th)?\b"
    r"(?![:.]?\d|\s*(?:[ap]\.?m\b|o['’]clock|h\b|hours?|%))(?:,?\s(\d{4})\b)?",
    re.I,
)
_LED = lazily(
    r"(?:\b(?P<lead>between|from|since|on or after|on or before|after|before|until|till|by|through"
    r"|starting|as of|in|on|during|for|of|over|within|at)\s+(?:the\s+)?)$",
    re.I,
)
_ONWARDS = lazily(r"\s(?:(?P<bare>on)(?=\s*(?:$|[?.,!;]))|(?:onwards?|forwards?|or later)\b)", re.I)
_SINCE = lazily(r"\bsince\s+(?:the\s+)?$", re.I)
_LONGEST_LEAD = 18
_WORDS_TOO = frozenset({"may", "march", "mar", "sun", "sat", "mon", "wed", "jan"})


def find_periods(text: str, today: date, ahead: int) -> list[Period]:
    """Every period that the text names, in its order.

    `ahead` is 1 when days without a year lie ahead, -1 when they lie behind.
    """
    found: list[Period] = []
    skip_until = 0
    for match in ONE.finditer(text):
        if match.start() < skip_until or _is_a_word(match):
            continue
        # "Since March" cannot lie ahead.
        side = -1 if _SINCE.search(text, max(0, match.start() - 11), match.start()) else ahead
        period = _one(match, today, side)
        if period is None:
            continue
        period = _from_day_of(text, match, period)
        joined = _to_day_of(text, match, period) or _joined(text, match.end(), period, today, side)
        led = _led(text, joined or period, today, joined is not None)
        skip_until = led.span[1]
        found.append(led)
    return _merged(text, found)


_BARE_DAY = lazily(r"(?:on\s)?\w+day", re.I)
_LABEL = lazily(r"[\s,(]*(?:the\s+|on\s+)?", re.I)


def _merged(text: str, found: list[Period]) -> list[Period]:
    """ "Friday, 20 November" and "tomorrow (Monday)" are one day, said twice."""
    merged: list[Period] = []
    for period in found:
        last = merged[-1] if merged else None
        if last and _is_day(last) and _is_day(period) and _is_beside(text, last, period):
            merged[-1] = _one_day(text, last, period)
        elif last and (day := _in_week(text, last, period)):
            merged[-1] = day
        else:
            merged.append(period)
    return merged


def _in_week(text: str, first: Period, second: Period) -> Period | None:
    """ "Next week on Tuesday", "on Tuesday two weeks ago": the Tuesday of that week."""
    if not _LABEL.fullmatch(text[first.span[1] : second.span[0]]):
        return None
    for week, day in ((first, second), (second, first)):
        if _is_week(week) and _is_day(day) and _BARE_DAY.fullmatch(text[slice(*day.span)]):
            found = week.start + timedelta(days=day.start.weekday())
            return Period(found, found + timedelta(days=1), (first.span[0], second.span[1]))
    return None


def _is_week(period: Period) -> bool:
    return period.end != date.max and period.start.weekday() == 0 and _days_of(period) == 7


def _days_of(period: Period) -> int:
    return (period.end - period.start).days


def _is_day(period: Period) -> bool:
    return date.max > period.end and (period.end - period.start).days == 1


def _is_beside(text: str, first: Period, second: Period) -> bool:
    between = text[first.span[1] : second.span[0]]
    if not _LABEL.fullmatch(between):
        return False
    return first.start == second.start or _is_weekday(text, first)


def _is_weekday(text: str, period: Period) -> bool:
    words = text[slice(*period.span)].lower().split()
    return bool(words) and words[-1].strip(".") in WEEKDAY_NAMES


def _one_day(text: str, first: Period, second: Period) -> Period:
    """The day that the date says; of years that fit, the one in which it is that weekday."""
    span = (first.span[0], second.span[1])
    if not second.yearless or not _is_weekday(text, first):
        return second._replace(span=span)
    weekday = first.start.weekday()
    for years in (0, -1, 1, -2, 2):
        day = moved(second.start, 12 * years, "month")
        if day.weekday() == weekday and day.day == second.start.day:
            return Period(day, day + timedelta(days=1), span, years == 0)
    return second._replace(span=span)


def said(start: date, end: date) -> str:
    """The days from `start` to before `end`, in words."""
    if date.min < start and end == date.max:
        return f"from {_day(start)} {start.year} on"
    if start == date.min:
        return f"before {_day(end)} {end.year}"
    last = end - timedelta(days=1)
    if (start.day, start.month, last.day, last.month) == (1, 1, 31, 12):
        return str(start.year) if start.year == last.year else f"{start.year} to {last.year}"
    if start.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        if (start.year, start.month) == (last.year, last.month):
            return f"{MONTHS[start.month - 1]} {start.year}"
        year = f" {start.year}" if start.year != last.year else ""
        return f"{MONTHS[start.month - 1]}{year} to {MONTHS[last.month - 1]} {last.year}"
    if start == last:
        return f"{WEEKDAYS[start.weekday()]}, {_day(start)} {start.year}"
    if (start.year, start.month) == (last.year, last.month):
        return f"{start.day} to {_day(last)} {last.year}"
    year = f" {start.year}" if start.year != last.year else ""
    return f"{_day(start)}{year} to {_day(last)} {last.year}"


def _day(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]}"


def _is_a_word(match: re.Match[str]) -> bool:
    """ "may" and "march" and "sun" are words too; a lone one needs a capital or a preposition."""
    name = match["month"] or match["weekday"]
    if not name or match["month_year"] or name.lower() not in _WORDS_TOO:
        return False
    before = match.string[max(0, match.start() - 12) : match.start()]
    return not (name[0].isupper() and match.start() > 0) and not _LED.search(before)


def _one(match: re.Match[str], today: date, ahead: int) -> Period | None:
    days = days_of(match, today, ahead)
    return None if days is None else Period(days[0], days[1], match.span(), days[2])


def _from_day_of(text: str, match: re.Match[str], period: Period) -> Period:
    """ "3 to 9 May": the first day stands without its month."""
    if not match["day"]:
        return period
    for short in _SHORT_RANGE.finditer(text, max(0, match.start() - 24), match.end()):
        if short.end() == match.start() and 0 < int(short[1]) < period.start.day:
            start = period.start.replace(day=int(short[1]))
            return period._replace(start=start, span=(short.start(), period.span[1]))
    return period


def _to_day_of(text: str, match: re.Match[str], period: Period) -> Period | None:
    """ "May 3 to 9": the last day stands without its month."""
    last = _DAY_RANGE.match(text, match.end()) if match["month_of"] else None
    if last is None or match["month_day_year"]:
        return None
    try:
        year = int(last[2]) if last[2] else period.start.year
        start = period.start.replace(year=year)
        end = start.replace(day=int(last[1])) + timedelta(days=1)
    except (ValueError, OverflowError):
        return None
    span = (period.span[0], last.end())
    return Period(start, end, span, period.yearless and not last[2]) if start < end else None


def _joined(text: str, at: int, first: Period, today: date, ahead: int) -> Period | None:
    """One period from the first to a second, when the words around them say so."""
    between = _RANGE.match(text, at)
    if between is None:
        return None
    led = _LED.search(text[max(0, first.span[0] - 12) : first.span[0]])
    word = between[0].strip().split()[0].lower() if between[0].strip() else ""
    if word == "and" and not (led and led["lead"].lower() == "between"):
        return None
    second_match = ONE.match(text, between.end())
    second = _one(second_match, today, ahead) if second_match else None
    if second_match is None or second is None:
        return None
    if second_match["weekday"] and second.start <= first.start:
        # "Monday to Friday", said on a Wednesday: the Friday after that Monday.
        weeks = (first.start - second.start).days // 7 + 1
        second = second._replace(
            start=second.start + timedelta(weeks=weeks), end=second.end + timedelta(weeks=weeks)
        )
    days = _from_to(first, second)
    if days is None:
        return None
    return Period(*days, (first.span[0], second.span[1]), first.yearless and second.yearless)


def _from_to(first: Period, second: Period) -> tuple[date, date] | None:
    """From the first day of one to the last of another, in years that fit each other."""
    start, end = first.start, second.end
    try:
        if end <= start and first.yearless:
            start = start.replace(year=start.year - 1)
        elif second.yearless and not first.yearless and second.start < first.start:
            end = end.replace(year=end.year + 1)
        if first.yearless and not second.yearless and start.year != second.start.year:
            start = start.replace(year=second.start.year)
    except ValueError:
        return None  # 29 February in a year that has none
    return (start, end) if start < end else None


def _led(text: str, period: Period, today: date, joined: bool) -> Period:
    """The period with the word before it: "since March" goes on until today."""
    begin = max(0, period.span[0] - _LONGEST_LEAD)
    led = _LED.search(text[begin : period.span[0]])
    onwards = None if joined else _ONWARDS.match(text, period.span[1])
    if led is None and onwards is None:
        return period
    lead = led["lead"].lower() if led else ""
    span = (begin + led.start() if led else period.span[0], period.span[1])
    if onwards and (lead == "from" or not (lead or onwards["bare"])):
        span = (span[0], onwards.end())
        return Period(period.start, date.max, span, period.yearless)
    start, end = _opened(lead, period, today)
    return Period(start, end, span, period.yearless)


def _opened(lead: str, period: Period, today: date) -> tuple[date, date]:
    start, end = period.start, period.end
    if lead in ("since", "as of") or (lead == "starting" and start <= today):
        return start, max(today, start) + timedelta(days=1)
    if lead == "after" and end <= today:
        return end, today + timedelta(days=1)
    if lead == "after":
        return end, date.max
    if lead in ("on or after", "starting"):
        return start, date.max
    if lead == "before":
        return date.min, start
    if lead == "on or before":
        return date.min, end
    if lead in ("until", "till", "by", "through"):
        return min(today, start), end
    return start, end


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with blanks in the place of what was read already."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
