"""All SQL on the tree of an audit log: heads, hashes, tiles, checkpoints, signing keys.

Nothing here is anybody's content, but for `entry`: hashes, sizes, signatures and public keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select, update

from runwright.db import schema
from runwright.db.sql import insert, insert_or_ignore
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_HEADS, _LOG, _TILES = schema.audit_heads, schema.audit_log, schema.audit_tiles
_CHECKPOINTS, _KEYS = schema.audit_checkpoints, schema.signing_keys

_SIZES = select(_HEADS.c.project_id, _HEADS.c.tree_size).order_by(_HEADS.c.project_id)
_PAGE_OF_SIZES = _SIZES.where(_HEADS.c.project_id > bindparam("after")).limit(bindparam("limit"))
_SIGNED = select(func.max(_CHECKPOINTS.c.size)).where(
    _CHECKPOINTS.c.project_id == _HEADS.c.project_id
)
_PAGE_OF_SIGNED = _PAGE_OF_SIZES.add_columns(_SIGNED.scalar_subquery().label("signed"))


@cache
def _largest(table: Any, number: Any, *conditions: Any) -> Any:
    """The largest number of a project's rows in another table, 0 when there is none."""
    of_project = table.c.project_id == bindparam("project_id")
    largest = select(func.max(number)).where(of_project, *conditions)
    return func.coalesce(largest.scalar_subquery(), 0)


_HEAD = select(
    _HEADS.c.seq,
    _HEADS.c.tree_size,
    _HEADS.c.frontier,
    _HEADS.c.broken,
    _largest(_LOG, _LOG.c.seq).label("last"),
    _largest(_CHECKPOINTS, _CHECKPOINTS.c.size).label("signed"),
    _largest(_TILES, _TILES.c.place + 1, _TILES.c.level == 0).label("tiles"),
).where(_HEADS.c.project_id == bindparam("project_id"))
_MARK = (
    update(_HEADS)
    .where(_HEADS.c.project_id == bindparam("project"))
    .values(broken=bindparam("reason"))
)
_MARKED = (
    select(_HEADS.c.project_id, _HEADS.c.broken)
    .where(_HEADS.c.broken.is_not(None))
    .order_by(_HEADS.c.project_id)
)
_HASHES = (
    select(_LOG.c.seq, _LOG.c.hash)
    .where(
        _LOG.c.project_id == bindparam("project_id"),
        _LOG.c.seq >= bindparam("first"),
        _LOG.c.seq <= bindparam("last"),
    )
    .order_by(_LOG.c.seq)
)
_ABOUT = (
    select(*_LOG.c)
    .where(
        _LOG.c.project_id == bindparam("project_id"),
        _LOG.c.resource == bindparam("resource"),
        _LOG.c.seq <= bindparam("last"),
        func.coalesce(_LOG.c.scope, "") != bindparam("without"),
    )
    .order_by(_LOG.c.seq)
    .limit(bindparam("limit"))
)
_ENTRY = select(*_LOG.c).where(
    _LOG.c.project_id == bindparam("project_id"), _LOG.c.seq == bindparam("seq")
)
_OF_LEVEL = (
    _TILES.c.project_id == bindparam("project_id"),
    _TILES.c.level == bindparam("level"),
)
_TILE = select(_TILES.c.hashes).where(*_OF_LEVEL, _TILES.c.place == bindparam("place"))
_ROOTS = select(_TILES.c.place, _TILES.c.root).where(
    *_OF_LEVEL, _TILES.c.place >= bindparam("first"), _TILES.c.place <= bindparam("last")
)
_LAST_TILE = select(func.max(_TILES.c.place).label("place")).where(*_OF_LEVEL)
_ADD_TILE = insert_or_ignore(_TILES)
_KEPT = select(_CHECKPOINTS.c.note).where(
    _CHECKPOINTS.c.project_id == bindparam("project_id"), _CHECKPOINTS.c.size == bindparam("size")
)
_KEPT_SINCE = (
    select(_CHECKPOINTS.c.note)
    .where(
        _CHECKPOINTS.c.project_id == bindparam("project_id"),
        _CHECKPOINTS.c.size >= bindparam("size"),
    )
    .order_by(_CHECKPOINTS.c.size)
    .limit(1)
)
_ALL_KEPT = (
    select(_CHECKPOINTS.c.size, _CHECKPOINTS.c.note)
    .where(_CHECKPOINTS.c.project_id == bindparam("project_id"))
    .order_by(_CHECKPOINTS.c.size)
)
_KEEP = insert_or_ignore(_CHECKPOINTS)
_ALL_KEYS = select(*_KEYS.c).order_by(_KEYS.c.number)
_ADD_KEY = insert(_KEYS)


class KnownKey(NamedTuple):
    """A signing key as the database remembers it; the last one is in use."""

    number: int
    public_key: bytes
    fingerprint: str
    since: str


