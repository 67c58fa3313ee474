"""When a key was last used is known to the hour, and costs no write per request."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial

import pytest

from db import kit
from runwright import clock
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.trust import secrets, store
from runwright.trust.kernel import Principal
from runwright.trust.key_uses import KeyUses
from runwright.trust.keyring import KeyRing
from runwright.trust.scopes import ALL, Scope
from runwright.trust.types import KeyUse

HOURS = ("2026-03-01T09:00:00.000Z", "2026-03-01T10:00:00.000Z")


@pytest.fixture
def secret(database: Database) -> str:
    def create(tx: Tx) -> str:
        return bootstrap.create_key(
            tx,
            name="k",
            scopes=ALL,
            project_name="p",
            rate_limit=None,
            version=VERSIONS.newest,
        )

    return database.write_now(create)


@pytest.fixture
def principal(database: Database, secret: str) -> Principal:
    found = database.read_now(
        lambda reader: store.principal_by_secret(reader, secrets.digest(secret), HOURS[0], 1)
    )
    assert found is not None
    return found


def last_used(database: Database, principal: Principal) -> str | None:
    grant = kit.grant(principal.project_id, Scope.KEYS_READ)
    key = database.read_now(
        lambda reader: store.read_key(reader, grant, principal.key_id, Scope.KEYS_READ)
    )
    assert key is not None
    return key.last_used_at


def at(monkeypatch: pytest.MonkeyPatch, hour: int, minute: int) -> None:
    now = datetime(2026, 3, 1, hour, minute, 7, 8, tzinfo=UTC)
    monkeypatch.setattr(clock, "now", lambda: now)


def test_a_key_that_was_looked_up_is_stored_as_used(
    database: Database, secret: str, principal: Principal
) -> None:
    ring = KeyRing(database, 1)
    assert last_used(database, principal) is None
    asyncio.run(ring.find(secret))
    asyncio.run(ring.uses.store())
    stored = last_used(database, principal)
    assert stored is not None
    assert stored.endswith(":00:00.000Z")


def test_a_key_is_stored_once_an_hour(
    database: Database, principal: Principal, monkeypatch: pytest.MonkeyPatch
) -> None:
    uses = KeyUses(database)
    at(monkeypatch, 9, 1)
    uses.note(principal)
    asyncio.run(uses.store())
    assert last_used(database, principal) == HOURS[0]
    writes = database.group_counts()[1]
    at(monkeypatch, 9, 59)
    uses.note(principal)
    asyncio.run(uses.store())
    assert database.group_counts()[1] == writes
    at(monkeypatch, 10, 0)
    uses.note(principal)
    asyncio.run(uses.store())
    assert last_used(database, principal) == HOURS[1]


def test_what_another_process_stored_never_goes_back(
    database: Database, principal: Principal
) -> None:
    for hour in reversed(HOURS):
        use = KeyUse(principal.project_id, principal.key_id, hour)
        database.write_now(partial(store.use_keys, uses=[use]))
    assert last_used(database, principal) == HOURS[1]
