"""Days, times, lengths and events in words, as people say them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.artifacts.markdown import plain
from runwright.minds.embedded.program import Surroundings
from runwright.text.calendar_words import MONTH_NAMES, WEEKDAY_NAMES
from runwright.text.calendars import Period
from runwright.text.period_wording import describe
from runwright.text.times import Hours
from runwright.tools.base import Note
from runwright.tools.event_rows import EventRow
from runwright.tools.hours import is_day, join_words

MOST_LINES = 25
_SAID_OTHERWISE = ("duplicates", "tie", "in_every_event", "no_calendar")


class Clock(NamedTuple):
    """Where and when words are said."""

    zone: ZoneInfo
    now: datetime

    @property
    def today(self) -> date:
        return self.now.date()

    def local(self, moment: str) -> datetime:
        """An instant, or the beginning of a day, on the clocks of the zone."""
        if is_day(moment):
            return datetime.fromisoformat(moment).replace(tzinfo=self.zone)
        return datetime.fromisoformat(moment).astimezone(self.zone)

    def day(self, day: date) -> str:
        """`Tuesday 17 November`, with the year where it is another one."""
        year = "" if day.year == self.today.year else f" {day.year}"
        return f"{WEEKDAY_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1]}{year}"

    def near_day(self, day: date) -> str:
        """The same, and how near it is: `tomorrow, Wednesday 18 November`."""
        name = {0: "today", 1: "tomorrow", -1: "yesterday"}.get((day - self.today).days)
        return self.day(day) if name is None else f"{name}, {self.day(day)}"

    def first_day(self, row: EventRow) -> date:
        return self.local(row.start or "").date()

    def when(self, row: EventRow) -> str:
        """`Tuesday 17 November, 15:00–16:00`."""
        return self._when(row, self.day)

    def near_when(self, row: EventRow) -> str:
        """`tomorrow, Wednesday 18 November, 15:00–16:00`."""
        return self._when(row, self.near_day)

    def _when(self, row: EventRow, named: Callable[[date], str]) -> str:
        if row.start is None:
            return "without a day"
        start = self.local(row.start)
        if row.all_day or is_day(row.start):
            last = self.last_day(row)
            if last == start.date():
                return f"{named(last)}, all day" if row.what == "event" else named(last)
            return f"{named(start.date())} to {self.day(last)}"
        end = self.local(row.end) if row.end else start
        if end <= start:
            return f"{named(start.date())}, {start:%H:%M}"
        if end.date() == start.date() or end - start < timedelta(hours=12):
            return f"{named(start.date())}, {start:%H:%M}–{end:%H:%M}"
        return f"{named(start.date())}, {start:%H:%M} to {self.day(end.date())}, {end:%H:%M}"

    def last_day(self, row: EventRow) -> date:
        """The last day on which it takes place."""
        start = self.local(row.start or "")
        end = self.local(row.end) if row.end else start
        last = end - timedelta(days=1) if is_day(row.end or row.start or "") else end
        return max(start.date(), last.date())

    def hours(self, row: EventRow) -> str:
        """`15:00–16:00`, for lists of one day."""
        if row.start is None or row.all_day or is_day(row.start):
            return "all day"
        start = self.local(row.start)
        end = self.local(row.end) if row.end else start
        return f"{start:%H:%M}–{end:%H:%M}" if end > start else f"{start:%H:%M}"

    def period_name(self, period: Period) -> str:
        """The same as the subject of a sentence: `Thursday 19 November`."""
        words = self.period(period)
        for lead in ("on ", "in ", "at ", "from "):
            words = words.removeprefix(lead)
        return f"{words[:1].upper()}{words[1:]}"

    def period(self, period: Period) -> str:
        """`on Tuesday 17 November`, `in May 2026`, `from 3 to 9 May 2026`."""
        start, end = period.start, period.end
        if start is None and end is None:
            return "in your calendar"
        if start is not None and end is not None and (end - start).days == 1:
            name = {0: "today", 1: "tomorrow", -1: "yesterday"}.get((start - self.today).days)
            return f"{name} ({self.day(start)})" if name else f"on {self.day(start)}"
        words = describe(period)
        if start is None or end is None:
            return words
        if period.grain == "span":
            return f"from {words}"
        return f"at {words}" if period.grain == "weekend" else f"in {words}"


def clock_of(surroundings: Surroundings) -> Clock:
    """The clock of a run."""
    zone = surroundings.zone
    return Clock(zone, surroundings.moment.now.astimezone(zone))


def length(minutes: float) -> str:
    """`1 hour 30 minutes`, `45 minutes`, `2 days`."""
    whole = round(minutes)
    hours, rest = divmod(whole, 60)
    if whole >= 1440 and whole % 1440 == 0:
        return counted(whole // 1440, "day")
    parts = [counted(hours, "hour")] if hours else []
    if rest or not hours:
        parts.append(counted(rest, "minute"))
    return " ".join(parts)


def in_unit(minutes: float, unit: str) -> str:
    """A length in the unit that was asked for; as usual if it is none of these."""
    size = {"minute": 1, "hour": 60, "day": 1440, "night": 1440, "week": 10080}.get(unit)
    if size is None:
        return length(minutes)
    figure = f"{minutes / size:.2f}".rstrip("0").rstrip(".")
    return f"{figure} {unit if figure == '1' else unit + 's'}"


def counted(count: int, noun: str) -> str:
    """`1 event`, `2 events`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {plural(noun)}"


