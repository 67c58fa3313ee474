"""Tasks that would change something: nothing here can, but the event that is meant is named."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from runwright.minds.embedded import calendar, refusals
from runwright.minds.embedded.program import Answer, Do, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import word_set
from runwright.tools.base import Result
from runwright.tools.event_rows import EventRow

_NAMING = ("PS", "T", "P", "TI", "PL", "WD", "OW", "C", "M")
"""What tells which event is meant."""
_GOALS = ("to ", "by ", "until ")
_PARTICLES = word_set("back off up out forward over down in")
_SINGLE = ("next", "first", "last", "when")


def object_of(text: str) -> str:
    """What is to be changed: the words behind the verb."""
    words = text.split()
    verbs = (n for n, word in enumerate(words) if fold(word).strip(",.:;!?") in refusals.CHANGES)
    at = next(verbs, -1) + 1
    while at < len(words) and fold(words[at]) in _PARTICLES:
        at += 1
    return " ".join(words[at:])


def with_event(query: Query, looked_for: Query) -> Query:
    """A task with what tells the event that is meant, read from a question for it. Where the
    event is to go says nothing of it."""
    spans = [
        span._replace(start=-1)
        for span in looked_for.spans
        if span.code in _NAMING and not span.text.startswith(_GOALS)
    ]
    measure = looked_for.measure if looked_for.measure in _SINGLE else "when"
    return query._replace(measure=measure, order=looked_for.order, spans=tuple(spans))


def plan(query: Query) -> Plan:
    """The event that is meant is looked up, if anything tells which one."""
    names = bool(query.spans) or query.measure in ("next", "first")
    return Plan(("find_events",), ("calendar",)) if names else Plan((), ())


def answer(query: Query, surroundings: Surroundings) -> Program:
    """Declines, and names the event if it is one alone."""
    declined: Answer = yield from refusals.change(query, surroundings)
    if not plan(query).tools or "calendar" not in surroundings.sources:
        return declined
    rows: list[EventRow] = []
    looking = query._replace(route="calendar")
    program = calendar.answer(looking, surroundings)
    wanted = next(program, None)
    while wanted is not None:
        found: Any = yield wanted
        if isinstance(wanted, Do) and isinstance(found, Result):
            rows += [row for row in found.rows if isinstance(row, EventRow)]
        try:
            wanted = program.send(found)
        except StopIteration:
            wanted = None
    meant = _meant(rows, looking)
    if meant is None:
        return declined
    said = f"{declined.text}\nThe event is {_named(meant, surroundings)}."
    return declined._replace(text=said, items=(meant.id,))


def _meant(rows: list[EventRow], looking: Query) -> EventRow | None:
    """The one event, or the first or last of several."""
    ordered = sorted(rows, key=lambda row: str(row.start))
    if ordered and looking.measure == "first":
        return ordered[0] if looking.order == "oldest" else ordered[-1]
    return ordered[0] if len(ordered) == 1 else None


def _named(row: EventRow, surroundings: Surroundings) -> str:
    start = str(row.start)
    if row.all_day or "T" not in start:
        day = datetime.fromisoformat(start)
        return f"“{row.title}” on {day:%A}, {day.day} {day:%B %Y}"
    at = datetime.fromisoformat(start).astimezone(surroundings.zone)
    return f"“{row.title}” on {at:%A}, {at.day} {at:%B %Y}, {at:%H:%M}"
