"""`search_events`: the events that fit a text best, whatever words they use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from pydantic import Field

from runwright.records.facts import Event
from runwright.tools import base
from runwright.tools.base import Item, Note, Read, Records, Tool
from runwright.tools.documents import count_words
from runwright.tools.event_rows import EventRow, event_row

_OF_SERIES = 8
"""So many times as many are asked for: most of them may be occurrences of one series."""


class Arguments(base.Arguments):
    """What is searched for."""

    text: str = Field(
        min_length=1,
        max_length=400,
        description="What the events should be about: a question or a few telling words, such as "
        "`what to bring to the wedding`.",
    )
    limit: int = Field(default=5, ge=1, le=20, description="How many events at most.")


class Result(base.Result):
    """The best events first."""

    rows: tuple[EventRow, ...] = Field(default=(), description="The events.")


def run(arguments: Arguments, records: Records) -> Result:
    """The best events, of each series one."""
    (read,) = reads(arguments)
    found: Sequence[Item[Event]] = records.read(read)
    single = one_of_each(found, records.today)
    kept = single[: arguments.limit]
    repeated = len(found) - len(single)
    text = f"{count_words(repeated, 'occurrence')} of the same series left out"
    return Result(
        looked_at=len(found),
        kept=len(kept),
        items=tuple(item.id for item in kept),
        notes=(Note(code="repeated_events", text=text, count=repeated),) if repeated else (),
        rows=tuple(map(event_row, kept)),
    )


def one_of_each(items: Iterable[Item[Event]], today: date) -> list[Item[Event]]:
    """Of occurrences that say the same, the next one, or else the last; the best first."""
    alike: dict[tuple[str | None, ...], list[Item[Event]]] = {}
    for item in items:
        event = item.facts
        alike.setdefault((event.title, event.place, event.note, event.status), []).append(item)
    return [_nearest(occurrences, today.isoformat()) for occurrences in alike.values()]


def _nearest(occurrences: Sequence[Item[Event]], today: str) -> Item[Event]:
    begun = sorted(occurrences, key=lambda item: item.facts.start or "")
    ahead = (item for item in begun if (item.facts.end or item.facts.start or "") >= today)
    return next(ahead, begun[-1])


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """The search itself."""
    limit = arguments.limit * _OF_SERIES
    return (Read("calendar", ("event",), text=arguments.text, limit=limit),)


def describe(arguments: Arguments) -> str:
    """Such as `events about “what to bring to the wedding”`."""
    return f"events about “{arguments.text}”"


TOOL = Tool(
    name="search_events",
    description="Finds the events whose title, place, people and description fit a text best, "
    "whatever words they use. Use it where find_events finds nothing, or for what a description "
    "says.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("calendar",),
    reads=reads,
    row=event_row,
)
