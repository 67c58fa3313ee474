"""Wrong keys are counted by the address that they come from; a valid one is never refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.db.database import Database
from runwright.errors import Problem, RateLimited, Unauthenticated
from runwright.trust import secrets, store
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.limits import Limits
from runwright.trust.rates.wrong_keys import WrongKeys
from runwright.trust.scopes import ALL

HERE, THERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def secret(database: Database) -> str:
    return database.write_now(
        lambda tx: bootstrap.create_key(
            tx, name="k", scopes=ALL, project_name="p", rate_limit=None, version=VERSIONS.newest
        )
    )


def counting(database: Database, limit: int) -> WrongKeys:
    """With a clock that stands still, so that nothing flows back."""
    return WrongKeys(KeyRing(database, 600), limit, Limits(lambda: 0.0))


async def told(wrong_keys: WrongKeys, secret: str, address: str = HERE) -> type[Problem] | None:
    """How a key is refused, if it is."""
    try:
        await wrong_keys.find(secret, address)
    except Problem as problem:
        return type(problem)
    return None


@pytest.mark.parametrize(
    "wrong",
    ["", "nonsense", "rw_short_abc", secrets.new_secret()],
    ids=["none", "nonsense", "too short", "well-formed"],
)
def test_an_address_is_refused_for_wrong_keys_and_never_a_valid_one(
    database: Database, secret: str, wrong: str
) -> None:
    async def go() -> None:
        wrong_keys = counting(database, 3)
        answers = [await told(wrong_keys, wrong) for _ in range(5)]
        assert answers == [Unauthenticated] * 3 + [RateLimited] * 2
        assert await told(wrong_keys, secret) is None
        assert await told(wrong_keys, wrong, THERE) is Unauthenticated
        assert [await told(wrong_keys, secret) for _ in range(5)] == [None] * 5

    asyncio.run(go())


@pytest.mark.parametrize(
    ("address", "other", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("", "", True),
    ],
)
def test_who_is_counted_together(
    database: Database, address: str, other: str, is_one: bool
) -> None:
    async def go() -> None:
        wrong_keys = counting(database, 1)
        assert await told(wrong_keys, "x", address) is Unauthenticated
        expected = RateLimited if is_one else Unauthenticated
        assert await told(wrong_keys, "x", other) is expected

    asyncio.run(go())


def test_a_flood_is_looked_up_one_at_a_time(
    database: Database, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has not sent too many wrong keys does not wait behind those who have."""
    at_once, most = 0, 0
    real = database.read_inline

    async def slowly(fn: Any) -> Any:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.001)
        at_once -= 1
        return await real(fn)

    monkeypatch.setattr(database, "read_inline", slowly)

    async def go() -> None:
        nonlocal most
        wrong_keys = counting(database, 2)
        for _ in range(2):
            assert await told(wrong_keys, "x") is Unauthenticated
        flood = [told(wrong_keys, secrets.new_secret()) for _ in range(20)]
        *answers, valid = await asyncio.gather(*flood, told(wrong_keys, secret))
        assert (answers, valid, most) == ([RateLimited] * 20, None, 1)

    asyncio.run(go())


def test_what_is_no_key_is_never_looked_up(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(store, "principal_by_secret", fail)
    wrong_keys = counting(database, 100)
    assert asyncio.run(told(wrong_keys, "rw_" + "0" * 32 + "_000000")) is Unauthenticated
