"""When nothing is on: free slots, and whether a given time is free.

Unless the request says otherwise, Monday to Friday from 9:00 to 17:00 is looked at, and the
answer says so. An event that lasts all day takes its day only if it says that one is away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import groupby

from runwright.engine.agenda.choice import at_minute
from runwright.engine.agenda.events import Event, events_of
from runwright.engine.agenda.free import Hunt, Slot, busy_between, hunt_for, slots
from runwright.engine.agenda.hours import DAY, length_told, told
from runwright.engine.agenda.request import Request, of_arguments
from runwright.engine.agenda.telling import agenda_told, day_told, event_told, listed
from runwright.engine.periods import said
from runwright.engine.types import Finding, Step, Work

MOST_SLOTS = 6
_MOMENT = timedelta(seconds=1)
_NOT_BOOKED = "Nothing was booked: this service only reads your calendar."
_OWN = " Only your own calendar was looked at."


def perform(step: Step, work: Work) -> Finding:
    """Find the free time that is asked for."""
    request = of_arguments(step.arguments)
    if request.unclear:
        return Finding(action=step.action, part=step.part, reason=request.unclear)
    events = events_of(work.items, work.moment.zone)
    hunt = hunt_for(request, work.moment.now, work.moment.zone)
    if not hunt.days:
        return Finding(action=step.action, part=step.part, reason="it names no day that exists")
    text, used, value = _told(request, hunt, events)
    notes = _notes(hunt, events)
    if notes:
        titles = listed([f"“{event.title}”" for event in notes])
        text += f" All day, without taking your time: {titles}."
    if request.change:
        text = f"{_NOT_BOOKED} {text}"
    own = _OWN if request.people else ""
    ids = tuple(dict.fromkeys(event.item.id for event in (*used, *notes)))
    return Finding(step.action, step.part, answer=f"{text}{own}", value=value, items=ids)


def _notes(hunt: Hunt, events: Sequence[Event]) -> list[Event]:
    """What lasts all day without saying that one is away, when one day is asked about."""
    if len(hunt.days) > 1:
        return []
    begins, ends = at_minute(hunt.days[0], 0, hunt.zone), at_minute(hunt.days[0], DAY, hunt.zone)
    standing = (e for e in events if e.all_day and not e.cancelled and not e.keeps_busy())
    return [e for e in standing if e.begins < ends and e.ends > begins][:MOST_SLOTS]


Told = tuple[str, Sequence[Event], str | None]


def _told(request: Request, hunt: Hunt, events: Sequence[Event]) -> Told:
    one_day = bool(request.side) and len(hunt.days) == 1
    at_once = one_day and not request.length
    whole = request.unit != "slots" and at_once
    if one_day and request.clock and (whole or _is_point(request)):
        return _whether_then(request, hunt, events)
    found = slots(events, hunt)
    if request.order == "largest":
        found = sorted(found, key=lambda slot: -slot.minutes)[:1]
    if request.order == "last" and found:
        return _last(request, hunt, found[-1], events)
    if request.order == "first":
        return _first(request, hunt, found, events)
    if at_once and request.unit != "slots":
        return _whether_all_day(request, hunt, found, events)
    return _listed(request, hunt, found, events)


def _is_point(request: Request) -> bool:
    start, end = request.clock.split("-")
    return start == end


def _whether_then(request: Request, hunt: Hunt, events: Sequence[Event]) -> Told:
    """ "Am I free on Tuesday at 3pm?"."""
    start, end = map(int, request.clock.split("-"))
    if start == end:
        end += int(request.length or "0")
    day = hunt.days[0]
    begins = at_minute(day, start, hunt.zone)
    ends = at_minute(day, end if end > start else start + 1, hunt.zone)
    busy = busy_between(events, begins, ends)
    hours = f"{told(start)}–{told(end)}" if end > start else f"at {told(start)}"
    when = f"on {day_told(day)}, {hours}" if end > start else f"on {day_told(day)} {hours}"
    if not busy:
        later = "" if end > start else _until(day, begins, events)
        return f"{_free(request)}: nothing is on your calendar {when}{later}.", (), "yes"
    told_busy = "; ".join(map(event_told, busy[:MOST_SLOTS]))
    verb = "is" if len(busy) == 1 else "are"
    return f"{_busy(request)} {when}: {told_busy} {verb} on your calendar.", busy, "no"


def _free(request: Request) -> str:
    return "No, you are not busy" if request.side == "busy" else "Yes, you are free"


def _busy(request: Request) -> str:
    return "Yes, you are busy" if request.side == "busy" else "No, you are not free"


def _until(day: date, begins: datetime, events: Sequence[Event]) -> str:
    """How long it stays free that day."""
    later = [e for e in events if e.keeps_busy() and e.begins > begins and e.start.date() == day]
    return f"; the next event that day begins at {later[0].start:%H:%M}" if later else ""


def _whether_all_day(
    request: Request, hunt: Hunt, found: Sequence[Slot], events: Sequence[Event]
) -> Told:
    """ "Am I free tomorrow?"."""
    day = hunt.days[0]
    begins, ends = at_minute(day, hunt.start, hunt.zone), at_minute(day, hunt.end, hunt.zone)
    busy = busy_between(events, begins, ends)
    hours = f"on {day_told(day)} between {told(hunt.start)} and {told(hunt.end)}"
    if not busy:
        return f"{_free(request)}: nothing is on your calendar {hours}.", (), "yes"
    taken = agenda_told(busy, day)
    if not found:
        return f"{_busy(request)} {hours}: {taken}.", busy, "no"
    free = ", ".join(_hours(slot, hunt) for slot in found)
    return f"Partly: {hours} you are free {free}; busy: {taken}.", busy, free


def _first(request: Request, hunt: Hunt, found: Sequence[Slot], events: Sequence[Event]) -> Told:
    size = _size(request, hunt)
    if not found:
        return _none(request, hunt, events)
    slot = found[0]
    begins = slot.begins.astimezone(hunt.zone)
    wanted = int(request.length or "0")
    ends = slot.ends
    free_on = ""
    if wanted and wanted < slot.minutes:
        ends = datetime.fromtimestamp(slot.begins.timestamp() + wanted * 60, slot.begins.tzinfo)
        free_on = f" (it is free until {slot.ends.astimezone(hunt.zone):%H:%M})"
    hours = _hours(Slot(slot.begins, ends), hunt)
    text = (
        f"The first free time{size} {_scope(hunt)} is {day_told(begins.date())}, {hours}{free_on}."
    )
    return text, _bounding(slot, events), f"{begins:%Y-%m-%d %H:%M}"


def _last(request: Request, hunt: Hunt, slot: Slot, events: Sequence[Event]) -> Told:
    wanted = timedelta(minutes=int(request.length or "0"))
    begins = (slot.ends - wanted if wanted else slot.begins).astimezone(hunt.zone)
    hours = f"{begins:%H:%M}–{slot.ends.astimezone(hunt.zone):%H:%M}"
    where = f"{_size(request, hunt)} {_scope(hunt)}"
    text = f"The last free time{where} is {day_told(begins.date())}, {hours}."
    return text, _bounding(slot, events), f"{begins:%Y-%m-%d %H:%M}"


def _bounding(slot: Slot, events: Sequence[Event]) -> list[Event]:
    """The events that a slot lies between."""
    touching = (e for e in events if e.keeps_busy())
    return [e for e in touching if e.ends == slot.begins or e.begins == slot.ends]


def _listed(request: Request, hunt: Hunt, found: Sequence[Slot], events: Sequence[Event]) -> Told:
    if not found:
        return _none(request, hunt, events)
    shown = found[:MOST_SLOTS]
    days = groupby(shown, key=lambda slot: slot.begins.astimezone(hunt.zone).date())
    lines = [
        f"{_day(day, hunt)}{', '.join(_hours(slot, hunt) for slot in own)}" for day, own in days
    ]
    more = len(found) - len(shown)
    rest = f"; and {more} more" if more else ""
    yes = {"whether": "Yes. ", "busy": "Not all of the time. "}.get(request.side, "")
    free = "The longest free time is" if request.order == "largest" else "Free"
    text = f"{yes}{free}{_size(request, hunt)} {_scope(hunt)}: {'; '.join(lines)}{rest}."
    if request.unit == "sum":
        text += f" That is {length_told(sum(slot.minutes for slot in found))} in all."
    first, last = shown[0].begins, shown[-1].ends
    day_start = at_minute(first.astimezone(hunt.zone).date(), hunt.start, hunt.zone)
    last_day = (last - _MOMENT).astimezone(hunt.zone).date()
    day_end = at_minute(last_day, hunt.end, hunt.zone)
    return (
        text,
        busy_between(events, day_start, day_end),
        f"{first.astimezone(hunt.zone):%Y-%m-%d %H:%M}",
    )


def _day(day: date, hunt: Hunt) -> str:
    """The day of some slots, unless it is the only one that was looked at."""
    return "" if len(hunt.days) == 1 else f"{day_told(day)}, "


def _none(request: Request, hunt: Hunt, events: Sequence[Event]) -> Told:
    begins = at_minute(hunt.days[0], hunt.start, hunt.zone)
    ends = at_minute(hunt.days[-1], hunt.end, hunt.zone)
    no = {"whether": "No. ", "busy": "Yes. "}.get(request.side, "")
    text = f"{no}Nothing is free{_size(request, hunt)} {_scope(hunt)}."
    return text, busy_between(events, begins, ends)[:20], None


def _hours(slot: Slot, hunt: Hunt) -> str:
    begins, ends = slot.begins.astimezone(hunt.zone), slot.ends.astimezone(hunt.zone)
    end = "24:00" if ends.date() > begins.date() else f"{ends:%H:%M}"
    return f"{begins:%H:%M}–{end}"


def _size(request: Request, hunt: Hunt) -> str:
    if not request.length:
        return ""
    if int(request.length) >= DAY:
        return " for all of the hours"
    return f" for at least {length_told(hunt.least)}"


def _scope(hunt: Hunt) -> str:
    """Where it was looked: the days, and the hours of each."""
    first, last = hunt.days[0], hunt.days[-1]
    days = f"on {day_told(first)}" if first == last else f"from {said(first, _after(last))}"
    week = " (Monday to Friday)" if hunt.weekdays else ""
    return f"{days}{week} between {told(hunt.start)} and {told(hunt.end)}"


def _after(day: date) -> date:
    return date.fromordinal(day.toordinal() + 1)
