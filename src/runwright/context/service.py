"""What happens on request in the context graph: search, and look at items and entities.

A run fetches its context by `Context.find`, the same way as a person or a program does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from runwright import later
from runwright.api.parsing import Errors
from runwright.config import Settings
from runwright.context import store
from runwright.context.bulk import store as bulk_store
from runwright.context.generations import store as generations
from runwright.context.index import rank
from runwright.context.index import store as index_store
from runwright.context.index.embedder import Embedder, is_available
from runwright.context.index.source_index import SourceIndex
from runwright.context.index.store import ShelfState
from runwright.context.index.types import Floats, Numbers
from runwright.context.index.vectors import VectorCache
from runwright.context.types import ContextItem, Filters, Gathered, Gathering
from runwright.db.database import Database
from runwright.db.paging import Page, Slice
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.trust.kernel import Grant

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

MOST_FILTERED = 1_000_000
MOST_GATHERED = 20_000
"""Items that one run reads of a source because a filter lets them through."""
_SPARE = 8
"""Hits beyond the limit, for items that are being erased."""


class _Search(NamedTuple):
    """What is looked for in each source."""

    query: str
    vector: Floats | None
    limit: int
    filters: Filters | None
    now: datetime | None
    with_entities: bool = False


class Context:
    """The service of this noun."""

    def __init__(self, *, settings: Settings, database: Database) -> None:
        self._database = database
        self._cache = VectorCache(settings.vector_cache * 1024 * 1024)
        self._embedder = Embedder()
        self._by_meaning = settings.search_by_meaning
        self._forgetting: list[Callable[[str], Awaitable[None]]] = []

    # For runs ------------------------------------------------------------------------------

    async def find(
        self,
        grant: Grant,
        source: str,
        query: str,
        *,
        limit: int,
        filters: Filters | None = None,
        now: datetime | None = None,
        with_entities: bool = False,
    ) -> list[ContextItem]:
        """The items of one source that fit a text best, under a grant of its scope."""
        return await self._find_each(
            {source: grant}, query, limit, filters or Filters(), now, with_entities
        )

    async def gather(
        self, grant: Grant, source: str, wanted: Sequence[Gathering], now: datetime
    ) -> Gathered:
        """Everything that several searches and filters of one source find."""
        texts = dict.fromkeys(each.text for each in wanted if each.text)
        vectors = {text: await self._embed(text) for text in texts}

        def read(reader: Reader) -> Gathered:
            found: dict[str, ContextItem] = {}
            for each in wanted:
                if each.text:
                    vector = vectors[each.text]
                    hits = self._fitting(reader, grant, source, each, vector, now)
                    found = {**{item.id: item for item in hits}, **found}
            files = {item.file_id for item in found.values()}
            bulk: list[bytes] = []
            is_cut = False
            for each in wanted:
                numbers = self._all(reader, grant, source, each) if each.whole else []
                is_cut = is_cut or len(numbers) > MOST_GATHERED
                if numbers:
                    rows, more = bulk_store.read(
                        reader, grant, source, numbers[:MOST_GATHERED], each.kinds
                    )
                    bulk.append(rows)
                    files |= more
            return Gathered(tuple(found.values()), tuple(bulk), frozenset(files), is_cut)

        return await self._database.read(read)

    async def state(self, grant: Grant, source: str) -> ShelfState | None:
        """How a source stands: how often it was changed, and erased from; None if it is empty."""
        state = await self._database.read_inline(
            lambda reader: index_store.read_shelf(reader, grant, source)
        )
        return state if state and state.items else None

    def at_erasure(self, forget: Callable[[str], Awaitable[None]]) -> None:
        """Who else keeps copies in memory: it drops those of a project when it is told."""
        self._forgetting.append(forget)

    async def forget(self, project_id: str) -> None:
        """Something of a project was erased: keep no copy of it in memory."""
        self._cache.forget(project_id)
        for forget in self._forgetting:
            await forget(project_id)

    # On request ----------------------------------------------------------------------------

    async def search(
        self,
        grants: Mapping[str, Grant],
        query: str,
        *,
        source: str | None,
        limit: int,
        filters: Filters,
        now: datetime,
    ) -> list[ContextItem]:
        """Items of the source that is named, or of each that there is a grant for, best first."""
        await self._database.read(lambda reader: _check_named(reader, grants, source, filters))
        return await self._find_each(grants, query, limit, filters, now, True)

    # How -----------------------------------------------------------------------------------

    async def _embed(self, query: str) -> Floats | None:
        if not self._by_meaning or not is_available():
            return None
        return await asyncio.to_thread(self._embedder.embed_query, query)

    async def _find_each(
        self,
        grants: Mapping[str, Grant],
        query: str,
        limit: int,
        filters: Filters,
        now: datetime | None,
        with_entities: bool,
    ) -> list[ContextItem]:
        """What fits a text best, of all the sources that there are grants for."""
        filled = {
            source: grant
            for source, grant in grants.items()
            if await self.state(grant, source) is not None
        }
        if not filled:
            return []
        vector = await self._embed(query)

        search = _Search(query, vector, limit, filters, now, with_entities)

        def find_each(reader: Reader) -> list[list[ContextItem]]:
            return [self._find(reader, grant, source, search) for source, grant in filled.items()]

        return _in_turn(await self._database.read(find_each))[:limit]

    def _fitting(
        self,
        reader: Reader,
        grant: Grant,
        source: str,
        wanted: Gathering,
        vector: Floats | None,
        now: datetime,
    ) -> list[ContextItem]:
        """What fits a text best, of the kinds and files that are wanted."""
        found: list[ContextItem] = []
        # Days bound a search only where it is all that is wanted.
        for filters in _filters(wanted, days=not wanted.whole):
            search = _Search(wanted.text, vector, wanted.limit, filters, now)
            found += self._find(reader, grant, source, search)
        of_kind = [item for item in found if item.kind in wanted.kinds]
        if wanted.files:
            of_kind.sort(key=lambda item: -(item.score or 0.0))
        return of_kind[: wanted.limit]

    def _all(self, reader: Reader, grant: Grant, source: str, wanted: Gathering) -> list[int]:
        """The numbers of what lies within the days; one more than is read at once if there are
        more."""
        state = index_store.read_shelf(reader, grant, source)
        if state is None:
            return []
        numbers: list[int] = []
        for filters in _filters(wanted, days=True):
            numbers += store.read_numbers(reader, grant, source, filters, MOST_GATHERED + 1)
        return numbers

    def _find(
        self, reader: Reader, grant: Grant, source: str, search: _Search
    ) -> list[ContextItem]:
        state = index_store.read_shelf(reader, grant, source)
        if state is None:
            return []
        shelf = SourceIndex(reader, grant, source, state, self._cache)
        allowed = _allowed(reader, grant, source, shelf, search.filters)
        most = search.limit + _SPARE
        hits = rank.search(
            shelf, search.query, search.vector, limit=most, allowed=allowed, now=search.now
        )
        numbers = [hit.number for hit in hits]
        items = store.read_items(reader, grant, source, numbers, search.limit, search.with_entities)
        scores = {hit.number: hit.score for hit in hits}
        return [
            replace(item, score=round(float(scores[number]), 6)) for number, item in items.items()
        ]


def _filters(wanted: Gathering, *, days: bool) -> list[Filters]:
    """What bounds a wish: one filter, or one for each of its files."""
    kind = wanted.kinds[0] if len(wanted.kinds) == 1 else None
    start, end = (wanted.start, wanted.end) if days else (None, None)
    files: Sequence[str | None] = wanted.files or (None,)
    return [Filters(start=start, end=end, kind=kind, file=file) for file in files]


def list_items(
    reader: Reader, grant: Grant, source: str, page: Page, filters: Filters
) -> tuple[Slice, int | None]:
    """A page of the items of one source, and how many it has; None when they are filtered."""
    _check_named(reader, {source: grant}, source, filters)
    found = store.list_items(reader, grant, source, page, filters)
    if filters != Filters():
        return found, None
    shelf = index_store.read_shelf(reader, grant, source)
    return found, 0 if shelf is None else shelf.items


def list_entities(
    reader: Reader, grant: Grant, source: str, page: Page, kind: str | None, name: str | None
) -> Slice:
    """A page of who and what the items of one source mention; `name` is a part of a name."""
    wanted = {"kind": kind, "name": name.lower() if name else None}
    filters = {field: value for field, value in wanted.items() if value is not None}
    return store.list_entities(reader, grant, source, page, filters)


def _in_turn(found: Sequence[Sequence[ContextItem]]) -> list[ContextItem]:
    """The best of each source, then the second of each, and so on.

    Scores are relative to the best match by words in the same source: the best of a source that
    hardly fits scores as high as the best of one that fits well. So a score decides only between
    items that have the same place in their sources.
    """
    placed = [(place, item) for items in found for place, item in enumerate(items)]
    placed.sort(key=lambda each: (each[0], -(each[1].score or 0.0)))
    return [item for _, item in placed]


def _check_named(
    reader: Reader, grants: Mapping[str, Grant], source: str | None, filters: Filters
) -> None:
    """What a query names must be there."""
    errors = absent(reader, grants, source, file=filters.file, entity=filters.entity)
    if errors:
        raise InvalidRequest(errors)


def absent(
    reader: Reader,
    grants: Mapping[str, Grant],
    source: str | None,
    *,
    file: str | None,
    entity: str | None,
) -> Errors:
    """What a query names and what is in none of the sources that it reads."""
    errors: Errors = {}
    if file is not None and not any(
        generations.has_file(reader, grant, each, file) for each, grant in grants.items()
    ):
        errors["file"] = ["must be the id of a file of this project"]
    if entity is not None and not any(
        store.entity_key(reader, grant, each, entity) for each, grant in grants.items()
    ):
        which = "this source" if source else "a source that this key may read"
        errors["entity"] = [f"must be the id of an entity of {which}"]
    return errors


def _allowed(
    reader: Reader, grant: Grant, source: str, shelf: SourceIndex, filters: Filters | None
) -> Numbers | None:
    """The numbers that the filters let through; None when there is no filter."""
    if filters is None or filters == Filters():
        return None
    if filters.entity is not None and replace(filters, entity=None) == Filters():
        return _mentioning(reader, grant, source, shelf, filters.entity)
    numbers = store.read_numbers(reader, grant, source, filters, MOST_FILTERED)
    allowed = np.asarray(sorted(numbers), np.uint32)
    if filters.entity is None:
        return allowed
    mentioning = _mentioning(reader, grant, source, shelf, filters.entity)
    return np.intersect1d(allowed, mentioning).astype(np.uint32)


def _mentioning(
    reader: Reader, grant: Grant, source: str, shelf: SourceIndex, entity: str
) -> Numbers:
    key = store.entity_key(reader, grant, source, entity)
    found = shelf.mentioning([key], MOST_FILTERED) if key else {}
    return found.get(key or "", np.zeros(0, np.uint32))
