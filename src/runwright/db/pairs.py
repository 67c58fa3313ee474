"""Which things carry which metadata: rows under hashes, so that a filter reads only those.

A database keeps copies of what it finds rows by, so neither a key nor a value stands in them. The
rows go with the thing that they are of. They narrow a list down and no more: what its metadata
says stands in the thing's own row, and a filter compares with that as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import bindparam, delete

from runwright import canonical
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Tx

PAIRS = schema.metadata_pairs
_ADD = insert(PAIRS)
_DROP = delete(PAIRS).where(
    PAIRS.c.project_id == bindparam("project"),
    PAIRS.c.pair == bindparam("hashed"),
    PAIRS.c.id == bindparam("thing"),
)
_LENGTH = 24


def pair_hash(project_id: str, prefix: str, key: str, value: str) -> str:
    """What stands for a pair of one kind of thing, which is named by the prefix of its ids."""
    # The length keeps key and value apart: both may hold any character.
    text = f"{project_id}\0{prefix}\0{len(key)}\0{key}{value}"
    return canonical.sha256(text.encode())[:_LENGTH]


def add_pairs(
    tx: Tx, project_id: str, id: str, metadata: Mapping[str, str], *, later: bool = False
) -> None:
    """Note what a new thing carries; `later` if the thing itself is inserted later, too."""
    prefix = id.partition("_")[0]
    add = tx.insert_later if later else tx.run
    for key, value in metadata.items():
        add(_ADD, project_id=project_id, pair=pair_hash(project_id, prefix, key, value), id=id)


def drop_pairs(tx: Tx, project_id: str, id: str, metadata: Mapping[str, str]) -> None:
    """Forget what a thing has carried."""
    prefix = id.partition("_")[0]
    for key, value in metadata.items():
        hashed = pair_hash(project_id, prefix, key, value)
        tx.run(_DROP, project=project_id, hashed=hashed, thing=id)
