"""What a trip or an event cost: the bookings of its days, which the calendar tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runwright.minds.embedded import finance
from runwright.minds.embedded.finance import stays
from runwright.minds.embedded.program import Attempt, Look, Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_SOURCES = {"calendar", "finance"}
_NAMES = ("T", "PL", "C", "M", "MP", "PS")
_PERIODS = ("P", "PE")
_ASKING = STOP_WORDS | word_set("""
    much cost costs spend spent pay paid total altogether overall money bill set run come
    """)
"""What asks for a cost."""


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """What was spent on the days of the one event that a question names; None if it names none."""
    is_cost = query.measure == "sum" and query.direction != "in" and not query.group
    if not is_cost or query.words(*_PERIODS) or not _SOURCES.issubset(surroundings.sources):
        return None
    items: Sequence[Item[Any]] = yield Look("find_events", {})
    events = [item.facts for item in items if isinstance(item.facts, Event)]
    named = [span for span in query.spans if span.code in _NAMES]
    for span in named or [_rest(query)]:
        if stays.event_of(span.text, events, None, surroundings.zone) is not None:
            others = (each for each in query.spans if each != span)
            spans = (span._replace(code="PE"), *others)
            during = query._replace(route="finance", spans=spans, others=())
            return (yield from finance.answer(during, surroundings))
    return None


def _rest(query: Query) -> Span:
    """What a question says beside that it asks for a cost, where nothing in it is a name."""
    words = (word for word in split_words(fold(query.text)) if word not in _ASKING)
    return Span("T", " ".join(words), -1)
