"""People whom the calendar knows by a full name and the bank by an initial: `Sharon` is `S BUNN`
where an event is one with Sharon Bunn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from runwright.minds.embedded import names
from runwright.records.facts import Event
from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.base import Item
from runwright.tools.batch import derive

_CAPITALS = re.compile(r"[^\W\d_][\w'’-]*")
_SHORT = 3

Person = tuple[str, ...]
"""The words of a full name, the first name in front."""


def people_in(items: Sequence[Item[Any]]) -> frozenset[Person]:
    """Everybody whom events name in full: who is invited, who invites, and in titles."""
    return derive(items, _people)


def _people(items: Sequence[Item[Any]]) -> frozenset[Person]:
    events = [item.facts for item in items if isinstance(item.facts, Event)]
    known = (tuple(split_words(fold(name))) for event in events for name in _written(event))
    return frozenset(words for words in known if len(words) > 1)


def _written(event: Event) -> Iterator[str]:
    invited = (*event.attendees, *((event.organiser,) if event.organiser else ()))
    yield from (each.name for each in invited)
    for one, other in pairwise(_CAPITALS.finditer(event.title)):
        is_next = event.title[one.end() : other.start()] == " "
        if is_next and one[0][0].isupper() and other[0][0].isupper():
            yield f"{one[0]} {other[0]}"


def bookings_of(wanted: str, people: frozenset[Person], written: Sequence[str]) -> tuple[str, ...]:
    """The names in bookings that are those of the one person who is called so; none if a name may
    be that of somebody else, too."""
    said = names.words_of(wanted)
    meant = {each for each in people if each[: len(said)] == said and len(each) > len(said)}
    if len(said) != 1 or len(said[0]) < _SHORT:
        return ()
    found = {each: [name for name in written if _is_of(name, each)] for each in meant}
    found = {each: own for each, own in found.items() if own}
    if len(found) != 1:
        return ()
    [(person, own)] = found.items()
    others = [each for each in people if each != person and each[0] != person[0]]
    return () if any(_is_of(name, each) for each in others for name in own) else tuple(own)


def _is_of(name: str, person: Person) -> bool:
    """Whether a bank's line has the surname beside the first name or its initial."""
    words, (first, *rest) = split_words(fold(name)), person
    size = len(rest)
    for at in range(len(words) - size + 1):
        if words[at : at + size] == rest:
            before, behind = words[at - 1 : at] if at else [], words[at + size : at + size + 1]
            if first[0] in before + behind or any(_is_longer(first, each) for each in before):
                return True
    return False


def _is_longer(first: str, word: str) -> bool:
    """`Ray` for `RAYMOND`, and the other way round."""
    shorter, longer = sorted((first, word), key=len)
    return len(shorter) >= _SHORT and longer.startswith(shorter)
