"""One question against what was read: the items that may say something of it, sentence by
sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from runwright.context.index.words import fold
from runwright.engine.patterns import lazily
from runwright.engine.prose import meaning, question, scoring
from runwright.engine.prose.question import Question
from runwright.engine.prose.scoring import Scored
from runwright.engine.prose.sentences import Sentence, sentences_of
from runwright.engine.types import Item

MOST = 20
"""So many of the items that were searched for are read closely, and as many of the others."""

_LOOKED_FOR = 24


class Looked(NamedTuple):
    """What there is to answer a question with."""

    question: Question
    items: Sequence[Item]
    sentences: Sequence[Sentence]
    weight: Mapping[str, float]
    scored: Sequence[Scored]

    def item(self, scored: Scored) -> Item:
        """The item that a sentence stands in."""
        return self.items[scored.sentence.item]

    def before(self, scored: Scored) -> list[Sentence]:
        """The sentences that lead to one, the nearest first."""
        own = [each for each in self.sentences if each.item == scored.sentence.item]
        return [each for each in reversed(own) if each.place < scored.sentence.place]


def look(
    text: str,
    items: Sequence[Item],
    *,
    deep: bool = False,
    most: int = MOST,
    today: date | None = None,
) -> Looked:
    """Read the question, and weigh the sentences of the likely items against it."""
    asked = question.read(text)
    chosen = likely(asked, items, most)
    found = sentences_of(chosen)
    near = meaning.to(asked.text) if deep else None
    scored = scoring.score_all(asked, chosen, found, near, today)
    return Looked(asked, chosen, found, scoring.weights(asked, found), scored)


def within(looked: Looked, chosen: Sequence[Item]) -> Looked:
    """The same, of some of the items alone."""
    ids = {item.id for item in chosen}
    return looked._replace(scored=[each for each in looked.scored if looked.item(each).id in ids])


def likely(asked: Question, items: Sequence[Item], most: int = MOST) -> list[Item]:
    """The best of what was searched for, and of the rest what shares most words with it."""
    searched = [item for item in items if item.score > 0]
    others = [item for item in items if item.score <= 0]
    best = sorted(searched, key=lambda item: -item.score)[:most]
    return [*best, *_sharing(asked, others, most)]


def _sharing(asked: Question, items: Sequence[Item], most: int) -> list[Item]:
    """A cheap look, for files of many pages: how many different words of the question occur."""
    if len(items) <= most or not asked.stems:
        return list(items)
    pattern = lazily(r"\b(?:" + "|".join(map(_beginning, asked.stems[:_LOOKED_FOR])) + ")")
    counts = [len(set(pattern.findall(fold(f"{item.title}\n{item.text}")))) for item in items]
    order = sorted(range(len(items)), key=lambda number: (-counts[number], number))
    return [items[number] for number in sorted(order[:most]) if counts[number]]


def _beginning(stem: str) -> str:
    """What every form of a word begins with."""
    return re.escape(stem[:-1] if len(stem) > 3 and stem[-1] in "iey" else stem)
