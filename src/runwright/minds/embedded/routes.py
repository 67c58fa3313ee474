"""Which program answers a query, and when it is asked back instead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from runwright.minds.embedded import (
    ages,
    arithmetic,
    asking,
    bills,
    calendar,
    changes,
    documents,
    finance,
    mixed,
    open_bills,
    refusals,
    same_amounts,
    trips,
    weighing,
    written,
)
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
_POSSIBLE = 0.1
"""How likely a kind of records must be to be looked in where the likeliest was not given."""
_NAMES = {"calendar": "calendar", "finance": "bank statements", "documents": "documents"}


class Route(NamedTuple):
    """How the queries of one kind are answered."""

    plan: Callable[[Query], Plan]
    answer: Callable[[Query, Surroundings], Program]


_ROUTES: Mapping[str, Route] = {
    "finance": Route(finance.plan, finance.answer),
    "calendar": Route(calendar.plan, calendar.answer),
    "documents": Route(documents.plan, documents.answer),
    "mixed": Route(mixed.plan, mixed.answer),
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
    likeliest = max(parsed.routes, key=lambda route: parsed.routes[route])
    is_missing = bool(sources) and likeliest in _RECORDS and likeliest not in sources
    is_possible = parsed.routes[query.route] >= _POSSIBLE or not is_missing
    if query.route in (*_RECORDS, "mixed") and is_possible:
        return query
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
    return _ROUTES[query.route].plan(query)


def answer(query: Query, surroundings: Surroundings) -> Program:
    """The program of a query: how old somebody is, else that of its route."""
    told = yield from ages.answer(query, surroundings)
    return told if told is not None else (yield from _by_route(query, surroundings))


def _by_route(query: Query, surroundings: Surroundings) -> Program:
    """What its route says; what sounds like records that were not given may be written down."""
    sources = surroundings.sources
    if query.route in ASKED_BACK and query.route not in sources and "documents" in sources:
        query = query._replace(route="documents", measure="answer", others=())
    if query.route == "documents" and bills.is_asked(query):
        return _of_a_bill(query, surroundings)
    if query.route in ("documents", "mixed"):
        return _asked(query, surroundings)
    return _wherever_it_is(query, surroundings)


def _of_a_bill(query: Query, surroundings: Surroundings) -> Program:
    """What a bill knows of itself, such as the day on which it is due; else what documents say."""
    told = yield from bills.answer(query, surroundings)
    return told if told is not None and told.is_answer else (yield from _asked(query, surroundings))


def _wherever_it_is(query: Query, surroundings: Surroundings) -> Program:
    """The answer of a table, where one may well be meant, or of the records, if it surely fits the
    question; else what a document surely says, or what was understood and what came of it."""
    if query.route not in ASKED_BACK or query.route not in surroundings.sources:
        return (yield from _written(query, (yield from _asked(query, surroundings)), surroundings))
    if written.is_first(query, surroundings):
        told = yield from _reckoned(query, surroundings)
        if told is not None and told.is_answer:
            return told
    if (told := (yield from open_bills.answer(query, surroundings))) is not None:
        return told
    told = yield from trips.of_a_stay(query, surroundings)
    if told is not None and told.is_answer and weighing.is_sure_of_several(query, told):
        return told
    found = yield from weighing.best(query, lambda read: _asked(read, surroundings))
    is_joined = found.query.route == "finance" and not found.answer.items
    if is_joined and (told := (yield from _joined(query, surroundings))) is not None:
        return told
    if found.is_sure:
        return found.answer
    return (yield from _written(query, weighing.shown(found), surroundings))


def _joined(query: Query, surroundings: Surroundings) -> Attempt:
    """What a bill, a trip or a written sum tells of bookings that bear none of the words."""
    for joined in (bills.answer, trips.answer):
        told = yield from joined(query, surroundings)
        if told is not None and (not told.is_answer or weighing.is_sure_of_several(query, told)):
            return told
    return (yield from same_amounts.answer(query, surroundings))


def _written(query: Query, otherwise: Answer, surroundings: Surroundings) -> Program:
    """What documents say, where they may be asked; else what was said before."""
    if not written.may_say(query, surroundings):
        return otherwise
    told = yield from _reckoned(query, surroundings)
    if told is not None:
        return told
    return (yield from written.answer(query, otherwise, surroundings))


def _reckoned(query: Query, surroundings: Surroundings) -> Attempt:
    """What a table tells, if that may be asked for at all."""
    told = yield from written.reckoned(query, surroundings)
    if told is None or (told.is_answer and not weighing.may_fit(query, told)):
        return None
    return told


def _asked(query: Query, surroundings: Surroundings) -> Program:
    if query.route in _NAMES and query.route not in surroundings.sources:
        return _said(_not_given(query.route))
    if query.measure not in MEASURES.get(query.route, (query.measure,)):
        return _said(asking.in_other_words(query))
    return _ROUTES[query.route].answer(query, surroundings)


def _not_given(source: str) -> Answer:
    """That a run cannot know: nothing is said about records that it was not given to read."""
    text = f"This run was not given your {_NAMES[source]}: add `{source}` to its context."
    return Answer(text, is_answer=False)


def _said(answer: Answer) -> Program:
    yield from ()
    return answer
