"""Which events a request means: by their days and hours, by their words, by their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from runwright.engine.agenda.events import Event, midnight
from runwright.engine.agenda.hours import DAY
from runwright.engine.agenda.leaving import remaining
from runwright.engine.agenda.request import OTHER_YEARS, Request, in_year
from runwright.engine.agenda.subject import called, matching
from runwright.engine.agenda.vocabulary import tokens

Stretch = tuple[date, date]
_MOST_DAYS = 8
"""Of an event over many days, so many are looked at for a time of day."""


def chosen(
    events: Sequence[Event], request: Request, now: datetime
) -> tuple[list[Event], list[Stretch]]:
    """The events that a request speaks of, in their order, and the days that it turned out to be.

    When the year of the days was guessed and nothing fits there, the same days of other years are
    looked at. What has the days in its name ("Friday demo", "Q3 figures") is found on any day.
    """
    days = request.stretches()
    found = _fitting(events, request, days)
    if found or not days:
        return found, days
    for years in _other_years(request, days, now.date()) if request.yearless else ():
        other = [in_year(stretch, years) for stretch in days]
        if found := _fitting(events, request, other):
            return found, other
    if request.topic and request.named and (titled := called(events, request.named)):
        return titled, []
    return [], days


def _other_years(request: Request, days: list[Stretch], today: date) -> Sequence[int]:
    """The nearest first when no tense says on which side of now the days lie."""
    if not request.whenever:
        return OTHER_YEARS
    middle = min(max(days[0][0], date(1900, 1, 1)), date(2900, 1, 1))
    return sorted(
        OTHER_YEARS, key=lambda years: abs((in_year((middle, middle), years)[0] - today).days)
    )


def _fitting(events: Sequence[Event], request: Request, days: list[Stretch]) -> list[Event]:
    found = [event for event in events if lies_in(event, days)] if days else list(events)
    if request.clock:
        found = [event for event in found if _at_hours(event, request, days)]
    return matching(remaining(found, request), request)


def lies_in(event: Event, days: Iterable[Stretch]) -> bool:
    """Whether some of it is on one of the days."""
    return any(_touches(event, *_instants(stretch, event.zone)) for stretch in days)


def _instants(stretch: Stretch, zone: ZoneInfo) -> tuple[datetime, datetime]:
    start, end = stretch
    return (
        datetime.min.replace(tzinfo=UTC) if start.year < 2 else midnight(start, zone),
        datetime.max.replace(tzinfo=UTC) if end.year > 9998 else midnight(end, zone),
    )


def _touches(event: Event, start: datetime, end: datetime) -> bool:
    if event.ends == event.begins:
        return start <= event.begins < end
    return event.begins < end and event.ends > start


def at_minute(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """The instant at which clocks in a zone show so many minutes after midnight."""
    days, rest = divmod(minutes, DAY)
    local = datetime.combine(day + timedelta(days=days), time(rest // 60, rest % 60), zone)
    return local.astimezone(UTC)


def _at_hours(event: Event, request: Request, days: Iterable[Stretch]) -> bool:
    """Whether some of it is within the hours, on one of its days; all-day events have none."""
    if event.all_day:
        return False
    start, end = map(int, request.clock.split("-"))
    if request.side == "begin":
        return start <= event.start.hour * 60 + event.start.minute <= end - (start < end)
    day, allowed = event.start.date(), list(days)
    for _ in range(_MOST_DAYS):
        if not allowed or any(first <= day < last for first, last in allowed):
            begin = at_minute(day, start, event.zone)
            stop = at_minute(day, end, event.zone)
            if begin == stop and event.begins <= begin < max(event.ends, event.begins + _MOMENT):
                return True
            if begin < stop and _touches(event, begin, stop):
                return True
        day += timedelta(days=1)
        if day > event.last_day:
            return False
    return False


_MOMENT = timedelta(minutes=1)


# Order ------------------------------------------------------------------------------------------


def in_order(
    events: Sequence[Event], request: Request, days: Sequence[Stretch], now: datetime
) -> list[Event]:
    """The first, next or last of some events; all of them when no order is asked for."""
    if not request.order:
        return list(events)
    take = int(request.take or "1")
    if request.order == "nth":
        return _nth(events, request, bool(days), now)
    if request.order in ("first", "last") and days:
        # What began before the days is neither the first nor the last of them.
        own = [e for e in events if any(start <= e.start.date() < end for start, end in days)]
        return _ends(own or events, request.order, take)
    if request.order == "first" and (request.past or request.whenever):
        return list(events[:take])
    if request.order == "previous" and days and all(event.begins >= now for event in events):
        return _ends(events, "last", take)  # "the latest event on Friday"
    if request.order in ("last", "previous"):
        return [event for event in events if event.begins < now][-take:]
    return [event for event in events if event.begins >= now][:take]


def _nth(events: Sequence[Event], request: Request, dated: bool, now: datetime) -> list[Event]:
    """The second or third of some days, or of those to come where there are so many."""
    take = int(request.take)
    coming = [event for event in events if event.ends > now]
    ahead = not dated and not request.past and len(coming) >= take
    return list((coming if ahead else events)[take - 1 : take])


def _ends(events: Sequence[Event], order: str, take: int) -> list[Event]:
    return list(events[:take] if order == "first" else events[-take:])


def nearest(events: Sequence[Event], now: datetime, past: bool) -> list[Event]:
    """The next occurrence of each title, or the one before now; what is going on counts as next."""
    ahead = [event for event in events if event.ends > now or event.begins >= now]
    behind = [event for event in reversed(events) if event.begins < now]
    for side in (behind, ahead) if past else (ahead, behind):
        found: dict[str, Event] = {}
        for event in side:
            found.setdefault(" ".join(tokens(event.title)), event)
        if found:
            return sorted(found.values(), key=lambda event: event.begins)
    return []
