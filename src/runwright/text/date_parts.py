"""Dates that are a part of another, or lie beside it.

`end of October`, `mid-May`, `the first Tuesday in December`, `the second half of 2026`, `the week
of 9 November`, `the day before Christmas Eve`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from runwright.text import calendars
from runwright.text.calendar_words import ARTICLES, DAY_PARTS, EDGES, OF, THIRDS, WEEKDAYS
from runwright.text.calendars import DAY, WEEK, Grain, Period, Viewpoint, day_period, span, unit_of
from runwright.text.dates import Atom, recurring, yearly
from runwright.text.durations import add_months
from runwright.text.numbers import count_at, ordinal_at
from runwright.text.relative_dates import moved, named_scope_at, scope_at, side_unit_at, unit_at
from runwright.text.tokens import Tokens

Reader = Callable[[Tokens, int, Viewpoint], Atom | None]
_ENDS: dict[str, Grain] = {"eoy": "year", "eom": "month", "eow": "week", "eoq": "quarter"}
_SATURDAY = 5
_LAST = ("last", "final", "letzte", "letzten", "letzter", "letztes")


def edge_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`end of October`, `the start of the year`, `mid-May`, `late 2025`, `year end`, `Ende Mai`."""
    step = tokens.skip(at, *ARTICLES)
    text = tokens.text(step)
    if text in THIRDS:
        place = tokens.skip(step + 1, "-")
        inner = scope_at(tokens, tokens.skip(place, "in", "of"), viewpoint)
        return _third(inner, THIRDS[text]) if inner else None
    if text in _ENDS:
        unit = unit_of(viewpoint.today, _ENDS[text])
        return _edge(Atom((unit,), step + 1), "end")
    unit_first = unit_at(tokens, step)
    if unit_first is not None and tokens.text(tokens.skip(unit_first[2], "-")) == "end":
        unit = unit_of(viewpoint.today, unit_first[0], viewpoint.fiscal_start)
        return _edge(Atom((unit,), tokens.skip(unit_first[2], "-") + 1), "end")
    if text not in EDGES:
        return None
    inner = scope_at(tokens, tokens.skip(step + 1, "of", "des", "der"), viewpoint)
    if inner is None:
        return None
    return _third(inner, 1) if EDGES[text] == "middle" else _edge(inner, EDGES[text])


def _third(inner: Atom, which: int) -> Atom | None:
    """The first, second or last third; of a month ten days, of a year four months."""
    parts = [_third_of(period, which) for period in inner.readings]
    around = inner.around

    def near(day: date) -> list[Period]:
        return [part for p in around(day) if (part := _third_of(p, which))] if around else []

    readings = tuple(part for part in parts if part)
    return Atom(readings, inner.after, near if around else None) if readings else None


