"""`measure_events`: how many events, how many hours, the busiest days, people and titles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from pydantic import Field, model_validator

from runwright.text.folding import fold, squeeze
from runwright.tools.base import Note, Records, Result, Tool, Value
from runwright.tools.calendar_groups import CalendarGroups
from runwright.tools.event_filter import (
    EventFilter,
    Selection,
    describe_filter,
    event_reads,
    people_of,
    select,
)
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.fields import Grouping, Match
from runwright.tools.hours import LocalTime, Span, Windows
from runwright.tools.matching import fits
from runwright.tools.occurrences import Occurrence, days_of
from runwright.tools.spans import hours, seconds, union

By = Literal[Grouping, "hour", "person", "title", "calendar", "place"]
Rank = Literal["count", "hours", "busy_hours"]
_GROUPINGS: tuple[str, ...] = get_args(Grouping)
_ENOUGH_TO_TELL = 5
"""From so many events on, whoever is in all of them may be the calendar's owner."""
_MOST_LONGEST = 5
_MOST_EXTREMES = 31


class MeasureEvents(EventFilter):
    """Which events, and by what they are grouped. Cancelled ones never count."""

    status: tuple[Literal["confirmed", "tentative", "done"], ...] = Field(
        default=("confirmed", "tentative"), min_length=1, description="`done` is for tasks."
    )
    by: By | None = Field(
        default=None,
        description="Figures for each day, week, month, quarter, year, weekday, hour of the day, "
        "person (all but those who declined), title, calendar or place.",
    )
    rank: Rank = Field(
        default="count",
        description="What makes a group the busiest: how many events, their hours, or the hours "
        "that they keep one busy.",
    )
    leave_out: tuple[str, ...] = Field(
        default=(),
        max_length=50,
        description="Names that get no group, such as the calendar's owner among the people.",
    )
    limit: int = Field(
        default=100,
        ge=1,
        le=1000,
        description="How many groups to list: stretches of the calendar from the first on, others "
        "from the busiest down.",
    )

    @model_validator(mode="after")
    def _has_groups(self) -> MeasureEvents:
        if self.leave_out and (self.by is None or self.by in (*_GROUPINGS, "hour")):
            raise ValueError("leave_out is for groups by person, title, calendar or place")
        return self


class EventFigures(Value):
    """What events come to. Only the part within the period and its hours counts; whole days have
    no hours."""

    count: int = Field(default=0, description="How many take place, at least partly.")
    hours: str = Field(default="0", description="Hours of all of them, each counted in full.")
    minutes: int = Field(default=0, description="The same in minutes.")
    busy_hours: str = Field(
        default="0",
        description="Hours in which at least one keeps one busy: two at the same time count once.",
    )
    busy_minutes: int = Field(default=0, description="The same in minutes.")
    not_busy: int = Field(default=0, description="How many do not keep one busy.")
    all_day: int = Field(default=0, description="How many are of whole days.")


class EventGroup(EventFigures):
    """The figures of one group."""

    name: str = Field(
        description="`2026-11-16`, `2026-11`, `2026-Q4`, `monday`, `09:00`, `Anna Schmidt`."
    )
    start: str | None = Field(default=None, description="The first day of a week and its kin.")
    days: int | None = Field(
        default=None, description="How many of its days the period and the weekdays leave."
    )


class EventMeasure(Result):
    """The figures of all events, and of each group."""

    total: EventFigures = Field(default=EventFigures(), description="All events, each once.")
    all_day_days: int = Field(default=0, description="How many days events of whole days cover.")
    average_minutes: int = Field(
        default=0, description="How long one with hours is on average, in minutes."
    )
    longest: tuple[str, ...] = Field(
        default=(), description="The ids of the longest with hours, if several are equally long."
    )
    longest_minutes: int = Field(default=0, description="How long that is, whole, in minutes.")
    groups: tuple[EventGroup, ...] = Field(
        default=(),
        description="An event counts in every group in which it takes place, so groups may add up "
        "to more than the total.",
    )
    group_count: int = Field(default=0, description="How many groups there are, listed or not.")
    busiest: tuple[str, ...] = Field(
        default=(), description="The names of the busiest groups; several if they are equal."
    )
    quietest: tuple[str, ...] = Field(
        default=(), description="The names of the quietest ones, those without any event, too."
    )
    rows: tuple[EventRow, ...] = Field(default=(), description="The longest events.")


