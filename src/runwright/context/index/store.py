"""All SQL on the index: shelves, postings, what to take out at erasure, vectors.

Reading needs a grant of the source's scope; writing one of `files:write`, which is what brings
items in and takes them out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright.context.index import postings, weights
from runwright.context.index.types import Postings
from runwright.db import schema
from runwright.db.sql import APPEND, insert, insert_or_ignore, insert_or_merge, is_in
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

_SHELVES, _POSTINGS = schema.context_shelves, schema.context_postings
_TERMS, _VECTORS, _ITEMS = schema.context_terms, schema.context_vectors, schema.context_items

LARGEST_AMOUNT = 2**62
FEW = 2000
"""Items that are looked up one by one and sorted, rather than read in a list's order."""


def _shelf_of(table: Any) -> Any:
    return (table.c.project_id == bindparam("project")) & (table.c.source == bindparam("shelf"))


_SHELF = select(*_SHELVES.c).where(_shelf_of(_SHELVES))
_ADD_SHELF = insert_or_ignore(_SHELVES)
_GROW = (
    update(_SHELVES)
    .where(_shelf_of(_SHELVES))
    .values(
        next_number=_SHELVES.c.next_number + bindparam("more"),
        items=_SHELVES.c["items"] + bindparam("more"),
        terms=_SHELVES.c.terms + bindparam("more_terms"),
        change=_SHELVES.c.change + 1,
    )
)
_SHRINK = (
    update(_SHELVES)
    .where(_shelf_of(_SHELVES))
    .values(
        items=_SHELVES.c["items"] - bindparam("fewer"),
        terms=_SHELVES.c.terms - bindparam("fewer_terms"),
        change=_SHELVES.c.change + 1,
        erasures=_SHELVES.c.erasures + 1,
    )
)
_TOUCH = update(_SHELVES).where(_shelf_of(_SHELVES)).values(change=_SHELVES.c.change + 1)
_SET_RECIPE = update(_SHELVES).where(_shelf_of(_SHELVES)).values(recipe=bindparam("made_by"))
_OUTDATED = (
    select(_SHELVES.c.project_id, _SHELVES.c.source)
    .where(_SHELVES.c.recipe != bindparam("made_by"))
    .limit(1)
)
_FILES_OF = (
    select(_ITEMS.c.file_id)
    .where(_shelf_of(_ITEMS), _ITEMS.c.file_id > bindparam("after"))
    .distinct()
    .order_by(_ITEMS.c.file_id)
    .limit(bindparam("limit"))
)
_ADD_POSTINGS = insert_or_merge(_POSTINGS, body=APPEND)
_ADD_TERMS = insert(_TERMS)
_OF_TERMS = (
    select(_POSTINGS.c.term, _POSTINGS.c.block, _POSTINGS.c.body)
    .where(_shelf_of(_POSTINGS), is_in(_POSTINGS.c.term, bindparam("wanted")))
    .order_by(_POSTINGS.c.term, _POSTINGS.c.block)
)
_PLACE = (
    _shelf_of(_POSTINGS)
    & (_POSTINGS.c.term == bindparam("wanted"))
    & (_POSTINGS.c.block == bindparam("place"))
)
_BLOCK = select(_POSTINGS.c.body).where(_PLACE)
_SET_BLOCK = update(_POSTINGS).where(_PLACE).values(body=bindparam("kept"))
_DROP_BLOCK = delete(_POSTINGS).where(_PLACE)
# Of items that are gone: a reader that was overtaken must not touch those of its successor.
_ERASED_TERMS = (
    select(_TERMS.c.source, _TERMS.c.number, _TERMS.c.terms)
    .join(
        _ITEMS,
        (_ITEMS.c.project_id == _TERMS.c.project_id)
        & (_ITEMS.c.source == _TERMS.c.source)
        & (_ITEMS.c.number == _TERMS.c.number),
        isouter=True,
    )
    .where(
        _TERMS.c.project_id == bindparam("project"),
        _TERMS.c.file_id == bindparam("file"),
        _ITEMS.c.number.is_(None),
    )
    .limit(bindparam("limit"))
)
_DROP_TERMS = delete(_TERMS).where(
    _TERMS.c.project_id == bindparam("project"),
    _TERMS.c.file_id == bindparam("file"),
    _TERMS.c.source == bindparam("shelf"),
    _TERMS.c.number == bindparam("item"),
)
_ADD_VECTOR = insert_or_ignore(_VECTORS)
_DROP_OUTDATED = delete(_VECTORS).where(
    _shelf_of(_VECTORS),
    _VECTORS.c.number == bindparam("item"),
    _VECTORS.c.recipe != bindparam("made_by"),
)
_NEW_VECTORS = (
    select(_VECTORS.c.number, _VECTORS.c.change, _VECTORS.c.body)
    .where(
        _shelf_of(_VECTORS),
        _VECTORS.c.change > bindparam("seen"),
        _VECTORS.c.recipe == bindparam("made_by"),
    )
    .order_by(_VECTORS.c.change, _VECTORS.c.number)
)
_ITEM_IS_THERE = select(_ITEMS.c.number).where(
    _shelf_of(_ITEMS), _ITEMS.c.number == bindparam("item")
)
_WITHOUT_VECTOR = (
    select(_ITEMS.c.source, _ITEMS.c.number, _ITEMS.c.title, _ITEMS.c.text)
    .join(
        _VECTORS,
        (_VECTORS.c.project_id == _ITEMS.c.project_id)
        & (_VECTORS.c.source == _ITEMS.c.source)
        & (_VECTORS.c.number == _ITEMS.c.number)
        & (_VECTORS.c.recipe == bindparam("made_by")),
        isouter=True,
    )
    .where(
        _ITEMS.c.project_id == bindparam("project"),
        _ITEMS.c.file_id == bindparam("file"),
        _VECTORS.c.number.is_(None),
    )
    .order_by(_ITEMS.c.source, _ITEMS.c.number)
    .limit(bindparam("limit"))
)
_SOME = select(_ITEMS.c.id).where(_shelf_of(_ITEMS)).limit(FEW + 1)
_OF_AMOUNT = _SOME.where(
    _ITEMS.c.amount_key >= bindparam("least"), _ITEMS.c.amount_key <= bindparam("most")
)
_BEGUN_IN = _SOME.where(_ITEMS.c.at >= bindparam("day"), _ITEMS.c.at < bindparam("end"))
_ENDED_AFTER = _SOME.where(_ITEMS.c.until > bindparam("start"))
_NUMBERED = _SOME.where(is_in(_ITEMS.c.number, bindparam("wanted")))


