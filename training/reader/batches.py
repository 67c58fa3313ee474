"""Rows side by side, padded with 0: batches of the three tasks in any order, made in many
processes. Arrays only: nothing here needs PyTorch."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from runwright.context.index.reader_weights import FITS, MEANT, SPAN
from training.reader.corpus import PUBLIC
from training.reader.examples import Reading, Row, answers, fitting_of, meanings, readings
from training.reader.pieces import Corpus, Library

SAID = "said"
"""What the head of candidates learns of documents: whether their words answer a question."""
Task = Literal["span", "match", "fit", "said"]
SIZES: dict[str, int] = {SPAN: 96, MEANT: 48, FITS: 128, SAID: 32}
"""Questions, words, candidates, and questions again, of a batch."""
OF_SAID = 0.5
"""The share of our own questions that an epoch has beside answers."""
OF_PUBLIC = 0.5
"""The share of the questions of public sets that an epoch has."""
_EVEN = 8
"""Rows are as long as a multiple of it."""

Integers = npt.NDArray[np.integer[Any]]
Floats = npt.NDArray[np.float32]


class Padded(NamedTuple):
    """Rows of word pieces, and of which of two texts each piece is."""

    ids: Integers
    kinds: Integers


class Spans(NamedTuple):
    """Questions beside passages; what is told of each row stands in a row of its own."""

    padded: Padded
    begins: Integers
    sizes: Integers
    firsts: Integers
    lasts: Integers
    owners: Integers
    """The question of each row, numbered from 0."""
    questions: int


class Marks(NamedTuple):
    """Pairs of texts, and whether each pair is a match; `head` is what judges them."""

    head: str
    padded: Padded
    wanted: Floats


Batch = Spans | Marks


class Job(NamedTuple):
    """What a batch is made of: numbers in the corpus, and a seed for what is drawn."""

    task: str
    numbers: list[int]
    seed: int


class Learned(NamedTuple):
    """The numbers of what is learned from."""

    questions: list[int]
    asks: list[int]
    candidates: list[int]


class Nearest(NamedTuple):
    """Of each question the passages of its folder, and of each ask the records of its person, the
    nearest first."""

    passages: list[list[int]]
    records: list[list[int]]


def padded(rows: Sequence[Row]) -> Padded:
    """Rows side by side."""
    longest = max(len(row.ids) for row in rows)
    shape = (len(rows), -(-longest // _EVEN) * _EVEN)
    ids, kinds = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
    for number, row in enumerate(rows):
        ids[number, : len(row.ids)] = row.ids
        kinds[number, row.led : len(row.ids)] = 1
    return Padded(ids, kinds)


def spans_of(groups: Sequence[Sequence[Reading]]) -> Spans:
    """Questions, each with the passages that it is put to."""
    asked = [group for group in groups if group]
    rows = [(owner, each) for owner, group in enumerate(asked) for each in group]

    def column(values: Sequence[int]) -> Integers:
        return np.array(values, np.int64)

    return Spans(
        padded([each.row for _, each in rows]),
        column([each.begin for _, each in rows]),
        column([each.size for _, each in rows]),
        column([each.first for _, each in rows]),
        column([each.last for _, each in rows]),
        column([owner for owner, _ in rows]),
        len(asked),
    )


def marks_of(head: str, rows: Sequence[tuple[Row, bool]]) -> Marks:
    """Pairs of texts."""
    wanted = np.array([is_match for _, is_match in rows], np.float32)
    return Marks(head, padded([row for row, _ in rows]), wanted)


class Maker:
    """Makes the batch of a job."""

    def __init__(self, corpus: Corpus, nearest: Nearest) -> None:
        self._corpus, self._nearest = corpus, nearest
        self._records = [record.pieces for record in corpus.people.records]
        self._beside = corpus.library.by_document()
        self._answered = corpus.library.by_passage()

    def __call__(self, job: Job) -> Batch:
        draw = random.Random(job.seed)
        if job.task == SPAN:
            return self._spans(job.numbers, draw)
        if job.task == MEANT:
            return self._meanings(job.numbers, draw)
        if job.task == SAID:
            return self._answers(job.numbers, draw)
        candidates = [self._corpus.candidates[number] for number in job.numbers]
        return marks_of(FITS, [(fitting_of(each), each.is_right) for each in candidates])

    def _spans(self, numbers: Sequence[int], draw: random.Random) -> Spans:
        library, near = self._corpus.library, self._nearest.passages
        return spans_of([self._readings(n, near[n], library, draw) for n in numbers])

    def _readings(
        self, number: int, near: Sequence[int], library: Library, draw: random.Random
    ) -> list[Reading]:
        question = library.questions[number]
        return readings(question, near, library, draw, self._beside[question.document])

    def _answers(self, numbers: Sequence[int], draw: random.Random) -> Marks:
        library, near = self._corpus.library, self._nearest.passages
        rows = [
            row
            for n in numbers
            for row in answers(library.questions[n], near[n], library, self._answered, draw)
        ]
        return marks_of(FITS, rows)

    def _meanings(self, numbers: Sequence[int], draw: random.Random) -> Marks:
        asks, near = self._corpus.people.asks, self._nearest.records
        rows = [row for n in numbers for row in meanings(asks[n], near[n], self._records, draw)]
        return marks_of(MEANT, rows)


def epoch(corpus: Corpus, learned: Learned, seed: int) -> list[Job]:
    """All of our own questions, some of those of public sets, all words and all candidates once, in
    batches of one task, in any order."""
    draw = random.Random(seed)
    questions = corpus.library.questions
    public = [n for n in learned.questions if questions[n].origin in PUBLIC]
    own = [n for n in learned.questions if questions[n].origin not in PUBLIC]
    asked = [*own, *draw.sample(public, int(len(public) * OF_PUBLIC))]
    told = {each.folder for each in questions if each.said}
    beside = [n for n in own if questions[n].folder in told]
    jobs = [
        Job(task, batch, draw.getrandbits(32))
        for task, numbers in (
            (SPAN, asked),
            (MEANT, learned.asks),
            (FITS, learned.candidates),
            (SAID, draw.sample(beside, int(len(beside) * OF_SAID))),
        )
        for batch in _batches(numbers, SIZES[task], draw)
    ]
    draw.shuffle(jobs)
    return jobs


def _batches(numbers: Sequence[int], size: int, draw: random.Random) -> Iterator[list[int]]:
    order = draw.sample(numbers, len(numbers))
    yield from (order[at : at + size] for at in range(0, len(order), size))


_maker: Maker


def _make(job: Job) -> Batch:
    return _maker(job)


def made(maker: Maker, corpus: Corpus, learned: Learned, seed: int) -> Iterator[Iterator[Batch]]:
    """The batches of one epoch after the other, without an end."""
    global _maker
    _maker = maker
    with get_context("fork").Pool(max(1, (os.cpu_count() or 2) - 2)) as pool:
        while True:
            yield pool.imap(_make, epoch(corpus, learned, seed))
            seed += 1