def plural(noun: str) -> str:
    return "people" if noun == "person" else f"{noun}s"


def row_minutes(row: EventRow, clock: Clock) -> float:
    """How long an event takes."""
    if row.start is None:
        return 0.0
    if row.all_day or is_day(row.start):
        return ((clock.last_day(row) - clock.first_day(row)).days + 1) * 1440
    end = clock.local(row.end) if row.end else clock.local(row.start)
    return max(0.0, (end - clock.local(row.start)).total_seconds() / 60)


def row_nights(row: EventRow, clock: Clock) -> int:
    """How many nights lie in an event: between its first day and its last."""
    if row.start is None or row.all_day or is_day(row.start):
        return (clock.last_day(row) - clock.first_day(row)).days
    end = clock.local(row.end) if row.end else clock.local(row.start)
    return max(0, (end.date() - clock.first_day(row)).days)


def title(row: EventRow) -> str:
    """The title with what must be known of it: `Dentist (tentative)`."""
    name = plain(row.title) or "(no title)"
    return name if row.status == "confirmed" else f"{name} ({row.status})"


def at_place(row: EventRow) -> str:
    return f", {plain(row.place)}" if row.place else ""


def lines(
    rows: Sequence[EventRow],
    clock: Clock,
    more: int = 0,
    *,
    by_day: bool = False,
    one_day: bool = False,
) -> str:
    """Events as a list: each with its day, below a heading for each day, or, where all are on the
    one day that was asked about, without it."""
    shown = rows[:MOST_LINES]
    found: list[str] = []
    day: date | None = None
    for row in shown:
        if row.start is None:
            found.append(f"- {title(row)}, without a day")
            continue
        if by_day and not one_day and clock.first_day(row) != day:
            day = clock.first_day(row)
            found.append(f"**{clock.day(day)}**")
        is_short = by_day or one_day
        when = clock.hours(row) if is_short else f"{clock.when(row)}:"
        until = _until(row, clock) if is_short else ""
        found.append(f"- {when} {title(row)}{at_place(row)}{until}")
    left = more + len(rows) - len(shown)
    return "\n".join([*found, f"- and {left} more"] if left else found)


def _until(row: EventRow, clock: Clock) -> str:
    last = clock.last_day(row)
    is_long = (row.all_day or is_day(row.start or "")) and last > clock.first_day(row)
    return f" (to {clock.day(last)})" if is_long else ""


def short_list(rows: Sequence[EventRow], clock: Clock) -> str:
    """`Standup (09:00–09:15) and Dentist (15:00–16:00)`."""
    named = [f"{title(row)} ({clock.hours(row)})" for row in rows[:MOST_LINES]]
    left = len(rows) - len(named)
    return join_words([*named, f"{left} more"] if left else named)


def span_words(start: datetime, end: datetime, clock: Clock) -> str:
    """`Tuesday 17 November, 09:00–10:00`."""
    if start.date() == end.date() or end - start <= timedelta(hours=12):
        return f"{clock.day(start.date())}, {start:%H:%M}–{end:%H:%M}"
    return f"{clock.day(start.date())}, {start:%H:%M} to {clock.day(end.date())}, {end:%H:%M}"


def hours_words(hours: Hours) -> str:
    """`at 15:00`, `after 15:00`, `before 10:00`, `between 12:00 and 18:00`."""
    start, end = (f"{minute // 60 % 24:02}:{minute % 60:02}" for minute in hours)
    if hours.is_moment:
        return f"at {start}"
    if hours.end == 24 * 60:
        return f"from {start} on"
    return f"before {end}" if hours.start == 0 else f"between {start} and {end}"


def note_line(notes: Sequence[Note]) -> str:
    """What a tool assumed or left out, as one sentence."""
    texts = [note.text for note in notes if note.code not in _SAID_OTHERWISE]
    joined = "; ".join(texts)
    return f"{joined[:1].upper()}{joined[1:]}." if joined else ""


def quoted(names: Sequence[str], joint: str = "or") -> str:
    """`“dentist” or “physio”`."""
    return join_words([f"“{name}”" for name in names], joint)


def paragraphs(*parts: str) -> str:
    """The parts that say something, each on a line of its own."""
    return "\n".join(part for part in parts if part)
