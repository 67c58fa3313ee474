"""What stands beside an event, and beside oneself: the events around it, the people one meets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from runwright.engine.agenda import answers
from runwright.engine.agenda.answers import Answer, Asked, ahead, looked, meant, missing, value_of
from runwright.engine.agenda.events import Event, people
from runwright.engine.agenda.telling import agenda_told, day_told, event_told, listed

_FEW = 5


def tell_neighbour(asked: Asked) -> Answer:
    """What comes before or after it, on the same day; or what is on the day beside it."""
    anchors = meant(asked)[:1]
    if not anchors:
        return missing(asked)
    anchor, side = anchors[0], asked.request.side
    if asked.request.unit == "day":
        return _day_beside(asked, anchor)
    others = [e for e in asked.events if e != anchor and not e.all_day and not e.cancelled]
    beside = _after(anchor, others) if side == "after" else _before(anchor, others)
    if not beside:
        return _on_another_day(anchor, others, side)
    word, verb = ("After", "comes") if side == "after" else ("Before", "there is")
    text = f"{word} {event_told(anchor)} {verb} {event_told(beside[0])}."
    return Answer(text, (anchor, beside[0]), value_of(beside[0]))


def _after(anchor: Event, others: Sequence[Event]) -> list[Event]:
    day = anchor.end.date()
    later = [e for e in others if e.begins > anchor.begins and e.start.date() == day]
    return [e for e in later if e.begins >= anchor.ends][:1] or later[:1]


def _before(anchor: Event, others: Sequence[Event]) -> list[Event]:
    day = anchor.start.date()
    prior = [e for e in others if e.begins < anchor.begins and e.end.date() == day]
    return [e for e in prior if e.ends <= anchor.begins][-1:] or prior[-1:]


def _on_another_day(anchor: Event, others: Sequence[Event], side: str) -> Answer:
    text = f"Nothing is on your calendar {side} {event_told(anchor)} that day."
    later = [e for e in others if e.begins >= anchor.ends][:1]
    prior = [e for e in others if e.ends <= anchor.begins][-1:]
    beside = later if side == "after" else prior
    which = "next" if side == "after" else "last before it"
    other = f" The {which} is {event_told(beside[0])}." if beside else ""
    return Answer(f"{text}{other}", (anchor, *beside))


def _day_beside(asked: Asked, anchor: Event) -> Answer:
    """What is on the day after an event, or the day before it."""
    after = asked.request.side == "after"
    step = timedelta(days=1 if after else -1)
    day = (anchor.last_day if after else anchor.start.date()) + step
    on = [e for e in asked.events if e.start.date() <= day <= e.last_day and not e.cancelled]
    where = f"on {day_told(day)}, the day {asked.request.side} “{anchor.title}”"
    if not on:
        return Answer(f"Nothing is on your calendar {where}.", (anchor,))
    return Answer(f"{where[:1].upper()}{where[1:]}: {agenda_told(on, day)}.", (anchor, *on))


def tell_who(asked: Asked) -> Answer:
    """Who is at an event; of many events, everybody whom one meets."""
    request = asked.request
    named = request.topic or request.people or request.order or request.earlier
    if not named and asked.days and len(ahead(asked)) > _FEW:
        return tell_people(asked)
    return answers.tell_who(asked)


def tell_people(asked: Asked) -> Answer:
    """Everybody whom one meets, each once."""
    found = [event for event in ahead(asked) if people(event)]
    names = list(dict.fromkeys(name for event in found for name in people(event)))
    if not names:
        return missing(asked)
    count = "1 person" if len(names) == 1 else f"{len(names)} people"
    text = f"{count}{looked(asked)}: {listed(names)}. They are at {agenda_told(found)}."
    return Answer(text, tuple(found), str(len(names)))
