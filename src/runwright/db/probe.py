"""Whether the storage really takes a write: what `/readyz` asks."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from runwright import clock
from runwright.db import schema
from runwright.db.sql import insert_or_ignore
from runwright.db.transaction import Tx

_TABLE = schema.probes
_NAME = "readyz"
_ADD = insert_or_ignore(_TABLE)
_TOUCH = update(_TABLE).where(_TABLE.c.name == bindparam("probe")).values(at=bindparam("now"))


def probe(tx: Tx) -> None:
    """Change one row: an empty transaction would commit on a full disk too."""
    now = clock.stamp(clock.now())
    if not tx.run(_TOUCH, probe=_NAME, now=now):
        tx.run(_ADD, name=_NAME, at=now)
