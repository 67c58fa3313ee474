"""Who of the people of an event is meant: an answer is that of one person, and one organises it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot
from runwright.minds.language.vocabulary import canonical
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person

_ANSWERS = frozenset(("accepted", "declined", "tentative"))
_BOTH = {"abgesagt": "declined"}
"""Said of an event, it is cancelled; said of a person, they declined."""
_ORGANISING = word_set("""
    organised organized organises organizes organise organize organiser organizer organising
    organizing hosted hosts host hosting invites initiated arranged
    organisiert organisiere organisator organisatorin veranstaltet veranstalter gastgeber
    gastgeberin einlader
    """)
_PASSIVE = word_set("wurde wurden ist sind wird werden worden")
_INVITED = word_set("invited invitation eingeladen einladung")
_BY = re.compile(r"\W*\b(?:by|von|durch|from)\b[\s*_]*$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,&*_]*(?:(?:and|und|sowie)[\s*_]*)?", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|was|ist|war|as|als)\b", re.IGNORECASE)
_SHORTEST_NAME = 3


class _Mention(NamedTuple):
    """People that a sentence names in one breath: `Kofi and Lena`."""

    start: int
    end: int
    """Their place in the whole text."""
    named: tuple[tuple[Person, ...], ...]
    """For each name, who may be meant by it."""


def problems(sentence: Sentence) -> Iterator[str]:
    """Answers and roles that are not those of the people who are named."""
    events = _events(sentence.slots)
    if not events:
        return
    groups = _groups(sentence, events)
    for word, place in zip(sentence.words, sentence.places, strict=True):
        bound = _bound(place, place + len(word), sentence, groups)
        answer = _BOTH.get(word, canonical(word))
        if answer in _ANSWERS:
            is_of_event = word in _BOTH and bool(sentence.has(_PASSIVE))
            named = () if bound is None or is_of_event else bound.named
            answered = named and all(any(p.answer == answer for p in each) for each in named)
            if not answered and not _is_status(answer, word, events):
                yield f"“{word}” is not the answer of whoever it is said of"
        elif bound is not None and (
            word in _ORGANISING or (word in _INVITED and _is_by(place + len(word), bound, sentence))
        ):
            yield from _organises(word, bound, events)
    for hole in sentence.holes:
        if not isinstance(hole.source, Slot) or hole.source.leaf != "answer":
            continue
        bound = _bound(hole.start, hole.end, sentence, groups)
        own = getattr(hole.source.owner, "name", None)
        if bound is not None and not all(any(p.name == own for p in e) for e in bound.named):
            yield f"`{hole.source.path}` is the answer of {own}, and somebody else is named"


def _events(slots: Sequence[Slot]) -> list[EventRow]:
    found = {id(o): o for slot in slots for o in slot.objects if isinstance(o, EventRow)}
    return list(found.values())


def _is_status(answer: str, word: str, events: Sequence[EventRow]) -> bool:
    """`tentative` and `abgesagt` may be said of the event itself."""
    status = canonical(word) if word in _BOTH else answer
    return any(event.status == status for event in events)


def _organises(word: str, bound: _Mention, events: Sequence[EventRow]) -> Iterator[str]:
    names = {event.organiser.name for event in events if event.organiser is not None}
    if not all(any(p.name in names for p in each) for each in bound.named):
        yield f"“{word}” is not said of the organiser"


# Who is named, and where -------------------------------------------------------------------------


def _groups(sentence: Sentence, events: Sequence[EventRow]) -> list[_Mention]:
    groups: list[_Mention] = []
    for each in sorted([*_shown(sentence), *_worded(sentence, events)]):
        last = groups[-1] if groups else None
        between = "" if last is None else _text(last.end, each.start, sentence)
        if last is not None and _BETWEEN.fullmatch(between):
            groups[-1] = _Mention(last.start, each.end, (*last.named, *each.named))
        else:
            groups.append(each)
    return groups


def _text(start: int, end: int, sentence: Sentence) -> str:
    return sentence.text[start - sentence.start : end - sentence.start]


def _shown(sentence: Sentence) -> Iterator[_Mention]:
    for hole in sentence.holes:
        if isinstance(hole.source, Slot) and hole.source.leaf == "name":
            owner = hole.source.owner
            if isinstance(owner, Person):
                yield _Mention(hole.start, hole.end, ((owner,),))


def _worded(sentence: Sentence, events: Sequence[EventRow]) -> Iterator[_Mention]:
    """Names that are words; two words of one name are one mention."""
    people = [p for event in events for p in (event.organiser, *event.people) if p is not None]
    last: _Mention | None = None
    for word, place in zip(sentence.words, sentence.places, strict=True):
        base = word.removesuffix("'s")
        meant = tuple(p for p in people if base in _name_words(p))
        if not meant:
            continue
        if last is not None and _text(last.end, place, sentence).strip() == "":
            both = tuple(p for p in last.named[0] if p in meant)
            if both:
                last = _Mention(last.start, place + len(word), (both,))
                continue
        if last is not None:
            yield last
        last = _Mention(place, place + len(word), (meant,))
    if last is not None:
        yield last


def _name_words(person: Person) -> set[str]:
    words = split_words(fold(person.name.partition("@")[0]))
    return {word for word in words if len(word) >= _SHORTEST_NAME}


def _bound(start: int, end: int, sentence: Sentence, groups: Sequence[_Mention]) -> _Mention | None:
    """Whom a word is said of: those behind `by`, else those before it, else those after it."""
    before = [each for each in groups if each.end <= start]
    after = [each for each in groups if each.start >= end]
    if after and _BY.fullmatch(_text(end, after[0].start, sentence)):
        return after[0]
    if after and before and _names_role(end, before[-1], start, after[0], sentence):
        return after[0]
    return before[-1] if before else after[0] if after else None


def _names_role(
    end: int, before: _Mention, start: int, after: _Mention, sentence: Sentence
) -> bool:
    """`The organiser is Lena`, `organiser: Lena`, and not `Lena is the organiser`."""
    if _IS.search(_text(before.end, start, sentence)):
        return False
    between = _text(end, after.start, sentence)
    return bool(re.fullmatch(r"\W*:\W*", between) or _IS.search(between))


def _is_by(end: int, bound: _Mention, sentence: Sentence) -> bool:
    """`invited by`; whoever is merely invited need not be the organiser."""
    return bound.start >= end and bool(_BY.fullmatch(_text(end, bound.start, sentence)))
