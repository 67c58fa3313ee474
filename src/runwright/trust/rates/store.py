"""All SQL on buckets that processes share. A number of tokens says nothing about any project."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Float, bindparam, delete, func, select, update

from runwright.db import schema
from runwright.db.sql import insert_or_ignore
from runwright.db.transaction import Tx

_BUCKETS, _LIMITS = schema.rate_buckets, schema.key_limits

_ADD_BUCKET = insert_or_ignore(_BUCKETS)
# Skipped while somebody leases from it: a deletion never waits for a bucket. That of a key that
# others descend from stays as empty as it is.
_DELETE_BUCKET = delete(_BUCKETS).where(
    _BUCKETS.c.key_id.in_(
        select(_BUCKETS.c.key_id)
        .where(_BUCKETS.c.key_id == bindparam("key_id"))
        .with_for_update(skip_locked=True)
    ),
    ~select(_LIMITS.c.key_id).where(_LIMITS.c.maker == bindparam("key_id")).exists(),
)
_PER_MINUTE = bindparam("limit", type_=Float(53))
_DATABASE_TIME = func.date_part("epoch", func.clock_timestamp(), type_=Float(53))
_HELD_BUCKET = (
    select(
        _BUCKETS.c.key_id,
        _BUCKETS.c.tokens,
        # The clock of a database that was moved may be behind the one that filled the bucket.
        func.greatest(_BUCKETS.c.filled_at, _DATABASE_TIME, type_=Float(53)).label("now"),
        _BUCKETS.c.filled_at,
    )
    .where(_BUCKETS.c.key_id == bindparam("key"))
    .with_for_update()
    .cte("held")
)
_FILLED = select(
    _HELD_BUCKET.c.key_id,
    _HELD_BUCKET.c.now,
    func.least(
        _PER_MINUTE,
        _HELD_BUCKET.c.tokens
        + bindparam("returned", type_=Float(53))
        + (_HELD_BUCKET.c.now - _HELD_BUCKET.c.filled_at) * _PER_MINUTE / 60.0,
        type_=Float(53),
    ).label("tokens"),
).cte("filled")
_GRANTED = func.least(
    bindparam("wanted", type_=Float(53)), func.floor(_FILLED.c.tokens), type_=Float(53)
)
_LEASE = (
    update(_BUCKETS)
    .where(_BUCKETS.c.key_id == _FILLED.c.key_id)
    .values(tokens=_FILLED.c.tokens - _GRANTED, filled_at=_FILLED.c.now)
    .returning(_GRANTED, _BUCKETS.c.tokens)
)


def drop_bucket(tx: Tx, key_id: str) -> None:
    """A key is gone, and its bucket with it, unless others still take from it."""
    tx.run_last(_DELETE_BUCKET, key_id=key_id)


def lease_tokens(tx: Tx, key_id: str, limit: int, wanted: int, returned: int) -> tuple[int, float]:
    """Put tokens back into a key's bucket and take others out; how many came, how many are left.

    It takes no grant: how often a key may ask is settled before what it may do.
    """
    asked = {"key": key_id, "limit": limit, "wanted": wanted, "returned": returned}
    row: Any = tx.one(_LEASE, **asked)
    if row is None:
        # Filled long ago, so that it is full.
        tx.run(_ADD_BUCKET, key_id=key_id, tokens=limit, filled_at=0)
        row = tx.one(_LEASE, **asked)
    granted, left = row
    return int(granted), float(left)
