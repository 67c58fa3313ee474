"""Whether what was read carries an answer: better none than one about something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from runwright.engine.prose import times
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.question import Question
from runwright.engine.prose.words import stems
from runwright.engine.types import Item

LEAST = 0.3
"""So much of the question, by how telling its words are, must stand where the answer does."""
LEAST_UNNAMED = 0.42
"""The same if most of the names in the question are not there."""
LEAST_OF_TIME = 1.7
"""So sure must it be that the time asked about is the one spoken of: beginning, end, subject."""
LEAST_OF_SUBJECT = 0.15
"""What is enough of the question where it is sure that the time is the one asked about."""
_ABOUT = 1.5
_MOST_NAMES = 0.4
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
    return any(is_supported(asked, weight, [item]) for item in items.values())


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
    if time_of(question):
        return share >= LEAST_OF_SUBJECT
    return share >= LEAST_UNNAMED or (
        share >= LEAST and _names_there(question.names, found) > _MOST_NAMES
    )


def _names_there(names: Sequence[str], found: frozenset[str]) -> float:
    """The share of the names of which at least one word is there."""
    beginnings = {stem[:_SAME_BEGINNING] for stem in found if len(stem) >= _SAME_BEGINNING}
    there = [max((_says(s, found, beginnings) for s in stems(n)), default=1.0) for n in names]
    return sum(there) / len(there) if there else 1.0


def _says(stem: str, found: frozenset[str], beginnings: set[str]) -> float:
    if stem in found:
        return 1.0
    return 0.5 if len(stem) >= _SAME_BEGINNING and stem[:_SAME_BEGINNING] in beginnings else 0.0
