"""What the description of an event says: what to bring, what to wear, what is on the agenda."""

from __future__ import annotations

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_MEASURES = ("list", "when", "exists", "where", "next", "who")
_ASKED = word_set("bring wear pack prepare mitbringen anziehen")
LONGEST = 500


def is_asked(query: Query) -> bool:
    """`What was I supposed to bring to Sam's party?`"""
    words = split_words(fold(query.text))
    is_what = not {"what", "what's", "whats", "anything", "was"}.isdisjoint(words)
    is_named = bool(query.words("T", "PS", "PL"))
    is_open = query.measure in _MEASURES and not query.state
    return is_open and is_what and is_named and not _ASKED.isdisjoint(words)


def told(task: Task) -> Steps:
    """What the description of the event says; nothing where no event is meant."""
    clock = task.clock
    period = task.period if task.is_dated else ALWAYS
    rows = fitting_rows(task, task.events, period)
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return None
    (row, *_) = yield from confirm(task, (ahead or rows[::-1])[:1])
    what = next(word for word in split_words(fold(task.query.text)) if word in _ASKED)
    text = f"The calendar does not say what to {what} for {event_line(row, clock)}."
    if row.note:
        text = f"Its description says: {row.note[:LONGEST]}"
        return task.answer(text, f"{event_line(row, clock)}.", items=(row.id,))
    return task.answer(text, items=(row.id,))
