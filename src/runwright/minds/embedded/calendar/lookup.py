"""Events of a name, whenever they are: to tell which one is meant, or where the nearest is."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.calendar.task import Steps, Task
from runwright.minds.embedded.program import Look
from runwright.records.facts import Event
from runwright.tools.base import Item
from runwright.tools.event_filter import EventFilter, has_names
from runwright.tools.event_rows import EventRow, event_row

_NAMES = ("about", "people", "place", "calendars")


def rows_of_name(task: Task) -> Steps:
    """Everything that takes place under the names of a task, by its start."""
    items: Sequence[Item[Event]] = yield Look("find_events", {})
    return fitting_rows(task, items)


def fitting_rows(task: Task, items: Sequence[Item[Event]]) -> list[EventRow]:
    """Those of some events that bear the names of a task, by their start."""
    wanted = EventFilter.model_validate({k: v for k, v in task.filter.items() if k in _NAMES})
    rows = {
        item.facts.model_dump_json(): event_row(item)
        for item in items
        if item.facts.start and item.facts.status != "cancelled" and has_names(item.facts, wanted)
    }
    return sorted(rows.values(), key=lambda row: row.start or "")
