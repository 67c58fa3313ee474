"""Which program answers a query, and when it is asked back instead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from runwright.minds.embedded import (
    arithmetic,
    asking,
    bills,
    calendar,
    changes,
    documents,
    doubt,
    finance,
    refusals,
    without,
    written,
)
from runwright.minds.embedded.elsewhere import asked_elsewhere
from runwright.minds.embedded.parser.parser import ROUTES, Parsed
from runwright.minds.embedded.program import Answer, Attempt, Plan, Program, Surroundings
from runwright.minds.embedded.query import MEASURES, Query

FORBIDDEN = "forbidden"
"""The route of what the rules of an agent do not allow."""
UNAVAILABLE = "unavailable"
"""The route of every prompt where the parser was not made."""
SURELY_GENERAL = 0.95
_RECORDS = ("finance", "calendar", "documents")
ASKED_BACK = ("finance", "calendar")
SURELY_WRITTEN = 0.8
"""How likely documents must be meant for bookings and events not to be asked first."""
CONTESTED = 0.2
"""How likely documents must be meant for them to be asked although the records know something."""
ASK_BELOW = 0.15
"""How likely a query must be right for it to be answered without asking back."""


_FROM = {
    "calendar": "No booking bears that name; this is from your calendar.",
    "finance": "No event bears that name; this is from your bookings.",
}


_NAMES = {"calendar": "calendar", "finance": "bank statements"}


class Route(NamedTuple):
    """How the queries of one kind are answered."""

    plan: Callable[[Query], Plan]
    answer: Callable[[Query, Surroundings], Program]


_ROUTES: Mapping[str, Route] = {
    "finance": Route(finance.plan, finance.answer),
    "calendar": Route(calendar.plan, calendar.answer),
    "arithmetic": Route(arithmetic.plan, arithmetic.answer),
    "change": Route(changes.plan, changes.answer),
    "compose": Route(refusals.plan, refusals.compose),
    "general": Route(refusals.plan, refusals.general),
    UNAVAILABLE: Route(refusals.plan, refusals.unavailable),
    FORBIDDEN: Route(refusals.plan, refusals.forbidden),
}


def open_to(sources: Collection[str]) -> tuple[str, ...]:
    """The routes that a question can take where these sources can be looked in."""
    if not sources:
        return ROUTES
    closed = {source for source in _RECORDS if source not in sources}
    return tuple(route for route in ROUTES if route not in closed)


def looked_up(parsed: Parsed, sources: Collection[str]) -> Query:
    """The query; what is no question about records for certain is looked up in documents.

    So is what sounds like records that the run was not given: `When is the next owners' meeting?`
    may stand in the minutes. Without documents it keeps its route, and is told what is missing.
    """
    query = parsed.query
    if query.route in (*_RECORDS, "mixed"):
        return query
    likeliest = max(parsed.routes, key=lambda route: parsed.routes[route])
    is_missing = bool(sources) and likeliest in _RECORDS and likeliest not in sources
    is_unsure = query.route == "general" and parsed.routes["general"] < SURELY_GENERAL
    if "documents" in sources and (is_missing or is_unsure):
        return query._replace(route="documents", measure="answer")
    return query._replace(route=likeliest) if is_missing else query


def asks_records_first(parsed: Parsed) -> bool:
    """Whether a question about documents may as well be one about bookings or events: what those
    know is told by their names, and what a document says only by reading it."""
    return parsed.query.route == "documents" and parsed.routes["documents"] < SURELY_WRITTEN


def plan(query: Query) -> Plan:
    """What answering a query takes."""
    if query.route == "documents":
        return documents.PLAN
    if query.route == "mixed":
        return bills.PLAN
    return Plan((), ()) if is_doubtful(query) else _ROUTES[query.route].plan(query)


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The program of a query."""
    if query.route == "documents":
        return documents.answer(query, surroundings)
    if query.route == "mixed":
        return bills.answer(query, surroundings)
    if query.route in _NAMES and query.route not in surroundings.sources:
        return _said(_not_given(query.route))
    return _wherever_it_is(query, surroundings)


def _wherever_it_is(query: Query, surroundings: Surroundings) -> Program:
    """The answer of the records that the question sounds like; where they do not know it, that of
    a bill, of the other kind of records, or of a document."""
    is_written_first = written.is_first(query, surroundings)
    if is_written_first:
        told = yield from written.reckoned(query, surroundings)
        if told is not None:
            return told
    found = yield from _asked(query, surroundings)
    there = yield from _elsewhere(query, found, surroundings)
    if there is not None:
        return there
    if (left := without.asked_without(query, found.missing)) is not None:
        rest: Answer = yield from _ROUTES[left.route].answer(left, surroundings)
        found = without.shown(found, rest)
    is_settled = bool(found.items) and query.written < CONTESTED
    is_doubtful = doubt.is_doubtful(query, found) or (is_written_first and found.is_answer)
    found = doubt.shown(query, found) if is_doubtful else found
    is_plain = is_settled and not (is_doubtful or doubt.unfamiliar(query))
    if is_plain or not written.may_say(query, surroundings):
        return found
    if not is_written_first:
        told = yield from written.reckoned(query, surroundings)
        if told is not None:
            return told
    return found if is_settled else (yield from written.answer(query, found, surroundings))


def _elsewhere(query: Query, found: Answer, surroundings: Surroundings) -> Attempt:
    """What a bill tells of a payment that was not found, or the other kind of records where a name
    stands in none of these."""
    finds_none = not found.items and (bool(found.missing) or found.is_answer)
    if finds_none and query.route == "finance":
        paid = yield from bills.answer(query, surroundings)
        if paid is not None:
            return paid
    other = asked_elsewhere(query) if found.is_unknown else None
    if other is None or other.route not in surroundings.sources:
        return None
    there: Answer = yield from _ROUTES[other.route].answer(other, surroundings)
    if not (there.is_answer and there.items):
        return None
    is_bare = query.form == "number"
    return there if is_bare else there._replace(text=f"{there.text}\n{_FROM[other.route]}")


def _asked(query: Query, surroundings: Surroundings) -> Program:
    if is_doubtful(query):
        return _said(asking.ask_back(query))
    return _ROUTES[query.route].answer(query, surroundings)


def is_handed_on(query: Query) -> bool:
    """Whether the planned mind works on a query."""
    if query.route == "mixed":
        return not bills.is_asked(query)
    return query.route == "documents" and documents.is_worked_out(query.text)


def sources_of(query: Query, given: Sequence[str]) -> tuple[str, ...]:
    """What the planned mind reads for a query that is handed on to it."""
    if query.route == "documents":
        return tuple(source for source in given if source == "documents")
    return tuple(given)


def is_doubtful(query: Query) -> bool:
    """Whether a query is rather asked back than answered."""
    if query.route not in ASKED_BACK:
        return False
    return query.confidence < ASK_BELOW or query.measure not in MEASURES[query.route]


def _not_given(source: str) -> Answer:
    """That a run cannot know: nothing is said about records that it was not given to read."""
    text = f"This run was not given your {_NAMES[source]}: add `{source}` to its context."
    return Answer(text, is_answer=False)


def _said(answer: Answer) -> Program:
    yield from ()
    return answer
