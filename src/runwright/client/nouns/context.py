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
        """The items that fit best, of one source or of every source that the key may read."""
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
        """The items of one source, newest first."""
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
        """Who and what the items of one source mention."""
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
