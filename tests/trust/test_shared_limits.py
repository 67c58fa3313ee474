"""Many processes lease from one bucket: together they keep its limit within five in a hundred.

Each node here has connections of its own to one PostgreSQL, whose clock decides; time is measured
and never waited for in an assertion.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, closing
from threading import Thread
from typing import Any

import pytest

from db import kit
from runwright import clock
from runwright.access import bootstrap
from runwright.api.changes import VERSIONS
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.errors import Overloaded
from runwright.trust import audit, secrets, store
from runwright.trust.kernel import Principal
from runwright.trust.rates import store as rates_store
from runwright.trust.rates.limits import HOLD_SECONDS, Allowance, SharedLimits
from runwright.trust.scopes import ALL, Scope
from support.patience import PATIENCE
from support.postgres import Postgres


@pytest.fixture(scope="module")
def opened(
    postgres: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Database]]:
    """Three ways to one database, as three processes have them."""
    settings = Settings(data=tmp_path_factory.mktemp("data"), database_url=postgres.new_database())
    with ExitStack() as stack:
        made = []
        for _ in range(3):
            driver = driver_for(settings)
            migrate(driver)
            made.append(stack.enter_context(closing(Database(driver, audit.append, 1000))))
            made[-1].start()
        yield made


@pytest.fixture
def databases(opened: list[Database]) -> list[Database]:
    """The same without buckets, once nobody leases any more."""
    for database in opened:
        database.write_now(lambda _tx: None)
    connection = opened[0].driver.connect()
    connection.execute("DELETE FROM rate_buckets")
    connection.close()
    return opened


async def ask(limits: SharedLimits, limit: int, key: str = "k") -> Allowance:
    """What the gateway does: a token at hand, or one that is waited for."""
    return limits.take(key, limit) or await limits.wait(key, limit)


async def counted(asking: list[Coroutine[Any, Any, Allowance]]) -> int:
    return sum(allowance.allowed for allowance in await asyncio.gather(*asking))


def bucket(database: Database, key: str = "k") -> list[float]:
    """The tokens in a key's row, if it has one."""
    connection = database.driver.connect()
    try:
        found = connection.execute("SELECT tokens FROM rate_buckets WHERE key_id = $1", [key])
        return [float(tokens) for (tokens,) in found.fetchall()]
    finally:
        connection.close()


async def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.02)


# The statement ----------------------------------------------------------------------------------


def lease(database: Database, wanted: int, returned: int = 0, limit: int = 10) -> tuple[int, float]:
    return database.write_now(lambda tx: rates_store.lease_tokens(tx, "k", limit, wanted, returned))


def test_a_new_bucket_is_full_and_gives_no_more_than_it_has(databases: list[Database]) -> None:
    one, other, _ = databases
    granted, left = lease(one, 4)
    assert granted == 4
    assert left == pytest.approx(6, abs=1)
    granted, left = lease(other, 100)
    assert granted in (6, 7)
    assert 0 <= left < 1
    assert lease(one, 1)[0] in (0, 1)


def test_what_comes_back_can_be_leased_elsewhere_and_never_overflows(
    databases: list[Database],
) -> None:
    one, other, _ = databases
    assert lease(one, 10)[0] == 10
    assert lease(one, 0, returned=7)[0] == 0
    assert lease(other, 7)[0] == 7
    assert lease(other, 0, returned=1000) == (0, 10)


def test_tokens_flow_back_by_the_databases_clock(databases: list[Database]) -> None:
    one, other, _ = databases
    lease(one, 10)
    connection = one.driver.connect()
    connection.execute("UPDATE rate_buckets SET filled_at = filled_at - 30")
    connection.close()
    assert lease(other, 100)[0] == 5


def test_a_clock_that_was_set_back_gives_and_takes_nothing(databases: list[Database]) -> None:
    one, other, _ = databases
    lease(one, 8)
    connection = one.driver.connect()
    connection.execute("UPDATE rate_buckets SET tokens = 2, filled_at = filled_at + 3600")
    connection.close()
    assert lease(other, 100) == (2, 0)
    assert lease(one, 100) == (0, 0)


def test_a_smaller_limit_keeps_the_bucket_small(databases: list[Database]) -> None:
    one, other, _ = databases
    lease(one, 1, limit=1000)
    assert lease(other, 100, limit=3)[0] == 3


@pytest.fixture
def key(databases: list[Database]) -> Principal:
    """A key of a new project."""
    secret = databases[0].write_now(
        lambda tx: bootstrap.create_key(
            tx, name="k", scopes=ALL, project_name="p", rate_limit=None, version=VERSIONS.newest
        )
    )
    now = clock.stamp(clock.now())
    found = databases[0].read_now(
        lambda reader: store.principal_by_secret(reader, secrets.digest(secret), now, 10)
    )
    assert found is not None
    return found