class Head(NamedTuple):
    """Where a log and its tree stand."""

    seq: int
    tree_size: int
    frontier: bytes
    broken: str | None
    """What a verification found to be wrong with the log."""
    last: int
    """The last entry of the log itself."""
    signed: int
    """The largest size that was ever signed."""
    tiles: int
    """Full tiles that were written of it."""


def keys(reader: Reader) -> list[KnownKey]:
    """Every signing key that was ever in use, the oldest first."""
    return [
        KnownKey(row.number, bytes(row.public_key), row.fingerprint, row.since)
        for row in reader.all(_ALL_KEYS)
    ]


def add_key(tx: Tx, key: KnownKey) -> None:
    """Remember a signing key, which is the one in use from now on."""
    tx.run(_ADD_KEY, **key._asdict())


def sizes(reader: Reader) -> Mapping[str, int]:
    """By project: how large its tree is."""
    return {row.project_id: row.tree_size for row in reader.all(_SIZES)}


def some_sizes(reader: Reader, after: str, limit: int) -> list[tuple[str, int]]:
    """How large the trees of the next projects are, by their id."""
    rows = reader.all(_PAGE_OF_SIZES, after=after, limit=limit)
    return [(row.project_id, row.tree_size) for row in rows]


def some_signed(reader: Reader, after: str, limit: int) -> list[tuple[str, int, int]]:
    """The same, with the size at which each was last signed."""
    rows = reader.all(_PAGE_OF_SIGNED, after=after, limit=limit)
    return [(row.project_id, row.tree_size, row.signed or 0) for row in rows]


def head(reader: Reader, project_id: str) -> Head | None:
    """Where a project's log and tree stand."""
    row = reader.one(_HEAD, project_id=project_id)
    return None if row is None else Head._make(row)._replace(frontier=bytes(row.frontier))


def mark(tx: Tx, project_id: str, reason: str | None) -> None:
    """Remember what is wrong with a log, or that nothing is any more."""
    tx.run(_MARK, project=project_id, reason=reason)


def marked(reader: Reader) -> Mapping[str, str]:
    """By project: what is wrong with its log, as far as that was found."""
    return {row.project_id: row.broken for row in reader.all(_MARKED)}


def hashes(reader: Reader, project_id: str, first: int, last: int) -> Mapping[int, bytes]:
    """By place in the log, from 1: the hashes of entries."""
    rows = reader.all(_HASHES, project_id=project_id, first=first, last=last)
    return {row.seq: bytes.fromhex(row.hash) for row in rows}


def entry(reader: Reader, grant: Grant, seq: int) -> Any | None:
    """One entry, as a row of the log."""
    return reader.one(_ENTRY, project_id=grant.project(Scope.AUDIT_READ), seq=seq)


def entries_about(
    reader: Reader, grant: Grant, resource: str, last: int, *, without: Scope, limit: int
) -> Sequence[Any]:
    """Entries about one thing up to a place, the oldest first, but for those of one scope."""
    return reader.all(
        _ABOUT,
        project_id=grant.project(Scope.AUDIT_READ),
        resource=resource,
        last=last,
        without=without.value,
        limit=limit,
    )


def tile(reader: Reader, project_id: str, level: int, place: int) -> bytes | None:
    """The 256 hashes of a full tile, if it was written."""
    row = reader.one(_TILE, project_id=project_id, level=level, place=place)
    return None if row is None else bytes(row.hashes)


def roots(
    reader: Reader, project_id: str, level: int, first: int, last: int
) -> Mapping[int, bytes]:
    """By place: the roots of the full tiles of a level that were written."""
    rows = reader.all(_ROOTS, project_id=project_id, level=level, first=first, last=last)
    return {row.place: bytes(row.root) for row in rows}


def tiles_written(reader: Reader, project_id: str, level: int) -> int:
    """How many tiles of a level there are; they are written in order."""
    row = reader.one(_LAST_TILE, project_id=project_id, level=level)
    return 0 if row is None or row.place is None else int(row.place) + 1


def add_tiles(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write full tiles; one that another process wrote meanwhile stays."""
    tx.run_many(_ADD_TILE, rows)


def kept(reader: Reader, project_id: str, size: int) -> str | None:
    """The checkpoint that was signed for a tree of that size, if any was."""
    row = reader.one(_KEPT, project_id=project_id, size=size)
    return None if row is None else str(row.note)


def kept_since(reader: Reader, project_id: str, size: int) -> str | None:
    """The first checkpoint that was signed for a tree of at least that size, if any was."""
    row = reader.one(_KEPT_SINCE, project_id=project_id, size=size)
    return None if row is None else str(row.note)


def all_kept(reader: Reader, project_id: str) -> Mapping[int, str]:
    """By size: every checkpoint that was signed."""
    return {row.size: row.note for row in reader.all(_ALL_KEPT, project_id=project_id)}


def keep(tx: Tx, project_id: str, size: int, note: str, at: str) -> None:
    """Keep a signed checkpoint; the first of its size stays."""
    tx.run(_KEEP, project_id=project_id, size=size, note=note, at=at)
