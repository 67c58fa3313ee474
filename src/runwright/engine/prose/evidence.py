"""Which passages a question needs together: those that add to each other, and name each other.

A question that joins two passages names often only one of them. Passages are chosen one by one:
each for how well it fits, for what of the question it says that those before it do not, for being
about something that the question names, and for a name that links it to one already chosen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runwright.context.index import names
from runwright.context.index.words import fold
from runwright.engine.patterns import lazily
from runwright.engine.prose.looking import Looked
from runwright.engine.prose.question import Question
from runwright.engine.prose.scoring import Scored
from runwright.engine.prose.words import stems
from runwright.engine.types import Item

MOST = 7
"""So many passages are enough for a question that joins two or three."""
LOOKED_AT = 40
_NEW = 1.0
_LINKED = 0.3
_NAMED = 0.3
_NOT_WORD = lazily(r"[^\w&@+]+|_+")
_SHORTEST = 3
# Something that is not named but described: "a company that …", "the film in which …".
_DESCRIBED = lazily(
    r"\b(?:an?|the|this|his|her|their)\s(?:[\w’'-]+\s){1,4}?"
    r"(?:(?:in|at|on|of|for|from|by|to|with|under)\s)?(?:that|which|who|whose|whom|where)\b",
    re.I,
)
_SENTENCE_ADDS = 6.0


class Passage(NamedTuple):
    """An item, made ready for being chosen."""

    number: int
    keys: tuple[str, ...]
    """The names of what it is about."""
    plain: str
    stems: frozenset[str]
    base: float


def passages(question: Question, items: Sequence[Item]) -> list[Passage]:
    """The items that fit best, made ready."""
    order = sorted(range(len(items)), key=lambda number: (-items[number].score, number))
    best = max((item.score for item in items), default=0.0) or 1.0
    asked = _plainly(question.text)
    return [_passage(number, items[number], asked, best) for number in order[:LOOKED_AT]]


def _passage(number: int, item: Item, asked: str, best: float) -> Passage:
    keys = tuple(key for key in names.of_title(item.title) if len(key) >= _SHORTEST)
    named = any(f" {key} " in asked for key in keys)
    said = frozenset(stems(f"{item.title} {item.text}"))
    base = item.score / best + (_NAMED if named else 0.0)
    return Passage(number, keys, _plainly(item.text), said, base)


def _plainly(text: str) -> str:
    return f" {' '.join(_NOT_WORD.sub(' ', fold(text)).split())} "


def choose(
    found: Sequence[Passage], weight: Mapping[str, float], most: int = MOST
) -> list[Passage]:
    """The passages to rest an answer on, the best first."""
    chosen: list[Passage] = []
    left = list(found)
    covered: set[str] = set()
    while left and len(chosen) < most:
        best = max(left, key=lambda each: _worth(each, chosen, covered, weight))
        chosen.append(best)
        left.remove(best)
        covered |= best.stems & weight.keys()
    return chosen


def _worth(
    passage: Passage, chosen: Sequence[Passage], covered: set[str], weight: Mapping[str, float]
) -> float:
    new = sum(v for stem, v in weight.items() if stem in passage.stems and stem not in covered)
    linked = max((each.base for each in chosen if linked_by_name(each, passage)), default=0.0)
    return passage.base + _NEW * new + _LINKED * linked


def linked_by_name(one: Passage, other: Passage) -> bool:
    """Whether one of them mentions what the other is about."""
    return any(f" {key} " in one.plain for key in other.keys) or any(
        f" {key} " in other.plain for key in one.keys
    )


def gathered(looked: Looked) -> list[Item]:
    """The passages that the question needs together, the best first."""
    found = passages(looked.question, looked.items)
    return [looked.items[passage.number] for passage in choose(found, looked.weight)]


def joins(looked: Looked) -> bool:
    """Whether a passage about something else belongs to the best one: by a name that links them,
    or because the question names what it is about."""
    if _DESCRIBED.search(looked.question.text):
        return True
    found = passages(looked.question, looked.items)
    first = next((p for p in found if p.number == looked.scored[0].sentence.item), None)
    if first is None:
        return False
    return any(
        each.keys != first.keys and (linked_by_name(first, each) or each.base > 1.0)
        for each in choose(found, looked.weight)
    )


def complementary(looked: Looked, most: int = 3) -> list[Scored]:
    """A few sentences that say more of the question together than each alone."""
    chosen: list[Scored] = []
    told: frozenset[str] = frozenset()
    left = list(looked.scored)
    while left and len(chosen) < most:
        best = max(left, key=lambda each: each.score + _SENTENCE_ADDS * _adds(looked, each, told))
        chosen.append(best)
        left.remove(best)
        told |= best.sentence.stems
    return chosen


def _adds(looked: Looked, scored: Scored, told: frozenset[str]) -> float:
    new = scored.sentence.stems - told
    return sum(value for stem, value in looked.weight.items() if stem in new)


def bridges(question: Question, chosen: Sequence[Item]) -> list[str]:
    """Names that the best passages mention and the question does not: where to read on."""
    asked = _plainly(question.text)
    found: dict[str, str] = {}
    for item in chosen:
        for mention in names.find(item.text, item.title):
            if f" {mention.key} " not in asked:
                found.setdefault(mention.key, mention.name)
    return list(found.values())
