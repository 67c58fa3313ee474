"""All SQL on dashboard sessions. They name a key by the hash of its secret, and no project."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select

from runwright.access.sessions.types import Session
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx

_SESSIONS = schema.sessions
_ADD = insert(_SESSIONS)
_FIND = select(*(_SESSIONS.c[name] for name in Session._fields)).where(
    _SESSIONS.c.sha256 == bindparam("sha"), _SESSIONS.c.expires_at > bindparam("now")
)
_DROP = delete(_SESSIONS).where(_SESSIONS.c.sha256 == bindparam("sha"))
_DROP_OLD = delete(_SESSIONS).where(_SESSIONS.c.expires_at <= bindparam("now"))


def add(tx: Tx, session: Session) -> None:
    """Somebody has signed in."""
    tx.run(_ADD, **session._asdict())


def find(reader: Reader, sha256: str, now: str) -> Session | None:
    """The session of a cookie, unless it is over."""
    row = reader.one(_FIND, sha=sha256, now=now)
    return None if row is None else Session._make(row)


def drop(tx: Tx, sha256: str) -> None:
    """Somebody has signed out."""
    tx.run(_DROP, sha=sha256)


def drop_old(tx: Tx, now: str) -> int:
    """Forget sessions whose time is over; how many."""
    return tx.run(_DROP_OLD, now=now)
