"""The starts of a series, to find the one that an exception names in whatever form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cached_property

from runwright.files.formats.ics.entries import Time, wall


class Places:
    """Where a series has its occurrences, in order."""

    def __init__(self, starts: Sequence[Time]) -> None:
        self.starts = starts

    def find(self, name: Time) -> list[int]:
        """Which starts an `EXDATE` or a `RECURRENCE-ID` means; those of a day if it names one.

        Programs write them in UTC, in the zone of the series or in none, so the same instant
        counts first and the same time by the clock next.
        """
        if not self.starts:
            return []
        if not isinstance(name, datetime) or not isinstance(self.starts[0], datetime):
            return self._by_day.get(wall(name).date(), [])
        if name.tzinfo is not None and (found := self._by_instant.get(name.astimezone(UTC))):
            return found
        return self._by_wall.get(wall(name), [])

    @cached_property
    def _by_instant(self) -> dict[datetime, list[int]]:
        found: dict[datetime, list[int]] = {}
        for number, start in enumerate(self.starts):
            if isinstance(start, datetime) and start.tzinfo is not None:
                found.setdefault(start.astimezone(UTC), []).append(number)
        return found

    @cached_property
    def _by_wall(self) -> dict[datetime, list[int]]:
        found: dict[datetime, list[int]] = {}
        for number, start in enumerate(self.starts):
            found.setdefault(wall(start), []).append(number)
        return found

    @cached_property
    def _by_day(self) -> dict[date, list[int]]:
        found: dict[date, list[int]] = {}
        for number, start in enumerate(self.starts):
            found.setdefault(wall(start).date(), []).append(number)
        return found
