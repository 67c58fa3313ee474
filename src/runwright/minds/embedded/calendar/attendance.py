"""Whether somebody comes: the answer that they gave to an invitation."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.lookup import confirm, fitting_rows
from runwright.minds.embedded.calendar.task import Steps, Task, first_person
from runwright.minds.embedded.calendar.terms import telling_words
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person

_COMING = word_set("""
    coming come comes attending attend attends joining join joins going go there accepted accept
    confirmed confirm make
    """)
_STATES = ("accepted", "declined", "tentative", "unanswered")
_WORDS = {
    "accepted": "Yes, {} has accepted {}.",
    "declined": "No, {} has declined {}.",
    "tentative": "Not confirmed: {} answered “maybe” (tentative) to {}.",
    "none": "Not confirmed: {} has not answered {} yet.",
}


def attendance(task: Task, rows: Sequence[EventRow]) -> str:
    """What one named person answered; nothing where that is not what is asked."""
    names = task.query.words("PS")
    is_asked = len(names) == 1 and not task.query.state and not first_person(task.query)
    if not is_asked or not task.query.words("T", "P", "PL") or not task.words & _COMING:
        return ""
    for row in rows:
        who = _invited(row, names[0])
        if who is not None:
            return _WORDS[who.answer].format(who.name, event_line(row, task.clock))
    return ""


def asks_answer(task: Task) -> bool:
    """Whether it asks how one named person answered the invitation to a named event."""
    query = task.query
    is_one = len(query.words("PS")) == 1 and bool(query.words("T"))
    return is_one and query.state in _STATES and not first_person(query)


def answer_given(task: Task) -> Steps:
    """What they answered to the event that is meant, wherever it lies; nothing if they are not
    invited."""
    clock = task.clock
    people = {key: value for key, value in task.filter["people"].items() if key != "answers"}
    plain = task._replace(
        filter={**task.filter, "people": people}, query=task.query._replace(state="")
    )
    name = task.query.word("PS")
    rows = [row for row in fitting_rows(plain, task.events) if _invited(row, name)]
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return None
    (row, *_) = yield from confirm(plain, (ahead or rows[::-1])[:1])
    who = _invited(row, name)
    if who is None:
        return None
    text = _WORDS[who.answer].format(who.name, event_line(row, clock))
    if task.query.state == "declined" and who.answer in ("accepted", "declined"):
        is_so = who.answer == "declined"
        text = f"{'Yes' if is_so else 'No'},{text.partition(',')[2]}"
    return task.answer(text, items=(row.id,))


def _invited(row: EventRow, name: str) -> Person | None:
    wanted = set(telling_words(name))
    fitting = [who for who in row.people if wanted <= set(split_words(fold(who.name)))]
    return fitting[0] if len(fitting) == 1 else None
