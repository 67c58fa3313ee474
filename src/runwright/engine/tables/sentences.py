"""The sentences around tables, and which of them share most with a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.context.index.words import fold
from runwright.engine.patterns import lazily
from runwright.engine.tables.words import terms
from runwright.engine.tables.years import years_of
from runwright.engine.types import Item

_STOP = lazily(r"(?<=[.!?])[\"'”’)\]]{0,2}\s+(?=[\"'“‘(\[]?[A-Z0-9•])|\s[.;]\s|\n{1,3}")
_ABBREVIATED = lazily(r"\b(?:[A-Za-z]|Inc|Ltd|Corp|Co|No|Nos|Mr|Mrs|Ms|Dr|vs|approx|U\.S)\.\Z")
_INTRODUCES = lazily(
    r"\b(?:following|as follows|table|below|summari[sz]ed?|set forth|presents?|shows?"
    r"|reconciliations?|roll-?forward|summary of|schedule of|changes in the)\b",
    re.I,
)
_MOST_SENTENCES = 5_000
_LONGEST = 2_000
"""What goes on for longer without an end is no sentence; its beginning is read."""
_BEGIN = 4
"""Words are compared as stems; a stem and its word begin alike for at least so long."""
_MOST_RANKED = 12
_LONG = 0.002
"""What each further word of a sentence costs: the short one says it plainly."""
_SAME_YEAR, _OTHER_YEAR = 0.15, 0.1


class Sentence(NamedTuple):
    """A sentence, and the item that it stands in."""

    item: str
    text: str
    own: frozenset[str]
    years: frozenset[int]


class Ranked(NamedTuple):
    """A sentence with how well it fits."""

    score: float
    covered: float
    """How much of the question it accounts for, from 0 to 1."""
    sentence: Sentence


def read_sentences(items: Sequence[Item], wanted: frozenset[str]) -> list[Sentence]:
    """The sentences of the texts, in order, that may share a word with what is wanted."""
    begins = sorted({"table", *(term[:_BEGIN] for term in wanted)})
    found: list[Sentence] = []
    for item in items:
        for text in split(item.text):
            low = fold(text)
            if any(begin in low for begin in begins):
                text = text[:_LONGEST]
                found.append(Sentence(item.id, text, terms(text), years_of(text)))
        if len(found) >= _MOST_SENTENCES:
            break
    return found


def split(text: str) -> Iterator[str]:
    """The sentences of a text; an abbreviation's dot ends none."""
    begin = 0
    for found in _STOP.finditer(text):
        if _ABBREVIATED.search(text[max(begin, found.start() - 8) : found.start()]):
            continue
        if piece := text[begin : found.start()].strip():
            yield piece
        begin = found.end()
    if piece := text[begin:].strip():
        yield piece


def introduction(sentences: Sequence[Sentence]) -> frozenset[str]:
    """The words of headings, and of the sentences that introduce a table."""
    found: set[str] = set()
    for sentence in sentences:
        text = sentence.text
        heading = len(text) < 90 and not text.endswith(".")
        if heading or text.endswith(":") or _INTRODUCES.search(text):
            found |= sentence.own
    return frozenset(found)


class Shelf:
    """The sentences of a report, weighed by how rare their words are in it."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        counts = Counter(term for sentence in sentences for term in sentence.own)
        size = len(sentences) + 1
        self._weights = {term: math.log(1 + size / (n + 0.5)) for term, n in counts.items()}
        self._other = math.log(1 + size)

    def weight(self, term: str) -> float:
        """How much a word tells."""
        return self._weights.get(term, self._other)

    def ranked(self, phrase: str, years: Sequence[int] = ()) -> list[Ranked]:
        """The sentences that share most with the phrase, best first."""
        wanted = sorted(terms(phrase))
        whole = sum(map(self.weight, wanted)) or 1.0
        scored = []
        for at, sentence in enumerate(self.sentences):
            hit = [term for term in wanted if term in sentence.own]
            if hit:
                covered = sum(map(self.weight, hit)) / whole
                score = covered - _LONG * min(len(sentence.own), 60)
                scored.append((-(score + _by_year(sentence, years)), at, covered, sentence))
        scored.sort(key=lambda entry: entry[:2])
        return [Ranked(-score, covered, one) for score, _, covered, one in scored[:_MOST_RANKED]]


def _by_year(sentence: Sentence, years: Sequence[int]) -> float:
    if not years or not sentence.years:
        return 0.0
    return -_OTHER_YEAR if sentence.years.isdisjoint(years) else _SAME_YEAR
