"""Two events beside each other: how far apart they lie, which comes first; how long ago one was.

Who somebody meets most, and which events follow each other without a break, is told here too.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

from runwright.engine.agenda.answers import Answer, Asked, ahead, looked, meant, missing
from runwright.engine.agenda.asking import Said
from runwright.engine.agenda.events import Event, people
from runwright.engine.agenda.gaps import two_of
from runwright.engine.agenda.hours import length_told
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.telling import counted, event_told, listed, when_told
from runwright.engine.agenda.vocabulary import telling
from runwright.engine.patterns import lazily

_BETWEEN = lazily(
    r"\b(?:days?|weeks?|hours?|minutes?|time|gap|break|long)\b.{0,30}?\bbetween\s(?P<a>.+?)\sand\s"
    r"(?P<b>[^,?!]+)",
    re.I,
)
_FIRST = lazily(r"\b(?:first|earlier|sooner|later)\b[,:]?\s(?P<a>[^,?]+?)\sor\s(?P<b>[^,?]+)", re.I)
_BEFORE_OR_AFTER = lazily(
    r"^\W*(?i:is|are|was|were|did|does|do|will)\s(?P<a>.+?)\s(?:before\sor\safter|after\sor\sbefore"
    r"|before|after)\s(?P<b>(?:the|my|our)\s[^,?]+|[A-Z][^,?]*)",
    re.S,
)
_AFTER = lazily(
    r"\b(?:days?|weeks?|hours?|long)\s(?:after|before)\s(?P<a>.+?)\s(?:is|was|are|were|comes|does|did)\s"
    r"(?P<b>[^,?!]+)",
    re.I,
)
_BREAK = timedelta(minutes=5)
_MOST_PAIRS = 5


def paired(said: Said, request: Request) -> Request | None:
    """The request as a question about two events, if it is one."""
    for pattern in (_BETWEEN, _AFTER, _FIRST, _BEFORE_OR_AFTER):
        match = pattern.search(said.rest)
        names = [" ".join(telling(match[side])) for side in ("a", "b")] if match else []
        if all(names) and names:
            rivals = " | ".join(names)
            return request._replace(ask="between", rivals=rivals, topic="", people="", order="")
    return None


def tell_between(asked: Asked) -> Answer:
    """When each of two events is, and how far they lie apart."""
    found = two_of(asked)
    if isinstance(found, Answer):
        return found
    first, second = sorted(found, key=lambda event: event.begins)
    order = f"“{first.title}” comes first, {_distance(first, second)} “{second.title}”"
    told = "; ".join(f"“{event.title}” is {when_told(event)}" for event in found)
    enough = _enough(asked, first, second)
    value = _distance(first, second).split(" before")[0]
    return Answer(f"{enough}{told}: {order}.", tuple(found), value)


def _enough(asked: Asked, first: Event, second: Event) -> str:
    """Whether the time between them is as long as it must be."""
    if not asked.request.length:
        return ""
    free = (second.begins - first.ends).total_seconds() / 60
    return "Yes: " if free >= int(asked.request.length) else "No: "


def _distance(first: Event, second: Event) -> str:
    days = (second.start.date() - first.start.date()).days
    if days or first.all_day or second.all_day:
        return f"{counted(days, 'day')} before"
    gap = round((second.begins - first.ends).total_seconds() / 60)
    if gap >= 0:
        return f"with {length_told(gap)} between it and"
    shared = min(first.ends, second.ends) - second.begins
    return f"and for {length_told(round(shared.total_seconds() / 60))} overlaps with"


def tell_ago(asked: Asked) -> Answer:
    """How long ago it was."""
    been = [event for event in asked.fitting if event.begins < asked.now]
    one = [event for event in meant(asked) if event.begins < asked.now][-1:] or been[-1:]
    if not one:
        return missing(asked)
    event = one[0]
    days = (asked.now.astimezone(event.zone).date() - event.start.date()).days
    weeks = f" ({weeks_told(days)})" if days >= 7 else ""
    ago = f"{counted(days, 'day')} ago{weeks}" if days else "today"
    return Answer(f"“{event.title}” was {ago}, {when_told(event)}.", (event,), str(days))


def weeks_told(days: int) -> str:
    """Days as weeks and days."""
    weeks, rest = divmod(days, 7)
    left = f" {counted(rest, 'day')}" if rest else ""
    return f"{counted(weeks, 'week')}{left}"


def tell_companion(asked: Asked) -> Answer:
    """With whom most events are."""
    found = ahead(asked)
    met = Counter(name for event in found for name in people(event))
    if not met:
        return missing(asked)
    most = max(met.values())
    names = [name for name in sorted(met) if met[name] == most]
    used = tuple(event for event in found if set(names) & set(people(event)))
    each = " each" if len(names) > 1 else ""
    text = (
        f"Most often {listed(names)}, with {counted(most)}{each} on your calendar{looked(asked)}."
    )
    return Answer(text, used, names[0])


def tell_adjacent(asked: Asked) -> Answer:
    """Which events follow each other without a break."""
    timed = [event for event in ahead(asked) if not event.all_day and not event.task]
    pairs = [
        (a, b)
        for at, a in enumerate(timed)
        for b in timed[at + 1 : at + 6]
        if timedelta(0) <= b.begins - a.ends <= _BREAK
    ]
    if not pairs:
        return Answer(f"No: no events on your calendar{looked(asked)} follow without a break.")
    told = "; ".join(f"{event_told(a)}, then {event_told(b)}" for a, b in pairs[:_MOST_PAIRS])
    used = tuple(dict.fromkeys(event for pair in pairs[:_MOST_PAIRS] for event in pair))
    return Answer(f"Yes, {counted(len(pairs), 'time')}{looked(asked)}: {told}.", used)
