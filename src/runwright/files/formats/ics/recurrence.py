"""When the components of a calendar happen: series, exceptions, time zones.

Expansion is the `recurring_ical_events` library's, with rules followed by `ics_rules`. What this
module adds is bounded effort, whatever a file says: of what is too much, it keeps what is nearest
to the moment asked about.
"""

from __future__ import annotations

import heapq
import re
import warnings
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple, cast
from zoneinfo import ZoneInfo

import icalendar
from recurring_ical_events import ComponentsWithName, EventAdapter, Series, TodoAdapter
from recurring_ical_events import Occurrence as LibraryOccurrence
from recurring_ical_events.util import convert_to_datetime

from runwright.files.formats.ics.components import BROKEN
from runwright.files.formats.ics.rules import Effort, Rule, follow, parse

MOST_IN_SERIES = 2_000
"""Occurrences of one series; of a longer one those nearest to the moment asked about."""
MOST_IN_FILE = 20_000
STEPS_IN_SERIES = 200_000
"""A rule is followed for so many steps, two for an occurrence: 11 years of hours, 27 hours of
seconds. What lies beyond them is not found."""
STEPS_IN_FILE = 1_000_000
EARLIEST = datetime(1000, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)


class Occurrence(NamedTuple):
    """One happening of an event or a to-do."""

    start: date | datetime
    """Aware, or a day; times without a zone are in the zone that was asked for."""
    end: date | datetime
    """Exclusive; a to-do is due then."""
    component: Any
    """What the calendar says about it: an `icalendar` component."""


