"""A search over texts that are in no index, such as the passages of an attached file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from runwright import later
from runwright.context.index import embedder, names, rank
from runwright.context.index.embedder import Embedder, passage_text
from runwright.context.index.terms import analyse
from runwright.context.index.types import Floats, Hit, Numbers, Postings, Statistics

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

MOST_EMBEDDED = 20
"""So many texts get vectors, those first that share most words with the question: a hundred words
take 50 ms."""
_MOST_COUNTED = 255
_MOST_TERMS = 65_535


class Text(NamedTuple):
    """A text that is searched."""

    title: str
    text: str


class InMemory:
    """See `types.Shelf`."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self._texts = texts
        self._terms = [_terms(each) for each in texts]
        self._vectors: dict[int, Floats] = {}

    def search(self, query: str, limit: int) -> list[Hit]:
        """The texts that fit a question best, best first."""
        if not embedder.is_available():
            return rank.search(self, query, None, limit=limit)
        by_words = rank.search(self, query, None, limit=MOST_EMBEDDED)
        likely = dict.fromkeys((*(hit.number for hit in by_words), *range(len(self._texts))))
        for number in list(likely)[:MOST_EMBEDDED]:
            self._vectors[number] = _vector(passage_text(*self._texts[number]))
        return rank.search(self, query, _vector(query), limit=limit)

    @property
    def statistics(self) -> Statistics:
        """See `Shelf`."""
        return Statistics(len(self._texts), sum(sum(terms.values()) for terms in self._terms))

    def postings(self, terms: Sequence[str]) -> Mapping[str, Postings]:
        """See `Shelf`."""
        return {term: self._postings[term] for term in terms if term in self._postings}

    def nearest(
        self, vector: Floats, allowed: Numbers | None, limit: int
    ) -> tuple[Numbers, Floats]:
        """See `Shelf`."""
        numbers = np.asarray(sorted(self._vectors), np.uint32)
        if allowed is not None:
            numbers = numbers[np.isin(numbers, allowed)]
        cosines = self.cosines(vector, numbers)
        best = np.argsort(-cosines, kind="stable")[:limit]
        return numbers[best], cosines[best]

    def cosines(self, vector: Floats, numbers: Numbers) -> Floats:
        """See `Shelf`."""
        known = [self._vectors.get(number) for number in numbers.tolist()]
        return np.asarray([np.nan if v is None else vector @ v for v in known], np.float32)

    def mentioned(self, numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
        """See `Shelf`."""
        return {number: self._mentions[number] for number in numbers}

    def mentioning(self, keys: Sequence[str], limit: int) -> Mapping[str, Numbers]:
        """See `Shelf`."""
        found = {
            key: [n for n, mentions in enumerate(self._mentions) if key in mentions] for key in keys
        }
        return {key: np.asarray(some[:limit], np.uint32) for key, some in found.items() if some}

    @cached_property
    def _postings(self) -> Mapping[str, Postings]:
        places: dict[str, list[tuple[int, int, int]]] = {}
        for number, terms in enumerate(self._terms):
            length = min(sum(terms.values()), _MOST_TERMS)
            for term, count in terms.items():
                places.setdefault(term, []).append((number, min(count, _MOST_COUNTED), length))
        return {term: _posted(found) for term, found in places.items()}

    @cached_property
    def _mentions(self) -> Sequence[Sequence[str]]:
        return [[name.key for name in names.find(text, title)] for title, text in self._texts]


def _posted(found: Sequence[tuple[int, int, int]]) -> Postings:
    numbers, counts, lengths = zip(*found, strict=True)
    return Postings(
        np.asarray(numbers, np.uint32),
        np.asarray(counts, np.uint8),
        np.asarray(lengths, np.uint16),
    )


@lru_cache(4_096)
def _terms(text: Text) -> Mapping[str, int]:
    return analyse(text.text, text.title)


# A run that goes on in another process, and the next one with the same file, embed again.
@lru_cache(1_024)
def _vector(text: str) -> Floats:
    return _embedder().embed_query(text)


@cache
def _embedder() -> Embedder:
    return Embedder()
