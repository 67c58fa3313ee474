"""Dates as people and banks write them, with the order of day and month decided per file.

`12/03/2024` is two dates. A file is asked as a whole: a number above twelve settles it, then
what would lie in the future or break the order of the rows. Only then hints count: a decimal
comma or a heading in another language than English (day first), the currency (month first for
dollars of the United States), rows that lie near each other one way and scatter over the year
the other way, and at last the project's time zone; in UTC the day comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright import clock

Order = Literal["day", "month"]
"""Which of the two comes first, where the year does not."""

_LATEST = date(2100, 1, 1)
"""Beyond every day of a statement."""
# English, German, French, Spanish, Italian, Dutch; the shortest beginnings that still tell apart.
_BEGINNINGS = (
    ("jan", "jän", "gen", "ene"), ("feb", "fév", "fev"), ("mar", "mär", "mrz", "maa", "mae", "mrt"),
    ("apr", "avr", "abr"), ("may", "mai", "mag", "mei"), ("jun", "juin", "giu"),
    ("jul", "juil", "lug"), ("aug", "aoû", "aou", "ago"), ("sep", "set"),
    ("oct", "okt", "ott"), ("nov",), ("dec", "dez", "déc", "dic"),
)  # fmt: skip
_SPELLINGS = """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec januar jänner februar märz maerz mrz mär mai juni juli
    oktober dezember okt dez janvier février fevrier mars avril juin juillet août aout septembre
    octobre novembre décembre decembre janv févr fevr fév avr juil déc enero febrero marzo abril
    mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago set dic
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug ott
    januari februari maart mei augustus mrt
