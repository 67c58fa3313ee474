"""A request takes a token from every bucket of its line, or from none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.trust import audit
from runwright.trust.rates.limits import Allowance, Limiter, Limits, SharedLimits
from runwright.trust.rates.line import Line

Bucket = tuple[str, int]


@pytest.fixture
def limiter(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[[], Limiter]]:
    """What counts where one process serves, and where many do."""
    if kind == "sqlite":
        yield lambda: Limits(lambda: 0.0)
        return
    url = request.getfixturevalue("postgres").new_database()
    driver = driver_for(Settings(data=tmp_path, database_url=url))
    migrate(driver)
    with closing(Database(driver, audit.append, 1000)) as database:
        database.start()
        yield lambda: SharedLimits(database)


async def ask(line: Line, *buckets: Bucket) -> Allowance:
    """What the gateway does."""
    return line.take(buckets) or await line.wait(buckets)


def test_each_request_counts_under_the_key_and_all_its_makers(
    limiter: Callable[[], Limiter],
) -> None:
    async def go() -> None:
        line = Line(limiter())
        one, other, top = ("one", 5), ("other", 5), ("top", 7)
        told = [await ask(line, one, top) for _ in range(6)]
        assert [each.allowed for each in told] == [True] * 5 + [False]
        assert [(each.limit, each.is_shared) for each in told] == [(5, False)] * 6
        told = [await ask(line, other, top) for _ in range(3)]
        assert [each.allowed for each in told] == [True, True, False]
        assert [(each.limit, each.is_shared) for each in told] == [(7, True)] * 3
        assert told[-1].retry_after >= 8

    asyncio.run(go())


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_request_that_is_refused_takes_nothing(
    limiter: Callable[[], Limiter], place: int
) -> None:
    async def go() -> None:
        line = Line(limiter())
        buckets = [("a", 3), ("b", 3), ("c", 3)]
        for _ in range(3):
            assert (await ask(line, buckets[place])).allowed
        for _ in range(5):
            assert not (await ask(line, *buckets)).allowed
        for free in (each for n, each in enumerate(buckets) if n != place):
            told = [await ask(line, free) for _ in range(4)]
            assert [each.allowed for each in told] == [True] * 3 + [False]

    asyncio.run(go())


def test_many_at_once_never_pass_the_tightest(limiter: Callable[[], Limiter]) -> None:
    async def go() -> None:
        line = Line(limiter())
        asking = [ask(line, (f"key {n % 4}", 9), ("middle", 20), ("top", 12)) for n in range(60)]
        assert sum(each.allowed for each in await asyncio.gather(*asking)) == 12

    asyncio.run(go())