def delete(database: Database, key: Principal) -> int:
    grant = kit.grant(key.project_id, Scope.KEYS_WRITE)
    return database.write_now(lambda tx: store.delete_key(tx, grant, key.key_id))


def test_a_deleted_key_leaves_no_bucket(databases: list[Database], key: Principal) -> None:
    databases[1].write_now(lambda tx: rates_store.lease_tokens(tx, key.key_id, 10, 1, 0))
    assert len(bucket(databases[0], key.key_id)) == 1
    assert delete(databases[0], key) == 1
    assert bucket(databases[0], key.key_id) == []


def test_a_deletion_does_not_wait_for_a_lease(databases: list[Database], key: Principal) -> None:
    databases[1].write_now(lambda tx: rates_store.lease_tokens(tx, key.key_id, 10, 1, 0))
    leasing = databases[1].driver.connect()
    with leasing.transaction():
        leasing.execute("SELECT * FROM rate_buckets FOR UPDATE")
        assert delete(databases[0], key) == 1
    leasing.close()
    assert len(bucket(databases[0], key.key_id)) == 1


# Leasing ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 7, 90, 1200, 6000])
def test_three_nodes_keep_one_limit(databases: list[Database], limit: int) -> None:
    async def burst() -> tuple[int, int, float]:
        nodes = [SharedLimits(database) for database in databases]
        began = time.monotonic()
        allowed = await counted([ask(nodes[n % 3], limit) for n in range(2 * limit + 3)])
        seconds = time.monotonic() - began
        # A lease begins when half of the last is spent: one may end with nobody left to ask.
        held = sum(share.held for node in nodes for share in node._shares.values())
        return allowed, held, seconds

    allowed, held, seconds = asyncio.run(burst())
    assert limit * 0.95 <= allowed + held
    assert allowed <= limit * 1.05 + seconds * limit / 60


def test_many_nodes_that_hold_what_they_can_keep_one_limit(databases: list[Database]) -> None:
    """Thirty ask as much as the key may for a while: a fixed share of each would be too much."""
    limit, rounds = 6000, 6

    async def burst() -> tuple[int, float]:
        nodes = [SharedLimits(databases[n % 3]) for n in range(30)]
        for _ in range(rounds):
            await asyncio.gather(*(ask(node, limit) for node in nodes for _ in range(2)))
            await asyncio.sleep(HOLD_SECONDS)
        await asyncio.gather(*(ask(node, limit) for node in nodes for _ in range(2)))
        began = time.monotonic()
        allowed = await counted([ask(nodes[n % 30], limit) for n in range(limit + 1000)])
        return allowed, time.monotonic() - began

    allowed, seconds = asyncio.run(burst())
    assert limit * 0.95 <= allowed <= limit * 1.05 + seconds * limit / 60


