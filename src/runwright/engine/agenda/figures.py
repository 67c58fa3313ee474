"""What is counted over events: how many, how long, on which day most, which at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

from runwright.engine.agenda.answers import (
    Answer,
    Asked,
    ahead,
    behind,
    looked,
    missing,
    tell_long,
    value_of,
)
from runwright.engine.agenda.choice import lies_in
from runwright.engine.agenda.events import Event, midnight
from runwright.engine.agenda.hours import length_told
from runwright.engine.agenda.recurring import how_often
from runwright.engine.agenda.telling import (
    agenda_told,
    counted,
    day_told,
    event_told,
    listed,
    only_day,
    subject_of,
)
from runwright.engine.numbers import plain
from runwright.engine.periods import said

_MOST_PAIRS = 5
_MOST_COMPARED = 370


def _timed(events: Sequence[Event]) -> list[Event]:
    return [e for e in events if not e.all_day and not e.task and not e.cancelled]


def tell_count(asked: Asked) -> Answer:
    """How many there are."""
    found = list(ahead(asked))
    been = behind(asked) if asked.request.topic or asked.request.people else []
    people = f" with {asked.request.people}" if asked.request.people else ""
    if not found:
        if asked.request.topic and not asked.days and not been:
            return missing(asked)
        none = f"None: no event{subject_of(asked.request)} is on your calendar{looked(asked)}."
        return Answer(f"{none}{_before(been)}", tuple(been), "0")
    told = agenda_told(found, only_day(asked.days))
    if asked.request.unit == "away":
        days = len({day for event in found for day in _days_in(event, asked)})
        text = f"{counted(days, 'day')} off on your calendar{looked(asked)}: {told}."
        return Answer(text, tuple(found), str(days))
    text = f"{counted(len(found))}{people} on your calendar{looked(asked)}: {told}."
    text += how_often(asked) if asked.request.unit == "often" else ""
    return Answer(f"{text}{_before(been)}", (*found, *been), str(len(found)))


def _days_in(event: Event, asked: Asked) -> list[date]:
    """The days of an event that are asked about."""
    first = event.start.date()
    days = [first + timedelta(days=n) for n in range((event.last_day - first).days + 1)]
    return [day for day in days if not asked.days or any(a <= day < b for a, b in asked.days)]


def _before(been: Sequence[Event]) -> str:
    """How many there were before now, where the asker may have meant those too."""
    if not been:
        return ""
    return f" Before now: {counted(len(been))}, the last {event_told(been[-1])}."


def tell_hours(asked: Asked) -> Answer:
    """How much time they take together; what lasts all day has no hours."""
    found = _timed(ahead(asked))
    if not found and asked.request.topic:
        asked = asked._replace(request=asked.request._replace(whenever="1", past=""))
        found = _timed(asked.fitting)
    if not found and asked.request.topic:
        return tell_long(asked)
    minutes = sum(_inside(event, asked) for event in found)
    hours = plain(Decimal(minutes) / 60 if minutes % 3 == 0 else round(Decimal(minutes) / 60, 2))
    people = f" with {asked.request.people}" if asked.request.people else ""
    length = length_told(minutes)
    exact = "" if minutes % 60 == 0 else f" ({hours} hours)"
    text = f"{length}{exact} in {counted(len(found))}{people}{looked(asked)}"
    told = f": {agenda_told(found, only_day(asked.days))}" if found else ""
    if asked.request.unit == "average" and found:
        mean = length_told(round(minutes / len(found)))
        return Answer(f"On average {mean}: {text}{told}.", tuple(found), mean)
    return Answer(f"{_capital(text)}{told}.", tuple(found), hours)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _inside(event: Event, asked: Asked) -> int:
    """The minutes of an event that lie within the days that are asked about."""
    if not asked.days:
        return event.minutes
    inside = 0
    for start, end in asked.days:
        first = event.begins if start.year < 2 else max(event.begins, midnight(start, event.zone))
        last = event.ends if end.year > 9998 else min(event.ends, midnight(end, event.zone))
        inside += max(0, round((last - first).total_seconds() / 60))
    return inside


# The day with most ------------------------------------------------------------------------------


def tell_busiest(asked: Asked) -> Answer:
    """The day, week or month with most hours, or with most events if those are asked for."""
    groups = _grouped(asked, {})
    if not groups:
        return Answer(f"Nothing is on your calendar{looked(asked)}.")
    best = max(_weight(asked, own) for own in groups.values())
    return _compared(asked, groups, best, "busiest")


def tell_quietest(asked: Asked) -> Answer:
    """The working day, week or month with fewest hours, or events."""
    groups = _grouped(asked, _days_of(asked))
    if not groups:
        return Answer(f"Nothing is on your calendar{looked(asked)}.")
    best = min(_weight(asked, own) for own in groups.values())
    return _compared(asked, groups, best, "quietest")


def _grouped(asked: Asked, days: dict[date, list[Event]]) -> dict[date, list[Event]]:
    """The timed events of each day, week or month; only of the given ones, if some are given."""
    groups = {day: list(own) for day, own in days.items()}
    for event in _timed(ahead(asked)):
        first = _first(event.start.date(), asked.request.unit)
        if not days or first in groups:
            groups.setdefault(first, []).append(event)
    return groups


def _weight(asked: Asked, events: Sequence[Event]) -> tuple[int, int]:
    weight = _load(events), len(events)
    return (weight[1], weight[0]) if asked.request.side == "count" else weight


def _compared(
    asked: Asked, groups: dict[date, list[Event]], best: tuple[int, int], word: str
) -> Answer:
    days = [day for day in sorted(groups) if _weight(asked, groups[day]) == best]
    names = listed([_named(day, asked.request.unit) for day in days[:_MOST_PAIRS]])
    own = groups[days[0]]
    each = "" if len(days) == 1 else " each"
    what = f"{counted(len(own))} taking {length_told(_load(own))}" if own else "nothing"
    unit = asked.request.unit or "day"
    is_or_are = f"{unit}{looked(asked)} is" if not each else f"{unit}s{looked(asked)} are"
    text = f"The {word} {is_or_are} {names}, with {what}{each}."
    used = tuple(event for day in days[:_MOST_PAIRS] for event in groups[day])
    return Answer(text, used, days[0].isoformat())


def _load(events: Sequence[Event]) -> int:
    return sum(event.minutes for event in events)


def _first(day: date, unit: str) -> date:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day


def _named(day: date, unit: str) -> str:
    if unit == "week":
        return said(day, day + timedelta(days=7))
    return (
        said(day, (day + timedelta(days=32)).replace(day=1)) if unit == "month" else day_told(day)
    )


def _days_of(asked: Asked) -> dict[date, list[Event]]:
    """The working days that are asked about, each empty: a day with nothing is the quietest."""
    today = asked.now.astimezone(asked.events[0].zone).date() if asked.events else None
    if today is None:
        return {}
    stretches = asked.days or [(today, today + timedelta(days=7))]
    days: dict[date, list[Event]] = {}
    for start, end in stretches:
        for n in range(min((end - start).days, _MOST_COMPARED)):
            day = start + timedelta(days=n)
            if day.weekday() < 5:
                days[_first(day, asked.request.unit)] = []
    return days


# Extremes and overlaps --------------------------------------------------------------------------


def tell_longest(asked: Asked) -> Answer:
    """The event that takes longest."""
    return _extreme(asked, "longest")


def tell_shortest(asked: Asked) -> Answer:
    """The event that takes least time."""
    return _extreme(asked, "shortest")


def _extreme(asked: Asked, word: str) -> Answer:
    found = [event for event in _timed(ahead(asked)) if event.minutes]
    if not found:
        return (
            missing(asked)
            if asked.request.topic
            else Answer(f"Nothing with a length is on your calendar{looked(asked)}.")
        )
    minutes = [event.minutes for event in found]
    best = max(minutes) if word == "longest" else min(minutes)
    tied = [event for event in found if event.minutes == best]
    told = "; ".join(map(event_told, tied[:_MOST_PAIRS]))
    more = f"; and {len(tied) - _MOST_PAIRS} more" if len(tied) > _MOST_PAIRS else ""
    people = f" with {asked.request.people}" if asked.request.people else ""
    text = f"The {word}{people}{looked(asked)}, {length_told(best)}: {told}{more}."
    return Answer(text, tuple(tied[:_MOST_PAIRS]), value_of(tied[0]))


def tell_overlap(asked: Asked) -> Answer:
    """Which events are at the same time."""
    about = {event.item.id for event in ahead(asked)}
    if asked.request.topic and not about:
        return missing(asked)
    pairs = [
        pair
        for pair in overlapping(_timed(asked.events))
        if (pair[0].item.id in about or pair[1].item.id in about) and _is_meant(asked, pair)
    ]
    if not pairs:
        return Answer(f"No events on your calendar overlap{looked(asked)}.")
    told = "; ".join(f"{event_told(a)} and {event_told(b)}" for a, b in pairs[:_MOST_PAIRS])
    more = f"; and {len(pairs) - _MOST_PAIRS} more" if len(pairs) > _MOST_PAIRS else ""
    shown = dict.fromkeys(event for pair in pairs[:_MOST_PAIRS] for event in pair)
    verb = "pair overlaps" if len(pairs) == 1 else "pairs overlap"
    yes = "Yes, " if asked.request.side == "whether" else ""
    return Answer(f"{yes}{len(pairs)} {verb}{looked(asked)}: {told}{more}.", tuple(shown))


def _is_meant(asked: Asked, pair: tuple[Event, Event]) -> bool:
    return not asked.days or all(lies_in(event, asked.days) for event in pair)


def overlapping(events: Sequence[Event]) -> list[tuple[Event, Event]]:
    """Pairs of events of which one begins before the other has ended, in their order."""
    pairs: list[tuple[Event, Event]] = []
    open_events: list[Event] = []
    for event in events:
        open_events = [other for other in open_events if other.ends > event.begins][-50:]
        pairs += [(other, event) for other in open_events if event.ends > event.begins]
        open_events.append(event)
        if len(pairs) > 1000:
            break
    return pairs
