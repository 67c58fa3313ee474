"""Stretches of days as people name them: "last month", "in March", "from 3 to 9 May", "Q2 2025".

A period has a first day and a day after its last. What has no year is taken on the side that the
reader says is likelier: what was spent lies behind, what is planned ahead.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from runwright.engine.days import MONTHS, WEEKDAYS, Unclear, moved
from runwright.engine.numbers import read_count


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


_MONTH_NUMBER = {name.lower(): n for n, name in enumerate(MONTHS, start=1)}
_MONTH_NUMBER |= {name[:3].lower(): n for n, name in enumerate(MONTHS, start=1)} | {"sept": 9}
_WEEKDAY_NUMBER = {name.lower(): n for n, name in enumerate(WEEKDAYS)}
_WEEKDAY_NUMBER |= {
    short: n
    for n, shorts in enumerate(("mon", "tue tues", "wed", "thu thur thurs", "fri", "sat", "sun"))
    for short in shorts.split()
}
_MONTH = "|".join(sorted(_MONTH_NUMBER, key=len, reverse=True))
_WEEKDAY = "|".join(sorted(_WEEKDAY_NUMBER, key=len, reverse=True))
_WHICH = r"this|current|next|coming|upcoming|following|last|past|previous"
_STEP = dict.fromkeys(("next", "coming", "upcoming", "following"), 1)
_STEP |= dict.fromkeys(("last", "past", "previous"), -1) | {"this": 0, "current": 0}
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3}
_ORDINALS |= {"4th": 4, "last": 4}
_ONE = re.compile(
    rf"""\b(?:
      (?P<iso>\d{{4}}-\d\d?-\d\d?)
    | (?P<iso_month>\d{{4}}-\d\d)(?!-?\d)
    | (?P<day>\d\d?)(?:st|nd|rd|th)?\s(?:of\s)?(?P<day_month>{_MONTH})\b\.?
      (?:,?\s(?P<day_year>\d{{4}})\b)?
    | (?P<month_of>{_MONTH})\b\.?\s(?:the\s)?(?P<month_day>\d\d?)(?:st|nd|rd|th)?\b(?!:)
      (?:,?\s(?P<month_day_year>\d{{4}})\b)?
    | (?P<near>day\safter\stomorrow|day\sbefore\syesterday|today|tonight|tomorrow|yesterday
        |this\s(?:morning|afternoon|evening))
    | (?P<rolling>{_WHICH})\s(?P<count>\d{{1,4}}|[a-z]+(?:-[a-z]+)?)\s
      (?P<unit>days?|weeks?|fortnights?|months?|quarters?|years?)
    | (?P<back_count>\d{{1,4}}|an?|[a-z]+)\s(?P<back_unit>days?|weeks?|months?|years?)\sago
    | (?P<which>{_WHICH})\s(?:calendar\s)?(?P<span>week|weekend|month|quarter|year)\b
    | (?P<to_date>year|month)[\s-]to[\s-]date
    | q(?P<quarter>[1-4])(?:\s(?:of\s)?(?P<quarter_year>\d{{4}}))?
    | (?P<nth>first|second|third|fourth|last|[1-4](?:st|nd|rd|th))\s(?P<part>quarter|half)
      (?:\sof\s(?P<part_year>\d{{4}}|this\syear|last\syear))?
    | (?P<month>{_MONTH})\b\.?
      (?:,?\s(?:of\s)?(?P<month_year>\d{{4}}|this\syear|last\syear|next\syear)\b)?
    | (?P<side>{_WHICH})\s(?P<side_weekday>{_WEEKDAY})
    | (?P<weekday>{_WEEKDAY})
    | (?P<year>(?:19|20)\d\d)
    )\b""",
    re.I | re.X,
)
_RANGE = re.compile(r"\s*(?:to|until|till|through|thru|and|[-–—])\s*(?:the\s)?", re.I)
_SHORT_RANGE = re.compile(
    rf"\b(\d\d?)(?:st|nd|rd|th)?\s*(?:to|until|through|and|[-–—])\s*(?=\d\d?(?:st|nd|rd|th)?\s(?:of\s)?(?:{_MONTH})\b)",
    re.I,
)
_LED = re.compile(
    r"(?:\b(?P<lead>between|from|since|after|before|until|till|by|through|starting|as of|in|on"
    r"|during|for|of|over|within|at)\s+(?:the\s+)?)$",
    re.I,
)


def find_periods(text: str, today: date, ahead: int) -> list[Period]:
    """Every period that the text names, in its order.

    `ahead` is 1 when days without a year lie ahead, -1 when they lie behind.
    """
    found: list[Period] = []
    skip_until = 0
    for match in _ONE.finditer(text):
        if match.start() < skip_until or _is_a_word(match):
            continue
        period = _one(match, today, ahead)
        if period is None:
            continue
        period = _from_day_of(text, match, period)
        joined = _joined(text, match.end(), period, today, ahead)
        if joined is not None:
            period = joined
        led = _led(text, period, today)
        skip_until = led.span[1]
        found.append(led)
    return found


def said(start: date, end: date) -> str:
    """The days from `start` to before `end`, in words."""
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


_WORDS_TOO = frozenset({"may", "march", "mar", "sun", "sat", "mon", "wed", "jan"})


def _one(match: re.Match[str], today: date, ahead: int) -> Period | None:
    try:
        days = _days(match, today, ahead)
    except (Unclear, ValueError, OverflowError):
        return None
    if days is None:
        return None
    start, end, yearless = days
    return Period(start, end, match.span(), yearless)


def _days(match: re.Match[str], today: date, ahead: int) -> tuple[date, date, bool] | None:
    part = {name: value.lower() for name, value in match.groupdict().items() if value}
    if "iso" in part:
        return _single(date(*map(int, part["iso"].split("-"))))
    if "iso_month" in part:
        return _month(*map(int, part["iso_month"].split("-")))
    if "day" in part:
        return _written_day(part["day"], part["day_month"], part.get("day_year"), today, ahead)
    if "month_of" in part:
        year = part.get("month_day_year")
        return _written_day(part["month_day"], part["month_of"], year, today, ahead)
    if "near" in part:
        offset = {"day after tomorrow": 2, "day before yesterday": -2, "tomorrow": 1}
        return _single(today + timedelta(days=(offset | {"yesterday": -1}).get(part["near"], 0)))
    if "rolling" in part:
        return _rolling(part["rolling"], part["count"], part["unit"], today)
    if "back_count" in part:
        count = 1 if part["back_count"] in ("a", "an") else read_count(part["back_count"])
        if count is None:
            return None
        day = moved(today, -count, part["back_unit"])
        return (
            _single(day) if part["back_unit"].startswith("day") else _around(day, part["back_unit"])
        )
    if "span" in part:
        return _span(part["span"], _STEP[part["which"]], today)
    if "to_date" in part:
        first = today.replace(day=1, **({"month": 1} if part["to_date"] == "year" else {}))
        return first, today + timedelta(days=1), False
    if "quarter" in part:
        return _quarters(int(part["quarter"]) * 3 - 2, 3, part.get("quarter_year"), today, ahead)
    if "nth" in part:
        size = 3 if part["part"] == "quarter" else 6
        nth = _ORDINALS[part["nth"]] if size == 3 or part["nth"] != "last" else 2
        return _quarters((nth - 1) * size + 1, size, part.get("part_year"), today, ahead)
    if "month" in part:
        return _named_month(part["month"], part.get("month_year"), today, ahead)
    if "side_weekday" in part or "weekday" in part:
        name = part.get("side_weekday") or part["weekday"]
        return _named_weekday(name, part.get("side", ""), today, ahead)
    year = int(part["year"])
    return date(year, 1, 1), date(year + 1, 1, 1), False


def _single(day: date) -> tuple[date, date, bool]:
    return day, day + timedelta(days=1), False


def _month(year: int, month: int) -> tuple[date, date, bool]:
    first = date(year, month, 1)
    return first, moved(first, 1, "month"), False


def _around(day: date, unit: str) -> tuple[date, date, bool]:
    """The week, month or year that a day lies in."""
    return _span(unit.removesuffix("s"), 0, day)


def _written_day(
    day: str, month: str, year: str | None, today: date, ahead: int
) -> tuple[date, date, bool]:
    number = _MONTH_NUMBER[month]
    if year:
        return _single(date(int(year), number, int(day)))
    behind = (number, int(day)) < (today.month, today.day)
    beyond = (number, int(day)) > (today.month, today.day)
    found = date(_year(today, ahead, behind, beyond), number, int(day))
    return found, found + timedelta(days=1), True


def _year(today: date, ahead: int, behind: bool, beyond: bool) -> int:
    if ahead > 0 and behind:
        return today.year + 1
    return today.year - 1 if ahead < 0 and beyond else today.year


def _rolling(which: str, count: str, unit: str, today: date) -> tuple[date, date, bool] | None:
    size = read_count(count)
    if size is None:
        return None
    tomorrow = today + timedelta(days=1)
    step = _STEP[which]
    if step < 0:
        return moved(tomorrow, -size, unit), tomorrow, False
    return today, moved(today, size, unit), False


def _span(span: str, step: int, today: date) -> tuple[date, date, bool]:
    if span in ("week", "weekend"):
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        first = monday + timedelta(days=5) if span == "weekend" else monday
        return first, monday + timedelta(days=7), False
    if span == "year":
        return date(today.year + step, 1, 1), date(today.year + step + 1, 1, 1), False
    size = 3 if span == "quarter" else 1
    first = date(today.year, (today.month - 1) // size * size + 1, 1)
    start = moved(first, step * size, "month")
    return start, moved(start, size, "month"), False


def _quarters(
    month: int, size: int, year: str | None, today: date, ahead: int
) -> tuple[date, date, bool]:
    if year and year.isdigit():
        known = int(year)
    elif year:
        known = today.year - (year == "last year")
    else:
        behind, beyond = month + size - 1 < today.month, month > today.month
        known = _year(today, ahead, behind, beyond)
    start = date(known, month, 1)
    return start, moved(start, size, "month"), year is None


def _named_month(name: str, year: str | None, today: date, ahead: int) -> tuple[date, date, bool]:
    number = _MONTH_NUMBER[name]
    if year and year.isdigit():
        return _month(int(year), number)
    if year:
        return _month(today.year + _STEP[year.split()[0]], number)
    start, end, _ = _month(_year(today, ahead, number < today.month, number > today.month), number)
    return start, end, True


def _named_weekday(name: str, side: str, today: date, ahead: int) -> tuple[date, date, bool]:
    away = (_WEEKDAY_NUMBER[name] - today.weekday()) % 7
    step = _STEP.get(side)
    if step == -1 or (step is None and ahead < 0):
        return _single(today + timedelta(days=(away - 7) if away or step == -1 else 0))
    if step == 1 and side == "next":
        # From Monday to Sunday, "next Friday" is the one of next week.
        monday = today - timedelta(days=today.weekday())
        return _single(monday + timedelta(days=7 + _WEEKDAY_NUMBER[name]))
    return _single(today + timedelta(days=away))


def _from_day_of(text: str, match: re.Match[str], period: Period) -> Period:
    """ "3 to 9 May": the first day stands without its month."""
    if not match["day"]:
        return period
    for short in _SHORT_RANGE.finditer(text, max(0, match.start() - 24), match.end()):
        if short.end() == match.start() and int(short[1]) < period.start.day:
            start = period.start.replace(day=int(short[1]))
            return period._replace(start=start, span=(short.start(), period.span[1]))
    return period


def _joined(text: str, at: int, first: Period, today: date, ahead: int) -> Period | None:
    """One period from the first to a second, when the words around them say so."""
    between = _RANGE.match(text, at)
    if between is None:
        return None
    led = _LED.search(text[max(0, first.span[0] - 12) : first.span[0]])
    word = between[0].strip().split()[0].lower() if between[0].strip() else ""
    if word == "and" and not (led and led["lead"].lower() == "between"):
        return None
    second_match = _ONE.match(text, between.end())
    second = _one(second_match, today, ahead) if second_match else None
    if second is None:
        return None
    start, end = first.start, second.end
    if end <= start and first.yearless:
        start = start.replace(year=start.year - 1)
    elif second.yearless and not first.yearless and second.start < first.start:
        end = end.replace(year=end.year + 1)
    if first.yearless and not second.yearless and start.year != second.start.year:
        start = start.replace(year=second.start.year)
    if end <= start:
        return None
    return Period(start, end, (first.span[0], second.span[1]), first.yearless and second.yearless)


def _led(text: str, period: Period, today: date) -> Period:
    """The period with the word before it: "since March" goes on until today."""
    begin = max(0, period.span[0] - 14)
    led = _LED.search(text[begin : period.span[0]])
    if led is None:
        return period
    lead = led["lead"].lower()
    span = (begin + led.start(), period.span[1])
    start, end = period.start, period.end
    if lead in ("since", "starting", "as of") or (lead == "after" and end <= today):
        start = period.end if lead == "after" else start
        end = max(today + timedelta(days=1), start + timedelta(days=1))
    elif lead == "after":
        start, end = period.end, date.max
    elif lead == "before":
        start, end = date.min, period.start
    elif lead in ("until", "till", "by", "through"):
        start, end = min(today, period.start), period.end
    return Period(start, end, span, period.yearless)


def spans(periods: list[Period]) -> Iterator[tuple[int, int]]:
    """Where the periods stand, for whoever wants the rest of the text."""
    return (period.span for period in periods)