def expand(
    found: Sequence[Any], start: datetime, end: datetime, zone: ZoneInfo, around: datetime
) -> list[Occurrence]:
    """What happens from `start` until `end`, in order; when it is too much, what is near `around`.

    A component whose times make no sense is left out.
    """
    start, end = max(start, EARLIEST).astimezone(zone), min(end, LATEST).astimezone(zone)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the libraries warn of what they repair
        kept: list[tuple[timedelta, Any]] = []
        every = _series(found, end)
        recurring = sum(bool(_followed(series)) for series in every)
        most = min(MOST_IN_SERIES, 10 * MOST_IN_FILE // max(1, recurring))
        for series in every:
            kept += _nearest(series, start, end, around, most)
            if len(kept) > 2 * MOST_IN_FILE:
                kept = _fewest(kept, MOST_IN_FILE)
        happened = [_occurrence(item, zone) for _, item in _fewest(kept, MOST_IN_FILE)]
    return sorted(happened, key=lambda one: moment(one.start, zone).astimezone(UTC))


def moment(when: date | datetime, zone: ZoneInfo) -> datetime:
    """An instant, or the beginning of a day, to compare by."""
    if isinstance(when, datetime):
        return when if when.tzinfo is not None else when.replace(tzinfo=zone)
    return datetime(when.year, when.month, when.day, tzinfo=zone)


def _series(found: Sequence[Any], end: datetime) -> list[Any]:
    sound = icalendar.Calendar()
    for component in found:
        if component.name in _ADAPTERS and _is_sound(component):
            sound.add_component(component)
    rules = type("Rules", (_Rules,), {"effort": Effort(STEPS_IN_FILE), "end_of_all": end})
    bounded = type("BoundedSeries", (Series,), {"RecurrenceRules": rules})
    named = [
        ComponentsWithName(name, adapter, bounded, _Item) for name, adapter in _ADAPTERS.items()
    ]
    return [one for kind in named for one in kind.collect_series_from(sound, BROKEN)]


def _is_sound(component: Any) -> bool:
    """Whether it has a time; loses its rules or its length if those are nonsense."""
    if component.name == "VTODO" and "DUE" not in component:
        return False
    for dropped in ((), ("RRULE", "RDATE", "EXDATE"), ("DURATION", "DTEND")):
        for name in dropped:
            component.pop(name, None)
        adapter = _ADAPTERS[component.name](component)
        try:
            _ = adapter.duration, adapter.recurrence_ids, int(adapter.sequence)
            if adapter.has_recurrence_rules():
                _Rules(adapter)
            return True
        except BROKEN:
            continue
    return False


def _nearest(
    series: Any, start: datetime, end: datetime, around: datetime, most: int
) -> list[tuple[timedelta, Any]]:
    zone = cast("ZoneInfo", start.tzinfo)
    try:
        start, end = _narrowed(series, start, end, around, most)
        items = list(series.between(start, end))
        far = [(abs(moment(item.start, zone) - around), item) for item in items]
    except BROKEN:
        return []
    return _fewest(far, most)


def _narrowed(
    series: Any, start: datetime, end: datetime, around: datetime, most: int
) -> tuple[datetime, datetime]:
    """Of a long series only the stretch that is kept: the library is slow for each occurrence."""
    zone = cast("ZoneInfo", start.tzinfo)
    starts = [when for rule in _followed(series) for when in rule.starts]
    if len(starts) <= most:
        return start, end
    # By the wall clock, because a zone that a file defines is slow to ask.
    wall = around.astimezone(zone).replace(tzinfo=None)
    kept = heapq.nsmallest(most, starts, key=lambda when: abs(when.replace(tzinfo=None) - wall))
    first, last = moment(min(kept), zone), moment(max(kept), zone) + timedelta(seconds=1)
    return max(start, first).astimezone(zone), min(end, last).astimezone(zone)


def _fewest(far: list[tuple[timedelta, Any]], most: int) -> list[tuple[timedelta, Any]]:
    if len(far) <= most:
        return far
    return heapq.nsmallest(most, far, key=lambda pair: pair[0])


def _occurrence(item: Any, zone: ZoneInfo) -> Occurrence:
    start, end = (
        moment(when, zone) if isinstance(when, datetime) else when
        for when in (item.start, item.end)
    )
    return Occurrence(start, end, item.component)


class _Event(EventAdapter):  # type: ignore[misc]
    def __init__(self, component: Any) -> None:
        super().__init__(component)
        self.component = component


class _Todo(TodoAdapter):  # type: ignore[misc]
    def __init__(self, component: Any) -> None:
        super().__init__(component)
        self.component = component


_ADAPTERS: dict[str, Any] = {"VEVENT": _Event, "VTODO": _Todo}


class _Item(LibraryOccurrence):  # type: ignore[misc]
    """An occurrence that shares its component: a copy of each would cost more than all else."""

    def __init__(self, adapter: Any, *span: Any, **more: Any) -> None:
        super().__init__(adapter, *span, **more)
        self.component = adapter.component


class _Starts:
    """One rule of a series, as the library asks for it."""

    def __init__(self, rule: Rule, rules: Any, until: date | datetime | None) -> None:
        self.until = until
        self._rule = rule
        self._rules = rules

    @cached_property
    def starts(self) -> list[datetime]:
        """When the rule says that something begins, in the zone of its series."""
        first, zone = self._rules.start, self._rules.tzinfo
        last = convert_to_datetime(self._rules.end_of_all, zone).replace(tzinfo=None)
        if self.until is not None:
            until = convert_to_datetime(self.until, zone).replace(tzinfo=None)
            last = min(last, until + timedelta(days=1))  # the library cuts it to the second
        spent = self._rules.effort
        effort = Effort(min(STEPS_IN_SERIES, max(0, spent.left)))
        before = effort.left
        found = follow(self._rule, first.replace(tzinfo=None), last, effort)
        starts = [when.replace(tzinfo=first.tzinfo) for when in found]
        spent.left -= before - max(0, effort.left)
        return starts

    def between(self, after: datetime, before: datetime, inc: bool) -> list[datetime]:
        """The starts in a span, with its ends: the library asks for nothing else."""
        if not inc:
            raise NotImplementedError("a span without its ends")
        return [when for when in self.starts if after <= when <= before]


class _Rules(Series.RecurrenceRules):  # type: ignore[misc]
    """Rules that end where the effort does."""

    effort = Effort(0)
    end_of_all = EARLIEST

    def create_rule_with_start(self, rule_string: str) -> _Starts:
        rule = parse(rule_string, self.start, self.is_all_dates)
        found = re.search(r"(?:^|;)UNTIL=([0-9TZ]+)", rule_string)
        return _Starts(rule, self, self._until(found[1]) if found else None)

    def _until(self, text: str) -> date | datetime:
        """The last start in the same kind of time as the first, as most programs read it."""
        until: date | datetime = icalendar.vDDDTypes.from_ical(text)  # type: ignore[no-untyped-call]
        if self.is_all_dates:
            return until.date() if isinstance(until, datetime) else until
        if self.tzinfo is None:
            return cast("datetime", convert_to_datetime(until, None))
        return cast("datetime", convert_to_datetime(until, UTC))


def _followed(series: Any) -> list[_Starts]:
    rules = getattr(series.recurrence, "rrules", [])
    return [rule for rule in rules if isinstance(rule, _Starts)]