class ShelfState(NamedTuple):
    """How a shelf stands."""

    items: int
    terms: int
    change: int
    erasures: int
    has_nearest: bool
    """Whether the database itself finds the nearest vectors."""


class Unembedded(NamedTuple):
    """An item that has no vector yet."""

    source: str
    number: int
    title: str
    text: str


# Reading ----------------------------------------------------------------------------------------


def read_shelf(reader: Reader, grant: Grant, source: str) -> ShelfState | None:
    """The state of a shelf; None when nothing was ever put on it."""
    row = reader.one(_SHELF, project=grant.project(SOURCES[source]), shelf=source)
    if row is None:
        return None
    has_nearest = row.nearest == weights.recipe()
    return ShelfState(row.items, row.terms, row.change, row.erasures, has_nearest)


def read_postings(
    reader: Reader, grant: Grant, source: str, terms: Iterable[str]
) -> dict[str, Postings]:
    """Where each term occurs; one that occurs nowhere is absent."""
    project = grant.project(SOURCES[source])
    wanted = orjson.dumps(list(terms)).decode()
    rows = reader.all(_OF_TERMS, project=project, shelf=source, wanted=wanted)
    return {
        term: postings.unpack((row.block, row.body) for row in blocks)
        for term, blocks in groupby(rows, key=lambda row: row.term)
    }


