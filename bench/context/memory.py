"""A shelf in memory: the ranking without a database under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from runwright.context.index import names, terms
from runwright.context.index.types import DIMENSIONS, Floats, Numbers, Postings, Statistics
from runwright.files.formats.types import Draft


class MemoryShelf:
    """See `Shelf`: items are numbered from 0, in the order in which they are put."""

    def __init__(self, drafts: Sequence[Draft], vectors: Sequence[Floats | None]) -> None:
        found = [terms.analyse(draft.text, draft.title) for draft in drafts]
        lengths = np.array([min(sum(counts.values()), 65_535) for counts in found], dtype=np.uint16)
        self._postings = _postings(found, lengths)
        self.statistics = Statistics(items=len(drafts), terms=int(lengths.sum(dtype=np.int64)))
        self._mentioned = [_keys(draft) for draft in drafts]
        self._mentioning = _turned(self._mentioned)
        self._vectors = _matrix(vectors)

    def postings(self, terms: Sequence[str]) -> Mapping[str, Postings]:
        """See `Shelf`."""
        return {term: self._postings[term] for term in terms if term in self._postings}

    def nearest(
        self, vector: Floats, allowed: Numbers | None, limit: int
    ) -> tuple[Numbers, Floats]:
        """See `Shelf`."""
        numbers = np.arange(len(self._vectors), dtype=np.uint32) if allowed is None else allowed
        cosines = self.cosines(vector, numbers)
        known = ~np.isnan(cosines)
        numbers, cosines = numbers[known], cosines[known]
        order = np.argsort(-cosines, kind="stable")[:limit]
        return numbers[order], cosines[order]

    def cosines(self, vector: Floats, numbers: Numbers) -> Floats:
        """See `Shelf`."""
        return self._vectors[numbers] @ vector

    def mentioned(self, numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
        """See `Shelf`."""
        return {number: self._mentioned[number] for number in numbers}

    def mentioning(self, keys: Sequence[str], limit: int) -> Mapping[str, Numbers]:
        """See `Shelf`."""
        return {key: self._mentioning[key][:limit] for key in keys if key in self._mentioning}


def _keys(draft: Draft) -> list[str]:
    mentions = [*draft.mentions, *names.find(draft.text, draft.title)]
    return list(dict.fromkeys(mention.key for mention in mentions))


def _turned(mentioned: Sequence[Sequence[str]]) -> dict[str, Numbers]:
    found: dict[str, list[int]] = {}
    for number, keys in enumerate(mentioned):
        for key in keys:
            found.setdefault(key, []).append(number)
    return {key: np.array(numbers, dtype=np.uint32) for key, numbers in found.items()}


def _postings(
    found: Sequence[Mapping[str, int]], lengths: npt.NDArray[np.uint16]
) -> dict[str, Postings]:
    holders: dict[str, list[tuple[int, int]]] = {}
    for number, counts in enumerate(found):
        for term, count in counts.items():
            holders.setdefault(term, []).append((number, count))
    return {term: _entry(pairs, lengths) for term, pairs in holders.items()}


def _entry(pairs: Sequence[tuple[int, int]], lengths: npt.NDArray[np.uint16]) -> Postings:
    numbers = np.array([number for number, _ in pairs], dtype=np.uint32)
    counts = np.array([count for _, count in pairs], dtype=np.uint8)
    return Postings(numbers, counts, lengths[numbers])


def _matrix(vectors: Sequence[Floats | None]) -> Floats:
    unknown = np.full(DIMENSIONS, np.nan, dtype=np.float32)
    rows = [unknown if vector is None else vector for vector in vectors]
    return np.array(rows, dtype=np.float32).reshape(len(rows), DIMENSIONS)
