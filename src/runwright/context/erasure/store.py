"""All SQL that erases items: their rows, their vectors, and entities that nothing else mentions.

The full text follows by `index.store.take_out_of_index`, a few items at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright.context.generations import store as generations
from runwright.context.index import store as index_store
from runwright.db import schema
from runwright.db.transaction import Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_ITEMS, _ENTITIES, _VECTORS = (
    schema.context_items,
    schema.context_entities,
    schema.context_vectors,
)


def _shelf_of(table: Any) -> Any:
    return (table.c.project_id == bindparam("project")) & (table.c.source == bindparam("shelf"))


def _of_file(table: Any) -> Any:
    return (table.c.project_id == bindparam("project")) & (table.c.file_id == bindparam("file"))


_FILE_ITEMS = select(_ITEMS.c.source, _ITEMS.c.length, _ITEMS.c.mentions).where(_of_file(_ITEMS))
_DROP_ITEMS = delete(_ITEMS).where(_of_file(_ITEMS))
_DROP_VECTORS = delete(_VECTORS).where(
    _shelf_of(_VECTORS),
    _VECTORS.c.number.in_(select(_ITEMS.c.number).where(_shelf_of(_ITEMS), _of_file(_ITEMS))),
)
_FEWER_MENTIONS = (
    update(_ENTITIES)
    .where(_shelf_of(_ENTITIES), _ENTITIES.c.key == bindparam("wanted"))
    .values(items=_ENTITIES.c["items"] - bindparam("fewer"))
)
_DROP_UNMENTIONED = delete(_ENTITIES).where(
    _shelf_of(_ENTITIES), _ENTITIES.c.key == bindparam("wanted"), _ENTITIES.c["items"] <= 0
)


def erase_items(tx: Tx, grant: Grant, file_id: str) -> dict[str, int]:
    """Erase a file's items, their vectors, and entities that nothing else mentions; the counts."""
    project = grant.project(Scope.FILES_WRITE)
    counts = {"items": 0, "vectors": 0, "entities": 0}
    for source, rows in _by_source(tx.all(_FILE_ITEMS, project=project, file=file_id)):
        index_store.shrink(tx, grant, source, len(rows), sum(row.length for row in rows))
        shelf = {"project": project, "shelf": source}
        counts["vectors"] += tx.run(_DROP_VECTORS, **shelf, file=file_id)
        counts["entities"] += _drop_mentions(tx, shelf, rows)
    counts["items"] = tx.run(_DROP_ITEMS, project=project, file=file_id)
    if counts["items"]:
        tx.mark_erased()
    return counts


def erase_hidden(tx: Tx, grant: Grant, file_id: str, limit: int) -> int:
    """Erase some items of a generation that its file does not show; how many there were."""
    project = grant.project(Scope.FILES_WRITE)
    found = generations.hidden_of(tx, grant, file_id, limit)
    for source, rows in _by_source(found):
        shelf = {"project": project, "shelf": source}
        generations.drop(tx, grant, source, rows)
        _drop_mentions(tx, shelf, rows)
    if found:
        tx.mark_erased()
    return len(found)


def _by_source(rows: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.source, []).append(row)
    return sorted(found.items())


def _drop_mentions(tx: Tx, shelf: Mapping[str, str], rows: Sequence[Any]) -> int:
    """Items are going; how many entities nothing mentions any more, and are gone."""
    dropped = 0
    mentioned = Counter(key for row in rows for key in set(orjson.loads(row.mentions)))
    for key, fewer in sorted(mentioned.items()):
        tx.run(_FEWER_MENTIONS, **shelf, wanted=key, fewer=fewer)
        dropped += tx.run(_DROP_UNMENTIONED, **shelf, wanted=key)
    return dropped
