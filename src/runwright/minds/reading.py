"""What reads gave, decoded: once for all that look at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, cast

import orjson

from runwright import canonical
from runwright.minds.blobs import items_of_query, queries_in
from runwright.minds.values import Item
from runwright.records.facts import parse_facts
from runwright.tools import base
from runwright.tools.base import Source
from runwright.tools.batch import Batch

_DEFAULTS = tuple(Item._field_defaults.get(name) for name in Item._fields)


class QueryResult(tuple[Item, ...]):
    """The items that one query gave, each once."""

    is_cut = False
    """Whether there were more than are read at once."""

    @classmethod
    def decoded(cls, found: Mapping[str, Any]) -> QueryResult:
        """What a query gave, as `minds.blobs` has it."""
        result = cls(items_of_query(found))
        result.is_cut = bool(found.get("cut"))
        return result

    @cached_property
    def records(self) -> Batch:
        """The records among them, as tools see them."""
        return Batch(typed(item, n) for n, item in enumerate(self, 1) if item.facts)

    @cached_property
    def by_id(self) -> Mapping[str, Item]:
        """The items by their ids."""
        return {item.id: item for item in self}

    @cached_property
    def sha256(self) -> str:
        """The hash over everything that it says."""
        return digest_of(self)


class ReadResult:
    """What one read gave."""

    def __init__(self, blob: bytes) -> None:
        self.blob = blob

    @cached_property
    def queries(self) -> tuple[QueryResult, ...]:
        """What each of its queries gave."""
        return tuple(map(QueryResult.decoded, queries_in(self.blob)))


def counted(queries: Sequence[QueryResult]) -> int:
    """How many items some queries gave, each once."""
    if len(queries) == 1:
        return len(queries[0])
    return len({item for query in queries for item in query.by_id})


def by_id(known: Mapping[str, Item], reads: Sequence[Sequence[QueryResult]]) -> Mapping[str, Item]:
    """All items that were read, by their ids; what is known already comes first."""
    maps = [known, *(query.by_id for read in reads for query in reversed(read))]
    filled = [each for each in maps if each]
    if len(filled) == 1:
        return filled[0]
    return {item_id: item for each in reversed(filled) for item_id, item in each.items()}


def digest_of(items: Sequence[Item]) -> str:
    """The hash over everything that some items say."""
    return canonical.sha256(orjson.dumps(list(map(_told, items))))


def _told(item: Item) -> Sequence[Any]:
    """Its values up to the last that says something: a field of a later release changes none."""
    end = len(item)
    while item[end - 1] == _DEFAULTS[end - 1]:
        end -= 1
    return tuple(item)[:end]


def typed(item: Item, place: int | None) -> base.Item[Any]:
    """A record as a tool sees it; its place is that in its file, or in what was read."""
    return base.Item(
        id=item.id,
        source=cast(Source, item.source),
        facts=parse_facts(item.facts),
        file=item.file or "",
        page=item.page,
        row=place,
        title=item.title,
        text=item.text,
        score=item.score,
    )