def few_items(
    reader: Reader, grant: Grant, source: str, values: Mapping[str, Any]
) -> list[str] | None:
    """The ids of a few items among which are all that pass a list's filters, if an index tells.

    Spans of time and of amounts, and entities, have indexes that are not in the order of lists:
    what they let pass is sorted, as long as it is not much. None when it is, or there is none.
    """
    place = {"project": grant.project(SOURCES[source]), "shelf": source}
    ways: list[list[list[Any]]] = []
    if values.keys() & {"least", "most"}:
        least, most = values.get("least", -LARGEST_AMOUNT), values.get("most", LARGEST_AMOUNT)
        ways.append([reader.all(_OF_AMOUNT, **place, least=least, most=most)])
    if values.keys() & {"start", "end"}:
        start, end = values.get("start", ""), values.get("end", "~")
        # What begins on the day itself, or later; and what had begun before, and goes on.
        way = [reader.all(_BEGUN_IN, **place, day=start[:10], end=end)]
        ways.append([*way, reader.all(_ENDED_AFTER, **place, start=start)] if start else way)
    if values.get("entity_key") is not None:
        numbers = _mentioning(reader, grant, source, values["entity_key"])
        if len(numbers) <= FEW:
            ways.append([reader.all(_NUMBERED, **place, wanted=orjson.dumps(numbers).decode())])
    few = [way for way in ways if all(len(rows) <= FEW for rows in way)]
    if not few:
        return None
    fewest = min(few, key=lambda way: sum(map(len, way)))
    return sorted({row.id for rows in fewest for row in rows})


def _mentioning(reader: Reader, grant: Grant, source: str, key: str) -> list[int]:
    term = f"@{key}"
    posted = read_postings(reader, grant, source, [term]).get(term)
    return [] if posted is None else posted.numbers.tolist()


def read_vectors(
    reader: Reader, grant: Grant, source: str, seen: int
) -> list[tuple[int, int, bytes]]:
    """Number, change and bytes of each vector of today's recipe that was added after a change."""
    project = grant.project(SOURCES[source])
    given = {"project": project, "shelf": source, "made_by": weights.recipe()}
    return [tuple(row) for row in reader.all(_NEW_VECTORS, **given, seen=seen)]


# Writing ----------------------------------------------------------------------------------------


def reserve(tx: Tx, grant: Grant, source: str, count: int, terms: int) -> int:
    """Make room for new items on a shelf, and hold it until the commit; the first number."""
    project = grant.project(Scope.FILES_WRITE)
    given = {"project": project, "shelf": source, "more": count, "more_terms": terms}
    if not tx.run(_GROW, **given):
        tx.run(
            _ADD_SHELF,
            project_id=project,
            source=source,
            next_number=0,
            items=0,
            terms=0,
            change=0,
            erasures=0,
            recipe=weights.recipe(),
            nearest=None,
        )
        tx.run(_GROW, **given)
    row = tx.row(_SHELF, project=project, shelf=source)
    return int(row.next_number) - count


