"""Questions about records of several kinds: bills and their payment, what a trip cost, what was
booked and what is written about it. What else would have to be held against each other is
declined."""

from __future__ import annotations

from decimal import Decimal

from runwright.minds.embedded import bills, finance, passages, trips, weighing, written
from runwright.minds.embedded.program import Answer, Attempt, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.text import amounts

_DECLINED = Answer(
    "I cannot hold records of several kinds against each other here: ask for each by itself, "
    "and I can look it up.",
    is_answer=False,
)


def plan(_query: Query) -> Plan:
    """One match."""
    return Plan(("match_records",), ("calendar", "documents", "finance"))


def answer(query: Query, surroundings: Surroundings) -> Program:
    """How the one bill stands, what the one trip cost, or what was booked beside what is written;
    else what a document says by itself."""
    told = yield from bills.answer(query, surroundings)
    for read in query.others:
        if told is None:
            told = yield from trips.answer(read, surroundings)
    if told is not None:
        return weighing.of_several(query, told)
    if not written.may_say(query, surroundings):
        return _DECLINED
    both = yield from _booked_and_written(query, surroundings)
    if both is not None:
        return both
    return (yield from written.answer(query, _DECLINED, surroundings))


def _booked_and_written(query: Query, surroundings: Surroundings) -> Attempt:
    """What was booked and what is written, where both surely fit the question."""
    if not query.others:
        return None
    [read, *_] = query.others
    booked = yield from weighing.best(read, lambda each: finance.answer(each, surroundings))
    if not booked.answer.items or booked.likely < weighing.SURE_OF_SEVERAL:
        return None
    found = yield from passages.read(query, surroundings)
    said = found.outcome.answer
    if said is None:
        return None
    same = _both_have(booked.answer.text, said.value)
    lines = (booked.answer.text, f"Written down is {said.text}", same)
    items = tuple(dict.fromkeys((*booked.answer.items, *said.items)))
    return booked.answer._replace(text="\n".join(filter(None, lines)), items=items)


def _both_have(booked: str, said: str) -> str:
    """Whether the amount that is written is one of those that were booked."""
    wanted = _sizes(said)
    if len(wanted) != 1:
        return ""
    is_same = not wanted.isdisjoint(_sizes(booked))
    return "The amounts are the same." if is_same else "The amounts are not the same."


def _sizes(text: str) -> set[Decimal]:
    return {abs(each.likeliest.amount) for each in amounts.find(text)}
