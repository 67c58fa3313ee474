"""From when until when one is off: the first and the last day of leave, a holiday or a trip."""

from __future__ import annotations

from itertools import pairwise

from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import Steps, Task
from runwright.minds.embedded.calendar.wording import counted, title
from runwright.minds.embedded.query import Query
from runwright.text.calendars import span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow

_MEASURES = ("first", "last", "until", "when", "next")
_OFF = frozenset({
    ("am", "off"), ("i'm", "off"), ("im", "off"), ("i", "off"), ("be", "off"), ("we", "off"),
    ("days", "off"), ("time", "off"), ("was", "off"), ("on", "leave"), ("on", "holiday"),
    ("on", "holidays"), ("on", "vacation"), ("am", "away"), ("i'm", "away"), ("be", "away"),
})  # fmt: skip
_LEAVE = word_set("""
    leave off holiday holidays vacation pto ooo break away urlaub ferien closed shutdown
    """)


def is_asked(query: Query) -> bool:
    """`When am I off over Christmas?`, where nothing else is named."""
    pairs = set(pairwise(split_words(fold(query.text))))
    is_open = query.measure in _MEASURES and not query.words("T", "PS", "PL", "OW")
    return is_open and not query.state and not pairs.isdisjoint(_OFF)


def days_off(task: Task) -> Steps:
    """The days of the leave that is meant; nothing where none is in the calendar."""
    clock = task.clock
    if not task.is_dated and task.tense != "past":
        task = task.looking(span(clock.today, None))
    rows = [row for row in fitting_rows(task, task.events) if row.all_day and _is_leave(row)]
    if not rows:
        return None
    chosen = rows if task.is_dated else rows[-1:] if task.tense == "past" else rows[:1]
    found = yield from confirm(task, chosen)
    return task.answer(*(_days(task, row) for row in found), items=tuple(row.id for row in found))


def _is_leave(row: EventRow) -> bool:
    return not _LEAVE.isdisjoint(split_words(fold(row.title)))


def _days(task: Task, row: EventRow) -> str:
    clock = task.clock
    first, last = clock.first_day(row), clock.last_day(row)
    if first == last:
        return f"{clock.day(first)}: {title(row)}."
    days = counted((last - first).days + 1, "day")
    return f"From {clock.day(first)} to {clock.day(last)}, {days}: {title(row)}."