class _Measured(NamedTuple):
    """An event with the part of it that counts."""

    event: Occurrence
    parts: list[Span]


def run(arguments: MeasureEvents, records: Records) -> EventMeasure:
    """The figures."""
    selection = select(arguments, records, arguments.status)
    measured = [_Measured(each, selection.windows.parts(each.span)) for each in selection.kept]
    timed = [each for each in measured if not each.event.is_all_day]
    total = _figures(measured)
    longest = _longest([each.event for each in timed])
    whole = [part for each in measured if each.event.is_all_day for part in each.parts]
    groups = _groups(measured, arguments, selection)
    return EventMeasure(
        looked_at=selection.looked_at,
        kept=len(measured),
        items=tuple(each.event.item.id for each in measured),
        notes=(*selection.notes, *_notes(arguments, measured, groups)),
        total=total,
        all_day_days=len(days_of(whole, selection.windows.time)),
        average_minutes=round(total.minutes / len(timed)) if timed else 0,
        longest=tuple(each.item.id for each in longest),
        longest_minutes=_minutes(seconds(each.span for each in longest[:1])),
        groups=groups[: arguments.limit],
        group_count=len(groups),
        busiest=_extremes(groups, arguments.rank, max),
        quietest=_extremes(groups, arguments.rank, min),
        rows=tuple(event_row(each.item) for each in longest),
    )


def _figures(measured: Sequence[_Measured]) -> EventFigures:
    return EventFigures.model_validate(_values(measured))


def _values(measured: Sequence[_Measured]) -> dict[str, int | str]:
    length, all_day, not_busy, taken = 0, 0, 0, list[Span]()
    for event, parts in measured:
        is_busy = event.event.busy
        not_busy += not is_busy
        if event.is_all_day:
            all_day += 1
            continue
        for start, end in parts:
            length += end - start
        if is_busy:
            taken += parts
    busy = seconds(union(taken))
    return {
        "count": len(measured),
        "hours": hours(length),
        "minutes": _minutes(length),
        "busy_hours": hours(busy),
        "busy_minutes": _minutes(busy),
        "not_busy": not_busy,
        "all_day": all_day,
    }


def _minutes(length: int) -> int:
    return round(length / 60)


def _longest(timed: Sequence[Occurrence]) -> list[Occurrence]:
    most = max((each.span.end - each.span.start for each in timed), default=0)
    found = [each for each in timed if most and each.span.end - each.span.start == most]
    return found[:_MOST_LONGEST]


# Groups -----------------------------------------------------------------------------------------


def _groups(
    measured: list[_Measured], arguments: MeasureEvents, selection: Selection
) -> tuple[EventGroup, ...]:
    match arguments.by:
        case None:
            return ()
        case "day" | "week" | "month" | "quarter" | "year" | "weekday" as grouping:
            return tuple(_calendar_groups(measured, grouping, selection.windows))
        case "hour":
            return tuple(_hour_groups(measured, selection.windows.time))
        case "person" | "title" | "calendar" | "place" as name:
            return _named_groups(measured, _NAMES[name], arguments)


def _calendar_groups(
    measured: list[_Measured], grouping: Grouping, windows: Windows
) -> Iterable[EventGroup]:
    groups = CalendarGroups(grouping, windows)
    members: dict[str, dict[int, _Measured]] = {}
    for number, each in enumerate(measured):
        for part in each.parts:
            for name, piece in groups.split(part):
                added = members.setdefault(name, {}).setdefault(number, _Measured(each.event, []))
                added.parts.append(piece)
    spans = [part for each in measured for part in each.parts]
    for group in groups.listed(spans):
        figures = _values(list(members.get(group.name, {}).values()))
        yield EventGroup.model_validate(
            {**figures, "name": group.name, "start": group.start, "days": group.days}
        )


def _hour_groups(measured: list[_Measured], time: LocalTime) -> Iterable[EventGroup]:
    """Every hour of the day from the first to the last that has anything; whole days have none."""
    members: dict[int, dict[int, _Measured]] = {}
    for number, each in enumerate(measured):
        for part in [] if each.event.is_all_day else each.parts:
            for hour, piece in _by_hour(part, time):
                added = members.setdefault(hour, {}).setdefault(number, _Measured(each.event, []))
                added.parts.append(piece)
    for hour in range(min(members, default=0), max(members, default=-1) + 1):
        figures = _values(list(members.get(hour, {}).values()))
        yield EventGroup.model_validate({**figures, "name": f"{hour:02}:00"})