def test_a_token_at_hand_costs_no_statement(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    leases = []
    real = rates_store.lease_tokens

    def counting(*arguments: Any) -> Any:
        leases.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(rates_store, "lease_tokens", counting)

    async def many() -> None:
        limits = SharedLimits(databases[0])
        for _ in range(3000):
            assert (await ask(limits, 100_000)).allowed

    asyncio.run(many())
    assert len(leases) <= 20, "leases must grow with the pace"


def test_the_next_lease_comes_before_the_last_is_spent(databases: list[Database]) -> None:
    async def spend() -> tuple[int, int]:
        limits = SharedLimits(databases[0])
        await counted([ask(limits, 10_000) for _ in range(80)])
        await ask(limits, 10_000)
        waited = 0
        for _ in range(1000):
            if limits.take("k", 10_000) is None:
                waited += 1
                await limits.wait("k", 10_000)
            await asyncio.sleep(0.001)
        return waited, limits._shares["k"].size

    waited, size = asyncio.run(spend())
    assert size > 1
    assert waited <= 10


def test_what_nobody_asks_for_goes_back(databases: list[Database]) -> None:
    limit = 60_000

    async def leave_some() -> None:
        limits = SharedLimits(databases[0])
        await counted([ask(limits, limit) for _ in range(100)])
        await ask(limits, limit)
        share = limits._shares["k"]
        assert share.held > 50
        await until(lambda: not (share.held or share.leasing), "it holds on")
        assert not share.is_watched

    asyncio.run(leave_some())
    assert lease(databases[1], limit, limit=limit)[0] >= limit - 101


def test_what_somebody_waits_for_does_not_go_back(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the loop takes to let those go on for whom the tokens came."""
    monkeypatch.setattr("runwright.trust.rates.limits.HOLD_SECONDS", 0.0)

    async def burst() -> None:
        limits = SharedLimits(databases[0])
        assert await counted([ask(limits, 10) for _ in range(20)]) == 10

    asyncio.run(burst())


def test_whoever_comes_at_the_very_end_of_a_lease_does_not_hold_up_the_loop(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their turn comes after the tokens and before those who waited for them."""
    late: list[asyncio.Future[Allowance]] = []
    real = databases[0].write

    async def burst() -> None:
        limits = SharedLimits(databases[0])

        async def write(*arguments: Any) -> Any:
            granted = await real(*arguments)
            if not late:
                late.extend(asyncio.ensure_future(ask(limits, 10)) for _ in range(3))
            return granted

        monkeypatch.setattr(databases[0], "write", write)
        assert (await ask(limits, 10)).allowed
        assert await counted([asyncio.wait_for(each, PATIENCE) for each in late]) == 3

    running = Thread(target=asyncio.run, args=[burst()], daemon=True)
    running.start()
    running.join(PATIENCE)
    assert not running.is_alive(), "the loop stands still"
    assert [each.result().allowed for each in late] == [True] * 3


def test_an_empty_bucket_is_refused_without_asking_again_and_again(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def flood() -> None:
        limits = SharedLimits(databases[0])
        assert await counted([ask(limits, 3) for _ in range(10)]) == 3

        def fail(*_: Any) -> None:
            raise AssertionError("the database was asked")

        monkeypatch.setattr(databases[0], "write", fail)
        for _ in range(1000):
            refused = limits.take("k", 3)
            assert refused is not None
            assert (refused.allowed, refused.remaining) == (False, 0)
            assert 1 <= refused.retry_after <= 20

    asyncio.run(flood())


def test_what_is_told_is_what_is_left_everywhere(databases: list[Database]) -> None:
    async def both() -> None:
        one, other = (SharedLimits(database) for database in databases[:2])
        for used in range(1, 4):
            told = await ask(one, 7)
            assert (told.limit, told.remaining) == (7, 7 - used)
        assert (await ask(other, 7)).remaining == 3
        assert (await ask(one, 7)).remaining == 2

    asyncio.run(both())


def test_a_changed_limit_holds_at_once_and_fills_nothing(databases: list[Database]) -> None:
    async def change() -> None:
        limits = SharedLimits(databases[0])
        await counted([ask(limits, 60_000) for _ in range(100)])
        narrowed = [await ask(limits, 2) for _ in range(4)]
        assert [each.allowed for each in narrowed] == [True, True, False, False]
        assert narrowed[0].remaining == 1
        assert (await ask(limits, 5)).remaining <= 1

    asyncio.run(change())


def test_keys_do_not_share_a_bucket(databases: list[Database]) -> None:
    async def two() -> None:
        limits = SharedLimits(databases[0])
        assert (await ask(limits, 1, "a")).allowed
        assert not (await ask(limits, 1, "a")).allowed
        assert (await ask(limits, 1, "b")).allowed

    asyncio.run(two())


def test_whoever_leaves_while_waiting_takes_nobodys_token(databases: list[Database]) -> None:
    async def leave() -> None:
        limits = SharedLimits(databases[0])
        asking = [asyncio.ensure_future(ask(limits, 60)) for _ in range(20)]
        await asyncio.sleep(0)
        for task in asking[:10]:
            task.cancel()
        done = await asyncio.gather(*asking, return_exceptions=True)
        assert sum(isinstance(each, Allowance) and each.allowed for each in done) == 10
        share = limits._shares["k"]
        assert share.waiting == 0
        await until(lambda: not (share.held or share.leasing), "it holds on")

    asyncio.run(leave())
    assert bucket(databases[0])[0] >= 50


def test_without_storage_nothing_is_allowed_and_nothing_is_lost(
    databases: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away() -> None:
        limits = SharedLimits(databases[0])
        with monkeypatch.context() as without:
            without.setattr(rates_store, "lease_tokens", unreachable(databases[0]))
            with pytest.raises(Overloaded):
                await ask(limits, 10)
            told = await asyncio.gather(
                *(ask(limits, 10) for _ in range(5)), return_exceptions=True
            )
            assert {type(each) for each in told} == {Overloaded}
        assert (await ask(limits, 10)).remaining == 9

    asyncio.run(away())


def unreachable(database: Database) -> Callable[..., Any]:
    """A database that fails as one does whose connection was cut."""

    def fail(*_: Any) -> Any:
        raise database.driver.error("the connection was cut")

    return fail


def test_the_memory_is_bounded(databases: list[Database], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runwright.trust.rates.limits._PRUNE_ABOVE", 5)
    monkeypatch.setattr("runwright.trust.rates.limits.HOLD_SECONDS", 0.01)

    async def many() -> None:
        limits = SharedLimits(databases[0])
        for n in range(30):
            assert (await ask(limits, 10, f"k{n}")).allowed
            await asyncio.sleep(0.02)
        assert len(limits._shares) < 10

    asyncio.run(many())
