"""What is said of the events that a request means, one function for each question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from runwright.engine.agenda.choice import chosen, in_order, nearest
from runwright.engine.agenda.events import Event, host, people, place
from runwright.engine.agenda.hours import length_told
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.subject import grounded, matching
from runwright.engine.agenda.telling import (
    agenda_told,
    counted,
    day_told,
    days_told,
    event_told,
    hours_of,
    limits_of,
    listed,
    only_day,
    subject_of,
    topic_told,
    when_told,
)

MOST_TOLD = 5
_LONGEST_TEXT = 600


class Answer(NamedTuple):
    """What is said, and the events that it rests on."""

    text: str
    events: tuple[Event, ...] = ()
    value: str | None = None
    found: bool = True
    """Whether it is an answer; otherwise the text is the reason why there is none."""


class Asked(NamedTuple):
    """A request beside the events that fit it."""

    request: Request
    events: Sequence[Event]
    """Everything that was read."""
    fitting: Sequence[Event]
    """What the request speaks of, without what was called off unless nothing else fits."""
    days: Sequence[tuple[date, date]]
    now: datetime


def look(
    events: Sequence[Event], request: Request, now: datetime, earlier: Sequence[str] = ()
) -> Asked:
    """Find what a request speaks of; "it" is what the step before it found."""
    if request.earlier and (known := [event for event in events if event.item.id in earlier]):
        return Asked(request, events, known, (), now)
    request = grounded(events, request)
    fitting, days = chosen(events, request, now)
    standing = [event for event in fitting if not event.cancelled]
    if not standing and request.topic:
        standing = fitting
    return Asked(request, events, standing, days, now)


def ahead(asked: Asked) -> Sequence[Event]:
    """The fitting events of the days; without days, those to come, or those that have been."""
    request, now = asked.request, asked.now
    if request.past and not _is_ahead(asked):
        return [event for event in asked.fitting if event.begins < now]
    if request.side != "left" and (request.whenever or asked.days):
        return asked.fitting
    return [event for event in asked.fitting if event.ends > now or event.begins >= now]


def _is_ahead(asked: Asked) -> bool:
    """ "Did I already plan a meeting in the next 3 days?" asks in the past of what is to come."""
    today = asked.now.astimezone(asked.fitting[0].zone).date() if asked.fitting else date.max
    return bool(asked.days) and all(start >= today for start, _ in asked.days)


def missing(asked: Asked) -> Answer:
    """There is no such event."""
    where = where_looked(asked)
    if asked.fitting and not asked.days:
        # There is one, but on the other side of now.
        behind = asked.request.past or asked.request.order in ("last", "previous")
        where = " before now" if behind else " from now on"
    return Answer(f"nothing in your calendar{where} {_says(asked.request)}", found=False)


def where_looked(asked: Asked) -> str:
    """The days and hours, as they stand after "calendar"."""
    days = f" {days_told(asked.days)}" if asked.days else ""
    return f"{days}{hours_of(asked.request)}{limits_of(asked.request)}"


def looked(asked: Asked) -> str:
    """Where it was looked, when no days are named too."""
    request = asked.request
    if asked.days:
        behind = request.past and not _is_ahead(asked) and _reaches_now(asked)
        left = request.side == "left" and _reaches_now(asked)
        side = " so far" if behind else " from now on" if left else ""
        return f"{where_looked(asked)}{side}"
    side = "" if request.whenever else " so far" if request.past else " from now on"
    return f"{limits_of(request)}{side}"


def _reaches_now(asked: Asked) -> bool:
    today = asked.now.date()
    return any(start <= today < end for start, end in asked.days)


def behind(asked: Asked) -> list[Event]:
    """When nothing says which days: the fitting events on the other side of now."""
    if asked.days or asked.request.whenever or asked.request.past or asked.request.side == "left":
        return []
    here = {event.item.id for event in ahead(asked)}
    return [event for event in asked.fitting if event.item.id not in here]


def _says(request: Request) -> str:
    if request.topic:
        return f"says anything about {topic_told(request.topic)}" + (
            f" with {request.people}" if request.people else ""
        )
    if request.people:
        return f"is with {request.people}"
    return f"is {_NOTHING.get(request.order, 'there')}"


_NOTHING = {"next": "still ahead", "last": "past", "previous": "past", "first": "still ahead"}


def value_of(event: Event) -> str:
    """The beginning, for a later step that says "it"."""
    return event.start.date().isoformat() if event.all_day else f"{event.start:%Y-%m-%d %H:%M}"


def meant(asked: Asked) -> list[Event]:
    """The one event, or the few, that a question about an event is about."""
    request = asked.request
    if request.order and request.side == "end" and not request.topic:
        return sorted(asked.fitting, key=lambda event: event.ends)[-1:]
    if request.order:
        return in_order(asked.fitting, request, asked.days, asked.now)
    if asked.days:
        return list(asked.fitting)
    if request.earlier:
        return list(asked.fitting)
    if not request.topic and not request.people:
        return list(ahead(asked))[:1]
    return nearest(asked.fitting, asked.now, bool(request.past))


# Questions --------------------------------------------------------------------------------------


def tell_list(asked: Asked) -> Answer:
    """What is on."""
    request = asked.request
    if request.order:
        found = meant(asked)
        return _in_order(asked, found) if found else missing(asked)
    found = list(ahead(asked))
    if not found:
        return _only_behind(asked) or _empty(asked)
    heading = f"{counted(len(found))}{_with(request)} on your calendar{looked(asked)}"
    told = agenda_told(found, only_day(asked.days))
    return Answer(f"{heading}: {told}.", tuple(found), value_of(found[0]))


def _in_order(asked: Asked, found: Sequence[Event]) -> Answer:
    request = asked.request
    if len(found) > 1:
        return Answer(f"{counted(len(found))}: {agenda_told(found)}.", tuple(found))
    which = {"previous": "last", "nth": f"{request.take}."}.get(request.order, request.order)
    verb = "was" if found[0].ends <= asked.now else "is"
    noun = "meeting" if request.meetings else "event"
    text = f"Your {which} {noun}{_with(request)} {verb} {event_told(found[0])}."
    return Answer(text, tuple(found), value_of(found[0]))


def _with(request: Request) -> str:
    return f" with {request.people}" if request.people else ""


def _only_behind(asked: Asked) -> Answer | None:
    """Nothing is to come, but there has been something."""
    been = behind(asked)
    if not been or not (asked.request.topic or asked.request.people):
        return None
    before = f"Before now: {counted(len(been))}, {agenda_told(been)}."
    text = f"Nothing{subject_of(asked.request)} is on your calendar from now on. {before}"
    return Answer(text, tuple(been))


def _empty(asked: Asked) -> Answer:
    """Nothing is on: an answer, unless something that has a name was looked for."""
    if asked.request.topic:
        return missing(asked)
    return Answer(f"Nothing{_with(asked.request)} is on your calendar{looked(asked)}.")


def tell_exists(asked: Asked) -> Answer:
    """Whether there is something."""
    found = meant(asked) if asked.request.order else list(ahead(asked))
    if found:
        return Answer(f"Yes: {agenda_told(found)}.", tuple(found), value_of(found[0]))
    if not asked.days and asked.request.topic and not asked.request.people:
        return missing(asked)
    if not (asked.request.topic or asked.request.people):
        return Answer(f"No: nothing is on your calendar{where_looked(asked)}.")
    other = nearest(matching(asked.events, asked.request), asked.now, bool(asked.request.past))[:1]
    near = f" The nearest is {event_told(other[0])}." if other else ""
    return Answer(f"No: {missing(asked).text}.{near}", tuple(other))


def tell_when(asked: Asked) -> Answer:
    """When it begins or ends."""
    found = meant(asked)
    if not found:
        return missing(asked)
    if len(found) > 1:
        told = "; ".join(map(event_told, found[:MOST_TOLD]))
        more = f"; and {len(found) - MOST_TOLD} more" if len(found) > MOST_TOLD else ""
        return Answer(f"{counted(len(found))} fit: {told}{more}.", tuple(found[:MOST_TOLD]))
    event = found[0]
    if asked.request.side == "end":
        return _end_told(asked, event)
    verb = "was" if event.ends <= asked.now else "is"
    title, rest = f"“{event.title}”", event_told(event).removeprefix(f"“{event.title}” ")
    return Answer(f"{title} {verb} {rest}{_of_several(asked, event)}.", (event,), value_of(event))


def _of_several(asked: Asked, event: Event) -> str:
    same = [e for e in asked.fitting if e.title == event.title and e.begins > event.begins]
    if asked.days or asked.request.order or not same or event.begins < asked.now:
        return ""
    return f" (the next of {len(same) + 1} on your calendar)"


def _end_told(asked: Asked, event: Event) -> Answer:
    if event.ends == event.begins:
        return Answer(f"nothing in your calendar says when {event_told(event)} ends", found=False)
    verb = "ended" if event.ends <= asked.now else "ends"
    day = event.last_day if event.all_day else event.end.date()
    at = "" if event.all_day else f" at {event.end:%H:%M}"
    began = when_told(event)
    value = day.isoformat() if event.all_day else f"{event.end:%Y-%m-%d %H:%M}"
    return Answer(f"“{event.title}” {verb}{at} on {day_told(day)}; it is {began}.", (event,), value)


def _each(asked: Asked, tell: Callable[[Event], str], missing_fact: str) -> Answer:
    """One sentence for each event that says what is asked; a refusal when none does."""
    found = meant(asked)[:MOST_TOLD]
    if not found:
        return missing(asked)
    told = [(event, text) for event in found if (text := tell(event))]
    if not told:
        which = event_told(found[0])
        return Answer(f"nothing in your calendar says {missing_fact} {which}", found=False)
    value = told[0][1] if len(told) == 1 else None
    text = " ".join(f"{sentence}." for _, sentence in told)
    return Answer(text, tuple(event for event, _ in told), value)


def tell_where(asked: Asked) -> Answer:
    """Where it is."""

    def tell(event: Event) -> str:
        where = place(event)
        return f"“{event.title}” {when_told(event)} is at {where}" if where else ""

    return _each(asked, tell, "where to find")


def tell_who(asked: Asked) -> Answer:
    """Who is there."""

    def tell(event: Event) -> str:
        names = people(event)
        led = host(event)
        by = f", organised by {led}" if led and led not in names else ""
        if not names:
            return f"“{event.title}” {when_told(event)} is{by.removeprefix(',')}" if by else ""
        many = f"{counted(len(names), 'other')}: " if asked.request.side == "count" else ""
        return f"“{event.title}” {when_told(event)} is with {many}{listed(names)}{by}"

    return _each(asked, tell, "who is at")


def tell_host(asked: Asked) -> Answer:
    """Who organises it."""

    def tell(event: Event) -> str:
        led = host(event)
        return f"“{event.title}” {when_told(event)} is organised by {led}" if led else ""

    return _each(asked, tell, "who organises")


def tell_long(asked: Asked) -> Answer:
    """How long it takes."""

    def tell(event: Event) -> str:
        if event.all_day:
            days = (event.last_day - event.start.date()).days + 1
            return f"“{event.title}” {when_told(event)} takes {counted(days, 'day')}"
        if not event.minutes:
            return ""
        return f"“{event.title}” {when_told(event)} takes {length_told(event.minutes)}"

    answer = _each(asked, tell, "how long it takes:")
    minutes = sum(event.minutes for event in answer.events if not event.all_day)
    if len(answer.events) < 2 or not minutes:
        return answer
    return answer._replace(text=f"{answer.text} Together: {length_told(minutes)}.")


def tell_until(asked: Asked) -> Answer:
    """How far ahead it is."""
    coming = [event for event in meant(asked) if event.begins >= asked.now][:1]
    if not coming:
        return missing(asked)
    event = coming[0]
    days = (event.start.date() - asked.now.astimezone(event.zone).date()).days
    minutes = round((event.begins - asked.now).total_seconds() / 60)
    away = counted(days, "day") if days > 1 or event.all_day else length_told(minutes)
    if asked.request.unit == "week" and days >= 7:
        away = f"{away}, {counted(days // 7, 'whole week')}"
    text = f"“{event.title}” begins in {away}, {when_told(event)}."
    return Answer(text, (event,), value_of(event))


def tell_status(asked: Asked) -> Answer:
    """Whether it still takes place."""
    found, _ = chosen(asked.events, asked.request, asked.now)
    off = [event for event in found if event.cancelled]
    if not asked.request.topic and not asked.request.people and not asked.request.order:
        if not off:
            return Answer(f"Nothing on your calendar{where_looked(asked)} is marked as cancelled.")
        return Answer(f"Cancelled: {agenda_told(off)}.", tuple(off))
    one = nearest(found, asked.now, bool(asked.request.past))[:1] if found else []
    if not one:
        return missing(asked)
    word = "is cancelled" if one[0].cancelled else "is not marked as cancelled"
    told = event_told(one[0]._replace(cancelled=False))
    return Answer(f"{told} {word}.", tuple(one), value_of(one[0]))


def tell_about(asked: Asked) -> Answer:
    """Everything that the calendar says of it."""
    if not (asked.request.topic or asked.request.people or asked.request.order):
        return tell_list(asked)
    found = meant(asked)[:2]
    if not found:
        return missing(asked)
    texts = (" ".join(event.item.text.split())[:_LONGEST_TEXT] for event in found)
    text = " ".join(f"Your calendar says: “{text}”." for text in texts)
    return Answer(text, tuple(found), value_of(found[0]))
