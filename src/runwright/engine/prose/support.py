"""Whether what was read carries an answer: better none than one about something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from runwright.context.index.words import word_set
from runwright.engine.patterns import lazily
from runwright.engine.prose import owned, times
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.question import Question
from runwright.engine.prose.spans import candidates
from runwright.engine.prose.words import stem, stems
from runwright.engine.types import Item

LEAST = 0.5
"""So much of the question, by how telling its words are, must stand where the answer does.

At 0.3, seven of eight questions that no document answers were answered all the same. At 0.5 about
half of what was false is gone, some of what was right too, and XQuAD loses three points.
"""
LEAST_OF_TIME = 1.7
"""So sure must it be that the time asked about is the one spoken of: beginning, end, subject."""
LEAST_OF_SUBJECT = 0.15
"""What is enough of the question where it is sure that the time is the one asked about."""
_ABOUT = 1.5
_OF_KIND = 0.5
_SHORT = 2
_SHORT_LINE, _FEW_LINES = 80, 4
_LIGHT = frozenset(
    map(
        stem,
        owned.BY_VALUE
        | word_set("live get have do make take go come find keep use want need give put call see"),
    )
)
"""They say too little to be looked for."""
_ABOUT_WHAT = lazily(
    r"\b(?:say|says|said|written|mention|know|tell\s(?:me|us)|notes?|anything|something|everything"
    r"|information|details?)\s(?:about|on|regarding|concerning)\s(.+)$",
    re.I,
)
_KINDS = ("time", "amount", "count", "code")
# How long and how often something is may be said without any figure.
_ASKS_KIND = lazily(
    r"\W*(?:when|(?:in|on|by|since|until|at|from)?\s?(?:what|which)\s(?:date|day|year|time)|how\s(?:many|much|old|big"
    r"|large|tall|high|far|heavy)|what(?:['’]s|\sis)\s(?:my|our|the)\s[\w\s-]*(?:number|code|id|pin))\b",
    re.I,
)
_DATED = 3
_TRIED = 2
_SAME_BEGINNING = 5


def said(items: Iterable[Item]) -> frozenset[str]:
    """The stems of some items, with their titles."""
    return frozenset(stem for item in items for stem in stems(f"{item.title} {item.text}"))


def covered(weight: Mapping[str, float], found: frozenset[str]) -> float:
    """How much of the question these stems say; one with the same beginning says it half."""
    beginnings = {stem[:_SAME_BEGINNING] for stem in found if len(stem) >= _SAME_BEGINNING}
    return sum(value * _says(stem, found, beginnings) for stem, value in weight.items())


def carries(looked: Looked, best: int = _TRIED) -> bool:
    """Whether one of the best sentences stands in a text about what is asked, and of its time."""
    wanted = time_of(looked.question)
    if wanted is not None and not _tells(wanted, looked):
        return False
    items = {looked.item(each).id: looked.item(each) for each in looked.scored[:best]}
    asked, weight = looked.question, looked.weight
    if wanted is None and not speaks_of_it(asked, items.values()):
        return False
    if wanted is None and not _has_kind(asked, items.values()):
        return False
    return any(is_supported(asked, weight, [item]) for item in items.values())


def _has_kind(question: Question, items: Iterable[Item]) -> bool:
    """Whether there is a day, a number or a code at all, where one is asked for."""
    if question.kind not in _KINDS or not _ASKS_KIND.match(question.text):
        return True
    texts = (f"{item.title}\n{item.text}" for item in items)
    return any(span.fit >= _OF_KIND for text in texts for span in candidates(text, question))


def asks_what_is_said(question: Question) -> bool:
    """Whether all that is said of something is asked for: "what do my notes say about it"."""
    return question.kind == "topic" and _ABOUT_WHAT.search(question.text) is not None


def speaks_of_it(question: Question, items: Iterable[Item]) -> bool:
    """Whether the items speak of the very thing that is asked for, not of its owner alone."""
    known = list(items)
    if question.kind == "topic" and (about := _ABOUT_WHAT.search(question.text)):
        wanted = stems(about[1])
        return not wanted or covered(dict.fromkeys(wanted, 1.0), said(known)) > 0
    thing = owned.read(question.text)
    if thing is not None:
        return owned.is_told(thing, known)
    return _says_more_than_names(question, known)


def _says_more_than_names(question: Question, items: Sequence[Item]) -> bool:
    """Whether something that is asked of a name is said together with it.

    Prose may say it in other words; a list or a form has a line for each thing.
    """
    names = frozenset(stem for name in question.names for stem in stems(name))
    asked = [s for s in question.stems if s not in names | _LIGHT and not times.is_time_word(s)]
    if not names or not 0 < len(asked) <= _SHORT or not all(map(_is_form, items)):
        return True
    texts = (frozenset(stems(f"{i.title} {text}")) for i in items for text in owned.points(i))
    return any(
        any(owned.is_there(stem, found) for stem in names)
        and any(owned.is_there(stem, found) for stem in asked)
        for found in texts
    )


def _is_form(item: Item) -> bool:
    """Whether it is made of points or of short lines rather than of sentences."""
    lines = [line.strip() for line in item.text.splitlines() if line.strip()]
    if len(owned.points(item)) > 1:
        return True
    short = [line for line in lines if len(line) < _SHORT_LINE and line[-1] not in ".!?"]
    return len(lines) >= _FEW_LINES and len(short) * 2 > len(lines)


def time_of(question: Question) -> times.Stretch | None:
    """The time that a question restricts its answer to, if both ends of it are known."""
    wanted = None if question.kind == "time" else times.asked(question.text)
    return wanted if wanted is not None and wanted.is_definite else None


def _tells(wanted: times.Stretch, looked: Looked) -> bool:
    """Whether the best sentences name the time that the question restricts its answer to."""
    best = looked.scored[:_DATED]
    texts = [f"{looked.item(e).title} {looked.item(e).at or ''} {e.sentence.text}" for e in best]
    if not any(True for each in best for _ in times.stretches(looked.item(each).text)):
        return True  # a text that dates nothing may well be of that time
    about = max(each.covered for each in best)
    return times.named(wanted, texts) + _ABOUT * about >= LEAST_OF_TIME


def is_supported(question: Question, weight: Mapping[str, float], items: Sequence[Item]) -> bool:
    """Whether the items are about what is asked."""
    found = said(items)
    timeless = {stem: value for stem, value in weight.items() if not times.is_time_word(stem)}
    total = sum(timeless.values()) or 1.0
    share = covered(timeless, found) / total if timeless else 1.0
    share = max(share, _without_kind(question, timeless, found))
    if time_of(question):
        return share >= LEAST_OF_SUBJECT
    return share >= LEAST


def _without_kind(question: Question, weight: Mapping[str, float], found: frozenset[str]) -> float:
    """The share of the rest: who asks "which medicine" need not find the word there."""
    rest = {stem: value for stem, value in weight.items() if stem != question.focus}
    if question.kind != "thing" or len(rest) == len(weight) or not rest:
        return 0.0
    return covered(rest, found) / sum(rest.values())


def _says(stem: str, found: frozenset[str], beginnings: set[str]) -> float:
    if stem in found:
        return 1.0
    return 0.5 if len(stem) >= _SAME_BEGINNING and stem[:_SAME_BEGINNING] in beginnings else 0.0
