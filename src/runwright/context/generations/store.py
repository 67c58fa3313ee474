"""All SQL on generations of items.

A file that is read anew has two of them for a while: the one that is shown, and one that is being
written or erased. An item is shown if its generation is that of its file. Whoever finds items by
anything but their id must leave the hidden ones out. This is the one store of the context that
reads `files`: that folder stands above it on the import ladder, and a join cannot be handed down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright.db import schema
from runwright.db.sql import is_in
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES, Scope

_FILES, _ITEMS, _VECTORS = schema.files, schema.context_items, schema.context_vectors
_SHELVES = schema.context_shelves
_IS_HIDDEN = (
    (_FILES.c.project_id == _ITEMS.c.project_id)
    & (_FILES.c.id == _ITEMS.c.file_id)
    & (_FILES.c.generation != _ITEMS.c.generation)
)
_FILE = select(_FILES.c.id).where(
    _FILES.c.project_id == bindparam("project"), _FILES.c.id == bindparam("file")
)
_HIDDEN_OF = (
    select(_ITEMS.c.source, _ITEMS.c.number, _ITEMS.c.length, _ITEMS.c.mentions)
    .join(_FILES, _IS_HIDDEN)
    .where(_FILES.c.project_id == bindparam("project"), _FILES.c.id == bindparam("file"))
    .limit(bindparam("limit"))
)


def _numbered(table: Any) -> Any:
    return (
        (table.c.project_id == bindparam("project"))
        & (table.c.source == bindparam("shelf"))
        & is_in(table.c.number, bindparam("wanted"))
    )


_DROP_HIDDEN_VECTORS = delete(_VECTORS).where(
    _VECTORS.c.project_id == bindparam("project"),
    _VECTORS.c.source == bindparam("shelf"),
    _VECTORS.c.number.in_(
        select(_ITEMS.c.number)
        .join(_FILES, _IS_HIDDEN)
        .where(
            _FILES.c.project_id == bindparam("project"),
            _FILES.c.id == bindparam("file"),
            _ITEMS.c.source == bindparam("shelf"),
        )
    ),
)
_DROP_ITEMS = delete(_ITEMS).where(_numbered(_ITEMS))
_DROP_VECTORS = delete(_VECTORS).where(_numbered(_VECTORS))
# Nobody can have read them, so runs need not read their sources again: `erasures` stays.
_SHRINK = (
    update(_SHELVES)
    .where(_SHELVES.c.project_id == bindparam("project"), _SHELVES.c.source == bindparam("shelf"))
    .values(
        items=_SHELVES.c["items"] - bindparam("fewer"),
        terms=_SHELVES.c.terms - bindparam("fewer_terms"),
        change=_SHELVES.c.change + 1,
    )
)
_CHANGE = (
    update(_SHELVES)
    .where(_SHELVES.c.project_id == bindparam("project"))
    .values(change=_SHELVES.c.change + 1, erasures=_SHELVES.c.erasures + 1)
)


@cache
def is_shown(items: Any) -> Any:
    """The condition that an item is of the generation that its file shows."""
    shown = select(_FILES.c.generation).where(
        _FILES.c.project_id == items.c.project_id, _FILES.c.id == items.c.file_id
    )
    return items.c.generation == shown.scalar_subquery()


_READ_ANEW = select(_FILES.c.id).where(
    _FILES.c.project_id == bindparam("project"), _FILES.c.reread.is_not(None)
)
_HIDDEN_HERE = (
    _ITEMS.c.project_id == bindparam("project"),
    _ITEMS.c.source == bindparam("shelf"),
    is_in(_ITEMS.c.file_id, bindparam("files")),
    ~is_shown(_ITEMS),
)
_HIDDEN = select(_ITEMS.c.number).where(*_HIDDEN_HERE)
_HIDDEN_MENTIONS = select(_ITEMS.c.mentions).where(*_HIDDEN_HERE)


def has_file(reader: Reader, grant: Grant, source: str, id: str) -> bool:
    """Whether the project has such a file, whatever the source has of it."""
    return reader.one(_FILE, project=grant.project(SOURCES[source]), file=id) is not None


def hidden(reader: Reader, grant: Grant, source: str) -> list[int]:
    """The numbers of the items of a source that are not shown; nearly always none."""
    return [row.number for row in _hidden(reader, grant, source, _HIDDEN)]


def hidden_mentions(reader: Reader, grant: Grant, source: str) -> Counter[str]:
    """By the key of an entity: how many of the items that mention it are not shown."""
    rows = _hidden(reader, grant, source, _HIDDEN_MENTIONS)
    return Counter(key for row in rows for key in set(orjson.loads(row.mentions)))


def _hidden(reader: Reader, grant: Grant, source: str, statement: Any) -> list[Any]:
    """Asked at each search. In a join with the files, SQLite would look through all items."""
    project = grant.project(SOURCES[source])
    files = [row.id for row in reader.all(_READ_ANEW, project=project)]
    if not files:
        return []
    wanted = orjson.dumps(files).decode()
    return list(reader.all(statement, project=project, shelf=source, files=wanted))


def hidden_of(reader: Reader, grant: Grant, file_id: str, limit: int) -> list[Any]:
    """Some of the items of a file that are not shown: source, number, length, mentions."""
    project = grant.project(Scope.FILES_WRITE)
    return list(reader.all(_HIDDEN_OF, project=project, file=file_id, limit=limit))


def hide(tx: Tx, grant: Grant, file_id: str) -> None:
    """A generation of a file is shown no longer, or never was: forget its vectors at once.

    Runs that have read it read it again, and no process finds by it from its memory. The items
    themselves, and their words, are erased a few at a time; hidden, they take nobody's place.
    """
    project = grant.project(Scope.FILES_WRITE)
    for source in SOURCES:
        tx.run(_DROP_HIDDEN_VECTORS, project=project, shelf=source, file=file_id)
    note_change(tx, grant)


def drop(tx: Tx, grant: Grant, source: str, rows: Sequence[Any]) -> None:
    """Erase hidden items of one source, and their vectors."""
    wanted = orjson.dumps([row.number for row in rows]).decode()
    place = {"project": grant.project(Scope.FILES_WRITE), "shelf": source, "wanted": wanted}
    terms = sum(row.length for row in rows)
    shelf = {"project": place["project"], "shelf": source}
    tx.run(_SHRINK, **shelf, fewer=len(rows), fewer_terms=terms)
    tx.run(_DROP_VECTORS, **place)
    tx.run(_DROP_ITEMS, **place)


def note_change(tx: Tx, grant: Grant) -> None:
    """What is shown of a project has changed, or what was not is gone.

    Runs that have read it read it again, and no process keeps a copy in its memory.
    """
    tx.run(_CHANGE, project=grant.project(Scope.FILES_WRITE))
