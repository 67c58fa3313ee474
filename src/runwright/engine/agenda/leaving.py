"""Which events remain when some are to be left out, or only some weekdays are meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from runwright.context.index import gazetteer
from runwright.context.index.words import fold
from runwright.engine.agenda.events import Event, place
from runwright.engine.agenda.lasting import fits
from runwright.engine.agenda.request import Request, read_days
from runwright.engine.agenda.subject import named_so
from runwright.engine.days import WEEKDAYS, Unclear
from runwright.engine.patterns import lazily
from runwright.engine.zones import read_zone

_BAR = " | "
_EACH = lazily(r"\s*(?:,|&|\b(?:and|or|nor)\b)\s*(?:with\s|the\s|my\s|at\s|in\s)*", re.I)
_LEAD = lazily(
    r"\b(?:(?:with|at|in|on|about|the|my|our|any|an?|involving|by|from|of|for)\s+)+", re.I
)
_IN = lazily(r"(?:in|from)\s+", re.I)
_REMOTE = lazily(r"\b(?:video|online|phone|zoom|teams|meet|remote|virtual|call|https?)\b", re.I)
_ONLINE = lazily(r"(?:online|remote(?:ly)?|virtual(?:ly)?|by\s(?:video|phone))", re.I)
_MOST_DAYS = 7
_SHORTEST_TOWN = 4


def remaining(events: Sequence[Event], request: Request) -> list[Event]:
    """The events that a request does not leave out."""
    found = [event for event in events if not request.lasting or fits(event, request.lasting)]
    if request.weekdays:
        days = frozenset(map(int, request.weekdays.split()))
        found = [event for event in found if days & _weekdays_of(event)]
    if request.not_days:
        days_out = read_days(request.not_days)
        found = [e for e in found if not any(a <= e.start.date() < b for a, b in days_out)]
    for clock in request.not_clock.split():
        start, end = map(int, clock.split("-"))
        found = [event for event in found if not _is_within(event, start, end)]
    for phrase in filter(None, request.without.split(_BAR)):
        inside = _IN.match(phrase)
        if inside and _is_town(phrase[inside.end() :]):
            found = _elsewhere(found, events, phrase)
            continue
        gone = {event.item.id for event in _meant(found, phrase)}
        found = [event for event in found if event.item.id not in gone]
    for phrase in filter(None, request.outside.split(_BAR)):
        found = _elsewhere(found, events, phrase)
    return found


def _weekdays_of(event: Event) -> frozenset[int]:
    first = event.start.date()
    days = min((event.last_day - first).days + 1, _MOST_DAYS)
    return frozenset((first + timedelta(days=n)).weekday() for n in range(days))


def _is_within(event: Event, start: int, end: int) -> bool:
    """Whether it lies within these hours of a working day; what lasts all day lies in none."""
    if event.all_day or event.start.weekday() >= len(WEEKDAYS) - 2:
        return False
    begins = event.start.hour * 60 + event.start.minute
    return start <= begins and begins + event.minutes <= end


def _meant(events: Sequence[Event], phrase: str) -> list[Event]:
    """The events that a phrase speaks of; of several things, those that have one of them."""
    if _ONLINE.fullmatch(phrase.strip()):
        return [event for event in events if _REMOTE.search(place(event))]
    found = named_so(events, _LEAD.sub("", phrase, count=1))
    if found:
        return found
    pieces = [_LEAD.sub("", piece) for piece in _EACH.split(phrase)]
    return [event for piece in pieces if piece for event in named_so(events, piece)]


# Elsewhere --------------------------------------------------------------------------------------


def _elsewhere(found: Sequence[Event], events: Sequence[Event], phrase: str) -> list[Event]:
    """Outside a town: what names another town or country, and what is on while one is there.

    Outside anything else: what does not name it.
    """
    name = _LEAD.sub("", f"{phrase} ").strip()
    if not _is_town(name):
        gone = {event.item.id for event in named_so(found, name)}
        return [event for event in found if event.item.id not in gone]
    usual = _usual_places(events)
    away = [event for event in events if _is_away(event, name, usual)]
    trips = [event for event in away if event.all_day]
    return [e for e in found if e in away or any(_is_during(e, trip) for trip in trips)]


def _usual_places(events: Sequence[Event]) -> frozenset[str]:
    """Where several different things are: there, a title that names a town only speaks of it."""
    titles: dict[str, set[str]] = {}
    for event in events:
        titles.setdefault(place(event), set()).add(event.title)
    return frozenset(where for where, own in titles.items() if where and len(own) > 1)


def _is_away(event: Event, home: str, usual: frozenset[str]) -> bool:
    known = place(event)
    where = known if known in usual else f"{known}\n{event.title}"
    if fold(home) in fold(where):
        return False
    return any(_is_town(name) for name in _names(where))


def _names(text: str) -> list[str]:
    """Every word and pair of words with capitals, where a town could be named."""
    words = re.findall(r"[^\W\d_][\w'’-]*", text)
    pairs = [f"{a} {b}" for a, b in pairwise(words)]
    return [name for name in (*pairs, *words) if all(w[0].isupper() for w in name.split())]


def _is_town(name: str) -> bool:
    plain = fold(name)
    if plain in gazetteer.places():
        return True
    try:
        return len(plain) >= _SHORTEST_TOWN and isinstance(read_zone(plain), ZoneInfo)
    except Unclear:
        return False


def _is_during(event: Event, trip: Event) -> bool:
    where = place(event)
    if event.all_day or not where or _REMOTE.search(where):
        return False
    return trip.begins <= event.begins and event.ends <= trip.ends
