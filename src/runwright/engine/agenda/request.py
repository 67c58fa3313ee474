"""What was understood of a part about the calendar: plain strings, so that a plan can keep them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from runwright.engine.days import moved

OTHER_YEARS = (-1, 1, -2)
"""Where the same day is looked for when the year was guessed and the guess has nothing."""
_WEEK = timedelta(days=7)
_EARLIEST, _LATEST = date(1000, 1, 1), date(9000, 1, 1)


class Request(NamedTuple):
    """One question to the calendar, or one wish to change it."""

    ask: str
    """What is wanted of the events: `list`, `when`, `where`, `who`, `count`, `free`…"""
    days: str = ""
    """Stretches of days, `2026-11-16/2026-11-17`, with spaces between; the end is the day after."""
    yearless: str = ""
    """Whether the year of the days was guessed."""
    clock: str = ""
    """From and to, in minutes after midnight: `540-1020`."""
    topic: str = ""
    """The words that name the event; a bar stands between things of which each may be meant."""
    loose: str = ""
    """Those of them that stand alone, and may mean nothing."""
    named: str = ""
    """The same with the days in it, for a title such as "Friday demo"."""
    people: str = ""
    """The words that say with whom."""
    order: str = ""
    """`first`, `next`, `last`, or `previous`."""
    take: str = ""
    """How many are asked for, when it is said."""
    side: str = ""
    """`start` or `end` of the event; `before` or `after` it."""
    meetings: str = ""
    """Whether only what has a time of day is meant."""
    past: str = ""
    """Whether it is asked in the past tense."""
    whenever: str = ""
    """Whether no tense says on which side of now the events lie."""
    rivals: str = ""
    """What is set against what, with bars between: `with Ana | with Kofi`."""
    unit: str = ""
    """`day`, `week` or `month`: what is compared."""
    change: str = ""
    """`cancel`, `move`, `book` or `change`."""
    shift: str = ""
    """How far it is to be moved: `90 minutes`, `-1 day`."""
    to_days: str = ""
    to_clock: str = ""
    length: str = ""
    """Minutes, or `day`."""
    also: str = ""
    """Whether something is to be sent or made as well."""
    earlier: str = ""
    """Whether it speaks of what the step before it found: "where is it?"."""
    unclear: str = ""
    """Why the days cannot be told."""
    weekdays: str = ""
    """The weekdays that are meant each time, Monday being 0: `0 2`; empty for all of them."""
    without: str = ""
    """What is to be left out, with bars between: `with Ana | the stand-up`."""
    outside: str = ""
    """The place outside which it must be."""
    not_days: str = ""
    """Stretches of days that are left out."""
    not_clock: str = ""
    """Hours that are left out."""
    lasting: str = ""
    """How many minutes it must take at least and at most: `121-`, `-59`."""
    whom: str = ""
    """Whether it is about somebody whom the step before it named: "when did I meet her?"."""
    zone: str = ""
    """On whose clocks the answer is wanted, if not on the project's."""
    elsewhere: str = ""
    """The other sources, which may know what the calendar does not."""

    def arguments(self) -> dict[str, str]:
        """For the step: only what is there."""
        return {name: value for name, value in self._asdict().items() if value}

    def stretches(self) -> list[tuple[date, date]]:
        """The days, as first day and day after the last."""
        return read_days(self.days)


def of_arguments(arguments: Mapping[str, str]) -> Request:
    """The request that a step carries."""
    known = {name: value for name, value in arguments.items() if name in Request._fields}
    return Request(**{"ask": "list", **known})


def read_days(text: str) -> list[tuple[date, date]]:
    """Stretches of days from their writing."""
    pairs = (stretch.split("/") for stretch in text.split())
    return [(date.fromisoformat(start), date.fromisoformat(end)) for start, end in pairs]


def write_days(stretches: list[tuple[date, date]]) -> str:
    """The writing of stretches of days; one at the ends of time has no end of its own."""
    bounded = (
        (date.min if start < _EARLIEST else start, date.max if end > _LATEST else end)
        for start, end in stretches
        if start < _LATEST and end > _EARLIEST
    )
    return " ".join(f"{start}/{end}" for start, end in bounded)


def in_year(stretch: tuple[date, date], years: int) -> tuple[date, date]:
    """The same days so many years later; a week stays one from Monday to Sunday."""
    start, end = (
        day if day in (date.min, date.max) else moved(day, years, "year") for day in stretch
    )
    if stretch[0].weekday() == 0 and stretch[1] - stretch[0] == _WEEK:
        start -= timedelta(days=(start.weekday() + 3) % 7 - 3)
        end = start + _WEEK
    return start, end


def widened(stretch: tuple[date, date]) -> tuple[str | None, str | None]:
    """The days to read: one more on each side, since instants are kept in UTC."""
    start, end = stretch
    day = timedelta(days=1)
    return (
        None if start == date.min else (start - day).isoformat(),
        None if end == date.max else (end + day).isoformat(),
    )
