"""Whether somebody comes: the answer that they gave to an invitation."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.calendar.details import event_line
from runwright.minds.embedded.calendar.task import Task, first_person
from runwright.minds.embedded.calendar.terms import telling_words
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person

_COMING = word_set("""
    coming come comes attending attend attends joining join joins going go there accepted accept
    confirmed confirm make
    """)
_WORDS = {
    "accepted": "Yes, {} has accepted {}.",
    "declined": "No, {} has declined {}.",
    "tentative": "Maybe: {} answered “maybe” to {}.",
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


def _invited(row: EventRow, name: str) -> Person | None:
    wanted = set(telling_words(name))
    fitting = [who for who in row.people if wanted <= set(split_words(fold(who.name)))]
    return fitting[0] if len(fitting) == 1 else None
