"""All SQL on items and entities. Reading a source needs the grant of that source's scope."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import count
from typing import Any

import orjson
from sqlalchemy import bindparam, func, not_, or_, select

from runwright import ids
from runwright.context.generations import store as generations
from runwright.context.index import store as index_store
from runwright.context.index.store import LARGEST_AMOUNT
from runwright.context.keys import alias_of
from runwright.context.types import ContextItem, Entity, Filters, NewItem
from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.sql import ADD, has_member, insert, insert_or_merge, is_in
from runwright.db.transaction import Reader, Tx
from runwright.records.columns import columns_of
from runwright.records.facts import write_facts
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

AMOUNT_UNITS = 10_000
_LIKE = re.compile("[%_~]")
_PRIVATE = ("number", "mentions")

_ITEMS, _ENTITIES = schema.context_items, schema.context_entities


def _shelf_of(table: Any) -> Any:
    return (table.c.project_id == bindparam("project")) & (table.c.source == bindparam("shelf"))


_UNSEEN = (
    *("project_id", "generation", "amount_key", "length"),
    *("type", "status", "counterparty", "account", "booking_key"),
)
_SHOWN = [column for column in _ITEMS.c if column.name not in _UNSEEN]
_ADD_ITEM = insert(_ITEMS)
_ADD_ENTITY = insert_or_merge(
    _ENTITIES,
    items=ADD,
    # A name whose kind was unclear is told by the first item that says it.
    kind="CASE WHEN {old} = 'name' THEN {new} ELSE {old} END",
)
_BY_NUMBER = select(*_SHOWN).where(_shelf_of(_ITEMS), is_in(_ITEMS.c.number, bindparam("wanted")))
_BY_ID = select(*_SHOWN).where(_shelf_of(_ITEMS), is_in(_ITEMS.c.id, bindparam("wanted")))
_MENTIONS = select(_ITEMS.c.number, _ITEMS.c.mentions).where(
    _shelf_of(_ITEMS), is_in(_ITEMS.c.number, bindparam("wanted"))
)
_FILTERS = {
    # A day is a shorter text than an instant on it, so it must be asked for by itself.
    "start": or_(
        _ITEMS.c.at >= bindparam("start"),
        _ITEMS.c.at == func.substr(bindparam("start"), 1, 10),
        _ITEMS.c.until > bindparam("start"),
    ),
    "end": _ITEMS.c.at < bindparam("end"),
    "least": _ITEMS.c.amount_key >= bindparam("least"),
    "most": _ITEMS.c.amount_key <= bindparam("most"),
    "entity_key": has_member(_ITEMS.c.mentions, bindparam("entity_key")),
    "ids": is_in(_ITEMS.c.id, bindparam("ids")),
    "hidden": not_(is_in(_ITEMS.c.number, bindparam("hidden"))),
}
_EQUAL = {"file": _ITEMS.c.file_id, "kind": _ITEMS.c.kind}
_LIST = Listing(
    select(*_SHOWN).where(_shelf_of(_ITEMS)),
    _ITEMS.c.id,
    _FILTERS,
    columns=_EQUAL,
    indexes=(("file",), ("kind",)),
)
_NUMBERS = Listing(
    select(_ITEMS.c.number).where(_shelf_of(_ITEMS)), _ITEMS.c.number, _FILTERS, columns=_EQUAL
)
_EXISTS = select(_ITEMS.c.id).where(_shelf_of(_ITEMS), _ITEMS.c.id == bindparam("item"))
_TEXT = select(_ITEMS.c.text).where(_shelf_of(_ITEMS), _ITEMS.c.id == bindparam("item"))
_BY_KEY = select(*_ENTITIES.c).where(
    _shelf_of(_ENTITIES), is_in(_ENTITIES.c.key, bindparam("wanted"))
)
_ENTITY_BY_ID = select(*_ENTITIES.c).where(
    _shelf_of(_ENTITIES), _ENTITIES.c.id == bindparam("wanted")
)
_SAME = select(*_ENTITIES.c).where(_shelf_of(_ENTITIES), _ENTITIES.c.alias == bindparam("alias"))
_ENTITY_LIST = Listing(
    select(*_ENTITIES.c).where(_shelf_of(_ENTITIES)),
    _ENTITIES.c.id,
    {
        "name": func.lower(_ENTITIES.c.name).like(bindparam("name"), escape="~"),
        "unseen": not_(is_in(_ENTITIES.c.key, bindparam("unseen"))),
    },
    columns={"kind": _ENTITIES.c.kind},
    indexes=(("kind",),),
)


# Reading ----------------------------------------------------------------------------------------


def read_items(
    reader: Reader,
    grant: Grant,
    source: str,
    numbers: Iterable[int],
    limit: int,
    with_entities: bool = True,
) -> dict[int, ContextItem]:
    """The first so many items by their numbers, in that order; one that is gone is left out."""
    project = grant.project(SOURCES[source])
    numbers = list(numbers)
    rows = {
        row.number: row
        for row in reader.all(_BY_NUMBER, project=project, shelf=source, wanted=_json(numbers))
    }
    there = [number for number in numbers if number in rows][:limit]
    items = _items(reader, project, source, [rows[number] for number in there], with_entities)
    return dict(zip(there, items, strict=True))


def read_by_id(
    reader: Reader, grant: Grant, source: str, item_ids: Sequence[str]
) -> dict[str, ContextItem]:
    """Items by their ids, without their entities; one that is gone is left out."""
    project = grant.project(SOURCES[source])
    rows = reader.all(_BY_ID, project=project, shelf=source, wanted=_json(list(item_ids)))
    return {item.id: item for item in _items(reader, project, source, rows, with_entities=False)}


def read_mentions(
    reader: Reader, grant: Grant, source: str, numbers: Iterable[int]
) -> dict[int, list[str]]:
    """The keys of the entities that items mention."""
    project = grant.project(SOURCES[source])
    wanted = _json(list(numbers))
    rows = reader.all(_MENTIONS, project=project, shelf=source, wanted=wanted)
    return {row.number: orjson.loads(row.mentions) for row in rows}


def list_items(reader: Reader, grant: Grant, source: str, page: Page, filters: Filters) -> Slice:
    """A page of items, filtered."""
    project = grant.project(SOURCES[source])
    values = _values(filters)
    if filters.entity is not None:
        values["entity_key"] = entity_key(reader, grant, source, filters.entity)
    if hidden := generations.hidden(reader, grant, source):
        values["hidden"] = _json(hidden)
    few = index_store.few_items(reader, grant, source, values)
    if few is not None:
        values["ids"] = _json(few)
    found = _LIST.fetch(reader, page, values, project=project, shelf=source)
    items = _items(reader, project, source, found.rows, with_entities=True)
    return Slice(rows=items, has_more=found.has_more)


def read_numbers(
    reader: Reader, grant: Grant, source: str, filters: Filters, limit: int
) -> list[int]:
    """The numbers of the items that pass the filters (that of an entity aside), newest first."""
    project = grant.project(SOURCES[source])
    page, hidden = Page(limit=limit), frozenset(generations.hidden(reader, grant, source))
    found = _NUMBERS.fetch(reader, page, _values(filters), project=project, shelf=source)
    return [row.number for row in found.rows if row.number not in hidden]


def list_entities(
    reader: Reader, grant: Grant, source: str, page: Page, filters: Mapping[str, str]
) -> Slice:
    """A page of entities, each with those that are the same one under another name.

    And with how many items mention it: one that only hidden items mention is left out.
    """
    project = grant.project(SOURCES[source])
    if "name" in filters:
        literal = _LIKE.sub(r"~\g<0>", filters["name"])
        filters = {**filters, "name": f"%{literal}%"}
    if hidden := generations.hidden_mentions(reader, grant, source):
        known = reader.all(_BY_KEY, project=project, shelf=source, wanted=_json(list(hidden)))
        unseen = [row.key for row in known if row.items <= hidden[row.key]]
        filters = {**filters, "unseen": _json(unseen)}
    found = _ENTITY_LIST.fetch(reader, page, filters, project=project, shelf=source)
    rows = [
        (row, _same(reader, project, row, hidden), row.items - hidden[row.key])
        for row in found.rows
    ]
    return Slice(rows=rows, has_more=found.has_more)


def entity_key(reader: Reader, grant: Grant, source: str, id: str) -> str | None:
    """The key of an entity of this source."""
    project = grant.project(SOURCES[source])
    row = reader.one(_ENTITY_BY_ID, project=project, shelf=source, wanted=id)
    return None if row is None else str(row.key)


def read_text(reader: Reader, grant: Grant, source: str, id: str) -> str:
    """What an item says; empty when it is gone."""
    project = grant.project(SOURCES[source])
    row = reader.one(_TEXT, project=project, shelf=source, item=id)
    return "" if row is None else str(row.text)


def exists(reader: Reader, grant: Grant, source: str, id: str) -> bool:
    """Whether an item was not erased; nothing of it is shown, so any grant will do."""
    project = grant.project(grant.scope)
    return reader.one(_EXISTS, project=project, shelf=source, item=id) is not None


def _items(
    reader: Reader, project: str, source: str, rows: Sequence[Any], with_entities: bool
) -> list[ContextItem]:
    """Rows as items, with the entities that they mention if those are wanted."""
    keys = [orjson.loads(row.mentions) if with_entities else [] for row in rows]
    wanted = _json(sorted({key for own in keys for key in own}))
    known = {
        row.key: Entity(id=row.id, kind=row.kind, name=row.name)
        for row in (
            reader.all(_BY_KEY, project=project, shelf=source, wanted=wanted)
            if with_entities
            else ()
        )
    }
    return [
        ContextItem(
            **{name: value for name, value in row._asdict().items() if name not in _PRIVATE},
            entities=tuple(known[key] for key in own if key in known),
        )
        for row, own in zip(rows, keys, strict=True)
    ]


def _json(values: list[Any]) -> str:
    return orjson.dumps(values).decode()


def _same(reader: Reader, project: str, row: Any, hidden: Counter[str]) -> list[str]:
    same = reader.all(_SAME, project=project, shelf=row.source, alias=row.alias)
    shown = (other for other in same if other.items > hidden[other.key])
    return [other.id for other in shown if other.id != row.id]


def _values(filters: Filters) -> dict[str, Any]:
    given = {
        "start": _moment(filters.start),
        "end": _moment(filters.end),
        "least": _amount_key(filters.least),
        "most": _amount_key(filters.most),
        "file": filters.file,
        "kind": filters.kind,
    }
    return {name: value for name, value in given.items() if value is not None}


def _moment(text: str | None) -> str | None:
    """Midnight is the day itself, so that days and instants compare as one would expect."""
    return text[:10] if text and text.endswith("T00:00:00.000Z") else text


def _amount_key(amount: str | None) -> int | None:
    if amount is None:
        return None
    units = int(Decimal(amount) * AMOUNT_UNITS)
    return max(-LARGEST_AMOUNT, min(units, LARGEST_AMOUNT))


# Writing ----------------------------------------------------------------------------------------


def add_items(
    tx: Tx,
    grant: Grant,
    file_id: str,
    source: str,
    items: Sequence[NewItem],
    generation: int = 0,
) -> None:
    """Put items on a shelf: rows, entities and full text at once; vectors follow.

    They are shown as soon as their generation is the one of their file.
    """
    project = grant.project(Scope.FILES_WRITE)
    lengths = [sum(item.terms.values()) for item in items]
    first = index_store.reserve(tx, grant, source, len(items), sum(lengths))
    tx.run_many(
        _ADD_ITEM,
        (
            {
                "project_id": project,
                "source": source,
                "file_id": file_id,
                "generation": generation,
                **row,
            }
            for row in map(_row, count(first), _ids(len(items)), items, lengths)
        ),
    )
    index_store.add_to_index(
        tx, grant, file_id, source, first, [_with_entities(item) for item in items]
    )
    _add_entities(tx, project, source, items)


def _row(number: int, item_id: str, item: NewItem, length: int) -> dict[str, Any]:
    columns = columns_of(item.facts)
    return {
        "number": number,
        "id": item_id,
        "kind": item.facts.kind,
        "title": item.title,
        "text": item.text,
        "page": item.page,
        "row": item.row,
        **columns._asdict(),
        "amount_key": _amount_key(columns.amount),
        "facts": write_facts(item.facts),
        "mentions": orjson.dumps([mention.key for mention in item.mentions]).decode(),
        "length": length,
    }


def _ids(wanted: int) -> list[str]:
    """New ids in the order of the items: among those of one moment chance would decide."""
    return sorted(ids.new("item") for _ in range(wanted))


def _with_entities(item: NewItem) -> dict[str, int]:
    """An entity is found like a word, under its key and under what makes it the same as others."""
    names = {f"@{key}" for m in item.mentions for key in (m.key, alias_of(m))}
    return {**item.terms, **dict.fromkeys(sorted(names), 1)}


def _add_entities(tx: Tx, project: str, source: str, items: Sequence[NewItem]) -> None:
    known = {mention.key: mention for item in items for mention in item.mentions}
    counts = Counter(key for item in items for key in {m.key for m in item.mentions})
    tx.run_many(
        _ADD_ENTITY,
        (
            {
                "project_id": project,
                "source": source,
                "key": key,
                "id": ids.new("ent"),
                "kind": known[key].kind,
                "name": known[key].name,
                "alias": alias_of(known[key]),
                "items": counts[key],
            }
            for key in sorted(known)
        ),
    )
