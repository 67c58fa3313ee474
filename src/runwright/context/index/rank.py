"""The order of what is found: words and meaning, half and half, then one hop along names."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from runwright.context.index import bm25, hop
from runwright.context.index.terms import query_terms
from runwright.context.index.types import Floats, Hit, Numbers, Shelf

CANDIDATES = 300
"""So many items are taken from the words, and as many from the meaning."""
MEANING = 0.5
"""The share of the cosine; the rest is BM25, measured by its best."""
HOP = 0.25
"""What the link to a better item adds, at most."""


def search(
    shelf: Shelf,
    query: str,
    vector: Floats | None,
    *,
    limit: int,
    allowed: Numbers | None = None,
    now: datetime | None = None,
) -> list[Hit]:
    """The items that fit the question best, best first."""
    if allowed is not None:
        allowed = np.unique(allowed)
    weights = query_terms(query, now)
    text = bm25.score(shelf.statistics, shelf.postings(list(weights)), weights, allowed)
    numbers = text.best(CANDIDATES)
    if vector is not None:
        near, _ = shelf.nearest(vector, allowed, CANDIDATES)
        numbers = np.union1d(numbers, near).astype(np.uint32)
    fuse = _Fusion(shelf, text, vector)
    scores = dict(zip(numbers.tolist(), fuse(numbers).tolist()))
    if HOP:
        seeds = sorted(scores, key=lambda n: (-scores[n], n))[: hop.SEEDS]
        linked = hop.links(shelf, seeds, scores)
        new = np.array([n for n in linked if n not in scores], dtype=np.uint32)
        if allowed is not None: new = np.intersect1d(new, allowed)
        scores.update(zip(new.tolist(), fuse(new).tolist()))
        for n, s in linked.items():
            if n in scores: scores[n] += HOP * s
    order = sorted(scores, key=lambda n: (-scores[n], n))[:limit]
    return [Hit(n, scores[n]) for n in order]


class _Fusion:
    def __init__(self, shelf, text, vector):
        self.shelf, self.text, self.vector = shelf, text, vector
        self.top = max(float(text.values.max()) if text.values.size else 1.0, 1e-9)

    def __call__(self, numbers):
        text = self.text.of(numbers) / self.top
        if self.vector is None or not numbers.size:
            return text
        cos = self.shelf.cosines(self.vector, numbers)
        cos = np.where(np.isnan(cos), text*.5, cos)
        return MEANING*cos + (1-MEANING)*text
