"""What a request names, beside what the calendar has: which words count, and which events fit.

An asker says more than a title does: "my yoga classes", "pls". A name must be there, and so must
a noun with its qualities; a word that stands loose, or only says what kind of thing it is, counts
when some event has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from runwright.context.index.words import fold, word_set
from runwright.engine.agenda.events import Event, people, place
from runwright.engine.agenda.request import Request
from runwright.engine.agenda.vocabulary import (
    GENERIC,
    TIME_OFF,
    forms,
    same_as,
    stems,
    telling,
    tokens,
)
from runwright.engine.patterns import lazily

OR = "|"
"""Stands in a topic between things of which each may be meant."""
Wanted = tuple[frozenset[str], ...]
"""For each word, the stems of which an event must have one."""

_TITLE, _WHOLE_TITLE, _TEXT, _NEARLY = 3.0, 4.0, 2.0, 1.0
_ONE_EVENT = frozenset({"when", "where", "who", "host", "long", "until", "status", "about"})
_ONE_EVENT |= {"neighbour", "change"}
_NOT_NEARLY = frozenset({"exists", "count", "overlap", "hours", "versus"})
"""Whether something is there must not be answered with something else."""
_LEAST_BEGINNING = 6
_OR = lazily(r"\s+or\s+(?:with\s+)?", re.I)
_HOLIDAYS = stems(TIME_OFF)
_OWN_FORM = stems(("oneonone",))
"""Stands for "1:1", which has no letters to be found by."""
_TRIPS = word_set("trip trips travel travels journey journeys place places somewhere")
_SIGNS = {ord(sign): None for sign in " \t\n-‐‑.,:;'’/()&"}


class Lexicon:
    """The words of some events, looked up when they are asked for."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._texts = list(dict.fromkeys(f"{e.title}\n{e.item.text}" for e in events))
        self._squeezed = [_squeezed(text) for text in self._texts]

    def has(self, stem: str) -> bool:
        """Whether some event has the word."""
        return any(stem in _forms(text) for text in self._near(stem))

    def begun(self, stem: str) -> frozenset[str]:
        """Words that begin with this one: "rehearsal" for "rehearse"."""
        near = (word for text in self._near(stem) for word in _forms(text))
        return frozenset(
            word for word in near if word.startswith(stem) and len(word) < len(stem) + 6
        )

    def _near(self, stem: str) -> Iterable[str]:
        look = "" if stem in _OWN_FORM else stem
        return (t for t, plain in zip(self._texts, self._squeezed, strict=True) if look in plain)


@lru_cache(1024)
def _squeezed(text: str) -> str:
    return fold(text).translate(_SIGNS)


@lru_cache(512)
def _forms(text: str) -> frozenset[str]:
    return forms(text)


def grounded(events: Sequence[Event], request: Request) -> Request:
    """The request without the words that name nothing, as far as the calendar can tell."""
    if not request.topic:
        return request
    words = [word for word in request.topic.split() if word != OR]
    lexicon = Lexicon(events)
    known = {word for word in words if _accepted(word, lexicon)}
    loose = frozenset(request.loose.split())
    firm = {word for word in known if fold(word) not in GENERIC}
    supported = bool(firm or request.people)
    kept = {word for word in words if word in known or not _may_go(word, loose, supported, request)}
    if len(kept) == len(words):
        return request
    return request._replace(
        topic=_tidy(word for word in request.topic.split() if word in kept | {OR})
    )


def _may_go(word: str, loose: frozenset[str], supported: bool, request: Request) -> bool:
    """Whether a word that no event has may be left out."""
    if word in loose:
        return supported or bool(request.days or request.order)
    if request.outside and fold(word) in _TRIPS:
        return True
    return supported and fold(word) in GENERIC


def _tidy(words: Iterable[str]) -> str:
    """A topic without separators that separate nothing."""
    groups = (" ".join(group.split()) for group in " ".join(words).split(OR))
    return f" {OR} ".join(filter(None, groups))


def _accepted(word: str, lexicon: Lexicon) -> frozenset[str]:
    """The stems that a word may have in this calendar; none when it is not there at all."""
    [stem] = stems((word,))
    if lexicon.has(stem):
        return frozenset({stem})
    others = stems(same_as(fold(word).replace("-", ""))) - {stem}
    if found := frozenset(other for other in others if lexicon.has(other)):
        return found
    return lexicon.begun(stem) if len(stem) >= _LEAST_BEGINNING else frozenset()


# Which events fit -------------------------------------------------------------------------------


def matching(events: Sequence[Event], request: Request) -> list[Event]:
    """The events that fit the people and the topic best; all when none are named."""
    found = list(events)
    if request.people:
        found = _with(found, request.people)
    if request.topic:
        found = _about(found, request)
    if request.unit == "away":
        found = _away(events)
    elif request.unit == "all_day":
        found = [event for event in found if event.all_day]
    elif request.meetings:
        timed = [event for event in found if not event.all_day and not event.task]
        found = timed or (found if request.topic else [])
    return found


