"""What a trip or an event cost: the bookings of its days, which the calendar tells.

An event is named by its title or place, else by what a network that learned which records words
mean (`context.index.reader`) takes them for: `the meet in San Diego` is `SD INVITATIONAL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from runwright.context.index import reader
from runwright.minds.embedded import finance
from runwright.minds.embedded.finance import stays
from runwright.minds.embedded.program import Attempt, Look, Program, Surroundings
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

_SOURCES = {"calendar", "finance"}
_NAMES = ("PE", "T", "PL", "C", "M", "MP", "PS")
_AROUND = ("P", "WD", "D", "N")
"""What says of a trip how long it was, where it is no period by itself: `the three days`."""
_ASKING = STOP_WORDS | word_set("""
    much cost costs spend spent pay paid total altogether overall money bill set run come
    """)
"""What asks for a cost."""
_MEANT, _MOST = 0.6, 60
"""How likely the one event must be meant that words do not name plainly, and of how many of the
newest stays it is chosen."""


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """What was spent on the days of the one event that a question names; None if it names none."""
    is_cost = query.measure == "sum" and query.direction != "in" and not query.group
    if not is_cost or not _SOURCES.issubset(surroundings.sources):
        return None
    viewpoint = Viewpoint(surroundings.today, tense="past")
    if any(periods.read(words, viewpoint) for words in query.words("P")):
        return None
    items: Sequence[Item[Any]] = yield Look("find_events", {})
    events = [item.facts for item in items if isinstance(item.facts, Event)]
    named = [span for span in query.spans if span.code in _NAMES] or [_rest(query)]
    for span in named:
        event = stays.event_of(span.text, events, None, surroundings.zone)
        if event is not None:
            return (yield from _spent(query, [span], event, surroundings))
    event = _likeliest(query, named, events, surroundings)
    if event is None:
        return None
    places = [each for each in named if each.code in ("PE", "T", "PL", "C")]
    return (yield from _spent(query, places, event, surroundings))


def _spent(
    query: Query, named: Sequence[Span], event: Event, surroundings: Surroundings
) -> Program:
    during = _during(query, named, event, surroundings)
    told = yield from finance.answer(during, surroundings)
    if not told.is_answer:
        return told
    days = f"These are the days of “{event.title}” in your calendar."
    return told._replace(text=f"{told.text}\n{days}", query=during)


def _rest(query: Query) -> Span:
    """What a question says beside that it asks for a cost, where nothing in it is a name."""
    words = (word for word in split_words(fold(query.text)) if word not in _ASKING)
    return Span("T", " ".join(words), -1)


def _during(query: Query, named: Sequence[Span], event: Event, surroundings: Surroundings) -> Query:
    """The question about bookings, on the days of an event in place of its name."""
    first, last = stays.days_of(event, surroundings.zone)
    days = f"from {first.isoformat()} to {last.isoformat()}" if last > first else first.isoformat()
    kept = (each for each in query.spans if each not in named and each.code not in _AROUND)
    spans = (Span("P", days, -1), *kept)
    return query._replace(route="finance", spans=spans, others=())


def _likeliest(
    query: Query, named: Sequence[Span], events: Sequence[Event], surroundings: Surroundings
) -> Event | None:
    """The one stay of more than a day before today that the words surely mean."""
    if not reader.is_available():
        return None
    stays_before = [
        event
        for event in events
        if event.status != "cancelled" and event.start and not event.series
        and _is_past_stay(event, surroundings)
    ][-_MOST:]  # fmt: skip
    words = " ".join(span.text for span in named)
    texts = [" | ".join((event.title, event.place or "")) for event in stays_before]
    likely = sorted(
        zip(reader.meant(words, query.text, texts), range(len(texts)), strict=True), reverse=True
    )
    is_one = bool(likely) and likely[0][0] >= _MEANT
    if not is_one or (len(likely) > 1 and likely[1][0] >= _MEANT):
        return None
    return stays_before[likely[0][1]]


def _is_past_stay(event: Event, surroundings: Surroundings) -> bool:
    first, last = stays.days_of(event, surroundings.zone)
    return first < last < surroundings.today + timedelta(days=1)
