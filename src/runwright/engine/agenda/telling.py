"""Events in words: when they are, with whom and where, alone or as a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby

from runwright.engine.agenda.events import Event, people, place
from runwright.engine.agenda.hours import told as clock_told
from runwright.engine.agenda.request import Request
from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.periods import said

MOST_LISTED = 40
_MOST_PEOPLE = 6
_MOST_WHOLE = 12
"""In a longer list, with whom and where is left out."""
_LONGEST_PLACE = 120


def day_told(day: date) -> str:
    """A day with its weekday and year."""
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]} {day.year}"


def when_told(event: Event) -> str:
    """When an event is, with the word that leads to it."""
    first, last = event.start.date(), event.last_day
    if event.all_day:
        if first == last:
            return f"on {day_told(first)} (all day)"
        return f"from {day_told(first)} to {day_told(last)} (all day)"
    if first != last:
        return (
            f"from {day_told(first)}, {event.start:%H:%M} to "
            f"{day_told(event.end.date())}, {event.end:%H:%M}"
        )
    return f"on {day_told(first)}, {hours_told(event)}"


def hours_told(event: Event) -> str:
    """The hours of an event that is over on the day on which it begins."""
    if event.ends == event.begins:
        return f"{'due ' if event.task else ''}{event.start:%H:%M}"
    return f"{event.start:%H:%M}–{event.end:%H:%M}"


def event_told(event: Event) -> str:
    """One event, whole: its title, when it is, with whom and where."""
    return f"“{event.title}” {when_told(event)}{details_told(event)}"


def details_told(event: Event) -> str:
    """With whom and where it is, and what has become of it."""
    parts = []
    names = people(event)
    # A title that says "with Ana" need not say it twice.
    if names and names[0] not in event.title:
        parts.append(f" with {listed(_few(names))}")
    if where := place(event):
        parts.append(f", at {where[:_LONGEST_PLACE]}")
    return "".join((*parts, status_told(event)))


def status_told(event: Event) -> str:
    """What has become of it, unless its title says so."""
    if event.cancelled:
        return "" if "cancel" in event.title.lower() else " (cancelled)"
    return " (tentative)" if event.tentative else ""


def _few(names: list[str]) -> list[str]:
    more = len(names) - _MOST_PEOPLE
    return names if more <= 0 else [*names[:_MOST_PEOPLE], f"{more} more"]


def listed(names: Sequence[str]) -> str:
    """Names as a sentence has them: "A, B and C"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""


def agenda_told(events: Sequence[Event], known: date | None = None) -> str:
    """Events day by day; those beyond a handful are only counted.

    A day that the sentence has named already is not named again.
    """
    shown = events[:MOST_LISTED]
    days = groupby(shown, key=lambda event: event.start.date())
    whole = len(shown) <= _MOST_WHOLE
    lines = [_day_lines(day, list(own), known, whole) for day, own in days]
    more = len(events) - len(shown)
    return "; ".join(lines) + (f"; and {more} more" if more else "")


def _day_lines(day: date, events: Sequence[Event], known: date | None, whole: bool) -> str:
    entries = "; ".join(_entry(event, whole) for event in events)
    return entries if day == known else f"{day_told(day)}: {entries}"


def only_day(days: Sequence[tuple[date, date]]) -> date | None:
    """The day, when there is just one."""
    single = len(days) == 1 and (days[0][1] - days[0][0]).days == 1
    return days[0][0] if single else None


def _entry(event: Event, whole: bool) -> str:
    details = details_told(event) if whole else status_told(event)
    return f"{_times(event)} “{event.title}”{details}"


def _times(event: Event) -> str:
    if event.start.date() == event.last_day:
        return "all day" if event.all_day else hours_told(event)
    until = day_told(event.last_day if event.all_day else event.end.date())
    if event.all_day:
        return f"until {until}, all day"
    return f"{event.start:%H:%M} until {until}, {event.end:%H:%M}"


def days_told(days: Iterable[tuple[date, date]]) -> str:
    """Days with the word that leads to them: "on Friday, 20 November 2026", "in May 2027"."""
    return " and ".join(_days(*stretch) for stretch in days)


def _days(start: date, end: date) -> str:
    words = said(start, end)
    if start == date.min or end == date.max:
        return words
    if (end - start).days == 1:
        return f"on {words}"
    return f"from {words}" if words[0].isdigit() and " " in words else f"in {words}"


def hours_of(request: Request) -> str:
    """The hours that a request names: " between 09:00 and 17:00"."""
    if not request.clock:
        return ""
    start, end = map(int, request.clock.split("-"))
    if start == end:
        return f" at {clock_told(start)}"
    if end >= 1440:
        return f" after {clock_told(start)}"
    if start == 0:
        return f" before {clock_told(end)}"
    return f" between {clock_told(start)} and {clock_told(end)}"


def limits_of(request: Request) -> str:
    """The weekdays that a request keeps to, and that it leaves something out."""
    days = [WEEKDAYS[int(day)] for day in request.weekdays.split()]
    others = [day for day in WEEKDAYS if day not in days] if len(days) > len(WEEKDAYS) // 2 else []
    kept = f" on {listed([f'{day}s' for day in days])}" if days else ""
    if others:
        kept = f" except on {listed([f'{day}s' for day in others])}"
    out = request.without or request.outside or request.not_days or request.not_clock
    return f"{kept} without what you left out" if out else kept


def subject_of(request: Request) -> str:
    """What is looked for: " about budget review", " with kofi"."""
    about = f" about {topic_told(request.topic)}" if request.topic else ""
    return about + (f" with {request.people}" if request.people else "")


def topic_told(topic: str) -> str:
    """The words of a topic, as they are said."""
    return topic.replace(" | ", " and ")


def counted(number: int, word: str = "event") -> str:
    """ "1 event", "3 events"."""
    return f"{number} {word}{'' if number == 1 else 's'}"
