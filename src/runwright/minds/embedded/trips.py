"""What a trip or an event cost: the bookings of its days, which the calendar tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded import finance
from runwright.minds.embedded.finance import stays
from runwright.minds.embedded.program import Attempt, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event
from runwright.tools.base import Item

_SOURCES = {"calendar", "finance"}
_NAMES = ("T", "PL", "C", "M", "MP", "PS")
_PERIODS = ("P", "PE")


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """What was spent on the days of the one event that a question names; None if it names none."""
    is_cost = query.measure == "sum" and query.direction != "in" and not query.group
    if not is_cost or query.words(*_PERIODS) or not _SOURCES.issubset(surroundings.sources):
        return None
    items: Sequence[Item[Any]] = yield Look("find_events", {})
    events = [item.facts for item in items if isinstance(item.facts, Event)]
    for span in query.spans:
        if span.code not in _NAMES:
            continue
        event = stays.event_of(span.text, events, None, surroundings.zone)
        if event is not None:
            others = (each._replace(code="PE") if each == span else each for each in query.spans)
            during = query._replace(route="finance", spans=tuple(others), others=())
            return (yield from finance.answer(during, surroundings))
    return None
