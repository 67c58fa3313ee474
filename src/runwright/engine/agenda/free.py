"""Free time: what lies between the events that keep one busy, within the hours asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.engine.agenda.choice import at_minute
from runwright.engine.agenda.events import Event
from runwright.engine.agenda.hours import DAY, WORKING
from runwright.engine.agenda.request import Request, read_days

_FIVE_MINUTES = 300
_MOST_DAYS = 120
_FEW = 3
"""Who names so many weekdays means them; of more, only some were left out."""
UNASKED = timedelta(days=7)
"""How many days are looked at when none are named."""
EACH = timedelta(days=28)
"""The same when some weekdays are meant each time."""
OPEN = timedelta(days=92)
"""How far a search goes that has no last day."""


class Slot(NamedTuple):
    """A stretch of free time, in instants."""

    begins: datetime
    ends: datetime

    @property
    def minutes(self) -> int:
        """How long it is."""
        return round((self.ends - self.begins).total_seconds() / 60)


class Hunt(NamedTuple):
    """Where free time is looked for."""

    days: tuple[date, ...]
    start: int
    end: int
    """The hours of each day, in minutes after midnight."""
    zone: ZoneInfo
    least: int
    """How many minutes a slot must have."""
    weekdays: bool
    """Whether Saturdays and Sundays were left out."""
    from_now: datetime


def hunt_for(request: Request, now: datetime, zone: ZoneInfo) -> Hunt:
    """The days and hours that a request means; working days and hours unless it says otherwise."""
    today = now.astimezone(zone).date()
    asked = [day for stretch in _stretches(request, today) for day in _days(*stretch)][:_MOST_DAYS]
    asked = _kept([day for day in asked if day >= today] or asked, request)
    working = tuple(day for day in asked if day.weekday() < 5)
    # Who asks for Saturday means Saturday.
    named = len(asked) <= 2 or 0 < len(request.weekdays.split()) <= _FEW
    days = tuple(asked) if named or not working else working
    start, end = _hours(request.clock)
    length = int(request.length or "0")
    least = min(length, end - start) if length else 15
    return Hunt(days, start, end, zone, least, len(days) < len(asked), now)


def _kept(days: list[date], request: Request) -> list[date]:
    """The days that the request keeps to, without those that it leaves out."""
    weekdays = frozenset(map(int, request.weekdays.split())) or frozenset(range(7))
    out = read_days(request.not_days)
    kept = (day for day in days if day.weekday() in weekdays)
    return [day for day in kept if not any(first <= day < last for first, last in out)]


def _stretches(request: Request, today: date) -> list[tuple[date, date]]:
    stretches = request.stretches()
    if not stretches:
        span = OPEN if request.order or request.length else UNASKED
        span = max(span, EACH) if request.weekdays else span
        return [(today, today + span)]
    return [
        (
            today if start == date.min else start,
            max(start, today) + OPEN if end == date.max else end,
        )
        for start, end in stretches
    ]


def _days(start: date, end: date) -> Iterator[date]:
    for n in range(min((end - start).days, _MOST_DAYS * 2)):
        yield start + timedelta(days=n)


def _hours(clock: str) -> tuple[int, int]:
    if not clock:
        return WORKING
    start, end = map(int, clock.split("-"))
    return (start, min(start + 60, DAY)) if start == end else (start, end)


def slots(events: Sequence[Event], hunt: Hunt) -> list[Slot]:
    """Every free slot that is long enough, in order; what is past of today is left out."""
    busy = merged(events)
    found: list[Slot] = []
    soonest = _next_five_minutes(hunt.from_now)
    today = hunt.from_now.astimezone(hunt.zone).date()
    for day in hunt.days:
        begins = at_minute(day, hunt.start, hunt.zone)
        ends = at_minute(day, hunt.end, hunt.zone)
        if day == today:
            begins = max(begins, soonest)
        found += [slot for slot in _gaps(begins, ends, busy) if slot.minutes >= hunt.least]
    return found


def _next_five_minutes(now: datetime) -> datetime:
    seconds = int(now.timestamp())
    return datetime.fromtimestamp(-(-seconds // _FIVE_MINUTES) * _FIVE_MINUTES, UTC)


def merged(events: Sequence[Event]) -> list[Slot]:
    """The time that is taken, in order, without overlaps."""
    taken: list[Slot] = []
    for event in events:
        if not event.keeps_busy():
            continue
        if taken and event.begins <= taken[-1].ends:
            taken[-1] = taken[-1]._replace(ends=max(taken[-1].ends, event.ends))
        else:
            taken.append(Slot(event.begins, event.ends))
    return taken


def _gaps(begins: datetime, ends: datetime, busy: Sequence[Slot]) -> Iterator[Slot]:
    at = begins
    for taken in busy:
        if taken.ends <= at:
            continue
        if taken.begins >= ends:
            break
        if taken.begins > at:
            yield Slot(at, taken.begins)
        at = max(at, taken.ends)
    if at < ends:
        yield Slot(at, ends)


def busy_between(events: Sequence[Event], begins: datetime, ends: datetime) -> list[Event]:
    """The events that take some of a stretch of time."""
    return [e for e in events if e.keeps_busy() and e.begins < ends and e.ends > begins]
