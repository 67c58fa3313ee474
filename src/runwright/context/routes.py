"""HTTP in and out of the context graph: what a person can look at is what a run can read."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import orjson
from pydantic import AfterValidator, Field, ValidationInfo, WithJsonSchema, field_validator

from runwright import clock
from runwright.api import pages
from runwright.api.call import Answer, Call, answer
from runwright.api.fields import DecimalText, EntityId, FileId, ItemId
from runwright.api.pages import ListShape, PageQuery
from runwright.api.parsing import Errors, Query, QueryInt, Shape
from runwright.api.router import Access, Route
from runwright.clock import parse, stamp
from runwright.context import service
from runwright.context.service import Context
from runwright.context.types import ContextItem, EntityKind, Filters
from runwright.records.facts import AnyFacts, Kind
from runwright.trust.kernel import Grant

Source = Literal["calendar", "documents", "finance"]


def _moment(text: str) -> str:
    if len(text) == 10:
        text += "T00:00:00Z"
    try:
        return stamp(parse(text))
    except ValueError:
        raise ValueError("must be a day such as 2026-11-15 or an ISO 8601 timestamp") from None


def _amount(text: str) -> str:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError("must be a decimal number such as -42.10") from None
    if not amount.is_finite() or abs(amount) >= Decimal(10) ** 14:
        raise ValueError("must have at most 14 digits")
    return text


Moment = Annotated[
    str,
    AfterValidator(_moment),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "format": "date"},
                {"type": "string", "format": "date-time"},
            ]
        }
    ),
]
Amount = Annotated[
    str,
    Field(max_length=40),
    AfterValidator(_amount),
    WithJsonSchema({"type": "string", "pattern": r"^[+-]?[0-9]{1,14}(\.[0-9]{1,20})?$"}),
]


class _Filtered(Query):
    """The filters that search and the list of items share."""

    start: Moment | None = None
    """Only items at or after this day or time."""
    end: Moment | None = None
    """Only items before this day or time."""
    min_amount: Amount | None = None
    """Only transactions of at least this amount. Expenses are negative."""
    max_amount: Amount | None = None
    """Only transactions of at most this amount."""
    file: str | None = None
    """Only items from this file."""
    kind: Kind | None = None
    """Only items of this kind."""
    entity: str | None = None
    """Only items that mention this entity."""

    @field_validator("end")
    @classmethod
    def _in_order(cls, end: str | None, info: ValidationInfo) -> str | None:
        start = info.data.get("start")
        if start and end and end <= start:
            raise ValueError("must be later than start")
        return end

    def filters(self) -> Filters:
        """The same as a value for the store."""
        return Filters(
            start=self.start,
            end=self.end,
            least=self.min_amount,
            most=self.max_amount,
            file=self.file,
            kind=self.kind,
            entity=self.entity,
        )


class SearchQuery(_Filtered):
    """What is looked for, and where: without a source, in each that the key may read."""

    source: Source | None = None
    """The source to search. Every source that the key may read if absent."""
    q: str = Field(min_length=1, max_length=4000)
    """What to look for, in words."""
    limit: QueryInt = Field(default=20, ge=1, le=100)
    """How many items to return."""


class ItemsQuery(_Filtered, PageQuery):
    """Which items are listed."""

    lists = "item"

    source: Source
    """The source to list."""


class EntitiesQuery(PageQuery):
    """Which entities are listed."""

    lists = "ent"

    source: Source
    """The source to list."""
    kind: EntityKind | None = None
    """Only entities of this kind."""
    q: str | None = Field(default=None, min_length=1, max_length=200)
    """A part of the name."""


class MentionedShape(Shape):
    """A person, company or place that an item mentions."""

    id: EntityId
    kind: EntityKind
    """What kind of entity it is."""
    name: str
    """Its name."""


class ItemShape(Shape):
    """An item of the context: an event, a transaction, a passage, a table or a document."""

    id: ItemId
    object: Literal["context_item"]
    source: Source
    """The source it belongs to."""
    kind: Kind
    """What kind of item it is."""
    text: str
    """The item as text."""
    file: FileId
    """The file it came from."""
    page: int | None
    """The page of that file."""
    at: str | None
    """The day or time it refers to."""
    amount: DecimalText | None
    """The amount of a transaction. Expenses are negative."""
    currency: str | None
    """The currency of that amount (ISO 4217)."""
    facts: AnyFacts
    """The item as typed fields."""
    entities: list[MentionedShape]
    """The people, companies and places it mentions."""
    score: float | None = None
    """How well it matches the search. Comparable within one source."""


class FoundShape(Shape):
    """Search results, best first."""

    object: Literal["list"]
    data: list[ItemShape]
    """The items, best first."""


class ItemList(ListShape):
    """One page of items."""

    data: list[ItemShape]
    total: int | None
    """How many items the source has in all; null when the list is filtered."""


class EntityShape(Shape):
    """A person, company or place that items mention."""

    id: EntityId
    object: Literal["context_entity"]
    source: Source
    """The source it belongs to."""
    kind: EntityKind
    """What kind of entity it is."""
    name: str
    """Its name."""
    items: int
    """How many items mention it."""
    same_as: list[EntityId]
    """The ids of other entities in this source that share a name with it."""


class EntityList(ListShape):
    """One page of entities."""

    data: list[EntityShape]


def routes(context: Context) -> list[Route]:
    """The routes of this noun."""

    async def search(call: Call) -> Answer:
        query: SearchQuery = call.query
        found = await context.search(
            _grants(call, query.source),
            query.q,
            source=query.source,
            limit=query.limit,
            filters=query.filters(),
            now=clock.now().astimezone(ZoneInfo(call.principal.time_zone)),
        )
        return answer({"object": "list", "data": [_shown(item) for item in found]})

    return [
        Route(
            method="GET",
            path="/v1/context/search",
            action="context.search",
            scope=Access.BY_SOURCES,
            handler=search,
            summary="Search one source, or all that the key may read",
            query=SearchQuery,
            look_up=_look_up,
            answer=FoundShape,
            problems=("scope_denied",),
        ),
        Route(
            method="GET",
            path="/v1/context/items",
            action="context.items",
            scope=Access.BY_SOURCE,
            handler=_items,
            summary="List the items of one source, newest first",
            query=ItemsQuery,
            look_up=_look_up,
            answer=ItemList,
            problems=("scope_denied",),
        ),
        Route(
            method="GET",
            path="/v1/context/entities",
            action="context.entities",
            scope=Access.BY_SOURCE,
            handler=_entities,
            summary="List the entities that a source mentions",
            query=EntitiesQuery,
            answer=EntityList,
            problems=("scope_denied",),
        ),
    ]


async def _items(call: Call) -> Answer:
    query: ItemsQuery = call.query
    page, filters = query.page(), query.filters()
    found, total = await call.read(
        lambda reader: service.list_items(reader, call.grant, query.source, page, filters)
    )
    return answer({**pages.render(found, _shown), "total": total})


async def _entities(call: Call) -> Answer:
    query: EntitiesQuery = call.query
    source, page = query.source, query.page()
    found = await call.read(
        lambda reader: service.list_entities(reader, call.grant, source, page, query.kind, query.q)
    )
    return answer(pages.render(found, lambda row: _entity(source, *row)))


async def _look_up(call: Call, given: Mapping[str, Any], errors: Errors) -> None:
    """Name a file or an entity that is not there in a query that is wrong elsewhere."""
    source = given.get("source")
    # There is no grant if the query names a source that does not exist.
    if grants := _grants(call, source):
        file, entity = given.get("file"), given.get("entity")
        errors |= await call.read(
            lambda reader: service.absent(reader, grants, source, file=file, entity=entity)
        )


def _grants(call: Call, source: str | None) -> Mapping[str, Grant]:
    """The grant of each source that a query reads."""
    if source is not None and call.grant is not None:
        return {source: call.grant}
    return call.grants


def _shown(item: ContextItem) -> dict[str, Any]:
    shown = {
        "id": item.id,
        "object": "context_item",
        "source": item.source,
        "kind": item.kind,
        "text": item.text,
        "file": item.file_id,
        "page": item.page,
        "at": item.at,
        "amount": item.amount,
        "currency": item.currency,
        "facts": orjson.loads(item.facts),
        "entities": [{"id": e.id, "kind": e.kind, "name": e.name} for e in item.entities],
    }
    return shown if item.score is None else {**shown, "score": item.score}


def _entity(source: str, row: Any, same: list[str], items: int) -> dict[str, Any]:
    return {
        "id": row.id,
        "object": "context_entity",
        "source": source,
        "kind": row.kind,
        "name": row.name,
        "items": items,
        "same_as": same,
    }
