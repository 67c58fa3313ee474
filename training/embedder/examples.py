"""What the embedder learns from: the passages of some folders with questions of theirs, and the
records of some people with words that name them. Arrays only: nothing here needs PyTorch."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from runwright.context.index.weights import LONGEST
from training.reader.corpus import PUBLIC
from training.reader.examples import BETWEEN, DIVIDE, FIRST, MARK
from training.reader.pieces import Held, Ids, Library, Named, Owner, People

UNMARKED, UNNAMED = 0.35, 0.25
"""How often a question loses its mark, and how often it stands without the words that it holds."""
FOLDERS, QUESTIONS, PASSAGES = 16, 24, 1_100
"""Folders of a batch, questions of each, and passages in all at most."""
OF_PUBLIC = 0.3
"""How often a folder of a public set is taken, beside one of our own with as many questions."""
OWNERS, ASKS = 12, 12
"""People of a batch, and asks about the events and about the bookings of each at most."""
CHUNK, _EVEN = 384, 8
"""Texts that are padded together, of about one length, which is a multiple of this."""

Integers = npt.NDArray[np.integer[Any]]
Truths = npt.NDArray[np.bool_]


class Chunks(NamedTuple):
    """Texts of about one length side by side, and at which place of them each text stands."""

    arrays: Sequence[Integers]
    order: Integers


class Beside(NamedTuple):
    """Asks about one owner's records: where they and the records begin in the batch."""

    asks: int
    records: int
    means: Truths
    """Of each ask, which records are meant."""


class Batch(NamedTuple):
    """Questions and passages, asks and records."""

    questions: Chunks
    passages: Chunks
    answers: Truths
    """Of each question, which passages answer it."""
    unknown: Truths
    """Of each question, which passages may well answer it, too."""
    asks: Chunks
    records: Chunks
    owners: list[Beside]


def passage_row(held: Held) -> Ids:
    """As `passage_text` puts a title before a text."""
    return [FIRST, *held.title, *held.text[: LONGEST - len(held.title) - 2], BETWEEN]


def text_row(pieces: Ids) -> Ids:
    """A question, or a record."""
    return [FIRST, *pieces, BETWEEN]


def ask_row(ask: Named) -> Ids:
    """Words that name records, before the question that they stand in."""
    return [FIRST, *ask.words, DIVIDE, *ask.question, BETWEEN]


def chunks_of(rows: Sequence[Ids]) -> Chunks:
    """Texts sorted by their length, padded with 0."""
    order = sorted(range(len(rows)), key=lambda number: len(rows[number]))
    arrays = []
    for at in range(0, len(order), CHUNK):
        own = [rows[number] for number in order[at : at + CHUNK]]
        array = np.zeros((len(own), -(-len(own[-1]) // _EVEN) * _EVEN), np.int32)
        for number, row in enumerate(own):
            array[number, : len(row)] = row
        arrays.append(array)
    return Chunks(arrays, np.argsort(np.array(order, np.int64)))


class Maker:
    """Makes batches of what is not held back."""

    def __init__(
        self,
        library: Library,
        people: People,
        without: Collection[str],
        without_people: Collection[str],
    ) -> None:
        self._library, self._people = library, people
        self._passages, self._records = library.by_folder(), people.by_owner()
        self._questions: dict[int, list[int]] = defaultdict(list)
        for number, question in enumerate(library.questions):
            if question.places and question.origin not in without:
                self._questions[question.folder].append(number)
        self._asks: dict[Owner, list[int]] = defaultdict(list)
        for number, ask in enumerate(people.asks):
            if ask.means and ask.origin not in without_people:
                self._asks[ask.owner].append(number)

    def __call__(self, seed: int) -> Batch:
        draw = random.Random(seed)
        numbers, asked = self._folders(draw)
        answers, unknown = self._truths(numbers, asked)
        passages = [passage_row(self._library.passages[number]) for number in numbers]
        questions = [self._as_typed(self._library.questions[n].pieces, draw) for n in asked]
        asks, records, owners = self._owners(draw)
        return Batch(
            chunks_of(questions),
            chunks_of(passages),
            answers,
            unknown,
            chunks_of(asks),
            chunks_of(records),
            owners,
        )

    def _folders(self, draw: random.Random) -> tuple[list[int], list[int]]:
        """Passages and questions of some folders, those with many questions more often."""
        keys = {
            folder: draw.random() ** (1 / self._weight(q)) for folder, q in self._questions.items()
        }
        passages: list[int] = []
        questions: list[int] = []
        for folder in sorted(keys, key=lambda each: -keys[each])[:FOLDERS]:
            if passages and len(passages) + len(self._passages[folder]) > PASSAGES:
                continue
            passages += self._passages[folder]
            own = self._questions[folder]
            questions += draw.sample(own, min(QUESTIONS, len(own)))
        return passages, questions

    def _weight(self, questions: Sequence[int]) -> float:
        is_public = self._library.questions[questions[0]].origin in PUBLIC
        return len(questions) * (OF_PUBLIC if is_public else 1)

    def _truths(self, passages: Sequence[int], asked: Sequence[int]) -> tuple[Truths, Truths]:
        place_of = {number: place for place, number in enumerate(passages)}
        folders = np.array([self._library.passages[number].folder for number in passages])
        answers = np.zeros((len(asked), len(passages)), bool)
        unknown = np.zeros(answers.shape, bool)
        for row, number in enumerate(asked):
            question = self._library.questions[number]
            answers[row, [place_of[place.passage] for place in question.places]] = True
            if question.is_plain:
                unknown[row] = folders != question.folder
        return answers, unknown

    def _owners(self, draw: random.Random) -> tuple[list[Ids], list[Ids], list[Beside]]:
        asks: list[Ids] = []
        records: list[Ids] = []
        owners = []
        persons = sorted({person for person, _ in self._asks})
        chosen = set(draw.sample(persons, min(OWNERS, len(persons))))
        for owner, own in self._asks.items():
            if owner[0] not in chosen:
                continue
            held = self._records[owner]
            named = [self._people.asks[n] for n in draw.sample(own, min(ASKS, len(own)))]
            means = np.array([[number in ask.means for number in held] for ask in named])
            owners.append(Beside(len(asks), len(records), means))
            asks += [self._as_named(ask, draw) for ask in named]
            records += [text_row(self._people.records[number].pieces) for number in held]
        return asks, records, owners

    def _as_typed(self, pieces: Ids, draw: random.Random) -> Ids:
        """As people type: without a mark at the end, now and then."""
        is_marked = len(pieces) > 3 and pieces[-1] == MARK
        return text_row(pieces[:-1] if is_marked and draw.random() < UNMARKED else pieces)

    def _as_named(self, ask: Named, draw: random.Random) -> Ids:
        return text_row(ask.question) if draw.random() < UNNAMED else ask_row(ask)


_maker: Maker


def _make(seed: int) -> Batch:
    return _maker(seed)


def made(maker: Maker, seed: int, ahead: int) -> Iterator[Batch]:
    """Batches without an end, so many of them made ahead."""
    global _maker
    _maker = maker
    with get_context("fork").Pool(max(1, (os.cpu_count() or 2) - 2)) as pool:
        coming = [pool.apply_async(_make, (seed + number,)) for number in range(ahead)]
        while True:
            seed += 1
            yield coming.pop(0).get()
            coming.append(pool.apply_async(_make, (seed + ahead,)))