def add_to_index(
    tx: Tx, grant: Grant, file_id: str, source: str, first: int, terms: Sequence[Mapping[str, int]]
) -> None:
    """Enter the terms of new items, numbered from `first`; remember them for erasure."""
    project = grant.project(Scope.FILES_WRITE)
    records: dict[tuple[str, int], bytearray] = defaultdict(bytearray)
    for number, counts in enumerate(terms, first):
        length = sum(count for term, count in counts.items() if not term.startswith("@"))
        for term, count in counts.items():
            records[term, number // postings.BLOCK] += postings.record(number, count, length)
    tx.run_many(
        _ADD_POSTINGS,
        (
            {"project_id": project, "source": source, "term": term, "block": block, "body": body}
            for (term, block), body in sorted((key, bytes(body)) for key, body in records.items())
        ),
    )
    tx.run_many(
        _ADD_TERMS,
        (
            {
                "project_id": project,
                "file_id": file_id,
                "source": source,
                "number": number,
                "terms": orjson.dumps(list(counts)),
            }
            for number, counts in enumerate(terms, first)
        ),
    )


def shrink(tx: Tx, grant: Grant, source: str, items: int, terms: int) -> None:
    """Items left a shelf."""
    project = grant.project(Scope.FILES_WRITE)
    tx.run(_SHRINK, project=project, shelf=source, fewer=items, fewer_terms=terms)


def take_out_of_index(tx: Tx, grant: Grant, file_id: str, limit: int) -> int:
    """Remove some of a file's erased items from the postings; how many there still were."""
    project = grant.project(Scope.FILES_WRITE)
    rows = tx.all(_ERASED_TERMS, project=project, file=file_id, limit=limit)
    offsets: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for row in rows:
        block, offset = divmod(row.number, postings.BLOCK)
        for term in orjson.loads(row.terms):
            offsets[row.source, term, block].append(offset)
    for source in sorted({row.source for row in rows}):
        tx.run(_TOUCH, project=project, shelf=source)  # holds the shelf, as adding does
    for (source, term, block), erased in sorted(offsets.items()):
        place = {"project": project, "shelf": source, "wanted": term, "place": block}
        _take_out_of_block(tx, place, erased)
    for row in rows:
        tx.run(_DROP_TERMS, project=project, file=file_id, shelf=row.source, item=row.number)
    if rows:
        tx.mark_erased()
    return len(rows)


def _take_out_of_block(tx: Tx, place: Mapping[str, Any], erased: Sequence[int]) -> None:
    row = tx.one(_BLOCK, **place)
    if row is None:
        return
    kept = postings.without(row.body, erased)
    if kept:
        tx.run(_SET_BLOCK, **place, kept=kept)
    else:
        tx.run(_DROP_BLOCK, **place)


# Vectors ----------------------------------------------------------------------------------------


def without_vector(reader: Reader, grant: Grant, file_id: str, limit: int) -> list[Unembedded]:
    """Items of a file that wait for their vectors, or have one of another recipe."""
    given = {"project": grant.project(Scope.FILES_WRITE), "made_by": weights.recipe()}
    rows = reader.all(_WITHOUT_VECTOR, **given, file=file_id, limit=limit)
    return [Unembedded(*row) for row in rows]


def add_vectors(tx: Tx, grant: Grant, source: str, vectors: Iterable[tuple[int, bytes]]) -> None:
    """Keep the vectors of items that are still there."""
    project, made_by = grant.project(Scope.FILES_WRITE), weights.recipe()
    place = {"project": project, "shelf": source}
    tx.run(_TOUCH, **place)
    # An older process beside this one may still make others: then all are made again.
    tx.run(_SET_RECIPE, **place, made_by=made_by)
    shelf = tx.one(_SHELF, **place)
    if shelf is None:
        return  # everything on it was erased meanwhile
    for number, body in vectors:
        if tx.one(_ITEM_IS_THERE, **place, item=number) is not None:
            tx.run(_DROP_OUTDATED, **place, item=number, made_by=made_by)
            tx.run(
                _ADD_VECTOR,
                project_id=project,
                source=source,
                number=number,
                change=shelf.change,
                recipe=made_by,
                body=body,
            )


def outdated(reader: Reader) -> tuple[str, str] | None:
    """Project and source of a shelf whose vectors are of another recipe."""
    row = reader.one(_OUTDATED, made_by=weights.recipe())
    return None if row is None else (row.project_id, row.source)


def files_on(reader: Reader, grant: Grant, source: str, after: str, limit: int) -> list[str]:
    """The files that brought a shelf its items, by their ids, after one of them."""
    given = {"project": grant.project(Scope.FILES_WRITE), "shelf": source}
    return [row.file_id for row in reader.all(_FILES_OF, **given, after=after, limit=limit)]


def is_up_to_date(tx: Tx, grant: Grant, source: str) -> None:
    """Note that what a shelf needs of today's recipe is there, or queued."""
    given = {"project": grant.project(Scope.FILES_WRITE), "shelf": source}
    tx.run(_SET_RECIPE, **given, made_by=weights.recipe())
