"""What is written, read beside a question: passages of documents, and what stands in events.

People write as much into an event as into a letter: what to bring, the code of a booking, why it
was cancelled. So events that fit a question are read like passages, where the run may see them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from runwright.context.index import reader
from runwright.minds.embedded import version_words, versions
from runwright.minds.embedded.program import Do, Look, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import NOTHING, Outcome
from runwright.minds.embedded.searching import LONGEST, MOST, searched
from runwright.minds.values import Item
from runwright.records.facts import Document, Event
from runwright.tools import base
from runwright.tools.search_events import one_of_each

_EVENTS = 3
"""So many events are read beside the passages."""
PERHAPS = "I am not sure, but this may answer it:"
RECKONED = (
    *("sum", "count", "avg", "share", "trend", "compare", "balance", "recur"),
    *("duration", "free", "conflicts", "busiest", "gap", "until"),
)
"""Measures that no single event or sentence tells."""


class Written(NamedTuple):
    """What was read."""

    items: tuple[Item, ...]
    """The passages of documents."""
    outcome: Outcome
    """What they say, and the events beside them."""


def may_be_read(surroundings: Surroundings) -> bool:
    """Whether there are documents that a run may look in, and a reader."""
    return "documents" in surroundings.sources and reader.is_available()


def read(
    query: Query, surroundings: Surroundings, most: int = MOST
) -> Generator[Look | Do, Any, Written]:
    """What the best passages say, and what the best events."""
    found = yield Look("search_documents", searched(query.whole, most))
    items = [_passage(each) for each in found if not isinstance(each.facts, Document)]
    events = yield from _events(query, surroundings)
    if not (items or events):
        return Written((), NOTHING)

    replaced = versions.replaced(query.whole, [each for each in found if each.file])

    def outcome_of(some: Sequence[Item], *, is_plain: bool = False) -> Outcome:
        told = 1.0 if query.route == "documents" else query.written
        text, before = _put(query, is_plain=is_plain)
        return reading.read(
            text, some, deep=surroundings.deep, beside=events, written=told, before=before
        )

    def outcome_of_version(some: Sequence[Item]) -> Outcome:
        plain = outcome_of(some, is_plain=True)
        is_same = _put(query, is_plain=True) == _put(query, is_plain=False)
        return plain if is_same or versions.is_of_one(plain, replaced, items) else outcome_of(some)

    if not replaced:
        return Written(tuple(items), outcome_of(items))
    current = [item for item in items if item.file not in replaced]
    newest = {each.file for each in replaced.values()}
    earlier = [item for item in items if item.file not in newest]
    of_each = outcome_of_version(current), outcome_of_version(earlier)
    outcome = versions.told(query.text, *of_each, replaced, items)
    return Written(tuple(items), outcome)


def _put(query: Query, *, is_plain: bool) -> tuple[str, str]:
    """The question as it is put to the passages, and the one that it leans on; `is_plain` without
    the words that only choose a version."""
    text, before = query.text, query.before if query.is_leaning else ""
    if before and versions.is_all_that_is_asked(query):
        text, before = before, ""
    if is_plain:
        text, before = (version_words.wanted(each).text or each for each in (text, before))
    return text, before


def _events(query: Query, surroundings: Surroundings) -> Generator[Look | Do, Any, list[Item]]:
    if "calendar" not in surroundings.sources or query.measure in RECKONED:
        return []
    found: Sequence[base.Item[Event]] = yield Look(
        "search_events", {"text": query.whole[:LONGEST], "limit": _EVENTS}
    )
    return [_event(each) for each in one_of_each(found, surroundings.today)[:_EVENTS]]


def _passage(record: base.Item[Any]) -> Item:
    return Item(
        record.id,
        "documents",
        record.text,
        file=record.file,
        page=record.page,
        title=record.title,
        score=record.score,
    )


def _event(record: base.Item[Event]) -> Item:
    """An event; its title is the sentence that says what it is and when."""
    text = record.text
    named, _, _ = text.partition(". ")
    return Item(record.id, "calendar", text, kind="event", title=named.rstrip("."))