"""
_WORDS = frozenset(_SPELLINGS.split())
_NUMBERS = re.compile(r"([0-9]{1,2}) ?[-/.' ] ?([0-9]{1,2}) ?[-/.' ]['’ ]?([0-9]{4}|[0-9]{2})")
_YEAR_FIRST = re.compile(r"([0-9]{4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,2})\.?")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_YEARLESS = re.compile(r"([0-9]{1,2})[-/.] ?([0-9]{1,2})\.?")
_DAY_NAME = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er|[.ºª°])?[-/. ]*(?:(?:de|of) )?([^\W\d_]{3,10})[-/., ]*"
    r"(?:del? )?(?:['’]?([0-9]{4}|[0-9]{2}))?"
)
_NAME_DAY = re.compile(
    r"([^\W\d_]{3,10})[-/. ]*([0-9]{1,2})(?:st|nd|rd|th)?(?:[-/, ]+['’]?([0-9]{4}|[0-9]{2}))?"
)
_YEAR_NAME = re.compile(r"([0-9]{4})[-/. ]([^\W\d_]{3,10})[-/. ]+([0-9]{1,2})")
_TIME = re.compile(
    r"[T, ]+([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2})(?:[.,:][0-9]{1,9})?)?"
    r"(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT|[-+][0-9]{2}(?::?[0-9]{2})?|[A-Z]{2,4}T|BST))?$"
)
_TIME_FIRST = re.compile(r"^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?,? +(?=[0-9])")
_WEEKDAY = re.compile(r"^[^\W\d_]{2,10}[.,]? +(?=[0-9])|^[^\W\d_]{2,10}, +")
_LONGEST = 48
_FARTHEST = 18 * 60
"""No clock is more minutes from Greenwich."""


class Written(NamedTuple):
    """A date taken apart; the order of `first` and `second` may still be open."""

    first: int
    second: int
    year: int | None
    """None when only day and month are written."""
    settled: bool = False
    """`first` is the month and `second` the day: the year came first, or the month has a name."""
    short_year: bool = False
    dotted: bool = False
    """`12.03.2024`: nobody puts the month first with points."""
    at: tuple[int, int, int] | None = None
    offset: int | None = None
    """Minutes east of Greenwich, when a time with its zone is written."""


class Hints(NamedTuple):
    """What beside the dates themselves tells which of day and month comes first."""

    decimal_comma: bool = False
    english: bool = True
    currency: str | None = None
    zone: str = ""
    otherwise: Order = "day"


def cut(text: str) -> Written | None:
    """The parts of a cell that holds one date, with or without a time, or None."""
    return _cut(text) if len(text) <= 2 * _LONGEST else None


@lru_cache(maxsize=8192)
def _cut(text: str) -> Written | None:
    text = _TIME_FIRST.sub("", " ".join(text.split()))
    if not 4 <= len(text) <= _LONGEST or not any(c.isdigit() for c in text):
        return None
    at, offset = None, None
    clocked = _TIME.search(text)
    if clocked is not None and clocked.start() >= 5:
        at, offset = _time(clocked)
        text = text[: clocked.start()]
    found = _day(text) or _day(_WEEKDAY.sub("", text))
    return found._replace(at=at, offset=offset) if found else None


def _time(found: re.Match[str]) -> tuple[tuple[int, int, int] | None, int | None]:
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if found[4]:
        hour = hour % 12 + (12 if found[4] in "Pp" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None, None
    return (hour, minute, second), _offset(found[5])


def _offset(text: str | None) -> int | None:
    if text is None or text in ("Z", "UTC", "GMT"):
        return None if text is None else 0
    if text.isalpha():  # `EST`: which of them it is, nobody can tell
        return None
    minutes = int(text[1:3]) * 60 + int(text[3:].lstrip(":") or 0)
    if minutes > _FARTHEST:
        return None
    return -minutes if text[0] == "-" else minutes


def _day(text: str) -> Written | None:
    if found := _YEAR_FIRST.fullmatch(text) or _COMPACT.fullmatch(text):
        return _compact(found)
    if found := _NUMBERS.fullmatch(text):
        short = len(found[3]) == 2 and "'" not in text and "’" not in text
        year = int(found[3]) + (2000 if len(found[3]) == 2 and not short else 0)
        return Written(int(found[1]), int(found[2]), year, False, short, "." in text)
    if found := _YEARLESS.fullmatch(text):
        return Written(int(found[1]), int(found[2]), None, dotted="." in text)
    return _named(text)


def _compact(found: re.Match[str]) -> Written | None:
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    return Written(month, day, year, True) if 1800 <= year <= 2200 else None


def _named(text: str) -> Written | None:
    if found := _YEAR_NAME.fullmatch(text):
        year, name, day = found[1], found[2], found[3]
    elif found := _DAY_NAME.fullmatch(text):
        day, name, year = found[1], found[2], found[3]
    elif found := _NAME_DAY.fullmatch(text):
        name, day, year = found[1], found[2], found[3]
    else:
        return None
    month = month_named(name)
    if month is None:
        return None
    return Written(
        month, int(day), int(year) if year else None, True, bool(year) and len(year) == 2
    )


def month_named(name: str) -> int | None:
    """The month that a name or its usual short form means, in six languages."""
    name = name.lower().rstrip(".")
    if name not in _WORDS:
        return None
    fits = (n for n, begin in enumerate(_BEGINNINGS, start=1) if name.startswith(begin))
    return next(fits, None)


def day_of(written: Written, order: Order, latest: date) -> date | None:
    """The day, or None when there is no such day; a missing year makes it the last one by then."""
    month, day = written.first, written.second
    if not written.settled and order == "day":
        month, day = day, month
    if written.year is None:
        tries = (_real(latest.year - back, month, day) for back in (0, 1, 2, 3, 4))
        return next((found for found in tries if found and found <= latest), None)
    return _real(
        full_year(written.year, latest) if written.short_year else written.year, month, day
    )


def _real(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def full_year(short: int, now: date) -> int:
    """The year of which two digits are written: not more than ten years ahead."""
    year = now.year - now.year % 100 + short
    return year - 100 if year > now.year + 10 else year


def order_of(written: Sequence[Written], now: date, hints: Hints) -> Order:
    """Whether day or month comes first in this file; see the module for the rule."""
    open_ones = [w for w in written if not w.settled]
    if not open_ones:
        return "day"
    day_first = sum(w.first > 12 >= w.second for w in open_ones)
    month_first = sum(w.second > 12 >= w.first for w in open_ones)
    if day_first != month_first:
        return "day" if day_first > month_first else "month"
    if any(w.dotted for w in open_ones):
        return "day"
    certain = _by_time(open_ones, now) or _by_hints(hints)
    return certain or _by_span(open_ones, now) or _by_zone(hints)


def is_whole(cell: str) -> bool:
    """Whether a cell holds a day with its year."""
    written = cut(cell)
    return written is not None and written.year is not None


def roughly(cells: Iterable[str]) -> list[date | None]:
    """The days of a column, good enough to tell which way they run: no hints are asked."""
    written = [cut(cell) for cell in cells]
    order = order_of([w for w in written if w], _LATEST, Hints())
    return [day_of(w, order, _LATEST) if w else None for w in written]


def _by_time(written: Sequence[Written], now: date) -> Order | None:
    """The one order in which nothing lies ahead of the upload, else the one that rows keep."""
    soon = now + timedelta(days=45)
    day_first, month_first = _days(written, soon)
    for holds in (lambda days: all(day <= soon for day in days), _monotone):
        by_day, by_month = holds(day_first), holds(month_first)
        if by_day != by_month:
            return "day" if by_day else "month"
    return None


def _days(written: Sequence[Written], latest: date) -> tuple[list[date], list[date]]:
    orders: tuple[Order, Order] = ("day", "month")
    both = [[d for w in written if (d := day_of(w, order, latest))] for order in orders]
    return both[0], both[1]


def _monotone(days: Sequence[date]) -> bool:
    pairs = list(pairwise(days))
    return all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)


def _by_hints(hints: Hints) -> Order | None:
    if hints.decimal_comma or not hints.english:
        return "day"
    if hints.currency and hints.currency not in ("$", "CAD"):
        return "month" if hints.currency in ("USD", "PHP") else "day"
    return None


def _by_span(written: Sequence[Written], now: date) -> Order | None:
    """Rows of a statement lie near each other: read the wrong way they scatter over the year."""
    day_first, month_first = _days(written, now)
    if len(written) < 2 or not day_first or not month_first:
        return None
    by_day = (max(day_first) - min(day_first)).days
    by_month = (max(month_first) - min(month_first)).days
    if min(by_day, by_month) * 4 > max(by_day, by_month) or by_day == by_month:
        return None
    return "day" if by_day < by_month else "month"


def _by_zone(hints: Hints) -> Order:
    if hints.zone in _MONTH_FIRST_ZONES or hints.zone.startswith(("US/", "America/Indiana/")):
        return "month"
    return "day" if hints.zone and hints.zone not in ("UTC", "Etc/UTC") else hints.otherwise


_MONTH_FIRST_ZONES = frozenset(
    f"America/{name}"
    for name in ["New_York", "Chicago", "Denver", "Los_Angeles", "Phoenix", "Detroit", "Anchorage",
                 "Boise", "Puerto_Rico"]
) | {"Pacific/Honolulu", "Asia/Manila"}  # fmt: skip


def latest_in(words: str, order: Order, now: date) -> date | None:
    """The last day that a text names with its year: what a statement's yearless rows go by."""
    found = (cut(match) for match in _IN_TEXT.findall(words[:20_000]))
    days = (day_of(w, order, now) for w in found if w and w.year is not None)
    return max((day for day in days if day), default=None)


_IN_TEXT = re.compile(
    r"(?<![0-9])(?:[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}"
    r"|[0-9]{1,2}(?:st|nd|rd|th|\.)? (?:de )?[^\W\d_]{3,10}\.? (?:de )?[0-9]{4}"
    r"|[^\W\d_]{3,10}\.? [0-9]{1,2}(?:st|nd|rd|th)?, [0-9]{4})(?![0-9])"
)


def dates_in(words: str) -> Iterable[str]:
    """Every date with a year in a text, as it is written."""
    return (match for match in _IN_TEXT.findall(words[:20_000]) if cut(match))


def stamped(day: date, written: Written) -> str:
    """The form of `Draft.at`: an instant if a time with its zone is written, else the day."""
    # Banks that know no time fill in midnight or noon.
    if written.at is None or written.offset is None or written.at in ((0, 0, 0), (12, 0, 0)):
        return day.isoformat()
    hour, minute, second = written.at
    zone = timezone(timedelta(minutes=written.offset))
    local = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=zone)
    try:
        return clock.stamp(local.astimezone(UTC))
    except OverflowError:
        return day.isoformat()
