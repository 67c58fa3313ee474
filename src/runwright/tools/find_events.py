"""`find_events`: events, tasks and notes of the calendar, in order."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from runwright.records.facts import Day, Instant
from runwright.tools.base import MOST_ROWS, Note, Records, Result, Tool
from runwright.tools.event_filter import (
    EventFilter,
    Status,
    describe_filter,
    event_reads,
    select,
)
from runwright.tools.event_rows import EventRow, event_row
from runwright.tools.hours import LocalTime, is_day, ordinal_of, seconds_of
from runwright.tools.occurrences import Occurrence

Order = Literal["first", "last", "longest", "shortest"]
_USUAL: tuple[Status, ...] = ("confirmed", "tentative")


class FindEvents(EventFilter):
    """Which events, in which order, and how many."""

    status: tuple[Status, ...] = Field(
        default=_USUAL,
        min_length=1,
        description="A cancelled event does not take place and is left out unless asked for; "
        "`done` is for tasks.",
    )
    next_from: Instant | Day | None = Field(
        default=None,
        description="Only what begins at this instant or on this day, or later: the next one, "
        "unless `limit` asks for more.",
    )
    previous_to: Instant | Day | None = Field(
        default=None,
        description="Only what was over by this instant or before this day: the last one, unless "
        "`limit` asks for more.",
    )
    order: Order | None = Field(
        default=None,
        description="What comes first: the earliest (as usual), the latest, the longest or the "
        "shortest.",
    )
    limit: int | None = Field(
        default=None, ge=1, le=1000, description="How many at most, such as 1 for the longest."
    )

    @model_validator(mode="after")
    def _one_side(self) -> FindEvents:
        if self.next_from is not None and self.previous_to is not None:
            raise ValueError("next_from and previous_to exclude each other: use period for both")
        return self


class FoundEvents(Result):
    """The events, as rows in the order that was asked for."""

    matching: int = Field(default=0, description="How many fit, before `limit`.")
    first: str | None = Field(
        default=None, description="When the earliest of those kept begins: an instant or a day."
    )
    last: str | None = Field(default=None, description="When the latest of them begins.")
    rows: tuple[EventRow, ...] = Field(default=(), description="The events.")


def run(arguments: FindEvents, records: Records) -> FoundEvents:
    """The events that are meant."""
    selection = select(arguments, records, arguments.status)
    time = selection.windows.time
    fitting = [each for each in selection.kept if _is_on_side(each, arguments, time)]
    ordered = _in_order(fitting, _order(arguments))
    kept = ordered[: _limit(arguments)]
    starts = [each.event.start for each in sorted(kept, key=lambda each: each.span)]
    return FoundEvents(
        looked_at=selection.looked_at,
        kept=len(kept),
        items=tuple(each.item.id for each in kept),
        notes=(*selection.notes, *_ties(ordered, len(kept), _order(arguments))),
        more=max(0, len(kept) - MOST_ROWS),
        matching=len(fitting),
        first=starts[0] if starts else None,
        last=starts[-1] if starts else None,
        rows=tuple(event_row(each.item) for each in kept[:MOST_ROWS]),
    )


def _is_on_side(each: Occurrence, arguments: FindEvents, time: LocalTime) -> bool:
    if arguments.next_from is not None:
        return each.span.start >= _instant(arguments.next_from, time)
    if arguments.previous_to is not None:
        at = _instant(arguments.previous_to, time)
        # What has no length is over when it begins, and what begins then is not yet over.
        return each.span.end <= at and each.span.start < at
    return True


def _instant(moment: str, time: LocalTime) -> int:
    return time.midnight(ordinal_of(moment)) if is_day(moment) else seconds_of(moment)


def _order(arguments: FindEvents) -> Order:
    return arguments.order or ("first" if arguments.previous_to is None else "last")


def _limit(arguments: FindEvents) -> int | None:
    is_one = arguments.next_from is not None or arguments.previous_to is not None
    return arguments.limit or (1 if is_one else None)


def _in_order(events: list[Occurrence], order: Order) -> list[Occurrence]:
    """By the measure of the order; equals stay the earliest first."""
    return sorted(events, key=lambda each: _measure(each, order))


def _measure(each: Occurrence, order: Order) -> int:
    match order:
        case "first":
            return each.span.start
        case "last":
            return -each.span.start
        case "longest":
            return each.span.start - each.span.end
        case "shortest":
            return each.span.end - each.span.start


def _ties(ordered: list[Occurrence], kept: int, order: Order) -> tuple[Note, ...]:
    """What is left out only because a limit falls between equals."""
    if not 0 < kept < len(ordered):
        return ()
    bound = _measure(ordered[kept - 1], order)
    count = sum(_measure(each, order) == bound for each in ordered[kept:])
    if not count:
        return ()
    verb = "begin at the same time" if order in ("first", "last") else "are as long"
    return (Note(code="tie", text=f"{count} more {verb}", count=count),)


def describe(arguments: FindEvents) -> str:
    """The call in words."""
    words = describe_filter(arguments, () if arguments.status == _USUAL else arguments.status)
    limit = _limit(arguments)
    if arguments.next_from is not None:
        words += f", the next {limit} from {arguments.next_from}"
    elif arguments.previous_to is not None:
        words += f", the last {limit} before {arguments.previous_to}"
    elif limit is not None:
        words += f", the {_order(arguments)} {limit}"
    elif arguments.order is not None:
        words += f", {arguments.order} first"
    return words


TOOL = Tool(
    name="find_events",
    description="Lists events, tasks or notes of the calendar: by period, words, people, hours, "
    "weekdays and more; also the next, the last or the longest one.",
    arguments=FindEvents,
    result=FoundEvents,
    run=run,
    describe=describe,
    sources=("calendar",),
    reads=event_reads,
    row=event_row,
)
