"""Dates that name their place in the calendar: `15 Nov 2026`, `May`, `Q3`, `week 47`, `FY26`.

Each function reads what begins at a token, or gives None. What lacks its year, month or week
comes round again; `Atom.around` says where it lies near a day, for ranges to choose from.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Literal, NamedTuple

from runwright.text import calendars
from runwright.text.calendar_words import (
    ARTICLES,
    FISCAL,
    HOLIDAY_STARTS,
    HOLIDAYS,
    LONGEST_HOLIDAY,
    MONTHS,
    SEASONS,
    SIDES,
    UNITS,
    holiday,
    holiday_week,
    holiday_weekend,
)
from runwright.text.calendars import Period, Viewpoint, day_period, ranked
from runwright.text.durations import add_months
from runwright.text.numbers import count_at, ordinal_at
from runwright.text.tokens import Tokens

Around = Callable[[date], list[Period]]

FIRST_YEAR, LAST_YEAR = 1900, 2199
_APOSTROPHES = ("'", "’", "‘")


class Atom(NamedTuple):
    """What one date says."""

    readings: tuple[Period, ...]
    after: int
    """The token after its last."""
    around: Around | None = None
    """Where it lies near a day, in order, if it comes round again."""
    bare: bool = False
    """It may mean something else where no preposition leads to it: a lone year, `3/4`."""
    order: Literal["", "day", "month"] = ""
    """Which of the two comes first in figures, where only one of them can."""
    edge: str = ""
    """Whether it is the `start` or the `end` of something; the second reading is that one day."""


def recurring(around: Around, after: int, viewpoint: Viewpoint, bare: bool = False) -> Atom | None:
    """Something that comes round again, at the places near today."""
    readings = ranked(around(viewpoint.today), viewpoint)
    return Atom(readings, after, around, bare) if readings else None


def yearly(make: Callable[[int], Period | None], reach: int = 1) -> Around:
    """The same in the years around a day."""

    def around(day: date) -> list[Period]:
        return [
            p for year in range(day.year - reach, day.year + reach + 1) if (p := _try(make, year))
        ]

    return around


def _try(make: Callable[[int], Period | None], year: int) -> Period | None:
    try:
        return make(year)
    except (ValueError, OverflowError):
        return None


# Years ------------------------------------------------------------------------------------------


def full_year(short: int, today: date) -> int:
    """The year of which two digits are written: not more than ten years ahead."""
    year = today.year - today.year % 100 + short
    return year - 100 if year > today.year + 10 else year


def year_number(tokens: Tokens, at: int) -> int | None:
    """Four digits that can be a year."""
    if not tokens.is_digits(at) or len(tokens.text(at)) != 4:
        return None
    number = int(tokens.text(at))
    return number if FIRST_YEAR <= number <= LAST_YEAR else None


def year_behind(tokens: Tokens, at: int, viewpoint: Viewpoint) -> tuple[int, int] | None:
    """The year after a day, month or season: `2026`, `, 2026`, `'26`, `of 2026`, `last year`,
    `two years ago`."""
    step = tokens.skip(tokens.skip(at, ","), "of", "in", "/", "-")
    if tokens.text(step) in _APOSTROPHES and tokens.glued(step + 1):
        if tokens.is_digits(step + 1) and len(tokens.text(step + 1)) == 2:
            return full_year(int(tokens.text(step + 1)), viewpoint.today), step + 2
        return None
    if (number := year_number(tokens, step)) is not None:
        is_time = tokens.text(step + 1) == ":" and tokens.glued(step + 1)
        return None if is_time else (number, step + 1)
    step = tokens.skip(step, "the")
    side = SIDES.get(tokens.text(step))
    if side is not None and UNITS.get(tokens.text(step + 1)) == "year":
        return viewpoint.today.year + side, step + 2
    if tokens.text(step - 1) == "the" and tokens.text(step) == "year":
        return viewpoint.today.year, step + 1
    count = count_at(tokens, step)
    if count and UNITS.get(tokens.text(count[1])) == "year" and tokens.text(count[1] + 1) == "ago":
        return viewpoint.today.year - count[0], count[1] + 2
    return None


def year_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`2026`, `the year 2026`, `calendar year 2026`, `2025/26`."""
    start = tokens.skip(at, *ARTICLES)
    step = tokens.skip(tokens.skip(start, "calendar", "jahr"), "year")
    number = year_number(tokens, step)
    if number is None:
        return None
    is_pair = tokens.text(step + 1) in ("/", "-", "–") and tokens.glued(step + 1)
    if is_pair and tokens.text(step + 2) == f"{(number + 1) % 100:02}":
        after = tokens.skip(tokens.skip(step + 3, *FISCAL), "year", "season")
        return Atom((_business_year(number, viewpoint),), after)
    return Atom((calendars.year(number),), step + 1, bare=step == at)


def _business_year(number: int, viewpoint: Viewpoint) -> Period:
    if viewpoint.fiscal_start > 1:
        return calendars.fiscal_year(number, viewpoint.fiscal_start)
    return calendars.span(date(number, 1, 1), date(number + 2, 1, 1))


