"""`find_free_time`: the time that events leave, also in common with other people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from runwright.records.facts import Event, Instant
from runwright.tools.base import Arguments, Item, Note, Read, Records, Result, Tool, Value
from runwright.tools.event_filter import About, has_words, people_of
from runwright.tools.fields import Match, Period
from runwright.tools.hours import (
    Hours,
    LocalTime,
    Span,
    Weekdays,
    Windows,
    describe_hours,
    instant_of,
    join_words,
    seconds_of,
)
from runwright.tools.matching import fits
from runwright.tools.occurrences import Occurrence, distinct, occurrence
from runwright.tools.spans import gaps, hours, seconds, union

MOST_DAYS = 3660
WORKING_HOURS = Hours(start="09:00", end="17:00")


class FindFreeTime(Arguments):
    """Where free time is looked for, and how much of it."""

    period: Period = Field(description="Days to look at; both ends are needed.")
    hours: Hours = Field(
        default=WORKING_HOURS,
        description="Hours of the day that count, such as working hours.",
    )
    weekdays: Weekdays = Field(default=(), description="Days of the week; empty for all.")
    not_before: Instant | None = Field(
        default=None, description="Nothing before this instant, such as now."
    )
    least_minutes: int = Field(
        default=30, ge=1, le=100_000, description="The least length of a free stretch, in minutes."
    )
    order: Literal["first", "last", "longest"] = Field(
        default="first", description="Which free stretches come first."
    )
    limit: int = Field(default=20, ge=1, le=200, description="How many free stretches to list.")
    people: tuple[str, ...] = Field(
        default=(),
        max_length=20,
        description="People who must be free, too, as far as calendars that bear their names, and "
        "events that name them, tell.",
    )
    calendars: Match = Field(
        default=Match(),
        description="Only these calendars count as one's own; those of `people` always count.",
    )
    about: About = Field(
        default=About(),
        description="Only events with these words take time, or all but those: `none_of` for what "
        "one would give up.",
    )
    tentative_is_busy: bool = Field(
        default=True, description="Whether tentative events keep one busy."
    )
    all_day_is_busy: bool = Field(
        default=True,
        description="Whether events of whole days keep one busy, where the calendar says so.",
    )

    @model_validator(mode="after")
    def _is_closed(self) -> FindFreeTime:
        days = self.period.days.days
        if days is None:
            raise ValueError("the period must have a first and a last day")
        if days > MOST_DAYS:
            raise ValueError(f"the period must not have more than {MOST_DAYS} days")
        return self


class FreeStretch(Value):
    """A stretch without anything."""

    start: Instant = Field(description="Where it begins, in UTC.")
    end: Instant = Field(description="Where it ends.")
    minutes: int = Field(description="How long it is.")


class FreeTime(Result):
    """The free stretches. `items` are the events that take the rest."""

    stretches: tuple[FreeStretch, ...] = Field(
        default=(), description="In the order that was asked for."
    )
    stretch_count: int = Field(default=0, description="How many are long enough, listed or not.")
    free_hours: str = Field(
        default="0", description="Hours of all free stretches that are long enough."
    )
    busy_hours: str = Field(default="0", description="Hours that are taken.")
    is_all_free: bool = Field(
        default=False, description="Whether nothing at all is in the time that was asked about."
    )
    free_days: tuple[str, ...] = Field(
        default=(), description="The days on which nothing is in the hours asked about."
    )
    free_day_count: int = Field(default=0, description="How many those are, listed or not.")


class _Busy(NamedTuple):
    events: list[Occurrence]
    counts: dict[str, int]
    """How many events of whole days there are, and how many that are not busy."""


def reads(arguments: FindFreeTime) -> tuple[Read, ...]:
    """The events of the period; a window may reach into the day after."""
    return (Read("calendar", ("event",), *arguments.period.widened()),)


def run(arguments: FindFreeTime, records: Records) -> FreeTime:
    """The time that is left."""
    items = records.read(reads(arguments)[0])
    time = LocalTime(records.zone)
    windows = Windows(time, arguments.period, arguments.hours, arguments.weekdays)
    daily = _daily(windows, arguments)
    # Days that touch each other are one: what is free over midnight is not two stretches.
    asked = union(daily)
    busy = _busy(distinct(items)[0], arguments, windows)
    covered = union(each.span for each in busy.events)
    free = gaps(asked, covered)
    long = [span for span in free if span.end - span.start >= arguments.least_minutes * 60]
    days = _free_days(daily, covered, time)
    return FreeTime(
        looked_at=len(items),
        kept=len(busy.events),
        items=tuple(each.item.id for each in busy.events),
        notes=tuple(_notes(arguments, busy, items)),
        stretches=tuple(_stretch(span) for span in _ordered(long, arguments)),
        stretch_count=len(long),
        free_hours=hours(seconds(long)),
        busy_hours=hours(seconds(asked) - seconds(free)),
        is_all_free=bool(asked) and free == asked,
        free_days=tuple(days[: arguments.limit]),
        free_day_count=len(days),
    )


def _daily(windows: Windows, arguments: FindFreeTime) -> list[Span]:
    """The hours of each day, without what is past."""
    if arguments.not_before is None:
        return windows.listed()
    begin = seconds_of(arguments.not_before)
    return [Span(max(span.start, begin), span.end) for span in windows.listed() if span.end > begin]


def _free_days(daily: list[Span], covered: list[Span], time: LocalTime) -> list[str]:
    untouched = set(gaps(daily, covered))
    days: dict[int, bool] = {}
    for span in daily:
        day = time.day_of(span.start)
        days[day] = days.get(day, True) and span in untouched
    return [date.fromordinal(day).isoformat() for day, is_free in days.items() if is_free]


def _busy(items: Iterable[Item[Event]], arguments: FindFreeTime, windows: Windows) -> _Busy:
    kept, counts = [], {"all_day": 0, "not_busy": 0}
    for item in items:
        event = item.facts
        if event.what != "event" or event.status in ("cancelled", "done"):
            continue
        if not _is_concerned(event, arguments) or not has_words(event, arguments.about):
            continue
        when = occurrence(item, windows.time)
        if when is None or not any(end > start for start, end in windows.parts(when.span)):
            continue
        if not event.busy or (event.status == "tentative" and not arguments.tentative_is_busy):
            counts["not_busy"] += 1
            continue
        counts["all_day"] += when.is_all_day
        if not when.is_all_day or arguments.all_day_is_busy:
            kept.append(when)
    kept.sort(key=lambda each: (each.span, each.item.id))
    return _Busy(kept, counts)


def _is_concerned(event: Event, arguments: FindFreeTime) -> bool:
    """Whether an event stands in one's own calendars, or takes one of the people."""
    match = arguments.calendars
    is_own = not (match.any_of or match.none_of) or fits(match, (event.calendar,))
    return is_own or any(_takes(event, name) for name in arguments.people)