def _with(events: Sequence[Event], named: str) -> list[Event]:
    """Those that somebody takes part in; "or" leaves it open who."""
    found: dict[str, Event] = {}
    for who in _OR.split(named):
        words = telling(who) or who.split()
        own = _having_people(events, words)
        firm = [word for word in words if fold(word) not in GENERIC]
        if not own and firm and len(firm) < len(words):
            own = _having_people(events, firm)
        found |= {event.item.id: event for event in own}
    return [event for event in events if event.item.id in found]


def _having_people(events: Sequence[Event], words: Sequence[str]) -> list[Event]:
    wanted = tuple(frozenset({stem}) for stem in sorted(stems(words)))
    return _having(events, wanted, _people_words) or _having(events, wanted, _all_words)


def named_so(events: Sequence[Event], phrase: str) -> list[Event]:
    """The events whose title, people and place have every word of a phrase."""
    lexicon = Lexicon(events)
    words = dict.fromkeys(telling(phrase) or phrase.split())
    wanted = tuple(_accepted(word, lexicon) or stems((word,)) for word in words)
    return _having(events, wanted, _heading_words) if wanted else []


def _heading_words(event: Event) -> frozenset[str]:
    return _people_words(event) | _forms(place(event))


def _having(
    events: Sequence[Event], wanted: Wanted, words: Callable[[Event], frozenset[str]]
) -> list[Event]:
    return [e for e in events if _may_have(wanted, e) and _fits(wanted, words(e))]


def _fits(wanted: Wanted, words: frozenset[str]) -> bool:
    return all(not accepted.isdisjoint(words) for accepted in wanted)


def _people_words(event: Event) -> frozenset[str]:
    return _forms(event.title) | stems(tokens(" ".join(people(event))))


def _all_words(event: Event) -> frozenset[str]:
    return _forms(event.title) | forms(event.item.text)


@lru_cache(4096)
def _telling_of(title: str) -> frozenset[str]:
    return stems(telling(title))


def _may_have(wanted: Wanted, event: Event) -> bool:
    """A first look that costs little: stems are beginnings of words."""
    text = _squeezed(f"{event.title}\n{event.item.text}")
    return all(any(s in text or s in _OWN_FORM for s in accepted) for accepted in wanted)


def called(events: Sequence[Event], named: str) -> list[Event]:
    """The events whose words have all of a name in which days stand: "Friday demo"."""
    wanted = tuple(frozenset({stem}) for stem in sorted(stems(tokens(named))))
    return _having(events, wanted, _all_words) if wanted else []


def _about(events: Sequence[Event], request: Request) -> list[Event]:
    """Those that have all of the topic, else all but its kind, else one of its things."""
    words = [word for word in request.topic.split() if word != OR]
    if found := _best(events, words, request):
        return found
    firm = [word for word in words if fold(word) not in GENERIC]
    if firm and len(firm) < len(words) and (found := _best(events, firm, request)):
        return found
    groups = [group.split() for group in request.topic.split(OR)] if OR in request.topic else []
    ids = {event.item.id for group in groups for event in _best(events, group, request)}
    return [event for event in events if event.item.id in ids]


def _best(events: Sequence[Event], words: Sequence[str], request: Request) -> list[Event]:
    """Those whose title is the topic, else has it, else whose text has it, else nearly is it."""
    lexicon = Lexicon(events)
    wanted = tuple(_accepted(word, lexicon) or stems((word,)) for word in dict.fromkeys(words))
    ranked = [(_rank(event, wanted), event) for event in events]
    best = max((rank for rank, _ in ranked), default=0.0)
    if not best and all(accepted <= _HOLIDAYS for accepted in wanted):
        return _away(events)
    if not best or (best == _NEARLY and request.ask in _NOT_NEARLY):
        return []
    # Who asks for one event means the one that is called so; a list has every one that fits.
    single = request.ask in _ONE_EVENT
    least = best if single else min(best, _TITLE)
    return [e for rank, e in ranked if rank >= least or (not single and _is_at(wanted, e))]


def _is_at(wanted: Wanted, event: Event) -> bool:
    """Whether the words are those of its place: "what is on at the town hall?"."""
    return _fits(wanted, _forms(place(event)))


def _away(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.is_time_off()]


def _rank(event: Event, wanted: Wanted) -> float:
    title = _forms(event.title)
    if _fits(wanted, title):
        said = frozenset().union(*wanted)
        return _WHOLE_TITLE if _telling_of(event.title) <= said else _TITLE
    if _may_have(wanted, event) and _fits(wanted, _all_words(event)):
        return _TEXT
    return _share(wanted, event)


def _share(wanted: Wanted, event: Event) -> float:
    """A title of some words that are all said is meant, even if one more word is said with it."""
    said = frozenset().union(*wanted)
    title = _telling_of(event.title)
    missed = [accepted for accepted in wanted if accepted.isdisjoint(title)]
    return _NEARLY if len(title) >= 2 and title <= said and len(missed) <= 1 else 0.0
