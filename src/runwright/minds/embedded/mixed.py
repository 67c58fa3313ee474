"""Questions about records of several kinds: bills and their payment, what a trip cost, a written
sum and its booking. What else would have to be held against each other is declined."""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded import (
    bills,
    finance,
    open_bills,
    same_amounts,
    trips,
    weighing,
    written,
)
from runwright.minds.embedded.program import Answer, Attempt, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query

_DECLINED = Answer(
    "I cannot hold records of several kinds against each other here: ask for each by itself, "
    "and I can look it up.",
    is_answer=False,
)


def held_together(
    queries: Sequence[Query], told: Sequence[str], earlier: Sequence[str]
) -> Query | None:
    """One question for a prompt that holds records of several kinds against each other: what else
    it asks is part of that, and so is what it leans on. `Did I pay the garage, when, and was it in
    time?` None for any other prompt."""
    joint = next((query for query in queries if query.route == "mixed"), None)
    if joint is None:
        return None
    ahead = earlier[-1:] if joint is queries[0] and joint.is_follow_up else ()
    texts = dict.fromkeys((*ahead, *told, *(query.text for query in queries)))
    spans = dict.fromkeys(span for query in queries for span in query.spans)
    return joint._replace(text=", ".join(texts), spans=tuple(spans))


def plan(_query: Query) -> Plan:
    """One match."""
    return Plan(("match_records",), ("calendar", "documents", "finance"))


def answer(query: Query, surroundings: Surroundings) -> Program:
    """How the one bill stands, what the one trip cost, or when a written sum was paid; else what a
    document says by itself."""
    all_open = yield from open_bills.answer(query, surroundings)
    if all_open is not None:
        return all_open
    told = yield from bills.answer(query, surroundings)
    for read in query.others:
        if told is None:
            told = yield from _on_days_of_an_event(read, surroundings)
    if told is not None:
        return weighing.of_several(query, told)
    if not written.may_say(query, surroundings):
        return _DECLINED
    same = yield from same_amounts.answer(query, surroundings)
    if same is not None:
        return same
    said = yield from written.answer(query, _DECLINED, surroundings)
    if not said.is_answer or not same_amounts.asks_whether(query):
        return said
    # Whether something was done as it is written, one document alone does not tell.
    text = f"{_DECLINED.text}\nWritten down is {said.text}"
    return said._replace(text=text, is_answer=False)


def _on_days_of_an_event(read: Query, surroundings: Surroundings) -> Attempt:
    """What bookings tell of the days that an event bounds, or of those of a trip."""
    if "calendar" in surroundings.sources and read.words("PE"):
        told = yield from finance.answer(read, surroundings)
        if told.is_answer:
            return told
    return (yield from trips.answer(read, surroundings))
