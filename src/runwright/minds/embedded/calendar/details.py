"""One event, with what was asked of it first."""

from __future__ import annotations

from runwright.minds.embedded.calendar.task import Task
from runwright.minds.embedded.calendar.units import zone_of
from runwright.minds.embedded.calendar.wording import (
    Clock,
    at_place,
    counted,
    length,
    row_minutes,
    title,
)
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import is_day, join_words

_MOST_PEOPLE = 12
_ARRIVAL = word_set("arrives arrive arriving arrival lands landing ankunft kommt")


def event_line(row: EventRow, clock: Clock) -> str:
    """`Dentist, Tuesday 17 November, 15:00–16:00, Room 4`."""
    return f"{title(row)}, {clock.when(row)}{at_place(row)}"


def detail(task: Task, row: EventRow) -> str:
    """An event as the answer to what was asked of it, on the clocks that were asked for."""
    zone = zone_of(task)
    if zone is None:
        return _detail(task, row, task.clock)
    shown = _detail(task, row, Clock(zone, task.clock.now.astimezone(zone)))
    return f"{shown} Times are those of {zone.key}."


def _detail(task: Task, row: EventRow, clock: Clock) -> str:
    if "end" in task.query.flags and not _arrives(row):
        return end_words(row, clock)
    match task.query.ask:
        case "place":
            return place_words(row, clock)
        case "time" if not _is_whole(row):
            start = clock.local(row.start or "")
            return f"{start:%H:%M}, {clock.near_day(start.date())}: {title(row)}{at_place(row)}."
        case "day":
            day = _upper(clock.near_day(clock.first_day(row)))
            return f"{day}: {title(row)}, {clock.hours(row)}{at_place(row)}."
        case "length":
            return length_words(row, clock)
        case "count" if not row.people and not row.organiser:
            return f"The calendar names nobody for {event_line(row, clock)}."
        case "count":
            return f"{people_count(task, row)}: {event_line(row, clock)}."
        case "name":
            names = others(task, row)
            people = f" With {join_words(names)}." if names else ""
            return f"{title(row)}, {clock.near_when(row)}{at_place(row)}.{people}"
        case _:
            return f"{_upper(clock.near_when(row))}: {title(row)}{at_place(row)}."


def end_words(row: EventRow, clock: Clock) -> str:
    """When an event ends."""
    if _is_whole(row):
        last = clock.last_day(row)
        if last == clock.first_day(row):
            return f"{_upper(clock.near_when(row))}: {title(row)}{at_place(row)}."
        return f"{_upper(clock.near_day(last))} is the last day of {title(row)}."
    if not row.end:
        return f"{title(row)} has no end in the calendar; it begins {clock.near_when(row)}."
    end = clock.local(row.end)
    return (
        f"{end:%H:%M}, {clock.near_day(end.date())}: {title(row)} ({clock.hours(row)}) ends then."
    )


def moved_words(task: Task, row: EventRow) -> str:
    """Where an event was before, and where it is now."""
    clock = task.clock
    if not row.moved_from:
        return f"It was not moved: {event_line(row, clock)}."
    before = clock.local(row.moved_from)
    day = clock.day(before.date())
    was = day if is_day(row.moved_from) else f"{day}, {before:%H:%M}"
    if task.words & {"original", "originally"}:
        return f"{was}: {title(row)} was moved from there to {clock.when(row)}."
    lead = "Yes, to" if task.words & {"did", "has", "was", "is"} else "Moved to"
    return f"{lead} {clock.when(row)}: {title(row)}{at_place(row)}. It was to be {was}."


def place_words(row: EventRow, clock: Clock) -> str:
    """Where an event is."""
    if row.place:
        return f"{row.place}: {title(row)}, {clock.near_when(row)}."
    note = f" Its description says: {row.note[:200]}" if row.note else ""
    return f"The calendar names no place for {title(row)}, {clock.when(row)}.{note}"


def length_words(row: EventRow, clock: Clock) -> str:
    """How long an event takes."""
    return f"{length(row_minutes(row, clock))}: {event_line(row, clock)}."


def others(task: Task, row: EventRow, answers: tuple[str, ...] = ()) -> list[str]:
    """The people of an event but for the calendar's owner, some of them by their answer."""
    named = [*row.people]
    if row.organiser is not None and not answers:
        named.insert(0, row.organiser)
    owner = task.owner
    mine = {owner.name, owner.address} if owner is not None else set()
    names = [who.name for who in named if who.name and who.name not in mine]
    if answers:
        kept = {who.name for who in named if who.answer in answers}
        names = [name for name in names if name in kept]
    return list(dict.fromkeys(names))


def people_count(task: Task, row: EventRow) -> str:
    """How many are invited, with whoever asks if they are, too. An organiser who is not invited
    is counted only where nobody is."""
    invited = list(dict.fromkeys(who.name for who in row.people if who.name))
    if not invited and row.organiser is not None:
        invited = [row.organiser.name]
    with_you = ", you among them" if any(is_asker(task, name) for name in invited) else ""
    return f"{counted(len(invited) + row.more_people, 'person')}{with_you}"


def is_asker(task: Task, name: str) -> bool:
    """Whether somebody is the owner of the calendar."""
    return task.owner is not None and name in (task.owner.name, task.owner.address)


def listed_people(names: list[str]) -> str:
    """`Anna, Bob and 3 more`."""
    left = len(names) - _MOST_PEOPLE
    return join_words([*names[:_MOST_PEOPLE], f"{left} more"] if left > 0 else names)


def _arrives(row: EventRow) -> bool:
    """Whether an event is an arrival: it begins when somebody gets in."""
    return not _ARRIVAL.isdisjoint(split_words(fold(row.title)))


def _is_whole(row: EventRow) -> bool:
    return row.all_day or is_day(row.start or "")


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
