"""One source of one project, read from the database: what the ranking works on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from runwright import later
from runwright.context import store as context_store
from runwright.context.generations import store as generations
from runwright.context.index import store
from runwright.context.index.pgvector import store as pgvector_store
from runwright.context.index.types import Floats, Numbers, Postings, Statistics
from runwright.context.index.vectors import Shelved, VectorCache
from runwright.db.transaction import Reader
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

MOST_HIDDEN = 500
"""So many more of the nearest are looked at while a file is read anew: the rest of its items may
take the places of others, which words still find."""
MOST_EXACT = 50_000
"""Items that pass a filter and are scored one by one, where the database has the vectors."""


class SourceIndex:
    """See `types.Shelf`. It lives as long as the reading transaction it was made in."""

    def __init__(
        self,
        reader: Reader,
        grant: Grant,
        source: str,
        state: store.ShelfState,
        cache: VectorCache,
    ) -> None:
        self._reader = reader
        self._grant = grant
        self._source = source
        self._state = state
        self._cache = cache
        self._known: dict[str, Postings] = {}

    @property
    def statistics(self) -> Statistics:
        """See `Shelf`."""
        return Statistics(items=self._state.items, terms=self._state.terms)

    def postings(self, terms: Sequence[str]) -> Mapping[str, Postings]:
        """See `Shelf`."""
        fresh = [term for term in terms if term not in self._known]
        found = store.read_postings(self._reader, self._grant, self._source, fresh)
        self._known |= {term: self._shown(posted) for term, posted in found.items()}
        return {term: self._known[term] for term in terms if term in self._known}

    def nearest(
        self, vector: Floats, allowed: Numbers | None, limit: int
    ) -> tuple[Numbers, Floats]:
        """See `Shelf`."""
        if not self._state.has_nearest:
            if self._hidden.size:
                having = self._vectors.numbers if allowed is None else allowed
                allowed = having[~np.isin(having, self._hidden)]
            return self._vectors.nearest(vector, allowed, limit)
        shelf = (self._reader, self._grant, self._source)
        if allowed is None:
            more = min(self._hidden.size, MOST_HIDDEN)
            numbers, cosines = pgvector_store.nearest(*shelf, vector, limit + more)
            shown = ~np.isin(numbers, self._hidden)
            return numbers[shown][:limit], cosines[shown][:limit]
        numbers, cosines = pgvector_store.exact(*shelf, vector, allowed[:MOST_EXACT].tolist())
        return numbers[:limit], cosines[:limit]

    def cosines(self, vector: Floats, numbers: Numbers) -> Floats:
        """See `Shelf`."""
        if not self._state.has_nearest:
            return self._vectors.cosines(vector, numbers)
        shelf = (self._reader, self._grant, self._source)
        known = dict(zip(*pgvector_store.exact(*shelf, vector, numbers.tolist()), strict=True))
        return np.asarray([known.get(number, np.nan) for number in numbers], np.float32)

    def mentioned(self, numbers: Sequence[int]) -> Mapping[int, Sequence[str]]:
        """See `Shelf`."""
        return context_store.read_mentions(self._reader, self._grant, self._source, numbers)

    def mentioning(self, keys: Sequence[str], limit: int) -> Mapping[str, Numbers]:
        """See `Shelf`. An entity is found like a word."""
        found = self.postings([f"@{key}" for key in keys])
        return {term[1:]: np.sort(p.numbers)[:limit] for term, p in found.items()}

    def _shown(self, posted: Postings) -> Postings:
        if not self._hidden.size:
            return posted
        shown = ~np.isin(posted.numbers, self._hidden)
        return Postings(posted.numbers[shown], posted.counts[shown], posted.lengths[shown])

    @cached_property
    def _hidden(self) -> Numbers:
        """The items of files that are being read anew which must not be found."""
        hidden = generations.hidden(self._reader, self._grant, self._source)
        return np.asarray(hidden, np.uint32)

    @cached_property
    def _vectors(self) -> Shelved:
        def load(seen: int) -> list[tuple[int, int, bytes]]:
            return store.read_vectors(self._reader, self._grant, self._source, seen)

        shelf = (self._grant.project(SOURCES[self._source]), self._source)
        return self._cache.get(shelf, self._state.change, self._state.erasures, load)
