"""BM25 over postings: how well each item fits the terms of a question."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from runwright.context.index.types import Floats, Numbers, Postings, Statistics

SATURATION = 0.9
"""k1: how soon further occurrences of a term stop counting."""
LENGTH_WEIGHT = 0.4
"""b: how much a long item must make up for its length."""
EAGER = 200_000
"""So many postings are scored at most; the most frequent terms beyond it only add to items that
the rarer ones have found."""

Marks = npt.NDArray[np.bool_]


class Scores(NamedTuple):
    """What the terms say of the items that hold any of them, by ascending number."""

    numbers: Numbers
    values: Floats

    def of(self, numbers: Numbers) -> Floats:
        """The scores of these items; 0 for one that holds none of the terms."""
        if not self.numbers.size:
            return np.zeros(numbers.size, dtype=np.float32)
        places = np.searchsorted(self.numbers, numbers).clip(max=self.numbers.size - 1)
        return np.where(self.numbers[places] == numbers, self.values[places], np.float32(0))

    def best(self, limit: int) -> Numbers:
        """The items with the highest scores, in no order."""
        if self.numbers.size <= limit:
            return self.numbers
        return self.numbers[np.argpartition(self.values, -limit)[-limit:]]


def score(
    statistics: Statistics,
    postings: Mapping[str, Postings],
    weights: Mapping[str, float],
    allowed: Numbers | None = None,
) -> Scores:
    """The score of every item that holds a term; only of the allowed ones, if there are any."""
    found: list[tuple[Numbers, Floats]] = []
    taken = None if allowed is None else _marked(allowed)
    spent = 0
    for term in sorted(postings, key=lambda term: (postings[term].numbers.size, term)):
        entry, holders = postings[term], postings[term].numbers.size
        if found and spent + holders > EAGER:
            taken = _marked(np.concatenate([numbers for numbers, _ in found]))
        if taken is not None:
            entry = _only(entry, taken)
        spent += holders
        weight = weights[term] * _rarity(statistics.items, holders)
        found.append((entry.numbers, _term(statistics, entry, weight)))
    return _sum(found)


def _rarity(items: int, holders: int) -> float:
    return math.log1p((max(items, holders) - holders + 0.5) / (holders + 0.5))


def _term(statistics: Statistics, postings: Postings, weight: float) -> Floats:
    mean = max(statistics.terms / max(statistics.items, 1), 1.0)
    counts = postings.counts.astype(np.float32)
    lengths = postings.lengths.astype(np.float32) / np.float32(mean)
    norm = np.float32(SATURATION) * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * lengths)
    values = np.float32(weight * (1 + SATURATION)) * counts / (counts + norm)
    return values.astype(np.float32)


def _marked(numbers: Numbers) -> Marks:
    """One mark for every number up to the highest: cheaper to ask than a sorted list."""
    marks = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.bool_)
    marks[numbers] = True
    return marks


def _only(postings: Postings, marks: Marks) -> Postings:
    """The postings of the marked items."""
    known = marks.take(postings.numbers, mode="clip")
    kept = known & (postings.numbers < marks.size)
    return Postings(postings.numbers[kept], postings.counts[kept], postings.lengths[kept])


def _sum(found: list[tuple[Numbers, Floats]]) -> Scores:
    if not found:
        return Scores(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.float32))
    numbers = np.concatenate([numbers for numbers, _ in found])
    values = np.concatenate([values for _, values in found])
    if not numbers.size:
        return Scores(numbers, values)
    # Numbers are dense: an array over all of them is smaller than a sort is slow.
    sums = np.bincount(numbers, weights=values)
    held = np.flatnonzero(sums).astype(np.uint32)
    return Scores(held, sums[held].astype(np.float32))
