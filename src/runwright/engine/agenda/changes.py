"""Wishes to change the calendar: the event is found and named, and nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from runwright.engine.agenda.answers import Answer, Asked, meant, missing, value_of
from runwright.engine.agenda.choice import at_minute, in_order
from runwright.engine.agenda.events import Event
from runwright.engine.agenda.hours import DAY, length_told
from runwright.engine.agenda.hours import told as clock_told
from runwright.engine.agenda.request import Request, read_days
from runwright.engine.agenda.telling import agenda_told, counted, day_told, event_told, when_told
from runwright.engine.days import moved

_ONLY_READS = "this service only reads your calendar"
_MOST_IN_THE_WAY = 3
_HOUR = 60


def tell_change(asked: Asked) -> Answer:
    """What would be changed, and that it was not."""
    if asked.request.change == "book":
        return _booking(asked)
    found = _meant(asked)
    if not found:
        return missing(asked)
    text = f"Nothing was changed: {_ONLY_READS}."
    if len(found) > 1:
        told = f"{text} {counted(len(found))} fit: {agenda_told(found)}."
        return Answer(told, tuple(found), value_of(found[0]))
    event = found[0]
    told = f"{text} The event is {event_told(event)}."
    new, length = _new_time(event, asked.request)
    if new is None:
        return Answer(told, (event,), value_of(event))
    there = event._replace(begins=new, ends=new + timedelta(minutes=length))
    busy = _busy_then(asked, event, there)
    moved_to = f"Changed as asked it would be {when_told(there)}; {_in_the_way(busy)}."
    used = (event, *busy[:_MOST_IN_THE_WAY])
    return Answer(f"{told} {moved_to}", used, value_of(event))


def _meant(asked: Asked) -> Sequence[Event]:
    request = asked.request
    if request.order:
        return in_order(asked.fitting, request, asked.days, asked.now)
    if request.unit == "all":
        coming = [event for event in asked.fitting if event.ends > asked.now]
        return asked.fitting if asked.days else coming
    return meant(asked)


def _new_time(event: Event, request: Request) -> tuple[datetime | None, int]:
    """When it would begin after the move, and for how many minutes."""
    if request.shift:
        size, unit = request.shift.split()
        if unit == "minutes":
            return event.begins + timedelta(minutes=int(size)), event.minutes
        return _on(event, moved(event.start.date(), int(size), unit)), event.minutes
    if request.length:
        return event.begins, max(0, event.minutes + int(request.length))
    if not request.to_days and not request.to_clock:
        return None, 0
    day = read_days(request.to_days)[0][0] if request.to_days else event.start.date()
    if not request.to_clock:
        return _on(event, day), event.minutes
    start, end = map(int, request.to_clock.split("-"))
    return at_minute(day, start, event.zone), (end - start) or event.minutes


def _on(event: Event, day: date) -> datetime:
    """The same time of day on another day."""
    return at_minute(day, event.start.hour * 60 + event.start.minute, event.zone)


def _busy_then(asked: Asked, event: Event, there: Event) -> list[Event]:
    others = (e for e in asked.events if e.item.id != event.item.id and e.keeps_busy())
    return [e for e in others if e.begins < there.ends and e.ends > there.begins]


def _in_the_way(busy: Sequence[Event]) -> str:
    """What is on at a time already."""
    if not busy:
        return "nothing else is on your calendar then"
    told = "; ".join(map(event_told, busy[:_MOST_IN_THE_WAY]))
    more = f"; and {len(busy) - _MOST_IN_THE_WAY} more" if len(busy) > _MOST_IN_THE_WAY else ""
    verb = "stands" if len(busy) == 1 else "stand"
    return f"{told}{more} {verb} in the way"


def _booking(asked: Asked) -> Answer:
    """What is on already when something new is wanted."""
    request = asked.request
    text = f"Nothing was booked: {_ONLY_READS}."
    if not request.days:
        return Answer(text)
    day, after = request.stretches()[0]
    if (after - day).days != 1:
        return Answer(text)
    if not request.clock:
        return _booking_on(asked, day, text)
    start, end = map(int, request.clock.split("-"))
    if end <= start:
        end = start + int(request.length or _HOUR)
    wanted = f"{day_told(day)}, {clock_told(start)}–{clock_told(end % DAY)}"
    busy = _busy_between(asked, day, start, end)
    if not busy:
        return Answer(f"{text} On {wanted} nothing is on your calendar.")
    told = "; ".join(map(event_told, busy[:_MOST_IN_THE_WAY]))
    verb = "stands" if len(busy) == 1 else "stand"
    return Answer(f"{text} On {wanted} {told} {verb} in the way.", tuple(busy[:_MOST_IN_THE_WAY]))


def _booking_on(asked: Asked, day: date, text: str) -> Answer:
    busy = _busy_between(asked, day, 0, DAY)
    if not busy:
        return Answer(f"{text} Nothing is on your calendar on {day_told(day)}.")
    taken = length_told(sum(event.minutes for event in busy))
    told = f"On {day_told(day)} {taken} are taken: {agenda_told(busy)}."
    return Answer(f"{text} {told}", tuple(busy))


def _busy_between(asked: Asked, day: date, start: int, end: int) -> list[Event]:
    if not asked.events:
        return []
    zone = asked.events[0].zone
    begins, ends = at_minute(day, start, zone), at_minute(day, end, zone)
    return [e for e in asked.events if e.keeps_busy() and e.begins < ends and e.ends > begins]
