"""How many days of leave were taken or are booked: the working days of whole-day events."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task, give_up
from runwright.minds.embedded.calendar.tenses import tense_of
from runwright.minds.embedded.calendar.time_off import LEAVE
from runwright.minds.embedded.calendar.wording import counted, title
from runwright.minds.embedded.query import Query
from runwright.text.calendars import DAY
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow

_DAYS = word_set("day days days'")
_LEFT = word_set("left remaining remain entitled allowance owed")
_ANNUAL = word_set("leave holiday holidays vacation pto annual")
_HOLIDAY = word_set("holiday holidays")
_PUBLIC = word_set("bank public company federal national statutory stat")
_SATURDAY = 5


def is_asked(query: Query) -> bool:
    """`How many PTO days have I taken`, `how many days' holiday have I got left`."""
    words = split_words(fold(query.text))
    named = {word for text in query.words("T") for word in split_words(fold(text))}
    after = words[words.index("many") + 1 :][:3] if "many" in words else []
    is_counted = query.measure == "count" and not query.group and not query.state
    return is_counted and bool(named & LEAVE) and not _DAYS.isdisjoint(after)


def refuse_what_is_left(query: Query) -> None:
    """What is left of an allowance is not in a calendar: it has only what was booked."""
    words = set(split_words(fold(query.text)))
    if words & _LEFT and words & _ANNUAL:
        give_up(
            "Your calendar does not say how many days of leave you are entitled to, so I cannot "
            "tell how many are left. Ask for those that are booked, or that you have taken."
        )


def counted_days(task: Task) -> Steps:
    """The working days; nothing where no whole day is marked so."""
    rows = [
        row
        for row in fitting_rows(task, task.events, task.period if task.is_dated else ALWAYS)
        if row.all_day
    ]
    own = [row for row in rows if not _is_public(row)]
    if rows and not own:
        give_up("I found only holidays that everybody has in your calendar then, and no leave.")
    rows = own
    days = sorted({day for row in rows for day in _days_of(task, row)})
    if not days:
        return None
    found = yield from confirm(task, rows)
    working = [day for day in days if day.weekday() < _SATURDAY]
    more = f", {counted(len(days), 'day')} with the weekends" if len(days) > len(working) else ""
    lines = [f"- {title(row)}: {task.clock.when(row)}" for row in found]
    return task.answer(
        f"{counted(len(working), 'working day')}{more}{task.where_in_time()}:",
        *lines,
        items=tuple(row.id for row in found),
    )


def _is_public(row: EventRow) -> bool:
    """`Company holiday: Christmas Day` is a day off, but nobody's leave."""
    words = set(split_words(fold(row.title)))
    return not words.isdisjoint(_HOLIDAY) and not words.isdisjoint(_PUBLIC)


def _days_of(task: Task, row: EventRow) -> Iterator[date]:
    """Its days in the period; what was taken ends today."""
    clock, period = task.clock, task.period
    is_taken = task.side == "over" or tense_of(task.query) == "past"
    day = clock.first_day(row)
    while day <= clock.last_day(row):
        if day in period and (not is_taken or day <= clock.today):
            yield day
        day += DAY
