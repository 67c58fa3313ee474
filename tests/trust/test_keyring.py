"""The keyring remembers for less than a second, and forgets a revocation's key at once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from db import kit
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.db.database import Database
from runwright.trust import secrets, store
from runwright.trust.keyring import MEMORY_SECONDS, KeyRing
from runwright.trust.scopes import ALL, Scope
from support.patience import PATIENCE


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def secret(database: Database) -> str:
    return database.write_now(
        lambda tx: bootstrap.create_key(
            tx,
            name="k",
            scopes=ALL,
            project_name="p",
            rate_limit=None,
            version=VERSIONS.newest,
        )
    )


def revoke(database: Database, secret: str) -> None:
    def delete(tx: Any) -> None:
        now = "2026-01-01T00:00:00.000Z"
        found = store.principal_by_secret(tx, secrets.digest(secret), now, 1)
        assert found is not None
        grant = kit.grant(found.project_id, Scope.KEYS_WRITE)
        assert store.delete_key(tx, grant, found.key_id) == 1

    database.write_now(delete)


def find(ring: KeyRing, secret: str) -> Any:
    """What the gateway does: remember, or look up."""
    return ring.recall(secret) or asyncio.run(ring.find(secret))


def test_a_known_secret_is_found_with_the_default_rate(database: Database, secret: str) -> None:
    found = find(KeyRing(database, 77), secret)
    assert (found.scopes, found.rate_limit, found.time_zone) == (ALL, 77, "UTC")


def test_what_was_found_is_remembered_for_less_than_a_second(
    database: Database, secret: str
) -> None:
    clock = Clock()
    ring = KeyRing(database, 1, clock)
    assert find(ring, secret) is not None
    revoke(database, secret)
    clock.now = MEMORY_SECONDS - 0.01
    assert find(ring, secret) is not None
    clock.now = MEMORY_SECONDS + 0.01
    assert find(ring, secret) is None
    assert MEMORY_SECONDS < 1


def test_forgetting_holds_at_once(database: Database, secret: str) -> None:
    ring = KeyRing(database, 1, Clock())
    assert find(ring, secret) is not None
    revoke(database, secret)
    ring.forget()
    assert find(ring, secret) is None


def test_a_secret_that_is_nobodys_is_looked_up_once_in_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, look_ups = Clock(), list[str]()
    real = store.principal_by_secret

    def counting(reader: Any, sha256: str, *more: Any) -> Any:
        look_ups.append(sha256)
        return real(reader, sha256, *more)

    monkeypatch.setattr(store, "principal_by_secret", counting)
    ring, unknown = KeyRing(database, 1, clock), secrets.new_secret()
    for _ in range(3):
        assert find(ring, unknown) is None
    assert len(look_ups) == 1
    clock.now = MEMORY_SECONDS + 0.01
    assert find(ring, unknown) is None
    assert len(look_ups) == 2
    ring.forget()
    assert find(ring, unknown) is None
    assert len(look_ups) == 3


def test_the_memory_of_secrets_that_are_nobodys_is_bounded(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runwright.trust.keyring.MEMORY_LIMIT", 5)
    ring = KeyRing(database, 1, Clock())
    for _ in range(20):
        assert find(ring, secrets.new_secret()) is None
    assert len(ring._unknown) <= 5


def test_what_is_no_secret_costs_no_look_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(database, "read", fail)
    monkeypatch.setattr(database, "read_inline", fail, raising=False)
    assert find(KeyRing(database, 1), "rw_nonsense") is None


def test_a_look_up_that_began_before_a_revocation_brings_nothing_back(
    database: Database, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring = KeyRing(database, 1, Clock())
    real = store.principal_by_secret

    def slowly(*arguments: Any) -> Any:
        found = real(*arguments)
        ring.forget()  # the revocation is committed while the look-up is on its way back
        return found

    monkeypatch.setattr(store, "principal_by_secret", slowly)
    assert find(ring, secret) is not None
    assert not ring._known


def test_a_revocation_between_the_check_and_the_remembering_is_not_lost(
    database: Database, secret: str
) -> None:
    """`forget` runs on the writer's thread, so it can come between any two steps."""
    ring = KeyRing(database, 1, Clock())

    revocation = threading.Thread(target=ring.forget)

    class Interrupting(dict[str, Any]):
        def __len__(self) -> int:
            if revocation.ident is None:
                revocation.start()
                revocation.join(timeout=0.2)  # it cannot get in between: it has to wait
            return 0

    ring._known = Interrupting()
    assert find(ring, secret) is not None
    revocation.join(timeout=PATIENCE)
    assert not revocation.is_alive()
    assert ring.recall(secret) is None


def test_an_expired_key_is_not_found_even_while_it_is_remembered(
    database: Database, secret: str
) -> None:
    ring = KeyRing(database, 1, Clock())
    found = find(ring, secret)
    ((sha256, (until, _)),) = ring._known.items()
    expired = found.__class__(
        **{
            name: getattr(found, name)
            for name in (
                "key_id",
                "project_id",
                "scopes",
                "rate_limit",
                "version",
                "time_zone",
            )
        },
        expires_at="2020-01-01T00:00:00.000Z",
    )
    ring._known[sha256] = (until, expired)
    connection = database.driver.connect()
    connection.execute("UPDATE keys SET expires_at = '2020-01-01T00:00:00.000Z'")
    connection.close()
    assert find(ring, secret) is None


def test_the_memory_is_bounded(
    database: Database, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runwright.trust.keyring.MEMORY_LIMIT", 1)
    ring = KeyRing(database, 1, Clock())
    second = database.write_now(
        lambda tx: bootstrap.create_key(
            tx,
            name="k",
            scopes=ALL,
            project_name="p",
            rate_limit=None,
            version=VERSIONS.newest,
        )
    )
    for one in (secret, second, secret):
        assert find(ring, one) is not None
        assert len(ring._known) == 1