def fiscal_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`FY26`, `fiscal 2026`, `fiscal year 2025/26`: by the year it ends in, or begins in."""
    if tokens.text(at) not in FISCAL:
        return None
    step = tokens.skip(at + 1, "year", "jahr")
    step = tokens.skip(step, *_APOSTROPHES)
    if not tokens.is_digits(step):
        return None
    text = tokens.text(step)
    number = year_number(tokens, step)
    if number is None and len(text) == 2:
        number = full_year(int(text), viewpoint.today)
    if number is None:
        return None
    first = viewpoint.fiscal_start
    joint = tokens.text(step + 1) in ("/", "-", "–") and tokens.is_digits(step + 2)
    if joint and len(tokens.text(step + 2)) in (2, 4):
        return Atom((calendars.fiscal_year(number, first),), step + 3)
    if first == 1:
        return Atom((calendars.fiscal_year(number, 1),), step + 1)
    years = (calendars.fiscal_year(number - 1, first), calendars.fiscal_year(number, first))
    return Atom(years, step + 1)


# Days of a month --------------------------------------------------------------------------------


def real_day(year: int, month: int, day: int) -> date | None:
    """The day, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def same_day(month: int, day: int) -> Callable[[int], Period | None]:
    """The same day of any year."""

    def make(year: int) -> Period | None:
        found = real_day(year, month, day)
        return day_period(found) if found else None

    return make


