"""Days, weeks, months and weekdays as groups of time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from runwright.text.calendars import unit_of
from runwright.tools.fields import Grouping
from runwright.tools.hours import WEEKDAYS, Span, Windows


class CalendarGroup(NamedTuple):
    """One stretch of the calendar, or all days of one weekday."""

    name: str
    """`2026-11-16`, `2026-W47`, `2026-11`, `2026-Q4`, `2026`, `monday`."""
    start: str | None
    """Its first day; None for a weekday."""
    days: int
    """How many of its days are meant."""


class _Unit(NamedTuple):
    name: str
    first: int
    after: int


class CalendarGroups:
    """The groups of a grouping, as far as the windows reach."""

    def __init__(self, grouping: Grouping, windows: Windows) -> None:
        self._grouping = grouping
        self._windows = windows
        self._unit: Callable[[int], _Unit] = lru_cache(maxsize=None)(self._unit_of)

    def split(self, span: Span) -> Iterator[tuple[str, Span]]:
        """A span by the groups in which it lies."""
        time = self._windows.time
        start, unit = span.start, self._unit(time.day_of(span.start))
        while (after := time.midnight(unit.after)) < span.end:
            yield unit.name, Span(start, after)
            start, unit = after, self._unit(unit.after)
        yield unit.name, Span(start, span.end)

    def listed(self, spans: Sequence[Span]) -> list[CalendarGroup]:
        """Every group of the period in order, those without a span, too; an open period begins
        with the first span and ends with the last."""
        days = self._days(spans)
        groups: dict[str, CalendarGroup] = {}
        for day in filter(self._windows.has_weekday, days):
            unit = self._unit(day)
            start = None if self._grouping == "weekday" else date.fromordinal(unit.first)
            known = groups.get(unit.name)
            groups[unit.name] = CalendarGroup(
                unit.name,
                None if start is None else start.isoformat(),
                1 if known is None else known.days + 1,
            )
        if self._grouping != "weekday":
            return list(groups.values())
        return [groups[name] for name in WEEKDAYS if name in groups]

    def _days(self, spans: Sequence[Span]) -> range:
        windows = self._windows
        first, after = windows.first, windows.after
        if first is None or after is None:
            if not spans:
                return range(0)
            day_of = windows.time.day_of
            if first is None:
                first = day_of(min(span.start for span in spans))
            if after is None:
                after = day_of(max(max(span.end - 1, span.start) for span in spans)) + 1
        return range(first, after)

    def _unit_of(self, day: int) -> _Unit:
        at = date.fromordinal(day)
        match self._grouping:
            case "day":
                return _Unit(at.isoformat(), day, day + 1)
            case "weekday":
                return _Unit(WEEKDAYS[at.weekday()], day, day + 1)
            case "week":
                number = at.isocalendar()
                name = f"{number.year}-W{number.week:02}"
            case "month":
                name = at.isoformat()[:7]
            case "quarter":
                name = f"{at.year}-Q{(at.month + 2) // 3}"
            case "year":
                name = str(at.year)
        days = unit_of(at, self._grouping)
        first, after = days.start or at, days.end or at
        return _Unit(name, first.toordinal(), after.toordinal())
