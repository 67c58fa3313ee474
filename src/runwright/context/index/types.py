"""The values that the ranking works on, and the shelf that gives it them.

Items of one source of one project are numbered densely; everything here speaks of those numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


Numbers: TypeAlias = "npt.NDArray[np.uint32]"
Floats: TypeAlias = "npt.NDArray[np.float32]"
Vectors: TypeAlias = "npt.NDArray[np.int8]"

DIMENSIONS = 384
"""Of an embedding; one is stored as that many signed bytes."""


class Postings(NamedTuple):
    """Where one term occurs: three arrays of the same length, by ascending number."""

    numbers: Numbers
    counts: npt.NDArray[np.uint8]
    """How often the term is in that item, at most 255."""
    lengths: npt.NDArray[np.uint16]
    """How many terms that item has, at most 65,535."""


class Statistics(NamedTuple):
    """What BM25 must know of the whole shelf."""

    items: int
    terms: int
    """Of all items together, repetitions counted."""


class Hit(NamedTuple):
    """One found item."""

    number: int
    score: float


class Shelf(Protocol):
    """One source of one project, as the ranking sees it."""

    @property
    def statistics(self) -> Statistics:
        """Its size."""

    def postings(self, terms: Sequence[str]) -> Mapping[str, Postings]:
        """Where each of these terms occurs; a term that occurs nowhere is absent."""

    def nearest(
        self, vector: Floats, allowed: Numbers | None, limit: int
    ) -> tuple[Numbers, Floats]:
        """The items whose vectors are nearest, with their cosines, best first.

        Items that have no vector yet are not among them.
        """

    def cosines(self, vector: Floats, numbers: Numbers) -> Floats:
        """The cosine of each of these items; NaN for one that has no vector yet."""

    def mentioned(self, numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
        """The keys of the entities that each of these items mentions."""

    def mentioning(self, keys: Sequence[str], limit: int) -> Mapping[str, Numbers]:
        """The items that mention each of these entities, at most `limit` of each."""
