"""Dates and times as terms: one spelling for each, however the text or the question writes it.

A day is `=2026-11-15` and, since questions leave the year out, `=11-15`; a month is `=2026-11`;
a time of day is `=09:00`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from runwright.text.calendar_words import MONTHS, WEEKDAYS

_MONTH = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_WEEKDAY = r"(?P<weekday>mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
_YEAR = r"(?:\s?,?\s(?P<{0}>[12]\d{{3}})\b(?!:))?"
_WRITTEN = re.compile(
    r"(?:\b|(?<=\dt))(?:"
    r"(?P<iso>\d{4}-\d\d?(?:-\d\d?)?)(?=t\d\d:|\b)"
    r"|(?P<dotted>\d\d?\.\d\d?\.\d{4})\b"
    r"|(?P<slashed>\d\d?/\d\d?/\d{4})\b"
    rf"|(?P<day>\d\d?)(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH.format('month')}{_YEAR.format('year')}"
    rf"|{_MONTH.format('month_first')}(?:\s(?P<day_second>\d\d?)(?:st|nd|rd|th)?\b(?!:))?"
    rf"{_YEAR.format('year_last')}"
    r"|(?P<clock>[012]?\d:[0-5]\d)(?::[0-5]\d)?(?:\s?(?P<half>[ap])\.?m\b)?"
    r"|(?P<hour>1?\d)\s?(?P<hour_half>[ap])\.?m\b"
    r")"
)
_RELATIVE = re.compile(
    r"\b(?:(?P<near>day after tomorrow|day before yesterday|today|tonight|tomorrow|yesterday)\b"
    r"|(?:in|within) (?P<ahead>\d{1,3}|an?|one|two|three) (?P<ahead_unit>day|week)s?\b"
    r"|(?P<back>\d{1,3}|an?|one|two|three) (?P<back_unit>day|week)s? ago\b"
    r"|(?P<which>this|next|last|coming|past|previous) (?P<span>week|weekend|month|year)\b"
    rf"|(?P<side>next|last|past|previous)?\s?{_WEEKDAY})"
)
_PERIOD = re.compile(
    r"\b(?P<first>[12]\d{3})\s?(?:to|and|until|till|through|[-–—])\s?"
    rf"(?:(?:\d\d?\s)?{_MONTH.format('month')}\s(?:\d\d?,?\s)?)?(?P<last>[12]\d{{3}})\b"
)
_LONGEST_PERIOD = 30
_NEAR = {
    "day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tonight": 0,
    "tomorrow": 1,
    "day after tomorrow": 2,
}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_STEPS = {"this": 0, "next": 1, "coming": 1, "last": -1, "past": -1, "previous": -1}


def written(text: str) -> Iterator[str]:
    """The terms of the dates and times that a lower-case text writes."""
    for found in _WRITTEN.finditer(text):
        yield from _terms(found)


def _terms(found: re.Match[str]) -> Iterator[str]:
    parts = found.groupdict()
    if parts["clock"] or parts["hour"]:
        yield from _time(parts)
    elif parts["iso"]:
        year, month, *day = parts["iso"].split("-")
        yield from day_terms(year, int(month), int(day[0]) if day else None)
    elif parts["dotted"]:
        day_, month_, year = parts["dotted"].split(".")
        yield from day_terms(year, int(month_), int(day_))
    elif parts["slashed"]:
        first, second, year = parts["slashed"].split("/")
        # Which of the two is the month is not always told; then both readings are findable.
        yield from day_terms(year, int(first), int(second))
        if first != second:
            yield from day_terms(year, int(second), int(first))
    else:
        month_name = parts["month"] or parts["month_first"]
        day = parts["day"] or parts["day_second"]
        year = parts["year"] or parts["year_last"]
        yield from day_terms(year, MONTHS[month_name], int(day) if day else None)


def day_terms(year: str | None, month: int, day: int | None) -> Iterator[str]:
    """The terms of one day or month; none for what no calendar has."""
    if not 1 <= month <= 12:
        return
    if day is None:
        if year:
            yield f"={year}-{month:02}"
    elif 1 <= day <= 31:
        yield f"={month:02}-{day:02}"
        if year:
            yield f"={year}-{month:02}-{day:02}"
            yield f"={year}-{month:02}"


def _time(parts: dict[str, str | None]) -> Iterator[str]:
    hour, _, minute = (parts["clock"] or parts["hour"] or "").partition(":")
    half = parts["half"] or parts["hour_half"]
    value = int(hour)
    if half and 1 <= value <= 12:
        value = value % 12 + (12 if half == "p" else 0)
    if value < 24:
        yield f"={value:02}:{minute or '00'}"


def within(text: str) -> Iterator[str]:
    """The years between the first and the last of each period that a lower-case text names."""
    for found in _PERIOD.finditer(text):
        first, last = int(found["first"]), int(found["last"])
        if last - first <= _LONGEST_PERIOD:
            yield from map(str, range(first + 1, last))


def relative(text: str, now: datetime) -> Iterator[str]:
    """The terms of the dates that a lower-case question reckons from now."""
    for found in _RELATIVE.finditer(text):
        yield from _reckoned(found, now.date())


def _reckoned(found: re.Match[str], today: date) -> Iterator[str]:
    parts = found.groupdict()
    if parts["near"]:
        yield from _days(today, [_NEAR[parts["near"]]])
    elif parts["ahead"] or parts["back"]:
        count = _count(parts["ahead"] or parts["back"])
        unit = 7 if "week" in (parts["ahead_unit"], parts["back_unit"]) else 1
        yield from _days(today, [count * unit * (1 if parts["ahead"] else -1)])
    elif parts["span"]:
        yield from _span(today, parts["span"], _STEPS[parts["which"]])
    else:
        yield from _weekday(today, parts["weekday"], parts["side"])


def _count(text: str) -> int:
    return _COUNTS.get(text) or int(text)


def _days(today: date, offsets: range | list[int]) -> Iterator[str]:
    for offset in offsets:
        if not 1 <= today.toordinal() + offset <= date.max.toordinal():
            continue
        day = today + timedelta(days=offset)
        yield from list(day_terms(str(day.year), day.month, day.day))[:2]


def _span(today: date, span: str, step: int) -> Iterator[str]:
    if span == "month":
        month = today.year * 12 + today.month - 1 + step
        yield from day_terms(str(month // 12), month % 12 + 1, None)
    elif span == "year":
        yield str(today.year + step)
    else:
        monday = 7 * step - today.weekday()
        yield from _days(today, range(monday + (5 if span == "weekend" else 0), monday + 7))


def _weekday(today: date, name: str, side: str | None) -> Iterator[str]:
    """The nearest such day to come, today included; or the last one before today."""
    weekday = WEEKDAYS[name[:3]]
    ahead = (weekday - today.weekday()) % 7
    if side and _STEPS[side] < 0:
        yield from _days(today, [ahead - 7])
    elif side == "next":
        # People mean the coming one, or the one in next week.
        yield from _days(today, sorted({ahead or 7, 7 - today.weekday() + weekday}))
    else:
        yield from _days(today, [ahead])
