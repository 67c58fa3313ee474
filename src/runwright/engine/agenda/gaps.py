"""What lies between events: the time from one to the next, and what is on between two of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from runwright.context.index.words import word_set
from runwright.engine.agenda.answers import Answer, Asked, ahead, look, looked, missing
from runwright.engine.agenda.asking import Said
from runwright.engine.agenda.choice import nearest
from runwright.engine.agenda.events import Event
from runwright.engine.agenda.hours import find_length, length_told
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.telling import agenda_told, event_told, when_told
from runwright.engine.agenda.vocabulary import telling
from runwright.engine.patterns import lazily

_BETWEEN_ALL = lazily(
    r"\bbetween\s(?:all\s|any\s|each\s|each\sof\s|the\s|my\s|our\s|these\s|those\s|two\s|consecutive\s|single\s)*"
    r"(?:meetings?|appointments?|calls|events|them|(?P<parts>parts|sessions|halves|rounds|lessons)\sof)\b",
    re.I,
)
_TIME = lazily(
    r"\b(?:time|minutes?|mins?|hours?|long|breaks?|gaps?|buffers?|pauses?|room|travel|space|rest)\b",
    re.I,
)
_BETWEEN_TWO = lazily(
    r"\b(?:what|what['’]s|whats|anything|which|something|is\sthere|do\si|have\si|did\si)\b.*?"
    r"\b(?:in\s)?between\s(?P<a>.+?)\sand\s(?P<b>[^,?!]+)",
    re.I,
)
_FROM_TO = lazily(
    r"\b(?:time|long|minutes?|hours?|buffer|make\sit|get|travel|enough)\b.*?\bfrom\s(?P<a>.+?)\sto\s"
    r"(?P<b>[^,?!]+)",
    re.I,
)
_LEAVE = lazily(r"\b(?:leave|set\soff|head\sout|head\soff|depart|start\sout|get\sgoing|go)\b", re.I)
_WAY = lazily(
    r"\b(?:travel|drive|ride|walk|way|trip|journey|commute|takes?|away|need|there|before|early|buffer)\b",
    re.I,
)
_MOST_TOLD = 8


class Gap(NamedTuple):
    """Two events of one day, and the minutes from the end of one to the beginning of the next."""

    before: Event
    after: Event

    @property
    def minutes(self) -> int:
        """Negative when they overlap."""
        return round((self.after.begins - self.before.ends).total_seconds() / 60)


def spaced(said: Said, request: Request) -> Request | None:
    """The request as a question about what lies between events, or when to leave for one."""
    length = find_length(said.rest)
    minutes = str(length[0]) if length else ""
    every = _BETWEEN_ALL.search(said.rest)
    if every and _TIME.search(said.rest):
        topic = " ".join(telling(said.rest[every.end() :])) if every["parts"] else ""
        return request._replace(
            ask="gaps", topic=topic, loose="", order="", length=minutes, meetings="1"
        )
    for ask, pattern in (("between", _FROM_TO), ("middle", _BETWEEN_TWO)):
        match = pattern.search(said.rest)
        names = [" ".join(telling(match[side])) for side in ("a", "b")] if match else []
        if names and all(names):
            plain = request._replace(topic="", people="", order="", length=minutes)
            return plain._replace(ask=ask, rivals=" | ".join(names))
    return _leaving(said, request, length)


def _leaving(
    said: Said, request: Request, length: tuple[int, tuple[int, int]] | None
) -> Request | None:
    """ "When must I leave for the dentist if it takes 30 minutes?"."""
    named = request.topic or request.people or request.order
    if not length or not named or request.ask != "when":
        return None
    if not (_LEAVE.search(said.rest) and _WAY.search(said.rest)):
        return None
    topic = _without(request.topic, said.rest[slice(*length[1])])
    return request._replace(ask="leave", length=str(length[0]), topic=topic)


def _without(topic: str, words: str) -> str:
    gone = {word.lower() for word in telling(words)} | _TRAVEL
    return " ".join(word for word in topic.split() if word.lower() not in gone)


_TRAVEL = word_set(
    "travel drive ride walk way trip journey commute train bus car bike foot depart head"
)


def gaps_of(events: Sequence[Event]) -> list[Gap]:
    """From each event to the next on the same day; one inside another is passed over."""
    found: list[Gap] = []
    timed = [e for e in events if not e.all_day and not e.task and e.ends > e.begins]
    last: Event | None = None
    for event in timed:
        if last and last.start.date() == event.start.date():
            found.append(Gap(last, event))
        last = event if last is None or event.ends >= last.ends else last
    return found


def tell_gaps(asked: Asked) -> Answer:
    """How much time lies between the events of a day; whether it is enough."""
    found = gaps_of(ahead(asked))
    if not found:
        return Answer(f"No two events on your calendar{looked(asked)} follow on one day.")
    used = tuple(dict.fromkeys(event for gap in found for event in gap))[: _MOST_TOLD * 2]
    told = "; ".join(map(_gap_told, found[:_MOST_TOLD]))
    more = f"; and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
    least = int(asked.request.length or "0")
    short = [gap for gap in found if gap.minutes < least]
    lead = ("No" if short else "Yes") + ": " if least else "Between your events: "
    if short:
        told, more = "; ".join(map(_gap_told, short[:_MOST_TOLD])), ""
    return Answer(f"{lead}{told}{more}.", used)


def _gap_told(gap: Gap) -> str:
    size = length_told(gap.minutes) if gap.minutes >= 0 else "no time, they overlap"
    return f"{size} between {event_told(gap.before)} and {event_told(gap.after)}"


def two_of(asked: Asked) -> list[Event] | Answer:
    """The two events that are named, on one day if they can be."""
    choices: list[list[Event]] = []
    for name in asked.request.rivals.split(" | "):
        loose = " ".join(word for word in name.split() if word.islower())
        own = asked.request._replace(topic=name, loose=loose, ask="when", rivals="", whenever="")
        fitting = look(asked.events, own, asked.now)
        near = nearest(fitting.fitting, asked.now, bool(asked.request.past))
        if not near:
            return missing(fitting)
        choices.append([near[0], *(e for e in fitting.fitting if e != near[0])])
    first, seconds = choices[0][0], choices[1]
    same = [e for e in seconds if e.start.date() == first.start.date() and e != first]
    return [first, (same or seconds)[0]]


def tell_middle(asked: Asked) -> Answer:
    """What is on between two events."""
    found = two_of(asked)
    if isinstance(found, Answer):
        return found
    first, second = sorted(found, key=lambda event: event.begins)
    inside = [e for e in asked.events if _lies_between(e, first.ends, second.begins, found)]
    ends = f"“{first.title}” ({when_told(first)}) and “{second.title}” ({when_told(second)})"
    if not inside:
        return Answer(f"Nothing is on your calendar between {ends}.", (first, second))
    return Answer(f"Between {ends}: {agenda_told(inside)}.", (first, *inside, second))


def _lies_between(event: Event, begins: datetime, ends: datetime, others: Sequence[Event]) -> bool:
    if event in others or event.cancelled or event.all_day:
        return False
    return event.begins < ends and event.ends > begins and event.begins >= begins - _OVERLAP


_OVERLAP = timedelta(hours=12)


def tell_leave(asked: Asked) -> Answer:
    """When to leave for it, so many minutes before it begins."""
    found = nearest(asked.fitting, asked.now, bool(asked.request.past))[:1]
    if asked.days or asked.request.order:
        found = list(asked.fitting[:1])
    if not found or found[0].all_day:
        return missing(asked)
    event, minutes = found[0], int(asked.request.length)
    at = (event.begins - timedelta(minutes=minutes)).astimezone(event.zone)
    text = f"At {at:%H:%M}, {length_told(minutes)} before {event_told(event)}."
    return Answer(text, (event,), f"{at:%Y-%m-%d %H:%M}")
