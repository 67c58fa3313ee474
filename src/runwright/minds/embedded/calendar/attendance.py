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
_OWN = {
    "accepted": "you have accepted {}.",
    "declined": "you have declined {}.",
    "tentative": "you answered “maybe” (tentative) to {}.",
    "none": "you have not answered {} yet.",
}
_NOT = word_set("not haven't havent didn't didnt never still yet nicht")


def attendance(task: Task, rows: Sequence[EventRow]) -> str:
    """What one named person answered; nothing where that is not what is asked."""
    names = task.query.words("PS")
    is_asked = bool(names) and not task.query.state and not first_person(task.query)
    if not is_asked or not task.query.words("T", "P", "PL"):
        return ""
    for row in rows:
        # Of several names, one may be that of the house, or of whose birthday it is.
        invited = [who for name in names if (who := _invited(row, name)) is not None]
        if len(invited) == 1 and (task.words & _COMING or invited[0].answer == "declined"):
            return _WORDS[invited[0].answer].format(invited[0].name, event_line(row, task.clock))
    return ""


def asks_answer(task: Task) -> bool:
    """Whether it asks how one named person answered the invitation to a named event."""
    query = task.query
    is_named = bool(query.words("PS")) and bool(query.words("T", "P", "PE", "PL"))
    return is_named and query.state in _STATES and not first_person(query)


def answer_given(task: Task) -> Steps:
    """What they answered to the event that is meant, wherever it lies; nothing if they are not
    invited."""
    clock = task.clock
    people = {key: value for key, value in task.filter["people"].items() if key != "answers"}
    plain = task._replace(
        filter={**task.filter, "people": people}, query=task.query._replace(state="")
    )
    # Of several names, one may be that of the house: `lunch at Sian's, is Rhodri coming`.
    rows = fitting_rows(plain, plain.events)
    invited = [each for each in task.query.words("PS") if any(_invited(row, each) for row in rows)]
    if len(invited) != 1:
        return None
    found = yield from _invitation(plain, invited[0])
    if found is None:
        return None
    row, who = found
    text = _WORDS[who.answer].format(who.name, event_line(row, clock))
    if task.query.state == "declined" and who.answer in ("accepted", "declined"):
        is_so = who.answer == "declined"
        text = f"{'Yes' if is_so else 'No'},{text.partition(',')[2]}"
    return task.answer(text, items=(row.id,))


def asks_own_answer(task: Task) -> bool:
    """Whether it asks how one answered oneself: `have I replied to the invite`."""
    query = task.query
    is_own = first_person(query) and query.state in _STATES and task.owner is not None
    return is_own and bool(query.words("T")) and "answers" in task.filter.get("also", {})


def own_answer(task: Task) -> Steps:
    """What one answered to the event that is meant; nothing if one is not invited."""
    clock, owner = task.clock, task.owner
    mine = {key: value for key, value in task.filter["also"].items() if key != "answers"}
    plain = task._replace(
        filter={**task.filter, "also": mine}, query=task.query._replace(state=""), kind=""
    )
    found = yield from _invitation(plain, owner.name if owner is not None else "")
    if found is None:
        return None
    row, who = found
    is_so = {"unanswered": "none"}.get(task.query.state, task.query.state) == who.answer
    if task.query.state == "unanswered" and task.words.isdisjoint(_NOT):
        is_so = not is_so
    text = _OWN[who.answer].format(event_line(row, clock))
    return task.answer(f"{'Yes' if is_so else 'No'}, {text}", items=(row.id,))


def _invitation(task: Task, name: str) -> Steps:
    """The event to which somebody is invited, the next one or else the latest, and them as its
    guest; nothing if there is none."""
    clock = task.clock
    rows = [row for row in fitting_rows(task, task.events) if _invited(row, name)]
    ahead = [row for row in rows if clock.last_day(row) >= clock.today]
    if not rows:
        return None
    (row, *_) = yield from confirm(task, (ahead or rows[::-1])[:1])
    who = _invited(row, name)
    return None if who is None else (row, who)


def _invited(row: EventRow, name: str) -> Person | None:
    wanted = set(telling_words(name))
    fitting = [who for who in row.people if wanted <= set(split_words(fold(who.name)))]
    return fitting[0] if len(fitting) == 1 else None