def month_at(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """A month's name; the dot of an abbreviation belongs to it where a number follows."""
    number = MONTHS.get(tokens.text(at))
    if number is None:
        return None
    dotted = tokens.text(at + 1) == "." and tokens.glued(at + 1) and tokens.is_digits(at + 2)
    return number, at + 2 if dotted else at + 1


def day_number(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """`3`, `3rd`, `the 3rd`, `third`, `3.` before a month: a day of a month."""
    step = tokens.skip(at, *ARTICLES)
    ordinal = ordinal_at(tokens, step)
    if ordinal is not None:
        return ordinal if 1 <= ordinal[0] <= 31 else None
    if not tokens.is_digits(step) or len(tokens.text(step)) > 2:
        return None
    number = int(tokens.text(step))
    return (number, step + 1) if 1 <= number <= 31 else None


def day_month_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`15 Nov 2026`, `the 15th of November`, `3. Mai`, `15-Nov-26`."""
    number = day_number(tokens, at)
    if number is None:
        return None
    day, step = number
    mark = tokens.text(step) if tokens.glued(step) else ""
    step = tokens.skip(tokens.skip(step, ".", "-", "/"), "of", "de")
    named = month_at(tokens, step)
    if named is None:
        return None
    month, step = named
    if mark in ("-", "/") and tokens.text(step) == mark and tokens.is_digits(step + 1):
        text = tokens.text(step + 1)
        short = full_year(int(text), viewpoint.today) if len(text) == 2 else None
        year = short or year_number(tokens, step + 1)
        return Atom((day_period(date(year, month, day)),), step + 2) if year else None
    return _day_of(tokens, month, day, step, viewpoint)


def month_day_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`Nov 15, 2026`, `May the 3rd`."""
    named = month_at(tokens, at)
    if named is None:
        return None
    month, step = named
    number = day_number(tokens, tokens.skip(step, "the"))
    if number is None or _is_other_figure(tokens, number[1]):
        return None
    return _day_of(tokens, month, number[0], number[1], viewpoint)


def _is_other_figure(tokens: Tokens, after: int) -> bool:
    """The number before is an hour, a decimal or a percentage: `May 9:30`, `May 3.5`."""
    glued = tokens.glued(after) and tokens.glued(after + 1) and tokens.is_digits(after + 1)
    return (glued and tokens.text(after) in ":.,") or tokens.text(after) in ("%", "am", "pm")


def _day_of(tokens: Tokens, month: int, day: int, at: int, viewpoint: Viewpoint) -> Atom | None:
    if (year := year_behind(tokens, at, viewpoint)) is not None:
        return Atom((day_period(date(year[0], month, day)),), year[1])
    return recurring(yearly(same_day(month, day), 8 if day == 29 else 1), at, viewpoint)


def day_alone_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`the 3rd`, `am 3.`: of the month that is likeliest."""
    step = tokens.skip(at, *ARTICLES)
    number = ordinal_at(tokens, step)
    is_german = tokens.text(step - 1) in ("am", "dem", "zum", "vom", "den")
    if number is None and is_german and tokens.is_digits(step) and tokens.text(step + 1) == ".":
        number = int(tokens.text(step)), step + 2
    if number is None or not tokens.is_digits(step) or not 1 <= number[0] <= 31:
        return None
    day, after = number

    def around(near: date) -> list[Period]:
        first = near.replace(day=1)
        months = (add_months(first, offset) for offset in range(-2, 4))
        return [day_period(d) for m in months if (d := real_day(m.year, m.month, day))]

    return recurring(around, after, viewpoint, bare=True)


# Months and longer ------------------------------------------------------------------------------


def sided(tokens: Tokens, at: int) -> tuple[int | None, int]:
    """`last`, `this`, `next` before a name, as a step; None where there is none."""
    step = tokens.skip(at, *ARTICLES)
    first = tokens.text(step)
    if first not in SIDES:
        return None, step
    both = first == "this" and SIDES.get(tokens.text(step + 1)) == 1
    return (1, step + 2) if both else (SIDES[first], step + 1)


def named_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`May`, `last May`, `summer 2025`, `this Christmas`, `Q3 of last year`, `H1`."""
    side, step = sided(tokens, at)
    thing = _thing(tokens, step)
    if thing is None:
        return None
    make, after, several = thing
    if side is None and (year := year_behind(tokens, after, viewpoint)) is not None:
        readings = tuple(p for p in make(year[0]) if p)
        return Atom(readings, year[1]) if readings else None
    if side is None:
        first = yearly(lambda number: next(iter(make(number)), None))
        atom = recurring(first, after, viewpoint, bare=after == at + 1)
        if atom is None or not several or atom.readings[0].start is None:
            return atom
        whole = make(atom.readings[0].start.year)
        return atom._replace(readings=(whole[0], *whole[1:], *atom.readings[1:]))
    near = yearly(lambda number: next(iter(make(number)), None), reach=2)
    found = _beside(near(viewpoint.today), side, viewpoint)
    return Atom((found,), after) if found else None


def _beside(occurrences: list[Period], side: int, viewpoint: Viewpoint) -> Period | None:
    """The last one that is over, the one of this year, or the next to begin; a day that few
    years have may be none of these."""
    today = viewpoint.today
    if side < 0:
        return next((p for p in reversed(occurrences) if p.end and p.end <= today), None)
    if side > 0:
        return next((p for p in occurrences if p.start and p.start > today), None)
    near = [p for p in occurrences if today in p or (p.start and p.start.year == today.year)]
    running = [p for p in near if today in p]
    return next(iter(running or near), None)


_Thing = tuple[Callable[[int], tuple[Period, ...]], int, bool]


def _thing(tokens: Tokens, at: int) -> _Thing | None:
    """What comes once a year: how it is made for a year, and the token after it."""
    text = tokens.text(at)
    if text in ("month", "monat") and tokens.text(at + 1) in ("of", *MONTHS):
        at = tokens.skip(at + 1, "of")
        text = tokens.text(at)
    if text in MONTHS:
        number = MONTHS[text]
        return lambda year: (calendars.month(year, number),), at + 1, False
    if text in SEASONS:
        first = SEASONS[text]
        return lambda year: (calendars.season(year, first),), at + 1, False
    if text in ("q", "h") and tokens.glued(at + 1) and not tokens.glued(at):
        return _lettered(text, tokens.text(at + 1), at + 2)
    return _holiday(tokens, at) if text in HOLIDAY_STARTS else None


def _lettered(letter: str, digit: str, after: int) -> _Thing | None:
    if letter == "q" and digit in ("1", "2", "3", "4"):
        return lambda year: (calendars.quarter(year, int(digit)),), after, False
    if letter == "h" and digit in ("1", "2"):
        return lambda year: (calendars.half(year, int(digit)),), after, False
    return None


def _holiday(tokens: Tokens, at: int) -> _Thing | None:
    for count in range(LONGEST_HOLIDAY, 0, -1):
        name = " ".join(filter(None, tokens.texts(at, count)))
        if name in HOLIDAYS and len(name.split()) == count:
            if tokens.text(at + count) in ("weekend", "wochenende"):
                return partial(holiday_weekend, name), at + count + 1, True
            if tokens.text(at + count) in ("week", "woche"):
                return partial(holiday_week, name), at + count + 1, False
            return partial(holiday, name), at + count, True
    return None


def year_first_at(tokens: Tokens, at: int, _viewpoint: Viewpoint) -> Atom | None:
    """`2026 Q3`, `2025 summer`."""
    number = year_number(tokens, at)
    thing = _thing(tokens, at + 1) if number else None
    if number is None or thing is None or tokens.text(at + 1) in MONTHS:
        return None
    return Atom(thing[0](number), thing[1])


def week_number_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`week 47`, `calendar week 47 of 2026`, `KW 47`, `W47`."""
    step = tokens.skip(tokens.skip(at, *ARTICLES), "calendar")
    if tokens.text(step) not in ("week", "kw", "cw", "w", "wk", "kalenderwoche", "woche"):
        return None
    step += 1
    step = tokens.skip(step, ".", "no", "number")
    if not tokens.is_digits(step) or not 1 <= int(tokens.text(step)[:3]) <= 53:
        return None
    if tokens.text(at) == "w" and not tokens.glued(step):
        return None
    number = int(tokens.text(step))
    if (year := year_behind(tokens, step + 1, viewpoint)) is not None:
        return Atom((calendars.week(year[0], number),), year[1])
    return recurring(yearly(lambda each: calendars.week(each, number)), step + 1, viewpoint)
