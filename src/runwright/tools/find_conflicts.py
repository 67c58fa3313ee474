"""`find_conflicts`: events that keep one busy at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Literal, NamedTuple

from pydantic import Field

from runwright.records.facts import Instant
from runwright.tools.base import MOST_ROWS, Records, Result, Tool, Value
from runwright.tools.event_filter import (
    EventFilter,
    describe_filter,
    event_reads,
    select,
)
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.hours import Span, instant_of
from runwright.tools.occurrences import Occurrence
from runwright.tools.spans import doubled, hours, seconds


class FindConflicts(EventFilter):
    """Among which events conflicts are looked for."""

    what: tuple[Literal["event"], ...] = Field(
        default=("event",), min_length=1, max_length=1, description="Only events can conflict."
    )
    busy: bool | None = Field(
        default=True, description="Only what keeps one busy; null for what does not, too."
    )
    all_day: bool | None = Field(
        default=False,
        description="Only what has hours; null for events of whole days, too, which conflict with "
        "all on their days.",
    )


class Conflict(Value):
    """Two events that overlap."""

    first: str = Field(description="The id of the one that begins first.")
    second: str = Field(description="The id of the other one.")
    start: Instant = Field(description="Where the overlap begins, in UTC.")
    end: Instant = Field(description="Where it ends.")
    minutes: int = Field(description="How long it is.")


class Conflicts(Result):
    """The conflicts in order of time; the rows are the events that they are between."""

    conflict_count: int = Field(default=0, description="How many pairs of events overlap.")
    conflicts: tuple[Conflict, ...] = Field(default=(), description="The first hundred of them.")
    doubled_hours: str = Field(
        default="0", description="Hours in which there are at least two events."
    )
    rows: tuple[EventRow, ...] = Field(default=(), description="The events in conflict.")


class _Placed(NamedTuple):
    """An event with the part of it that lies in the period."""

    span: Span
    event: Occurrence


def run(arguments: FindConflicts, records: Records) -> Conflicts:
    """The overlaps within the period."""
    selection = select(arguments, records)
    # Two events that both touch some hours of a day, and each other, do so within those hours: the
    # filter has seen to the hours, so that only the period is left to cut by.
    placed = [
        _Placed(span, each)
        for each in selection.kept
        if (span := selection.windows.clip(each.span)) is not None and span.start < span.end
    ]
    placed.sort(key=lambda each: (each.span, each.event.item.id))
    involved = _involved(placed)
    return Conflicts(
        looked_at=selection.looked_at,
        kept=len(involved),
        items=tuple(each.item.id for each in involved),
        notes=selection.notes,
        more=max(0, len(involved) - MOST_ROWS),
        conflict_count=_count(placed),
        conflicts=tuple(islice(_pairs(placed), MOST_ROWS)),
        doubled_hours=hours(seconds(doubled(each.span for each in placed))),
        rows=tuple(event_row(each.item) for each in involved[:MOST_ROWS]),
    )


def _involved(placed: list[_Placed]) -> list[Occurrence]:
    """Those that overlap one before, or the one after."""
    found, latest = [], None
    for number, (span, event) in enumerate(placed):
        is_after_all = latest is None or latest <= span.start
        is_before_next = number + 1 == len(placed) or span.end <= placed[number + 1].span.start
        if not (is_after_all and is_before_next):
            found.append(event)
        latest = span.end if latest is None else max(latest, span.end)
    return found


def _count(placed: list[_Placed]) -> int:
    """How many pairs overlap, without making them: each event with those that still go on."""
    count, ends = 0, list[int]()
    for span, _ in placed:
        while ends and ends[0] <= span.start:
            heappop(ends)
        count += len(ends)
        heappush(ends, span.end)
    return count


def _pairs(placed: list[_Placed]) -> Iterator[Conflict]:
    """The overlaps, by the event that begins first."""
    for number, (span, event) in enumerate(placed):
        for after in range(number + 1, len(placed)):
            other, second = placed[after]
            if other.start >= span.end:
                break
            end = min(span.end, other.end)
            yield Conflict(
                first=event.item.id,
                second=second.item.id,
                start=instant_of(other.start),
                end=instant_of(end),
                minutes=round((end - other.start) / 60),
            )


def describe(arguments: FindConflicts) -> str:
    """The call in words."""
    return f"conflicts among {describe_filter(arguments)}"


TOOL = Tool(
    name="find_conflicts",
    description="Finds events that overlap: what is booked twice at the same time.",
    arguments=FindConflicts,
    result=Conflicts,
    run=run,
    describe=describe,
    sources=("calendar",),
    reads=event_reads,
    row=event_row,
)
