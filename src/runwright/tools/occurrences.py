"""Events as they lie in time, each once however many files have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.records.facts import Event
from runwright.tools.base import Item
from runwright.tools.hours import LocalTime, Span, is_day, ordinal_of, seconds_of

LONGEST = 10 * 366 * 24 * 3600
"""Ten years: a calendar has no event that is longer, and one by mistake must not take for ever."""


class Occurrence(NamedTuple):
    """An event and when it is."""

    item: Item[Event]
    event: Event
    """What the calendar says of it."""
    span: Span
    is_all_day: bool


def occurrence(item: Item[Event], time: LocalTime) -> Occurrence | None:
    """When an event is; None if the calendar names no time that there is."""
    event = item.facts
    if event.start is None:
        return None
    is_all_day = event.all_day or is_day(event.start)
    try:
        start = _begin(event.start, time)
        end = start if event.end is None else _begin(event.end, time)
        if is_day(event.start) and end <= start:
            end = time.midnight(ordinal_of(event.start) + 1)
    except (ValueError, OverflowError):
        return None
    end = min(max(start, end), start + LONGEST)
    return Occurrence(item, event, Span(start, end), is_all_day)


def _begin(moment: str, time: LocalTime) -> int:
    return time.midnight(ordinal_of(moment)) if is_day(moment) else seconds_of(moment)


def distinct(items: Sequence[Item[Event]]) -> tuple[list[Item[Event]], int]:
    """Every event once, and how many further copies other files have.

    Two files of one calendar have the same event twice; two equal events in one file are two.
    """
    if len({item.file for item in items}) < 2:
        return list(items), 0
    kept, seen, places = [], set(), Counter[tuple[object, ...]]()
    for item in items:
        key = _same(item.facts)
        place = (item.file, *key)
        places[place] += 1
        numbered = (places[place], *key)
        if numbered not in seen:
            seen.add(numbered)
            kept.append(item)
    return kept, len(items) - len(kept)


def _same(event: Event) -> tuple[object, ...]:
    return (event.what, event.title, event.start, event.end, event.place, event.status, event.busy)


def days_of(spans: Iterable[Span], time: LocalTime) -> set[int]:
    """Every day that they touch."""
    return {
        day
        for start, end in spans
        for day in range(time.day_of(start), time.day_of(max(end - 1, start)) + 1)
    }
