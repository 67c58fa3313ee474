"""All SQL on stored answers (`idempotency` says what they are for)."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, delete, select, update

from runwright.db import schema
from runwright.db.sql import insert_or_ignore
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant

_TABLE = schema.idempotency
_MINE = (_TABLE.c.project_id == bindparam("project")) & (_TABLE.c.key == bindparam("replay_key"))
_ADD = insert_or_ignore(_TABLE, ["project_id", "key", "fingerprint", "expires_at"])
_READ = select(*_TABLE.c).where(_MINE)
_RENEW = (
    update(_TABLE)
    .where(_MINE, _TABLE.c.expires_at <= bindparam("now"))
    .values(
        fingerprint=bindparam("fingerprint"),
        expires_at=bindparam("expires_at"),
        status=None,
        body=None,
        resource=None,
        reach=None,
        erased_at=None,
    )
)
_FILL = (
    update(_TABLE)
    .where(_MINE)
    .values(
        status=bindparam("status"),
        body=bindparam("body"),
        resource=bindparam("resource"),
        reach=bindparam("reach"),
    )
)
_ERASE = (
    update(_TABLE)
    .where(
        _TABLE.c.project_id == bindparam("project"),
        _TABLE.c.resource == bindparam("erased"),
        _TABLE.c.erased_at.is_(None),
    )
    .values(body=None, erased_at=bindparam("now"))
)
_EXPIRED = (
    select(_TABLE.c.project_id, _TABLE.c.key)
    .where(_TABLE.c.expires_at <= bindparam("now"))
    .limit(bindparam("limit"))
)
_DROP = delete(_TABLE).where(_MINE)


def add_replay(tx: Tx, grant: Grant, key: str, fingerprint: str, expires_at: str) -> bool:
    """Claim a key; False when it is taken."""
    return (
        tx.run(
            _ADD,
            project_id=grant.project(grant.scope),
            key=key,
            fingerprint=fingerprint,
            expires_at=expires_at,
        )
        == 1
    )


def renew_replay(
    tx: Tx, grant: Grant, key: str, fingerprint: str, expires_at: str, now: str
) -> bool:
    """Claim a key whose time is over; False when it is not."""
    return (
        tx.run(
            _RENEW,
            project=grant.project(grant.scope),
            replay_key=key,
            fingerprint=fingerprint,
            expires_at=expires_at,
            now=now,
        )
        == 1
    )


def read_replay(reader: Reader, grant: Grant, key: str) -> Any | None:
    """The row of a key."""
    return reader.one(_READ, project=grant.project(grant.scope), replay_key=key)


def fill_replay(
    tx: Tx, grant: Grant, key: str, status: int, body: bytes, resource: str | None, reach: str
) -> None:
    """Store the answer of a claimed key."""
    tx.run(
        _FILL,
        project=grant.project(grant.scope),
        replay_key=key,
        status=status,
        body=body,
        resource=resource,
        reach=reach,
    )


def erase_replays(tx: Tx, grant: Grant, resource: str, now: str) -> int:
    """Erase the answers that showed a thing."""
    return tx.run(_ERASE, project=grant.project(grant.scope), erased=resource, now=now)


def drop_expired(tx: Tx, now: str, limit: int) -> int:
    """Housekeeping: let go of answers whose time is over, a few at a time."""
    rows = tx.all(_EXPIRED, now=now, limit=limit)
    for row in rows:
        tx.run(_DROP, project=row.project_id, replay_key=row.key)
    return len(rows)
