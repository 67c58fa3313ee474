"""Dates in figures: `2026-11-15`, `15.11.2026`, `11/15/26`, `2026-W47`.

With slashes half of the world writes the day first and half the month. A number above twelve
settles it; else both are readings, and the project's own order comes first.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from runwright.text import calendars
from runwright.text.calendars import Viewpoint, day_period, ranked
from runwright.text.dates import (
    FIRST_YEAR,
    LAST_YEAR,
    Atom,
    full_year,
    real_day,
    recurring,
    same_day,
    yearly,
)
from runwright.text.tokens import Tokens

_NUMERIC = re.compile(
    r"(?:(?P<y>[0-9]{4})(?P<s>[-/.])(?P<m>[0-9]{1,2})(?:(?P=s)(?P<d>[0-9]{1,2}))?"
    r"|(?P<a>[0-9]{1,2})(?P<t>[-/.])(?P<b>[0-9]{1,2})(?:(?P=t)(?P<z>[0-9]{4}|[0-9]{2}))?)(?![0-9])"
)
_ISO_WEEK = re.compile(r"([0-9]{4})-?[Ww]([0-9]{1,2})(?![0-9])")


def figures_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`2026-11-15`, `2026-11`, `2026-W47`, `15.11.2026`, `11/15/26`, `15.11.`, `3/5`."""
    start = tokens.items[at].start
    if tokens.glued(at) and tokens.text(at - 1)[-1:] not in "([\"'“":
        return None
    if found := _ISO_WEEK.match(tokens.source, start):
        period = calendars.week(int(found[1]), int(found[2]))
        return Atom((period,), tokens.index_at(found.end(), at))
    found = _NUMERIC.match(tokens.source, start)
    if found is None:
        return None
    after = tokens.index_at(found.end(), at)
    if found["y"]:
        return _year_first(found, after)
    return _year_last(tokens, found, at, after, viewpoint)


def _year_first(found: re.Match[str], after: int) -> Atom | None:
    number, second = int(found["y"]), int(found["m"])
    if not FIRST_YEAR <= number <= LAST_YEAR:
        return None
    if found["d"]:
        return Atom((day_period(date(number, second, int(found["d"]))),), after)
    if found["s"] != "-" or len(found["m"]) != 2:
        return None
    # "2024-25" is two years, "2024-11" a month.
    return Atom((calendars.month(number, second),), after) if second <= 12 else None


def _year_last(
    tokens: Tokens, found: re.Match[str], at: int, after: int, viewpoint: Viewpoint
) -> Atom | None:
    first, second, mark = int(found["a"]), int(found["b"]), found["t"]
    # Nobody puts the month first with points.
    month_first = mark != "." and viewpoint.order == "month"
    pairs = [(first, second), (second, first)]
    orders = [(day, month) for day, month in (pairs[::-1] if month_first else pairs)]
    if mark == "." or first == second:
        orders = [(first, second)]
    if found["z"]:
        year = int(found["z"])
        year = full_year(year, viewpoint.today) if len(found["z"]) == 2 else year
        if not FIRST_YEAR <= year <= LAST_YEAR:
            return None
        days = [real_day(year, month, day) for day, month in orders]
        readings = tuple(day_period(day) for day in days if day)
        return Atom(readings, after, order=_settled(first, second)) if readings else None
    if mark == "-" or (mark == "." and not _is_dotted_day(tokens, at, after)):
        return None
    after = tokens.skip(after, ".") if mark == "." else after
    for day, month in orders:
        if real_day(2024, month, day):
            atom = recurring(yearly(same_day(month, day), 4), after, viewpoint, bare=True)
            atom = atom._replace(order=_settled(first, second)) if atom else None
            return _with_other_order(atom, orders, viewpoint) if atom else None
    return None


def _settled(first: int, second: int) -> Literal["", "day", "month"]:
    if first > 12:
        return "day"
    return "month" if second > 12 else ""


def _with_other_order(atom: Atom, orders: list[tuple[int, int]], viewpoint: Viewpoint) -> Atom:
    """`3/5` is in March as well as in May."""
    if len(orders) < 2 or not all(real_day(2024, month, day) for day, month in orders):
        return atom
    day, month = orders[1]
    other = ranked(yearly(same_day(month, day), 4)(viewpoint.today), viewpoint)
    return atom._replace(readings=(atom.readings[0], *other[:1], *atom.readings[1:]))


def _is_dotted_day(tokens: Tokens, at: int, after: int) -> bool:
    """`15.11.` with its second point, or `am 15.11`: else it is a decimal."""
    return (tokens.text(after) == "." and tokens.glued(after)) or tokens.text(at - 1) in (
        "am", "vom", "zum", "dem", "den", "bis", "ab",
    )  # fmt: skip
