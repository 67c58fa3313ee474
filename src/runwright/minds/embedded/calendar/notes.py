"""What the description of an event says: what to bring, what to wear, what is on the agenda."""

from __future__ import annotations

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import ALWAYS, Steps, Task
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import DESCRIBED, Query
from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow

_MEASURES = ("list", "when", "exists", "where", "next", "who")
_ASKED = word_set("bring wear pack prepare mitbringen anziehen")
_NO_FIELD = word_set("passcode password pin price fee phone")
LONGEST = 500
_SHORT = 3
_OF_TIME = word_set("""
    time times date dates week weeks month months year years today tomorrow morning afternoon
    evening night start starts begin begins finish finishes long next last
    """)
"""What asks for the time of an event, and not for what else is written down."""


def is_asked(query: Query) -> bool:
    """`What was I supposed to bring to Sam's party?`"""
    if DESCRIBED in query.flags:
        return True
    words = split_words(fold(query.text))
    is_what = not {"what", "what's", "whats", "anything", "was"}.isdisjoint(words)
    is_named = bool(query.words("T", "PS", "PL"))
    is_open = query.measure in _MEASURES and not query.state
    return is_open and is_what and is_named and not _ASKED.isdisjoint(words)


def beside(task: Task, row: EventRow) -> str:
    """What the description of an event says of words that its title does not have: the call time
    of a concert, the one with whom a shift was swapped."""
    if not row.note:
        return ""
    named = {word for each in task.query.spans for word in split_words(fold(each.text))}
    own = named | set(split_words(fold(f"{row.title} {row.place or ''}")))
    asked = [
        word for word in split_words(fold(task.query.text)) if _tells(word) and word not in own
    ]
    noted = {stem(word) for word in split_words(fold(row.note))}
    if not any(stem(word) in noted for word in asked):
        return ""
    return f"Its description says: {row.note[:LONGEST].strip()}"


def added(found: Answer, task: Task) -> Answer:
    """The answer, and the description of the one event that it rests on, where the question has
    words that say neither when nor where that is: `poker on Friday, what is the buy-in`."""
    if len(found.items) != 1 or task.query.form:
        return found
    own = [each.facts for each in task.events if each.id == found.items[0]]
    if not own:
        return found
    [event] = own
    note = (event.note or "")[:LONGEST].strip()
    if (
        not note
        or note in found.text
        or not _asks_more(task.query, f"{event.title} {event.place or ''}")
    ):
        return found
    return found._replace(beside=f"Its description says: {note}")


def _asks_more(query: Query, known: str) -> bool:
    """Whether a clause names nothing, and goes on about an event, or has words of its own."""
    if not query.own:
        return True
    named = {word for each in query.spans for word in split_words(fold(each.text))}
    covered = {stem(word) for word in (*named, *split_words(fold(known)))}
    return any(_tells(word) and stem(word) not in covered for word in split_words(fold(query.text)))


def unknown_detail(task: Task, row: EventRow) -> str:
    """What an event has no field for stands in its description, or nowhere."""
    asked = next((word for word in sorted(task.words & _NO_FIELD)), "")
    if not asked:
        return ""
    if row.note and asked in fold(row.note):
        return f"The description of {event_line(row, task.clock)}, says: {row.note[:300]}"
    return f"The calendar does not tell the {asked} for {event_line(row, task.clock)}."


def _tells(word: str) -> bool:
    is_plain = word in STOP_WORDS or word in MONTHS or word in WEEKDAYS or word in _OF_TIME
    return word.isalpha() and len(word) > _SHORT and not is_plain


def told(task: Task) -> Steps:
    """What the description of the event says; nothing where no event is meant."""
    clock = task.clock
    period = task.period if task.is_dated else ALWAYS
    rows = fitting_rows(task, task.events, period)
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return None
    (row, *_) = yield from confirm(task, (ahead or rows[::-1])[:1])
    if row.note:
        text = f"Its description says: {row.note[:LONGEST]}"
        return task.answer(text, f"{event_line(row, clock)}.", items=(row.id,))
    asked = (word for word in split_words(fold(task.query.text)) if word in _ASKED)
    what = f"what to {word}" if (word := next(asked, "")) else "more"
    said = f"The calendar does not say {what} for {event_line(row, clock)}."
    return task.answer(said, items=(row.id,))._replace(is_answer=False)