def _third_of(period: Period, which: int) -> Period | None:
    if period.start is None or period.end is None:
        return None
    if period.start.day == 1 and (months := _months(period)) % 3 == 0:
        start = add_months(period.start, which * months // 3)
        return span(start, add_months(start, months // 3))
    size = timedelta(days=(period.days or 0) // 3)
    start = period.start + which * size
    return span(start, period.end if which == 2 else start + size)


def _months(period: Period) -> int:
    start, end = period.start, period.end
    return (end.year - start.year) * 12 + end.month - start.month if start and end else 0


def _edge(inner: Atom, edge: str) -> Atom | None:
    """The first or last week of a month, the first or last month of a year; or the very day."""
    readings: list[Period] = []
    for period in inner.readings:
        if period.start is None or period.end is None:
            continue
        months = _months(period) if period.grain != "week" else 0
        if edge == "start":
            size = add_months(period.start, 1) if months > 2 else period.start + 7 * DAY
            size = period.start + 2 * DAY if not months else size
            readings += [span(period.start, size), day_period(period.start)]
        else:
            first = add_months(period.end, -1) if months > 2 else period.end - 7 * DAY
            first = period.end - 2 * DAY if not months else first
            readings += [span(first, period.end), day_period(period.end - DAY)]
    return Atom(tuple(readings), inner.after, edge=edge) if readings else None


def nth_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`the first week of May`, `last Friday of the month`, `first three quarters`, `H1`'s words."""
    step = tokens.skip(at, *ARTICLES)
    is_last = tokens.text(step) in _LAST
    ordinal = (-1, step + 1) if is_last else ordinal_at(tokens, step)
    if ordinal is None:
        if not (tokens.is_digits(step) and tokens.text(step + 1) == "."):
            return None
        ordinal = int(tokens.text(step)), step + 2
    nth, place = ordinal
    count = count_at(tokens, place)
    number, place = (count[0], count[1]) if count and tokens.text(place) != "half" else (1, place)
    weekday = WEEKDAYS.get(tokens.text(place))
    unit: Grain | None = "half" if tokens.text(place) in ("half", "halbjahr") else None
    if unit is None and weekday is None:
        found = unit_at(tokens, place)
        unit = found[0] if found else None
    if unit is None and weekday is None:
        return None
    scope = _scope_behind(tokens, place + 1, viewpoint)
    if scope is None:
        return None if is_last else _of_year(unit, nth, number, place + 1, viewpoint)
    parts = (_nth_of(p, unit, weekday, nth, number) for p in scope.readings)
    readings = tuple(part for part in parts if part)
    return Atom(readings, scope.after) if readings else None


def _scope_behind(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    if tokens.text(at) in OF:
        return scope_at(tokens, at + 1, viewpoint)
    return named_scope_at(tokens, at, viewpoint) or side_unit_at(tokens, at, viewpoint)


def _of_year(
    unit: Grain | None, nth: int, number: int, after: int, viewpoint: Viewpoint
) -> Atom | None:
    """`the first quarter`, `the second half`: of the year that is likeliest."""
    if unit not in ("quarter", "half"):
        return None
    return recurring(
        yearly(lambda year: _nth_of(calendars.year(year), unit, None, nth, number)),
        after,
        viewpoint,
    )


def _nth_of(
    scope: Period, unit: Grain | None, weekday: int | None, nth: int, number: int
) -> Period | None:
    """The nth unit of a period, or so many of them from there; weeks begin with its first day."""
    if scope.start is None or scope.end is None:
        return None
    if weekday is not None:
        day = _pick([d for d in _days(scope) if d.weekday() == weekday], nth)
        return day_period(day) if day else None
    if unit == "half" and scope.grain not in ("year", "fiscal_year"):
        middle = scope.start + timedelta(days=(scope.days or 0) // 2)
        return span(scope.start, middle) if nth == 1 else span(middle, scope.end)
    if unit == "weekend":
        saturday = _pick([d for d in _days(scope) if d.weekday() == _SATURDAY], nth)
        return unit_of(saturday, "weekend") if saturday else None
    grain: Grain = unit or "day"
    if nth < 0:
        start, end = moved(scope.end, -number, grain), scope.end
    else:
        start = moved(scope.start, (nth - 1), grain)
        end = min(moved(start, number, grain), scope.end)
    if not scope.start <= start < end <= scope.end:
        return None
    is_unit = number == 1 and grain not in ("week", "weekend")
    return Period(start, end, grain if is_unit else "span")


def _pick(days: list[date], nth: int) -> date | None:
    """The nth day of a list, from 1; the last one where `nth` is negative."""
    if nth < 0:
        return days[-1] if days else None
    return days[nth - 1] if 1 <= nth <= len(days) else None


def _days(period: Period) -> list[date]:
    return (
        [period.start + n * DAY for n in range(min(period.days or 0, 400))] if period.start else []
    )


# Weeks and days beside a date -------------------------------------------------------------------


def beside_at(tokens: Tokens, at: int, viewpoint: Viewpoint, atom_at: Reader) -> Atom | None:
    """`the week of 9 November`, `the day before Christmas Eve`, `two weeks after Easter`."""
    step = tokens.skip(at, *ARTICLES)
    if tokens.texts(step, 3) == ("w", "/", "c"):
        return _containing(tokens, step + 3, "week", viewpoint, atom_at)
    if tokens.text(step) in DAY_PARTS and tokens.text(step + 1) == "of":
        inner = atom_at(tokens, step + 2, viewpoint)
        return inner._replace(bare=False) if inner and inner.readings[0].grain == "day" else None
    count = count_at(tokens, step)
    unit = unit_at(tokens, count[1] if count else step)
    if unit is None:
        return None
    link = tokens.text(unit[2])
    if link in ("before", "after", "from", "following", "preceding"):
        way = -1 if link in ("before", "preceding") else 1
        inner = atom_at(tokens, unit[2] + 1, viewpoint)
        steps = way * (count[0] if count else 1) * unit[1]
        if count is not None and step > at:
            return _stretch(inner, unit[0], steps)
        return _stepped(inner, unit[0], steps, bool(count))
    if count is not None or unit[0] not in ("week", "weekend", "month", "quarter", "year"):
        return None
    if link in ("ended", "ending"):
        inner = atom_at(tokens, unit[2] + 1, viewpoint)
        return _ending(inner, unit[0])
    if link in ("of", "commencing", "beginning", "starting", "containing", "from", "around", "on"):
        return _containing(tokens, unit[2] + 1, unit[0], viewpoint, atom_at)
    return None


def _containing(
    tokens: Tokens, at: int, grain: Grain, viewpoint: Viewpoint, atom_at: Reader
) -> Atom | None:
    inner = atom_at(tokens, at, viewpoint)
    if inner is None or inner.readings[0].grain not in ("day", "span"):
        return None
    days = [p.start for p in inner.readings if p.start]
    readings = tuple(dict.fromkeys(unit_of(day, grain) for day in days))
    return Atom(readings, inner.after)


def _stepped(inner: Atom | None, grain: Grain, count: int, counted: bool) -> Atom | None:
    if inner is None or inner.readings[0].grain not in ("day", "span"):
        return None
    readings = []
    for period in inner.readings:
        if period.start is None or period.end is None:
            continue
        day = moved(period.start if count < 0 else period.end - DAY, count, grain)
        exact = grain == "day" or counted
        readings.append(day_period(day) if exact else unit_of(day, grain))
    return Atom(tuple(readings), inner.after) if readings else None


def _stretch(inner: Atom | None, grain: Grain, count: int) -> Atom | None:
    """`the two weeks before Easter` are fourteen days; without the article it is one."""
    if inner is None or inner.readings[0].grain not in ("day", "span"):
        return None
    readings = [
        span(moved(period.start, count, grain), period.start)
        if count < 0
        else span(period.end, moved(period.end, count, grain))
        for period in inner.readings
        if period.start and period.end
    ]
    return Atom(tuple(readings), inner.after) if readings else None


def _ending(inner: Atom | None, grain: Grain) -> Atom | None:
    """`week ending the 14th`, `the month ended March 31`."""
    if inner is None or inner.readings[0].grain != "day":
        return None
    ends = [p.end for p in inner.readings if p.end]
    readings = []
    for end in ends:
        start = end - WEEK if grain == "week" else moved(end, -1, grain)
        unit = unit_of(start, grain)
        readings.append(unit if unit == Period(start, end, grain) else span(start, end))
    return Atom(tuple(readings), inner.after)
