"""Days by their weekday: `Friday`, `last Friday`, `Friday next week`, `Friday, 13 November`."""

from __future__ import annotations

from datetime import date, timedelta

from runwright.text.calendar_words import ARTICLES, DAY_PARTS, SIDES, UNITS, WEEKDAYS
from runwright.text.calendars import DAY, Period, Viewpoint, day_period, ranked
from runwright.text.dates import (
    Around,
    Atom,
    day_alone_at,
    day_month_at,
    month_day_at,
    named_at,
    sided,
)
from runwright.text.numeric_dates import figures_at
from runwright.text.tokens import Tokens


def weekday_at(tokens: Tokens, at: int, viewpoint: Viewpoint) -> Atom | None:
    """`Friday`, `last Friday`, `Friday next week`, `Friday week`, `Friday, 13 November`."""
    side, step = sided(tokens, at)
    number = WEEKDAYS.get(tokens.text(step))
    if number is None:
        return None
    word = tokens.text(step - 1)
    step = tokens.skip(_past_dot(tokens, step + 1), *DAY_PARTS)
    today = viewpoint.today
    monday = today - timedelta(days=today.weekday())
    if side is not None:
        return Atom(_sided_weekday(side, word, number, today), step)
    of_week = _of_week(tokens, step)
    if of_week is not None:
        return Atom((day_period(monday + timedelta(days=7 * of_week[0] + number)),), of_week[1])
    if (named := _of_named_week(tokens, step, number, viewpoint)) is not None:
        return named
    if tokens.text(step) == "week" and tokens.text(step + 1) not in ("of", "before", "after"):
        ahead = today + timedelta(days=(number - today.weekday()) % 7 + 7)
        return Atom((day_period(ahead),), step + 1)
    if (dated := _dated(tokens, step, number, viewpoint)) is not None:
        return dated
    coming = today + timedelta(days=(number - today.weekday()) % 7)
    behind = today - timedelta(days=(today.weekday() - number) % 7 or 7)
    days = (coming, behind)
    if viewpoint.tense == "past":
        days = (today, behind) if coming == today else (behind, coming)
    readings = tuple(day_period(day) for day in days)
    return Atom(readings, step, _weekly(number), bare=step == at + 1)


def _past_dot(tokens: Tokens, at: int) -> int:
    dotted = tokens.text(at) == "." and tokens.glued(at) and len(tokens.text(at - 1)) <= 5
    return at + 1 if dotted and tokens.text(at + 1) else at


def _weekly(number: int) -> Around:
    def around(day: date) -> list[Period]:
        first = day + timedelta(days=(number - day.weekday()) % 7 - 14)
        return [day_period(first + timedelta(days=7 * week)) for week in range(5)]

    return around


def _sided_weekday(side: int, word: str, number: int, today: date) -> tuple[Period, ...]:
    monday = today - timedelta(days=today.weekday())
    this = monday + timedelta(days=number)
    coming = today + timedelta(days=(number - today.weekday()) % 7 or 7)
    behind = today - timedelta(days=(today.weekday() - number) % 7 or 7)
    if side < 0:
        # On a Saturday "last Friday" is yesterday, or the one of last week.
        days = (behind, this - 7 * DAY)
    elif side == 0:
        days = (this, coming) if this >= today else (this, this + 7 * DAY)
    elif word == "next":
        # The one of next week, or the one to come.
        days = (this + 7 * DAY, coming)
    else:
        days = (coming,) * 2
    return tuple(day_period(day) for day in dict.fromkeys(days))


def _of_week(tokens: Tokens, at: int) -> tuple[int, int] | None:
    """The `next week` of `Friday next week`, `Friday of last week`."""
    step = tokens.skip(tokens.skip(at, "of", "in"), *ARTICLES)
    side = SIDES.get(tokens.text(step))
    if side is None or UNITS.get(tokens.text(step + 1)) != "week":
        return None
    return side, step + 2


def _of_named_week(tokens: Tokens, at: int, number: int, viewpoint: Viewpoint) -> Atom | None:
    """The `of Easter week` of `Tuesday of Easter week`."""
    if tokens.text(at) not in ("of", "in"):
        return None
    week = named_at(tokens, tokens.skip(at + 1, *ARTICLES), viewpoint)
    if week is None or week.readings[0].grain != "week":
        return None
    days = [day_period(p.start + number * DAY) for p in week.readings if p.start]
    return Atom(tuple(days), week.after)


def _dated(tokens: Tokens, at: int, number: int, viewpoint: Viewpoint) -> Atom | None:
    """The date behind a weekday; of years that fit, the one in which it is that day."""
    step = tokens.skip(tokens.skip(at, ","), *ARTICLES, "am")
    atom = None
    for reader in (figures_at, day_month_at, month_day_at, day_alone_at):
        if step < len(tokens) and (reader is not figures_at or tokens.is_digits(step)):
            atom = reader(tokens, step, viewpoint)
        if atom is not None:
            break
    if atom is None or atom.around is None:
        return atom
    fitting = [p for p in atom.around(viewpoint.today) if p.start and p.start.weekday() == number]
    readings = ranked(fitting, viewpoint) or atom.readings
    return Atom(readings, atom.after)
