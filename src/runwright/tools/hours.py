"""Hours of the day and days of the week, and where they lie in time: exact where clocks change.

Instants are whole seconds since 1970, which calendars never divide, and days are ordinals: what
is compared twenty thousand times is an integer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

from pydantic import Field, model_validator

from runwright.text.period_wording import describe
from runwright.tools.base import Value
from runwright.tools.fields import Period

Clock = Annotated[str, Field(pattern=r"^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$")]
"""A time of day, `09:30`; `24:00` is the end of the day."""
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
Weekdays = Annotated[tuple[Weekday, ...], Field(max_length=len(WEEKDAYS))]

HOUR = 3600
_SECONDS_A_MINUTE = 60


class Hours(Value):
    """Hours of the day on the clocks of the project's zone, from `start` to before `end`."""

    start: Clock = Field(default="00:00", description="The first minute, such as 09:00.")
    end: Clock = Field(
        default="24:00",
        description="The minute after the last one, such as 17:30; one that lies before the start "
        "is on the next day.",
    )

    @model_validator(mode="after")
    def _has_length(self) -> Hours:
        if self.start in (self.end, "24:00"):
            raise ValueError("must end after they start")
        return self

    @property
    def minutes(self) -> tuple[int, int]:
        """From and to as minutes of the day; `to` is more than a day where they pass midnight."""
        start, end = _minutes(self.start), _minutes(self.end)
        return start, end if end > start else end + 24 * 60


WHOLE_DAY = Hours()


class Span(NamedTuple):
    """Seconds from `start` to before `end`."""

    start: int
    end: int


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


class LocalTime:
    """The clocks and the calendar of one zone."""

    def __init__(self, zone: ZoneInfo) -> None:
        self.zone = zone
        self.midnight: Callable[[int], int] = lru_cache(maxsize=None)(self._midnight)

    def day_of(self, instant: int) -> int:
        """The day on which an instant lies."""
        return datetime.fromtimestamp(instant, self.zone).toordinal()

    def minute_of(self, instant: int) -> int:
        """What the clock shows, in minutes of the day."""
        local = datetime.fromtimestamp(instant, self.zone)
        return local.hour * 60 + local.minute

    def window(self, day: int, hours: Hours) -> Span:
        """The hours of a day: from the first instant at which the clock shows `start` or later,
        to the last before which it shows less than `end`. So an hour that comes twice counts
        twice, and one that is left out is not there."""
        first, last = hours.minutes
        start = self.midnight(day) if first == 0 else self._instant(day, first, is_end=False)
        is_midnight = last % (24 * 60) == 0
        end = self.midnight(day + 1) if is_midnight else self._instant(day, last, is_end=True)
        return Span(start, max(start, end))

    def _midnight(self, day: int) -> int:
        return self._instant(day, 0, is_end=False)

    def _instant(self, day: int, minute: int, *, is_end: bool) -> int:
        before = 1 if is_end else 0
        seconds = minute * _SECONDS_A_MINUTE - before
        clock = datetime.fromordinal(day) + timedelta(seconds=seconds)
        local = clock.replace(tzinfo=self.zone, fold=before)
        instant = int(local.timestamp())
        if datetime.fromtimestamp(instant, self.zone).replace(tzinfo=None) == clock:
            return instant + before
        return self._change_around(clock)

    def _change_around(self, clock: datetime) -> int:
        """The instant at which clocks go past a time that they never show."""
        early, late = sorted(
            int(clock.replace(tzinfo=self.zone, fold=fold).timestamp()) for fold in (0, 1)
        )
        while late - early > 1:
            middle = (early + late) // 2
            if datetime.fromtimestamp(middle, self.zone).replace(tzinfo=None) < clock:
                early = middle
            else:
                late = middle
        return late


class Windows:
    """The stretches of time that a period, hours and weekdays leave."""

    def __init__(
        self, time: LocalTime, period: Period, hours: Hours | None, weekdays: Weekdays
    ) -> None:
        days = period.days
        self.time = time
        self.first = None if days.start is None else days.start.toordinal()
        self.after = None if days.end is None else days.end.toordinal()
        self.start = None if self.first is None else time.midnight(self.first)
        self.end = None if self.after is None else time.midnight(self.after)
        self._hours = hours or WHOLE_DAY
        self._weekdays = frozenset(WEEKDAYS.index(weekday) for weekday in weekdays)
        self.is_whole = hours is None and not weekdays
        """Whether every hour of the period is meant."""
        self.of_day: Callable[[int], Span | None] = lru_cache(maxsize=None)(self._of_day)

    def has_day(self, day: int) -> bool:
        """Whether a day is in the period and a weekday that is meant."""
        if (self.first is not None and day < self.first) or (
            self.after is not None and day >= self.after
        ):
            return False
        return self.has_weekday(day)

    def has_weekday(self, day: int) -> bool:
        """Whether a day is a weekday that is meant."""
        return not self._weekdays or (day - 1) % 7 in self._weekdays

    def clip(self, span: Span) -> Span | None:
        """What of a span lies in the period; None if nothing does. A span without length lies
        where its instant does."""
        start = span.start if self.start is None else max(span.start, self.start)
        end = span.end if self.end is None else min(span.end, self.end)
        if start < end or (start == end == span.end == span.start and end != self.end):
            return Span(start, end)
        return None

    def parts(self, span: Span) -> list[Span]:
        """What of a span lies in the windows, piece by piece."""
        clipped = self.clip(span)
        if clipped is None:
            return []
        return [clipped] if self.is_whole else self._parts(clipped)

    def _parts(self, span: Span) -> list[Span]:
        found = []
        first = self.time.day_of(span.start)
        if self._hours.minutes[1] > 24 * 60:
            first -= 1  # the hours of the day before go on into this one
        last = self.time.day_of(max(span.end - 1, span.start))
        for day in range(first, last + 1):
            window = self.of_day(day)
            if window is None:
                continue
            start, end = max(span.start, window.start), min(span.end, window.end)
            if start < end or (start == end == span.end == span.start and end < window.end):
                found.append(Span(start, end))
        return found

    def _of_day(self, day: int) -> Span | None:
        return self.time.window(day, self._hours) if self.has_weekday(day) else None

    def listed(self) -> list[Span]:
        """Every window of a closed period, in order."""
        if self.start is None or self.end is None:
            raise ValueError("an open period has no end of windows")
        return self._parts(Span(self.start, self.end))


def seconds_of(moment: str) -> int:
    """An instant, `2026-11-15T09:00:00.000Z`, in seconds since 1970."""
    return int(datetime.fromisoformat(moment).timestamp())


def instant_of(seconds: int) -> str:
    """The same the other way round."""
    return f"{datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()}.000Z"


def is_day(moment: str) -> bool:
    """Whether it is a day rather than an instant."""
    return "T" not in moment


def ordinal_of(day: str) -> int:
    """A day, `2026-11-15`, as an ordinal."""
    return date.fromisoformat(day).toordinal()


def describe_hours(period: Period, hours: Hours | None, weekdays: Weekdays) -> str:
    """`November 2026, 09:00 to 17:00, Monday and Friday`."""
    parts = [describe(period.days)]
    if hours is not None:
        parts.append(f"{hours.start} to {hours.end}")
    if weekdays:
        parts.append(join_words([weekday.capitalize() for weekday in weekdays]))
    return ", ".join(parts)


def join_words(words: list[str], joint: str = "and") -> str:
    """`a, b and c`."""
    return f" {joint} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
