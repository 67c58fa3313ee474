"""BM25 over postings: how well each item fits the terms of a question."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from runwright import later
from runwright.context.index.types import Floats, Numbers, Postings, Statistics

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

SATURATION = 0.9
"""k1: how soon further occurrences of a term stop counting."""
LENGTH_WEIGHT = 0.4
"""b: how much a long item must make up for its length."""
EAGER = 100_000
"""So many postings are scored at most, the rarest terms first."""
LATE = 3_000
"""Terms beyond that are so frequent that they tell little; they add only to so many of the best."""


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
    """The score of every item that holds a term; only of the allowed ones, if any are named."""
    rarest_first = sorted(postings, key=lambda term: (postings[term].numbers.size, term))
    # Numbers are dense: an array over all of them is cheaper than sorting.
    sums = np.zeros(_highest(postings) + 1, dtype=np.float32)
    late = _add_eagerly(sums, statistics, postings, weights, rarest_first)
    if allowed is not None:
        sums = _only(sums, allowed)
    held = np.flatnonzero(sums).astype(np.uint32)
    if late and held.size:
        best = np.sort(Scores(held, sums[held]).best(LATE))
        for term in late:
            entry = _of(postings[term], best)
            holders = postings[term].numbers.size
            sums[entry.numbers] += _term(statistics, entry, weights[term], holders)
    return Scores(held, sums[held])


def _highest(postings: Mapping[str, Postings]) -> int:
    return max((int(entry.numbers.max(initial=0)) for entry in postings.values()), default=0)


def _add_eagerly(
    sums: Floats,
    statistics: Statistics,
    postings: Mapping[str, Postings],
    weights: Mapping[str, float],
    terms: Sequence[str],
) -> Sequence[str]:
    """Score term by term while that is within the budget; the terms that are left."""
    spent = 0
    for place, term in enumerate(terms):
        entry = postings[term]
        spent += entry.numbers.size
        if place and spent > EAGER:
            return terms[place:]
        sums[entry.numbers] += _term(statistics, entry, weights[term], entry.numbers.size)
    return ()


def _rarity(items: int, holders: int) -> float:
    return math.log1p((max(items, holders) - holders + 0.5) / (holders + 0.5))


def _term(statistics: Statistics, postings: Postings, weight: float, holders: int) -> Floats:
    mean = max(statistics.terms / max(statistics.items, 1), 1.0)
    counts = postings.counts.astype(np.float32)
    norm = postings.lengths.astype(np.float32)
    norm *= np.float32(SATURATION * LENGTH_WEIGHT / mean)
    norm += np.float32(SATURATION * (1 - LENGTH_WEIGHT))
    norm += counts
    counts *= np.float32(weight * _rarity(statistics.items, holders) * (1 + SATURATION))
    counts /= norm
    return counts


def _only(sums: Floats, allowed: Numbers) -> Floats:
    within = allowed[allowed < sums.size]
    kept = np.zeros_like(sums)
    kept[within] = sums[within]
    return kept


def _of(postings: Postings, numbers: Numbers) -> Postings:
    """The postings of those of these items that hold the term."""
    places = np.searchsorted(postings.numbers, numbers).clip(max=postings.numbers.size - 1)
    places = places[postings.numbers[places] == numbers]
    return Postings(postings.numbers[places], postings.counts[places], postings.lengths[places])
