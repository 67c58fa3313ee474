"""A day that is named by its number alone: `the 23rd` is that of a month which has the event."""

from __future__ import annotations

import re

from runwright.minds.embedded.calendar.lookup import fitting_rows
from runwright.minds.embedded.calendar.task import ALWAYS, Task
from runwright.minds.embedded.calendar.when import days_from
from runwright.text.folding import fold
from runwright.text.words import split_words

_MEASURES = ("when", "where", "who", "list", "exists", "duration", "conflicts", "until")
_NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_MOST_DAYS = 366


def in_its_month(task: Task, every: Task) -> Task:
    """The task about the nearest day of that number on which there is such an event, month after
    month; `every` is the same task with all events."""
    start = task.period.start
    if start is None or not is_number_alone(task) or fitting_rows(task, task.events):
        return task
    clock = task.clock
    days = [clock.first_day(row) for row in fitting_rows(every, every.events, ALWAYS)]
    near = [day for day in days if day.day == start.day and abs((day - start).days) <= _MOST_DAYS]
    ahead, back = [day for day in near if day > start], [day for day in near if day < start]
    sides = (back[::-1], ahead) if task.tense == "past" else (ahead, back[::-1])
    chosen = next((side[0] for side in sides if side), None)
    if chosen is None:
        return task
    remark = f"There is none {clock.period(task.period)}."
    there = every.looking(days_from(chosen, 1))
    return there._replace(remarks=(*task.remarks, remark))


def is_number_alone(task: Task) -> bool:
    """Whether a named event is asked for on a day that is but a number."""
    texts = task.query.words("P")
    if len(texts) != 1 or not task.is_named or task.query.measure not in _MEASURES:
        return False
    words = [word for word in split_words(fold(texts[0])) if word not in ("on", "the", "of", "for")]
    return len(words) == 1 and _NUMBER.fullmatch(words[0]) is not None
