"""All SQL that only PostgreSQL with pgvector understands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import TextClause, bindparam, func, select, text, update

from runwright import later
from runwright.context.index import weights
from runwright.context.index.types import DIMENSIONS, Floats, Numbers
from runwright.db import schema
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

_SHELVES = schema.context_shelves
_OLDEST = (0, 7)
"""The version of pgvector that brought `halfvec`."""
_VECTOR = f"(runwright_vector(body)::public.halfvec({DIMENSIONS}))"
_EXTENSION = text(
    "SELECT coalesce(installed_version, default_version) FROM pg_available_extensions "
    "WHERE name = 'vector'"
)
_BYTES_AN_ITEM, _MOST_BYTES = 1_800, 2 * 1024**3 - 1024
"""What building takes in memory; what does not fit is built many times slower, on disk."""
_MEMORY = """
    SELECT set_config('maintenance_work_mem', greatest(
        $1::bigint, pg_size_bytes(current_setting('maintenance_work_mem')) / 1024) || 'kB', false)
"""
"""Kilobytes, unless the server's own setting is more."""
_SEARCH_WIDTH = text("SET LOCAL hnsw.ef_search = 600")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_MINE = (_SHELVES.c.project_id == bindparam("project")) & (_SHELVES.c.source == bindparam("shelf"))
_LARGE = (
    select(_SHELVES.c.project_id, _SHELVES.c.source, _SHELVES.c["items"])
    .where(
        _SHELVES.c["items"] >= bindparam("least"),
        func.coalesce(_SHELVES.c.nearest, "") != bindparam("made_by"),
    )
    .limit(1)
)
_MARK = update(_SHELVES).where(_MINE).values(nearest=bindparam("made_by"))
_BODIES = text(
    "SELECT number, body FROM context_vectors "
    "WHERE project_id = :project AND source = :shelf AND number = ANY(:numbers)"
    " AND recipe = :made_by"
)
# Schema names are written out: an index is built under a search path that has none.
_FUNCTION = """
    CREATE OR REPLACE FUNCTION runwright_vector(body bytea) RETURNS public.halfvec
    IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS $$
        SELECT array_agg(((get_byte(body, i) + 128) % 256 - 128)::real ORDER BY i)::public.halfvec
        FROM generate_series(0, length(body) - 1) AS i
    $$
"""


class Shelf(NamedTuple):
    """One source of one project."""

    project_id: str
    source: str
    items: int = 0


def is_available(reader: Reader) -> bool:
    """Whether the server has pgvector, and one that is new enough."""
    row = reader.one(_EXTENSION)
    return row is not None and tuple(map(int, row[0].split(".")[:2])) >= _OLDEST


def next_large(reader: Reader, least: int) -> Shelf | None:
    """A shelf that has at least so many items, and no index over today's vectors yet."""
    row = reader.one(_LARGE, least=least, made_by=weights.recipe())
    return None if row is None else Shelf(*row)


def build(connection: Any, shelf: Shelf) -> None:
    """Index a shelf's vectors. It takes a while, and hinders nobody."""
    connection.execute("SET statement_timeout = 0")
    # A parallel build brought a server down; a serial one takes longer and does not.
    connection.execute("SET max_parallel_maintenance_workers = 0")
    connection.execute(_MEMORY, [min(shelf.items * _BYTES_AN_ITEM, _MOST_BYTES) // 1024])
    connection.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    connection.execute(_FUNCTION)
    name = _index_name(shelf)
    # What an interrupted build leaves is marked invalid, and would never be finished.
    connection.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
    connection.execute(
        f"CREATE INDEX CONCURRENTLY {name} ON context_vectors USING hnsw "
        f"({_VECTOR} public.halfvec_cosine_ops) WHERE {_predicate(shelf, weights.recipe())}"
    )


def mark(tx: Tx, shelf: Shelf) -> None:
    """From now on the index is used."""
    tx.run(_MARK, project=shelf.project_id, shelf=shelf.source, made_by=weights.recipe())


def nearest(
    reader: Reader, grant: Grant, source: str, vector: Floats, limit: int
) -> tuple[Numbers, Floats]:
    """The nearest vectors of an indexed shelf, with their cosines, best first."""
    shelf = Shelf(grant.project(SOURCES[source]), source)
    reader.execute(_SEARCH_WIDTH)
    literal = "[" + ",".join(f"{value:.6f}" for value in vector) + "]"
    rows = reader.all(_nearest_statement(shelf, weights.recipe()), question=literal, limit=limit)
    return _scored(rows, vector)


def exact(
    reader: Reader, grant: Grant, source: str, vector: Floats, numbers: Sequence[int]
) -> tuple[Numbers, Floats]:
    """The cosines of these items, best first; those without a vector are absent."""
    rows = reader.all(
        _BODIES,
        project=grant.project(SOURCES[source]),
        shelf=source,
        numbers=list(numbers),
        made_by=weights.recipe(),
    )
    return _scored(rows, vector)


def _scored(rows: Sequence[Any], vector: Floats) -> tuple[Numbers, Floats]:
    if not rows:
        return np.zeros(0, np.uint32), np.zeros(0, np.float32)
    numbers = np.asarray([row[0] for row in rows], np.uint32)
    bodies = np.frombuffer(b"".join(bytes(row[1]) for row in rows), np.int8)
    vectors = bodies.reshape(len(rows), DIMENSIONS).astype(np.float32)
    lengths = np.maximum(np.linalg.norm(vectors, axis=1), 1e-6)
    cosines = (np.einsum("ij,j->i", vectors, vector) / lengths).astype(np.float32)
    order = np.argsort(-cosines, kind="stable")
    return numbers[order], cosines[order]


@lru_cache(maxsize=1024)
def _nearest_statement(shelf: Shelf, recipe: str) -> TextClause:
    # The index belongs to one shelf; the planner only sees that when the shelf stands there as
    # a constant. All are made of letters, digits, `_` and `-`: `_predicate` makes sure.
    return text(
        f"SELECT number, body FROM context_vectors WHERE {_predicate(shelf, recipe)} "  # noqa: S608
        f"ORDER BY {_VECTOR} OPERATOR(public.<=>) CAST(:question AS public.halfvec) LIMIT :limit"
    )


def _predicate(shelf: Shelf, recipe: str) -> str:
    for part in (shelf.project_id, shelf.source, recipe):
        if _PLAIN.fullmatch(part) is None:
            raise ValueError(f"{part!r} cannot be used in a statement")
    return (
        f"project_id = '{shelf.project_id}' AND source = '{shelf.source}' AND recipe = '{recipe}'"
    )


def _index_name(shelf: Shelf) -> str:
    return f"nearest_{shelf.project_id.removeprefix('proj_')}_{shelf.source}"
