"""The route `calendar`: answers from events.

`plan` says from the query alone what will be called, `answer` is the program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from runwright.minds.embedded.calendar import (
    birthdays,
    clashes,
    comparisons,
    durations,
    exists,
    figures,
    files,
    free,
    kinds,
    leave_days,
    lists,
    notes,
    single,
    time_off,
)
from runwright.minds.embedded.calendar.reading import settled
from runwright.minds.embedded.calendar.resolve import resolve
from runwright.minds.embedded.calendar.task import CannotAnswer, Steps, Task
from runwright.minds.embedded.program import Answer, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event

_MOST_ALTERNATIVES = 3
_HOUR = re.compile(r"\b\d\d:\d\d\b")
_TOOLS = {
    "count": "measure_events", "duration": "measure_events", "busiest": "measure_events",
    "compare": "measure_events", "free": "find_free_time", "conflicts": "find_conflicts",
}  # fmt: skip
_MEASURES: Mapping[str, Callable[[Task], Steps]] = {
    "list": lists.list_events,
    "next": lists.next_event,
    "last": lists.last_event,
    "first": lists.first_event,
    "when": single.when_is,
    "where": single.where_is,
    "who": single.who_is,
    "until": single.until_event,
    "exists": exists.exists,
    "count": figures.count_events,
    "duration": durations.duration,
    "busiest": comparisons.busiest,
    "compare": comparisons.compare,
    "free": free.free,
    "conflicts": clashes.conflicts,
    "gap": clashes.gap,
}


def plan(query: Query) -> Plan:
    """What a query needs at most."""
    query = settled(query)
    tool = _TOOLS.get(query.measure, "find_events")
    reads_list = figures.lists_events(query) or figures.is_on_a_side(query)
    reads_list = reads_list or birthdays.is_asked(query) or leave_days.is_asked(query)
    if reads_list or clashes.asks_about_time(query):
        tool = "find_events"
    elif single.measures_people(query):
        tool = "measure_events"
    calls = 1
    if query.measure == "compare":
        calls = 2
    elif query.measure in ("free", "exists"):
        calls = min(max(1, _periods(query)), _MOST_ALTERNATIVES)
        if query.measure == "exists" and query.state:
            calls = 2
    tools = (tool,) * calls
    if files.format_of(query):
        tools = (*tools, "make_file")
    return Plan(tools, ("calendar",))


def _periods(query: Query) -> int:
    """How many periods may be meant: `on Thursday or Friday` are two."""
    words = [word for text in query.words("P") for word in text.lower().split()]
    return len(query.words("P")) + words.count("or") + words.count("and")


_OWN_PROGRAMS: tuple[tuple[Callable[[Query], bool], Callable[[Task], Steps]], ...] = (
    (leave_days.is_asked, leave_days.counted_days),
    (time_off.is_asked, time_off.days_off),
    (birthdays.is_asked, birthdays.whose),
    (notes.is_asked, notes.told),
)
"""What has a program of its own, whatever is measured; each may leave the answer to the next."""


def answer(query: Query, surroundings: Surroundings) -> Program:
    """The program that answers a query about the calendar."""
    query = settled(query)
    try:
        if leave_days.is_asked(query):
            leave_days.refuse_what_is_left(query)
        task = yield from resolve(query, surroundings)
        for is_asked, own in _OWN_PROGRAMS:
            if is_asked(query):
                found: Answer | None = yield from own(task)
                if found is not None:
                    return found
        task = kinds.of_kind(task)
        measure = _MEASURES.get(query.measure, lists.list_events)
        result: Answer = yield from measure(task)
    except CannotAnswer as stop:
        return stop.answer
    return _with_zone(notes.added(result, task), task)


def _with_zone(found: Answer, task: Task) -> Answer:
    """The answer; that its hours are UTC where the project never named a zone and an event was
    entered in hours that differ: who wrote 16:00 must not read 15:00 without a word."""
    is_told = task.clock.zone.key != "UTC" or task.query.form == "number"
    if is_told or not _HOUR.search(found.text):
        return found
    told = frozenset(found.items)
    own = (each.facts for each in task.events if each.id in told)
    if not any(map(_has_other_hours, own)):
        return found
    return found._replace(text=f"{found.text}\nTimes are in UTC, this project's time zone.")


def _has_other_hours(event: Event) -> bool:
    if event.zone is None or event.all_day or event.start is None:
        return False
    start = datetime.fromisoformat(event.start).astimezone(ZoneInfo(event.zone))
    return start.utcoffset() != timedelta()
