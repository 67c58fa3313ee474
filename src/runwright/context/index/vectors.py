"""Vectors of a shelf in memory: scored in NumPy, kept up to date, bounded by bytes.

Each vector is kept as signed bytes, and as one bit a dimension. Large shelves are first sifted by
the bits (how many signs agree with the question's), and what remains is scored by the bytes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runwright import later
from runwright.context.index.types import DIMENSIONS, Floats, Numbers, Vectors

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = later.Module("numpy")

SIFT_FROM = 20_000
SIFTED = 1_500
"""How many vectors of a large shelf are scored by their bytes."""

Loader = Callable[[int], list[tuple[int, int, bytes]]]
"""Number, change and bytes of each vector that was added after a change."""


@dataclass(slots=True)
class Shelved:
    """The vectors of one shelf, by ascending number."""

    seen: int
    erasures: int
    numbers: Numbers
    vectors: Vectors
    scales: Floats
    """One over the length of each vector."""
    bits: npt.NDArray[np.uint64]
    """The signs, 64 to a word: one row a word, so that each is compared in one sweep."""

    @classmethod
    def empty(cls, erasures: int) -> Shelved:
        """A shelf of which nothing was loaded yet."""
        return cls(
            seen=0,
            erasures=erasures,
            numbers=np.zeros(0, np.uint32),
            vectors=np.zeros((0, DIMENSIONS), np.int8),
            scales=np.zeros(0, np.float32),
            bits=np.zeros((DIMENSIONS // 64, 0), np.uint64),
        )

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return int(self.vectors.nbytes + self.bits.nbytes + 8 * len(self.numbers))

    def with_more(self, rows: Iterable[tuple[int, int, bytes]]) -> Shelved:
        """The same with further vectors."""
        found = sorted(rows)
        if not found:
            return self
        vectors = np.frombuffer(b"".join(body for _, _, body in found), np.int8)
        vectors = vectors.reshape(len(found), DIMENSIONS)
        numbers = np.concatenate([self.numbers, np.asarray([n for n, _, _ in found], np.uint32)])
        order = np.argsort(numbers, kind="stable")
        return Shelved(
            seen=max(change for _, change, _ in found),
            erasures=self.erasures,
            numbers=numbers[order],
            vectors=np.concatenate([self.vectors, vectors])[order],
            scales=np.concatenate([self.scales, _scales(vectors)])[order],
            bits=np.concatenate([self.bits, _bits(vectors)], axis=1)[:, order],
        )

    def nearest(self, query: Floats, allowed: Numbers | None, limit: int) -> tuple[Numbers, Floats]:
        """The numbers of the nearest vectors, with their cosines, best first."""
        places = np.arange(len(self.numbers))
        if allowed is not None:
            places = places[np.isin(self.numbers, allowed)]
        if len(places) > SIFT_FROM:
            places = places[self._sift(query, places)]
        cosines = self._cosines(query, places)
        best = _top(cosines, limit)
        return self.numbers[places[best]], cosines[best]

    def cosines(self, query: Floats, numbers: Numbers) -> Floats:
        """The cosine of each of these items; NaN for one without a vector."""
        if not len(self.numbers):
            return np.full(len(numbers), np.nan, np.float32)
        places = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
        found = self._cosines(query, places)
        found[self.numbers[places] != numbers] = np.nan
        return found

    def _sift(self, query: Floats, places: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        asked = np.packbits(query > 0).view(np.uint64)
        bits = self.bits if len(places) == self.bits.shape[1] else self.bits[:, places]
        apart = np.zeros(len(places), np.uint16)
        differ, counts = np.empty(len(places), np.uint64), np.empty(len(places), np.uint8)
        for word, signs in zip(asked, bits, strict=True):
            np.bitwise_count(np.bitwise_xor(signs, word, out=differ), out=counts)
            apart += counts
        # As far as it takes to have enough; those that are equally far are all kept.
        reach = np.searchsorted(np.cumsum(np.bincount(apart)), SIFTED)
        return np.flatnonzero(apart <= reach)

    def _cosines(self, query: Floats, places: npt.NDArray[np.intp]) -> Floats:
        # einsum, not @: BLAS would start threads that get in the way of the server's own.
        dots = np.einsum("ij,j->i", self.vectors[places].astype(np.float32), query)
        scored: Floats = dots * self.scales[places]
        return scored


def _scales(vectors: Vectors) -> Floats:
    lengths = np.linalg.norm(vectors.astype(np.float32), axis=1)
    scales: Floats = (1.0 / np.maximum(lengths, 1e-6)).astype(np.float32)
    return scales


def _bits(vectors: Vectors) -> npt.NDArray[np.uint64]:
    return np.ascontiguousarray(np.packbits(vectors > 0, axis=1).view(np.uint64).T)


def _top(scores: Floats, limit: int) -> npt.NDArray[np.intp]:
    if len(scores) > limit:
        candidates = np.argpartition(-scores, limit)[:limit]
    else:
        candidates = np.arange(len(scores))
    return candidates[np.argsort(-scores[candidates], kind="stable")]


class VectorCache:
    """The shelves that were searched last, as many as fit; safe to use from several threads."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._shelves: OrderedDict[tuple[str, str], Shelved] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, shelf: tuple[str, str], change: int, erasures: int, load: Loader) -> Shelved:
        """The vectors of a shelf as it stands; `load` brings those that are not here yet."""
        with self._lock:
            known = self._shelves.get(shelf)
        if known is None or known.erasures != erasures:
            known = Shelved.empty(erasures)
        if known.seen < change:
            known = known.with_more(load(known.seen))
            known.seen = change
        with self._lock:
            self._shelves[shelf] = known
            self._shelves.move_to_end(shelf)
            while len(self._shelves) > 1 and self._size() > self._most:
                self._shelves.popitem(last=False)
        return known

    def forget(self, project_id: str) -> None:
        """Let go of a project's vectors: something of it was erased."""
        with self._lock:
            for shelf in [shelf for shelf in self._shelves if shelf[0] == project_id]:
                del self._shelves[shelf]

    def _size(self) -> int:
        return sum(shelved.size for shelved in self._shelves.values())
