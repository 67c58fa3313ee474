"""From when until when one is off: the first and the last day of leave, a holiday or a trip."""

from __future__ import annotations

from itertools import pairwise

from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows, look
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task, find, give_up
from runwright.minds.embedded.calendar.wording import counted, title
from runwright.minds.embedded.calendar.work import roster_of
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.calendars import DAY, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow

_HORIZON = 60
_MEASURES = ("first", "last", "until", "when", "next")
_OFF = frozenset({
    ("am", "off"), ("i'm", "off"), ("im", "off"), ("i", "off"), ("be", "off"), ("we", "off"),
    ("days", "off"), ("time", "off"), ("was", "off"), ("on", "leave"), ("on", "holiday"),
    ("on", "holidays"), ("on", "vacation"), ("am", "away"), ("i'm", "away"), ("be", "away"),
    ("next", "off"), ("day", "off"), ("days", "off"),
})  # fmt: skip
LEAVE = word_set("""
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
    if not task.is_dated and task.tense != "past":
        between: Answer | None = yield from _between_shifts(task)
        if between is not None:
            return between
    rows = [row for row in fitting_rows(task, task.events) if row.all_day and _is_leave(row)]
    if not rows and task.query.measure == "next":
        give_up("I found no leave and no day off ahead in your calendar.")
    if not rows:
        return None
    chosen = rows if task.is_dated else rows[-1:] if task.tense == "past" else rows[:1]
    found = yield from confirm(task, chosen)
    return task.answer(*(_days(task, row) for row in found), items=tuple(row.id for row in found))


def _between_shifts(task: Task) -> Steps:
    """The next day without a shift; nothing for whoever has none."""
    roster = roster_of((yield from look(ALWAYS, task.clock)))
    shifts = roster.found("off") if roster is not None and roster.titles else None
    if shifts is None or task.query.measure not in ("next", "when"):
        return None
    clock = task.clock
    about = {"any_of": list(shifts.terms["title"]), "within": ["title"]}
    at_work = task._replace(filter={**task.filter, "about": about}, kind="work ")
    rows = fitting_rows(at_work, task.events)
    taken = {day for row in rows for day in (clock.first_day(row), clock.last_day(row))}
    ahead = (clock.today + number * DAY for number in range(1, _HORIZON))
    day = next((day for day in ahead if day not in taken), None)
    if day is None or not any(each > day for each in taken):
        return None
    yield from find(at_work.looking(span(day, day + DAY)))
    return task.answer(f"{clock.day(day)}: no shift is in your calendar on that day.")


def _is_leave(row: EventRow) -> bool:
    return not LEAVE.isdisjoint(split_words(fold(row.title)))


def _days(task: Task, row: EventRow) -> str:
    clock = task.clock
    first, last = clock.first_day(row), clock.last_day(row)
    if first == last:
        return f"{clock.day(first)}: {title(row)}."
    days = counted((last - first).days + 1, "day")
    return f"From {clock.day(first)} to {clock.day(last)}, {days}: {title(row)}."
