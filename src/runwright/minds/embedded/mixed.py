"""Questions about records of several kinds: bills and their payment, what a trip cost, a written
sum and its booking. What else would have to be held against each other is declined."""

from __future__ import annotations

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
    if same is not None and weighing.is_sure_of_several(query, same):
        return same
    return (yield from written.answer(query, _DECLINED, surroundings))


def _on_days_of_an_event(read: Query, surroundings: Surroundings) -> Attempt:
    """What bookings tell of the days that an event bounds, or of those of a trip."""
    if "calendar" in surroundings.sources and read.words("PE"):
        told = yield from finance.answer(read, surroundings)
        if told.is_answer:
            return told
    return (yield from trips.answer(read, surroundings))