def _takes(event: Event, name: str) -> bool:
    """Whether an event is in a calendar of that name, or somebody of that name goes to it."""
    return _is_named(event.calendar, name) or _names(event, name)


def _names(event: Event, name: str) -> bool:
    return any(
        who.answer != "declined" and (_is_named(who.name, name) or _is_named(who.address, name))
        for who in people_of(event)
    )


@lru_cache(maxsize=8192)
def _is_named(text: str | None, name: str) -> bool:
    """Few people go to many events: each is compared once."""
    return fits(Match(any_of=(name,)), (text,))


def _ordered(long: list[Span], arguments: FindFreeTime) -> list[Span]:
    match arguments.order:
        case "first":
            return long[: arguments.limit]
        case "last":
            return long[::-1][: arguments.limit]
        case "longest":
            return sorted(long, key=lambda span: span.start - span.end)[: arguments.limit]


def _stretch(span: Span) -> FreeStretch:
    return FreeStretch(
        start=instant_of(span.start),
        end=instant_of(span.end),
        minutes=(span.end - span.start) // 60,
    )


def _notes(arguments: FindFreeTime, busy: _Busy, items: Sequence[Item[Event]]) -> Iterator[Note]:
    if count := busy.counts["all_day"]:
        verb = ("takes" if count == 1 else "take") + " whole days"
        if not arguments.all_day_is_busy:
            verb = f"of whole days {'does' if count == 1 else 'do'} not count"
        yield Note(code="all_day", text=f"{count} {_events(count)} {verb}", count=count)
    if count := busy.counts["not_busy"]:
        text = f"{count} {_events(count)} that {'does' if count == 1 else 'do'} not keep one busy"
        yield Note(code="not_busy", text=f"{text} {'is' if count == 1 else 'are'} left out",
                   count=count)  # fmt: skip
    for name in arguments.people:
        if any(_is_named(item.facts.calendar, name) for item in items):
            continue
        is_known = any(_names(item.facts, name) for item in items)
        rest = "only events that name this person count" if is_known else "that time is unknown"
        yield Note(code="no_calendar", text=f"no calendar bears the name {name}: {rest}")


def _events(count: int) -> str:
    return "event" if count == 1 else "events"


def describe(arguments: FindFreeTime) -> str:
    """The call in words."""
    words = f"free time of at least {arguments.least_minutes} minutes"
    if arguments.people:
        words += f" with {join_words(list(arguments.people))}"
    return f"{words}, {describe_hours(arguments.period, arguments.hours, arguments.weekdays)}"


TOOL = Tool(
    name="find_free_time",
    description="Finds the time that events leave free within hours of the day, also in common "
    "with other people, and the days without any event.",
    arguments=FindFreeTime,
    result=FreeTime,
    run=run,
    describe=describe,
    sources=("calendar",),
    reads=reads,
)
