"""Events of a task that are chosen before anything is called, and where the nearest ones are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task, bounds, find, status_of
from runwright.minds.embedded.calendar.wording import Clock
from runwright.minds.embedded.program import Look
from runwright.records.facts import Event
from runwright.text.calendars import DAY, Period, span
from runwright.tools.base import Item
from runwright.tools.event_filter import EventFilter, Status, select
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.memory import RecordList

NAMES = ("about", "people", "also", "place", "calendars")
_KINDS = ("event", "task", "note")
_STATUS: tuple[Status, ...] = ("confirmed", "tentative", "cancelled", "done")


def look(period: Period, clock: Clock) -> Steps:
    """The events of a period; a read may give those of the days around it, too."""
    items: Sequence[Item[Event]] = yield Look("find_events", {"period": bounds(period)})
    if period == ALWAYS:
        return tuple(items)
    records = RecordList(items=items, today=clock.today, zone=clock.zone)
    wanted = EventFilter.model_validate({"period": bounds(period), "what": _KINDS})
    return tuple(each.item for each in select(wanted, records, _STATUS).kept)


def rows_of_name(task: Task) -> Steps:
    """Everything that takes place under the names of a task, by its start."""
    items: Sequence[Item[Event]] = yield Look("find_events", {})
    named = {key: value for key, value in task.filter.items() if key in NAMES}
    return fitting_rows(task._replace(filter=named), items, ALWAYS)


def fitting_rows(
    task: Task, items: Sequence[Item[Event]], period: Period | None = None
) -> list[EventRow]:
    """Those of some events that a task means, however many, by their start."""
    arguments: dict[str, Any] = {
        **task.filter,
        "period": bounds(task.period if period is None else period),
    }
    clock = task.clock
    records = RecordList(items=items, today=clock.today, zone=clock.zone)
    status = status_of(task.query).get("status", ("confirmed", "tentative"))
    chosen = select(EventFilter.model_validate(arguments), records, status)
    return [event_row(each.item) for each in chosen.kept]


def called_off(task: Task) -> EventRow | None:
    """The cancelled event that a task names, if it names one."""
    if not task.is_named or task.query.state:
        return None
    asked = task._replace(query=task.query._replace(state="cancelled", measure="list"))
    rows = fitting_rows(asked, task.events)
    if not rows and not task.is_dated:
        # Nothing is ahead: the last one was called off, if it did not take place.
        over = fitting_rows(asked, task.events, ALWAYS)
        held = fitting_rows(task, task.events, ALWAYS)
        last = max((row.start or "" for row in held), default="")
        rows = [row for row in over[-1:] if (row.start or "") > last]
    return rows[0] if rows else None


def confirm(task: Task, rows: Sequence[EventRow]) -> Steps:
    """The chosen events again, as a call gives them: an answer rests on calls alone."""
    clock = task.clock
    first = min(clock.first_day(row) for row in rows)
    last = max(clock.last_day(row) for row in rows)
    result = yield from find(task, span(first, last + DAY))
    wanted = {row.id for row in rows}
    return [row for row in result.rows if row.id in wanted] or list(rows)
