"""`client.context`."""

from __future__ import annotations

from decimal import Decimal

from runwright.client.calls import D, Noun, call, flow
from runwright.client.requests import Flow, Steps
from runwright.client.types.common import Order, Source, When
from runwright.client.types.context import ContextItem, Entity, EntityKind, ItemKind
from runwright.client.values import data_of


class Context(Noun[D]):
    """The context graph: what runs can read, by the same right."""

    @call
    def search(
        self,
        q: str,
        *,
        source: Source | None = None,
        start: When | None = None,
        end: When | None = None,
        min_amount: Decimal | None = None,
        max_amount: Decimal | None = None,
        file: str | None = None,
        kind: ItemKind | None = None,
        entity: str | None = None,
        limit: int | None = None,
    ) -> Steps[tuple[ContextItem, ...]]:
        """Return the items that match best, from one source or from every one the key may read.

        Args:
            q: What to look for, in words.
            source: `calendar`, `documents` or `finance`; every one the key may read by default.
            start: Only items at or after this moment.
            end: Only items before this moment.
            min_amount: Only transactions of at least this amount.
            max_amount: Only transactions of at most this amount.
            file: Only items of this file, by its id.
            kind: Only items of this kind: `event`, `passage` or `transaction`.
            entity: Only items that mention this entity, by its id.
            limit: How many to return, 1 to 100; 20 by default.
        """
        query = {
            "q": q,
            "source": source,
            "start": start,
            "end": end,
            "min_amount": min_amount,
            "max_amount": max_amount,
            "file": file,
            "kind": kind,
            "entity": entity,
            "limit": limit,
        }
        return self._get("/v1/context/search", data_of(ContextItem.read), query=query)

    @flow
    def items(
        self,
        *,
        source: Source,
        start: When | None = None,
        end: When | None = None,
        min_amount: Decimal | None = None,
        max_amount: Decimal | None = None,
        file: str | None = None,
        kind: ItemKind | None = None,
        entity: str | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[ContextItem]:
        """Iterate over the items of one source, newest first.

        Args:
            source: `calendar`, `documents` or `finance`.
            start: Only items at or after this moment.
            end: Only items before this moment.
            min_amount: Only transactions of at least this amount.
            max_amount: Only transactions of at most this amount.
            file: Only items of this file, by its id.
            kind: Only items of this kind: `event`, `passage` or `transaction`.
            entity: Only items that mention this entity, by its id.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/context/items",
            ContextItem.read,
            page_size,
            source=source,
            start=start,
            end=end,
            min_amount=min_amount,
            max_amount=max_amount,
            file=file,
            kind=kind,
            entity=entity,
            order=order,
            after=after,
        )

    @flow
    def entities(
        self,
        *,
        source: Source,
        kind: EntityKind | None = None,
        q: str | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[Entity]:
        """Iterate over the people, places and names that the items of one source mention.

        Args:
            source: `calendar`, `documents` or `finance`.
            kind: Only entities of this kind: `person`, `organisation`, `place`, `account` or
                `name`.
            q: Only entities whose name contains this.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/context/entities",
            Entity.read,
            page_size,
            source=source,
            kind=kind,
            q=q,
            order=order,
            after=after,
        )
