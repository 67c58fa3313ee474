"""All SQL on frozen snapshots. They are the server's own, so no grant is involved."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from runwright.db import schema
from runwright.db.sql import insert_or_ignore
from runwright.db.transaction import Tx

_TABLE = schema.snapshots
_ADD = insert_or_ignore(_TABLE)
_HASH = select(_TABLE.c.sha256).where(_TABLE.c.id == bindparam("id"))


def freeze(tx: Tx, snapshot_id: str, sha256: str, manifest: bytes, now: str) -> str:
    """Store a manifest's hash if it is new; the hash that is stored."""
    tx.run(_ADD, id=snapshot_id, sha256=sha256, manifest=manifest, first_seen_at=now)
    return str(tx.row(_HASH, id=snapshot_id).sha256)
