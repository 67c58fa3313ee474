"""Reading examples: questions beside the passage that answers them, and beside others."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from runwright.context.index.reader_weights import LONGEST
from training.reader.corpus import Document, Passage, Question

QUESTION_PIECES, TITLE_PIECES = 56, 16
"""The longest question and title that are read, as in `runwright.context.index.reader`."""
FIRST, BETWEEN, STOP = 101, 102, 1012
"""Word pieces: what stands before everything, between the texts, and behind a title."""
LOWERED, UNMARKED, TITLED = 0.25, 0.25, 0.9
"""How often a question loses its capitals and its mark, and how often a passage has its title."""
BESIDE, STRANGE, ALIKE = 0.35, 0.3, 0.8
"""How often an answered question is put to another passage of its document, how often to one of
another document, and how often that one shares words with it."""
_COMMON, _LOOKED_AT, _ALIKE, _TRIED = 400, 60, 6, 3
_STOPS = frozenset(
    "the a an of to in is are was were what who when how do does did for on i my".split()  # noqa: SIM905
)


class Example(NamedTuple):
    """A question beside one passage; `start` is -1 where the passage does not answer it."""

    question: str
    passage: Passage
    start: int = -1
    end: int = -1
    is_sentence: bool = False


def words_of(text: str) -> set[str]:
    """The telling words of a text."""
    plain = "".join(c if c.isalnum() else " " for c in text.lower())
    return {word[:6] for word in plain.split()} - _STOPS


class Examples:
    """Every question beside its answer, beside what lies near it, and beside strange passages."""

    def __init__(self, documents: Sequence[Document], often: Mapping[str, int], seed: int) -> None:
        """`often`: how many times an epoch has the documents of an origin, if not once."""
        self._random = random.Random(seed)
        self._documents, self._often = documents, often
        self._pool = [Passage(d.title, text) for d in documents for text, _ in d.passages]
        words = [words_of(passage.text) for passage in self._pool]
        counts = Counter(word for each in words for word in each)
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(words):
            for word in each:
                if counts[word] <= _COMMON:
                    self._places[word].append(number)

    def epoch(self) -> list[Example]:
        """Each question beside its answer, and now and then beside what does not have it."""
        made = [
            example
            for document in self._documents
            for _ in range(self._often.get(document.origin, 1))
            for question in document.questions
            for example in self._of(document, question)
        ]
        self._random.shuffle(made)
        return made

    def _of(self, document: Document, question: Question) -> Iterator[Example]:
        asked = self._varied(question.text)
        holding = [
            (text, at)
            for text, at in document.passages
            if at <= question.start and question.end <= at + len(text)
        ]
        title = document.title if self._random.random() < TITLED else ""
        if question.is_answered and holding:
            text, at = self._random.choice(holding)
            start, end = question.start - at, question.end - at
            yield Example(asked, Passage(title, text), start, end, question.is_sentence)
        others = [text for text, at in document.passages if (text, at) not in holding]
        if not question.is_answered or (others and self._random.random() < BESIDE):
            tried = self._random.sample(others, min(_TRIED, len(others)))
            tried = tried or [document.passages[0][0]]
            text = max(tried, key=lambda each: len(words_of(each) & words_of(asked)))
            yield Example(asked, Passage(title, text))
        if question.is_plain:
            return
        if question.near:
            yield Example(asked, self._random.choice(question.near))
        elif self._random.random() < STRANGE:
            yield Example(asked, self._stranger(asked, document))

    def _varied(self, question: str) -> str:
        """As people type: without capitals now and then, or without a mark at the end."""
        if self._random.random() < LOWERED:
            question = question.lower()
        if self._random.random() < UNMARKED:
            question = question.rstrip("?! .")
        return question

    def _stranger(self, question: str, document: Document) -> Passage:
        """A passage of another document, most often one that shares words with a question."""
        fits: Counter[int] = Counter()
        for word in words_of(question):
            places = self._places.get(word, [])
            few = len(places) <= _LOOKED_AT
            fits.update(places if few else self._random.sample(places, _LOOKED_AT))
        likely = [number for number, _ in fits.most_common(_ALIKE)]
        best = [number for number in likely if self._pool[number].text not in document.text]
        if best and self._random.random() < ALIKE:
            return self._pool[self._random.choice(best)]
        return self._random.choice(self._pool)


class Encoded(NamedTuple):
    """An example in word pieces."""

    ids: list[int]
    kinds: list[int]
    """0 for the question, 1 for the title and the passage."""
    is_text: list[bool]
    """Whether an answer may begin or end there."""
    start: int
    end: int
    """The last piece of the answer; both are 0 where there is none."""
    is_sentence: bool
    places: list[tuple[int, int]]
    """Of each piece, where it stands in the passage."""


def encode(tokenizer: Any, example: Example) -> Encoded | None:
    """Word pieces of the question, the title and the passage, in the form in which passages are
    read; None where the answer was cut off, or there is nothing to read."""
    asked = tokenizer.encode(example.question, add_special_tokens=False).ids[:QUESTION_PIECES]
    before, title = [FIRST, *asked, BETWEEN], example.passage.title
    led = len(before)
    if title:
        pieces = tokenizer.encode(title, add_special_tokens=False).ids[:TITLE_PIECES]
        before += [*pieces, STOP] if pieces else []
    read = tokenizer.encode(example.passage.text, add_special_tokens=False)
    room = LONGEST - len(before) - 1
    body, offsets = read.ids[:room], read.offsets[:room]
    if not body:
        return None
    ids = [*before, *body, BETWEEN]
    kinds = [0] * led + [1] * (len(ids) - led)
    is_text = [False] * len(before) + [True] * len(body) + [False]
    places = [(0, 0)] * len(before) + list(offsets) + [(0, 0)]
    if example.start < 0:
        return Encoded(ids, kinds, is_text, 0, 0, False, places)
    inside = [
        number
        for number, (start, end) in enumerate(places)
        if end > start and start < example.end and end > example.start
    ]
    if not inside or offsets[-1][1] < example.end:
        return None
    return Encoded(ids, kinds, is_text, inside[0], inside[-1], example.is_sentence, places)
