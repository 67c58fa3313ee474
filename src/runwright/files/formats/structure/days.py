"""The days and instants that a document names, read in the one order of day and month it has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time

from runwright import clock
from runwright.files.formats.bank import dates
from runwright.files.formats.types import Reading

_CLOCK = re.compile(
    r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?:[ \u202f]?([AaPp])\.?[Mm]\b)?"
)


class Days:
    """Reads the days of one document."""

    def __init__(self, text: str, reading: Reading, language: str | None = None) -> None:
        self._now = reading.now.date()
        self._zone = reading.zone
        hints = dates.Hints(
            english=language in (None, "en"), zone=reading.zone.key or "", decimal_comma=False
        )
        written = [cut for said in dates.dates_in(text) if (cut := dates.cut(said))]
        self._order = dates.order_of(written, self._now, hints)

    def day(self, text: str) -> date | None:
        """The day that a text is, with its year; None when it is anything else."""
        written = dates.cut(text.strip(" ,.:;()[]"))
        if written is None or written.year is None:
            return None
        return dates.day_of(written, self._order, self._now)

    def days_in(self, text: str) -> list[date]:
        """Every day with a year that a text names, in its order."""
        return [day for said in dates.dates_in(text) if (day := self.day(said))]

    def of_headings(self, headings: Sequence[str]) -> str | None:
        """The day that the innermost heading with one bears."""
        for heading in reversed(headings):
            found = set(self.days_in(heading))
            if len(found) == 1:
                return found.pop().isoformat()
        return None

    def instant(self, day: date, clock_time: str) -> str | None:
        """The instant of a time of day in the project's zone, `2026-03-03T17:02:00.000Z`."""
        found = _CLOCK.search(clock_time)
        if found is None:
            return None
        hour = int(found[1])
        if found[4]:
            if not 1 <= hour <= 12:
                return None
            hour = hour % 12 + (12 if found[4] in "Pp" else 0)
        local = datetime.combine(day, time(hour, int(found[2]), int(found[3] or 0)), self._zone)
        return clock.stamp(local.astimezone(UTC))