def _by_hour(part: Span, time: LocalTime) -> Iterable[tuple[int, Span]]:
    start = part.start
    while True:
        minute = time.minute_of(start)
        end = min(start - start % 60 + (60 - minute % 60) * 60, part.end)
        yield minute // 60, Span(start, end)
        if end >= part.end:
            return
        start = end


def _named_groups(
    measured: list[_Measured],
    names: Callable[[Occurrence], Iterable[tuple[str, str]]],
    arguments: MeasureEvents,
) -> tuple[EventGroup, ...]:
    members: dict[str, list[_Measured]] = {}
    labels: dict[str, str] = {}
    for each in measured:
        for key, label in names(each.event):
            labels.setdefault(key, label)
            members.setdefault(key, []).append(each)
    groups = [
        EventGroup.model_validate({**_values(group), "name": labels[key]})
        for key, group in members.items()
        if not _is_left_out(labels[key], arguments.leave_out)
    ]
    return tuple(sorted(groups, key=lambda g: (-_rank(g, arguments.rank), fold(g.name))))


def _is_left_out(name: str, terms: tuple[str, ...]) -> bool:
    return bool(terms) and fits(Match(any_of=terms), (name,))


def _people(each: Occurrence) -> list[tuple[str, str]]:
    """Who takes part: by address, which stays when a name is written in another way."""
    return [
        (who.address or fold(squeeze(who.name)), who.name or who.address or "")
        for who in people_of(each.event)
        if who.answer != "declined" and (who.name or who.address)
    ]


def _title(each: Occurrence) -> list[tuple[str, str]]:
    title = squeeze(each.event.title)
    return [(fold(title), title or "(no title)")]


def _calendar(each: Occurrence) -> list[tuple[str, str]]:
    name = squeeze(each.event.calendar or "")
    return [(fold(name), name or "(no name)")]


def _place(each: Occurrence) -> list[tuple[str, str]]:
    name = squeeze(each.event.place or "")
    return [(fold(name), name or "(no place)")]


_NAMES = {"person": _people, "title": _title, "calendar": _calendar, "place": _place}


def _rank(group: EventGroup, rank: Rank) -> int:
    match rank:
        case "count":
            return group.count
        case "hours":
            return group.minutes
        case "busy_hours":
            return group.busy_minutes


def _extremes(
    groups: Sequence[EventGroup], rank: Rank, which: Callable[[Iterable[int]], int]
) -> tuple[str, ...]:
    """The groups with most, or least; none if all are equal."""
    values = [_rank(group, rank) for group in groups]
    if len(set(values)) < 2:
        return tuple(group.name for group in groups) if len(groups) == 1 else ()
    bound = which(values)
    return tuple(group.name for group, value in zip(groups, values, strict=True) if value == bound)[
        :_MOST_EXTREMES
    ]


# Notes ------------------------------------------------------------------------------------------


def _notes(
    arguments: MeasureEvents, measured: list[_Measured], groups: Sequence[EventGroup]
) -> Iterable[Note]:
    whole = sum(each.event.is_all_day for each in measured)
    if whole:
        yield Note(
            code="all_day_without_hours",
            text=f"{whole} of whole days {'adds' if whole == 1 else 'add'} no hours",
            count=whole,
        )
    if arguments.by == "person" and not arguments.leave_out:
        named = sum(bool(people_of(each.event.event)) for each in measured)
        for group in groups:
            if group.count == named >= _ENOUGH_TO_TELL:
                text = "is in every event that names people, perhaps as the calendar's owner"
                yield Note(code="in_every_event", text=f"{group.name} {text}", count=named)


def describe(arguments: MeasureEvents) -> str:
    """The call in words."""
    words = f"figures of {describe_filter(arguments)}"
    return words if arguments.by is None else f"{words}, by {arguments.by}"


TOOL = Tool(
    name="measure_events",
    description="Counts events and their hours, in all and for each day, week, month, weekday, "
    "hour, person, title, calendar or place: how much time meetings take, the busiest day, the "
    "longest event.",
    arguments=MeasureEvents,
    result=EventMeasure,
    run=run,
    describe=describe,
    sources=("calendar",),
    reads=event_reads,
    row=event_row,
)
