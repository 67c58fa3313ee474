"""Flights by where they go: out to a place, and home from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event
from runwright.text.airports import codes_of
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

Direction = Literal["to", "from"]

_MEASURES = (
    "when", "next", "last", "where", "until", "first", "list", "exists", "duration", "count",
)  # fmt: skip
_FLYING = word_set("fly flies flying flew flown flight flights land lands landing landed plane")
_LANDING = word_set("land lands landing landed arrive arrives arriving")
_TITLES = word_set("flight fly flying flug plane")
_TO = word_set("to into for reach")
_FROM = word_set("from leave leaving left of")
_BACK = word_set("back home return returning")
_CODES = re.compile(r"\b([A-Z]{3})\s*(?:[-–>→/]|to)\s*([A-Z]{3})\b")
_TOWARDS = re.compile(r"\b(?:to|nach)\s+([^\W\d][\w'’. ]*)", re.IGNORECASE)
_AWAY = re.compile(r"\b(?:from|ex|von)\s+([^\W\d][\w'’. ]*)", re.IGNORECASE)
_DULL = word_set("""
    the airport flughafen international terminal from home city new san los north south east west
    """)
"""What many places have in their names."""
_MOST = 8
"""So many different titles are named at most."""


class _Leg(NamedTuple):
    title: str
    starts: frozenset[str]
    ends: frozenset[str]
    """Folded words and codes for where it starts and where it ends."""


def is_asked(query: Query) -> bool:
    """Whether a flight is asked for by a place with a direction: `the flight out to Tenerife`."""
    words = split_words(fold(query.text))
    is_flight = query.measure in _MEASURES and not _FLYING.isdisjoint(words)
    return is_flight and len(query.words("PL")) == 1 and bool(_direction(query))


def with_leg(query: Query, events: Iterable[Item[Event]]) -> Query:
    """The query with the flights that go there or leave from there, where titles and places tell;
    a landing is where a flight ends."""
    way = _direction(query)
    place = next(each for each in query.spans if each.code == "PL")
    wanted = _names(place.text.partition("'s")[0])
    flown = [item.facts for item in events]
    wanted |= _known_codes(wanted, flown)
    legs = list(_legs(flown))
    fitting = [
        leg for leg in legs if not wanted.isdisjoint(leg.ends if way == "to" else leg.starts)
    ]
    titles = list(dict.fromkeys(leg.title for leg in fitting))
    if not 0 < len(titles) <= _MOST:
        return query
    kept = [e for e in query.spans if e.code != "PL" and not (e.code == "T" and _is_flight(e.text))]
    spans = (*kept, *(Span("T", title, max(place.start, 0)) for title in titles))
    flags = [flag for flag in query.flags if flag != "end"]
    if not _LANDING.isdisjoint(split_words(fold(query.text))):
        flags.append("end")
    return query._replace(spans=spans, flags=tuple(flags))


def _direction(query: Query) -> Direction | None:
    """What stands before the place, or opens it."""
    place = next((each for each in query.spans if each.code == "PL"), None)
    if place is None:
        return None
    if place.start < 0:
        # `And the flight back?` after the one out.
        return "from" if not _BACK.isdisjoint(split_words(fold(query.text))) else None
    before = split_words(fold(query.text[: place.start]))
    lead = [word for word in (*before[-1:], *split_words(fold(place.text))[:1]) if word]
    if not _FROM.isdisjoint(lead):
        return "from"
    is_landing = "in" in lead and not _LANDING.isdisjoint(before)
    return "to" if is_landing or not _TO.isdisjoint(lead) else None


def _known_codes(wanted: frozenset[str], events: Sequence[Event]) -> frozenset[str]:
    """The codes of airports that own flights tell: `ABQ-DEN` leaves from Albuquerque Sunport."""
    legs = ((_CODES.search(event.title), event.place or "") for event in events)
    return frozenset(
        fold(codes[1]) for codes, place in legs if codes and not wanted.isdisjoint(_names(place))
    )


def _is_flight(text: str) -> bool:
    return not _FLYING.isdisjoint(split_words(fold(text)))


def _legs(events: Sequence[Event]) -> Iterable[_Leg]:
    for event in events:
        codes = _CODES.search(event.title)
        if codes is None and _TITLES.isdisjoint(split_words(fold(event.title))):
            continue
        starts = [event.place or "", *(_AWAY.findall(event.title))]
        ends = _TOWARDS.findall(event.title)
        yield _Leg(
            event.title,
            frozenset({fold(codes[1])} if codes else ()).union(*map(_names, starts)),
            frozenset({fold(codes[2])} if codes else ()).union(*map(_names, ends)),
        )


def _names(text: str) -> frozenset[str]:
    """The words of a place, with the codes of its airports."""
    words = split_words(fold(text))
    cities = [*words, *map(" ".join, pairwise(words))]
    kept = {word for word in words if len(word) > 2 and word not in _DULL}
    return frozenset(kept).union(*map(codes_of, cities))
