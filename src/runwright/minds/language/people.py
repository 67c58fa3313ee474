"""Who of the people of an event is meant: an answer is that of one person, and one organises it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.language import vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot
from runwright.minds.language.restriction_words import Phrase, phrase
from runwright.minds.language.vocabulary import canonical
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.event_rows import EventRow, Person

_SELF = frozenset(("you", "we", "i", "sie", "du", "wir", "ich"))
_PRESENT = word_set("were was are am went attended joined visited waren warst war gingen ging")
"""Verbs of whoever is at an event."""
_ANSWERS = frozenset(("accepted", "declined", "tentative"))
_UNSURE = frozenset(("declined", "tentative"))
_REPLIED = word_set("answered answer replied responded geantwortet beantwortet")
_BOTH = {"abgesagt": "declined"}
"""Said of an event, it is cancelled; said of a person, they declined."""
ORGANISING = word_set("""
    organised organized organises organizes organise organize organiser organizer organising
    organizing hosted hosts host hosting invites initiated arranged
    organisiert organisiere organisator organisatorin veranstaltet veranstalter gastgeber
    gastgeberin einlader
    """)
_PASSIVE = word_set("wurde wurden ist sind wird werden worden")
_INVITED = word_set("invited eingeladen scheduled geplant")
_INVITATION = re.compile(r"(?<!the )invitations?\b|\binvitations?\b(?! to\b)", re.IGNORECASE)
"""Somebody's, or one from somebody; `the invitation to` an event is nobody's."""
_BY = re.compile(r"\W*\b(?:by|von|durch|from|of)\b[\s*_]*$", re.IGNORECASE)
_LED_BY = re.compile(r"\b(?:by|from|von|durch)[\s*_]+$", re.IGNORECASE)
_BE = re.compile(r"\b(?:is|are|was|were|been|be|ist|sind|war|waren|wurden?)\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r"[\s*_]*(?:[,&][\s*_]*(?:(?:and|und|sowie)\b[\s*_]*)?|(?:and|und|sowie)\b[\s*_]*)",
    re.IGNORECASE,
)
_IS = re.compile(r"\b(?:is|was|ist|war|as|als)\b", re.IGNORECASE)
_WITH = re.compile(r"\b(?:with|mit)[\s*_]+$", re.IGNORECASE)
_ADDED = {"declined": ("declined", "hat abgesagt"), "tentative": ("tentative", "unter Vorbehalt")}
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
        yield from _counted(sentence)
        return
    groups = _groups(sentence, events)
    for word, place in zip(sentence.words, sentence.places, strict=True):
        bound = _bound(place, place + len(word), sentence, groups)
        answer = _BOTH.get(word, canonical(word))
        if answer in _ANSWERS:
            answered = _has_answered(word, answer, bound, sentence, events)
            if not answered and not _is_status(answer, word, events):
                yield f"“{word}” is not the answer of whoever it is said of"
        elif word in _REPLIED and bound is not None:
            if not _has_replied(bound, word, sentence):
                yield f"“{word}” is not so of whoever it is said of"
        elif word in _INVITED:
            yield from _invited(word, place, sentence, groups, events)
        elif bound is not None and word in ORGANISING:
            yield from _organises(word, bound, events)
    if found := _INVITATION.search(sentence.text):
        yield f"“{found[0]}”: say `the invitation to`, or `organised by`"
    yield from _absent(sentence, groups)
    yield from _was_there(sentence, events)
    yield from _made_by(sentence, groups, events)
    yield from _of_others(sentence, groups)


def _of_others(sentence: Sentence, groups: Sequence[_Mention]) -> Iterator[str]:
    """Answers in slots that are not those of the people who are named beside them."""
    for hole in sentence.holes:
        if not isinstance(hole.source, Slot) or hole.source.leaf != "answer":
            continue
        bound = _bound(hole.start, hole.end, sentence, groups)
        own = getattr(hole.source.owner, "name", None)
        if bound is not None and not all(any(p.name == own for p in e) for e in bound.named):
            yield f"`{hole.source.path}` is the answer of {own}, and somebody else is named"


def _has_answered(
    word: str,
    answer: str,
    bound: _Mention | None,
    sentence: Sentence,
    events: Sequence[EventRow],
) -> bool:
    """Whether all who are named have given this answer, and no other."""
    is_of_event = word in _BOTH and bool(sentence.has(_PASSIVE))
    # `haben Sie Lena zugesagt`: whoever is spoken to answers, and Lena is told so.
    is_said_of_reader = bool(sentence.has(_SELF))
    named = () if bound is None or is_of_event or is_said_of_reader else bound.named
    if not named or not all(any(p.answer == answer for p in each) for each in named):
        return False
    return not _answered_otherwise(named, events, sentence)


def _counted(sentence: Sentence) -> Iterator[str]:
    """`Kofi organises 2 events`: a count of events is of such a role only if its call was."""
    for slot in sentence.slots:
        arguments = slot.outcome.arguments
        if "calendar" not in vocabulary.TOOL_FAMILIES.get(slot.outcome.tool, ()):
            continue
        said = sentence.has(ORGANISING)
        if said and getattr(arguments, "role", "any") != "organiser":
            yield f"“{said[0]}”: the call of `{slot.path}` did not ask who organises"
        asked = {*getattr(arguments, "answers", ()), *getattr(arguments, "status", ())}
        for word in sentence.words:
            if canonical(word) in _ANSWERS and canonical(word) not in asked:
                yield f"“{word}”: the call of `{slot.path}` did not ask for that answer"


def _answered_otherwise(
    named: Sequence[Sequence[Person]], events: Sequence[EventRow], sentence: Sentence
) -> bool:
    """Whether one of those who are named has given an answer to another event that is not said."""
    said = {_BOTH.get(word, canonical(word)) for word in sentence.words}
    names = {person.name for each in named for person in each}
    given = {p.answer for event in events for p in event.people if p.name in names}
    return len(named) == 1 and not given <= said


def _made_by(
    sentence: Sentence, groups: Sequence[_Mention], events: Sequence[EventRow]
) -> Iterator[str]:
    """`the review is by Lena`: without another verb, she is the organiser."""
    answers = {word for word in sentence.words if _BOTH.get(word, canonical(word)) in _ANSWERS}
    if answers or sentence.has(_INVITED | ORGANISING | _REPLIED):
        return
    for each in groups:
        if _LED_BY.search(sentence.text[: each.start - sentence.start]):
            yield from _organises("by", each, events)


def _absent(sentence: Sentence, groups: Sequence[_Mention]) -> Iterator[str]:
    """Whoever declined would pass for somebody who comes, unless that is said."""
    for mention, person in _unsaid_answers(sentence, groups):
        if not _is_companion(mention, sentence):
            yield f"{person.name} has answered “{person.answer}”, and the words do not say so"


def _was_there(sentence: Sentence, events: Sequence[EventRow]) -> Iterator[str]:
    """`You were in Room 4 for the workshop`: where somebody declined, that may have been you."""
    said = [verb for who, verb in pairwise(sentence.words) if who in _SELF and verb in _PRESENT]
    names = {str(slot.value) for slot in sentence.slots}
    for event in events if said else ():
        if any(p.answer == "declined" and p.name not in names for p in event.people):
            yield f"“{said[0]}”: somebody declined {event.title}, and no result tells who came"


def answers_beside(sentence: Sentence) -> Iterator[Phrase]:
    """`your meeting with Lena (Lena declined)`: what those have answered with whom something is."""
    for mention, person in _unsaid_answers(sentence, _groups(sentence, _events(sentence.slots))):
        if _is_companion(mention, sentence):
            english, german = _ADDED[person.answer]
            yield phrase(f"{person.name} {english}", f"{person.name} {german}")


def _is_companion(mention: _Mention, sentence: Sentence) -> bool:
    return _WITH.search(sentence.text[: mention.start - sentence.start]) is not None


def _unsaid_answers(
    sentence: Sentence, groups: Sequence[_Mention]
) -> Iterator[tuple[_Mention, Person]]:
    if sentence.has(_INVITED | ORGANISING | _REPLIED | vocabulary.NEGATION):
        return
    shown = {str(slot.value) for slot in sentence.slots if slot.leaf == "answer"}
    said = {canonical(word) for word in sentence.words} | shown
    said |= {_BOTH[word] for word in sentence.words if word in _BOTH}
    for mention, named in ((each, one) for each in groups for one in each.named):
        answers = {person.answer for person in named}
        if len(answers) == 1 and answers <= _UNSURE and not answers & said:
            yield mention, named[0]


def is_silence(sentence: Sentence) -> bool:
    """Whether a sentence denies only that somebody has answered."""
    return any(word in _REPLIED for word in sentence.words) and bool(_events(sentence.slots))


def _has_replied(bound: _Mention, word: str, sentence: Sentence) -> bool:
    """`Lena has not answered`: her answer is none; as a noun it only names what follows."""
    if word == "answer":
        return True
    denied = bool(sentence.has(vocabulary.NEGATION))
    return all(any((p.answer == "none") == denied for p in each) for each in bound.named)


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


def _invited(
    word: str, place: int, sentence: Sentence, groups: Sequence[_Mention], events: list[EventRow]
) -> Iterator[str]:
    """Whoever `is invited` or stands behind `invited:` is so, and whoever stands behind `by` is the
    organiser. That somebody `invited` somebody is told in no other way."""
    invited = {p.name for event in events for p in event.people}
    for each in groups:
        if _LED_BY.search(sentence.text[: each.start - sentence.start]):
            yield from _organises(word, each, events)
            continue
        if each.end <= place and not _BE.search(_text(each.end, place, sentence)):
            yield f"“{word}”: say `is invited`, or `organised by`"
            continue
        is_near = not _text(place + len(word), each.start, sentence).strip(" *_:")
        is_invited = all(any(p.name in invited for p in one) for one in each.named)
        if (each.end <= place or is_near) and not is_invited:
            yield f"“{word}” is said of somebody who is not invited"


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
