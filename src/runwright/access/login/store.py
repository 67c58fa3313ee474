"""All SQL on logins that wait. They belong to nobody yet, so there is no grant to ask for."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select, update

from runwright.access.login.types import Login
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx

_LOGINS = schema.device_logins
_COLUMNS = tuple(_LOGINS.c[name] for name in Login._fields)
_ADD = insert(_LOGINS)
_ALIVE = _LOGINS.c.expires_at > bindparam("now")
_BY_CODE = select(*_COLUMNS).where(_LOGINS.c.user_code == bindparam("code"), _ALIVE)
_BY_DEVICE = select(*_COLUMNS).where(_LOGINS.c.device_sha256 == bindparam("device"), _ALIVE)
_APPROVE = (
    update(_LOGINS)
    .where(
        _LOGINS.c.user_code == bindparam("code"),
        _LOGINS.c.key_id.is_(None),
        _LOGINS.c.expires_at > bindparam("now"),
    )
    .values(key_id=bindparam("approver"), scopes=bindparam("allowed"))
)
_DROP = delete(_LOGINS).where(_LOGINS.c.device_sha256 == bindparam("device"))
_OLD = select(_LOGINS.c.device_sha256).where(_LOGINS.c.expires_at <= bindparam("now")).limit(200)


def add(tx: Tx, login: Login) -> None:
    """Somebody waits."""
    tx.run(_ADD, **login._asdict())


def by_code(reader: Reader, code: str, now: str) -> Login | None:
    """Who waits under the code that a person typed."""
    row = reader.one(_BY_CODE, code=code, now=now)
    return None if row is None else Login._make(row)


def by_device(reader: Reader, sha256: str, now: str) -> Login | None:
    """The login of whoever holds the device code."""
    row = reader.one(_BY_DEVICE, device=sha256, now=now)
    return None if row is None else Login._make(row)


def approve(tx: Tx, code: str, key_id: str, scopes: str, now: str) -> bool:
    """Note who approved it and what it may do; False when it does not wait any more."""
    return tx.run(_APPROVE, code=code, approver=key_id, allowed=scopes, now=now) > 0


def drop(tx: Tx, sha256: str) -> bool:
    """A login is over; False when it was already, so that each gives one key at most."""
    return tx.run(_DROP, device=sha256) > 0


def drop_old(tx: Tx, now: str) -> int:
    """Forget those that nobody approved in time; how many."""
    old = tx.all(_OLD, now=now)
    for row in old:
        tx.run(_DROP, device=row.device_sha256)
    return len(old)
