"""The order of what is found: by words and meaning together, then one hop along names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from runwright import later
from runwright.context.index import bm25, hop
from runwright.context.index.terms import is_dated, query_terms
from runwright.context.index.types import Floats, Hit, Numbers, Shelf

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

CANDIDATES = 300
"""So many items are taken for their words, and as many for their meaning."""
MEANING = 0.85
"""The share of the cosine; the rest is BM25, as a part of the best BM25."""
MEANING_OF_DATES = 0.4
"""The same for a question that names a date or a year: vectors hardly tell those apart."""
HOP = 0.4
"""What the link to a better item adds, as a part of that one's score."""


def search(
    shelf: Shelf,
    query: str,
    vector: Floats | None,
    *,
    limit: int,
    allowed: Numbers | None = None,
    now: datetime | None = None,
) -> list[Hit]:
    """The items that fit a question best, best first.

    Without a vector, words alone decide; with `now`, "tomorrow" is the day that it is.
    """
    ranking = _Ranking(shelf, query, vector, allowed, now)
    ranking.gather(max(CANDIDATES, limit))
    ranking.follow_names()
    return ranking.best(limit)


class _Ranking:
    """One question's candidates and their scores."""

    def __init__(
        self,
        shelf: Shelf,
        query: str,
        vector: Floats | None,
        allowed: Numbers | None,
        now: datetime | None,
    ) -> None:
        self._shelf = shelf
        self._vector = vector
        self._allowed = allowed
        weights = query_terms(query, now)
        self._meaning = np.float32(MEANING_OF_DATES if is_dated(weights) else MEANING)
        self._text = bm25.score(shelf.statistics, shelf.postings(list(weights)), weights, allowed)
        self._best_text = float(self._text.values.max(initial=0.0)) or 1.0
        self._best_cosine = 1.0
        self._scores: dict[int, float] = {}

    def gather(self, limit: int) -> None:
        """Take the best by words and the best by meaning."""
        numbers = self._text.best(limit)
        if self._vector is not None:
            near, cosines = self._shelf.nearest(self._vector, self._allowed, limit)
            self._best_cosine = float(cosines.max(initial=0.0)) or 1.0
            numbers = np.union1d(numbers, near)
        self._add(numbers)

    def follow_names(self) -> None:
        """Lift what hangs together with the best, and take it in if it is not there yet."""
        linked = hop.links(self._shelf, self.best(hop.SEEDS))
        self._add(self._permitted(number for number in linked if number not in self._scores))
        for number, strength in linked.items():
            if number in self._scores:
                self._scores[number] += HOP * strength

    def best(self, limit: int) -> list[Hit]:
        """The best so far; equals in the order of their numbers."""
        order = sorted(self._scores.items(), key=lambda scored: (-scored[1], scored[0]))
        return [Hit(*scored) for scored in order[:limit]]

    def _add(self, numbers: Numbers) -> None:
        self._scores.update(zip(numbers.tolist(), self._score(numbers).tolist(), strict=True))

    def _score(self, numbers: Numbers) -> Floats:
        text = self._text.of(numbers) / np.float32(self._best_text)
        if self._vector is None or not numbers.size:
            return text
        cosines = self._shelf.cosines(self._vector, numbers)
        # Without a vector yet, an item is taken to mean as much as it says.
        known = np.where(np.isnan(cosines), text * np.float32(self._best_cosine), cosines)
        fused: Floats = self._meaning * known + (1 - self._meaning) * text
        return fused

    def _permitted(self, numbers: Iterable[int]) -> Numbers:
        wanted = np.array(sorted(numbers), dtype=np.uint32)
        if self._allowed is None:
            return wanted
        return wanted[np.isin(wanted, self._allowed)]
