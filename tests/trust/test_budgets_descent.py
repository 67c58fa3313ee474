"""Reservations up a line of makers, by two processes at once, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from db import kit
from runwright.config import Settings
from runwright.db.database import Database, driver_for
from runwright.db.migrate import migrate
from runwright.errors import RateLimited
from runwright.runs.accounts.store import spent_since
from runwright.trust import audit, budgets
from runwright.trust.budgets import Holder, Home
from runwright.trust.scopes import Scope
from runwright.trust.types import Budget
from support.postgres import Postgres

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")
ELSEWHERE = Home("proj_makers", "Pacific/Auckland")


@pytest.fixture(scope="module")
def nodes(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Database]]:
    settings = Settings(data=tmp_path_factory.mktemp("data"), database_url=postgres.new_database())
    with ExitStack() as stack:
        made = []
        for _ in range(2):
            driver = driver_for(settings)
            migrate(driver)
            made.append(stack.enter_context(closing(Database(driver, audit.append, 1000))))
            made[-1].start()
        yield made


def test_two_processes_keep_the_budget_of_a_maker_exactly(nodes: list[Database]) -> None:
    """Each asks in an order of its own; rows are taken in one, so none waits for the other."""
    top = Holder("key_top", Budget(60, "day"), True, ELSEWHERE)
    middle = [Holder(f"key_middle{n}", Budget(1_000, "month"), True, ELSEWHERE) for n in range(3)]
    own = [Holder(f"key_own{n}", Budget(1_000, "day")) for n in range(5)]
    grants = [kit.grant(f"proj_{n}", Scope.RUNS_WRITE) for n in range(5)]

    def run(n: int) -> int:
        holders = [own[n % 5], middle[n % 3], top][:: -1 if n % 2 else 1]
        node, grant = nodes[n % 2], grants[n % 5]
        try:
            held = node.write_now(
                lambda tx: budgets.reserve(tx, grant, holders, 2, NOW, UTC_ZONE, spent_since)
            )
        except RateLimited:
            return 0
        node.write_now(lambda tx: budgets.settle(tx, grant, held, 1))
        return 1

    with ThreadPoolExecutor(12) as pool:
        made = sum(pool.map(run, range(200)))
    spent, reserved = nodes[0].read_now(
        lambda reader: budgets.state(reader, grants[0], top, NOW, UTC_ZONE)
    )
    assert (spent, reserved) == (made, 0)
    assert spent in (59, 60), "one unit may be too little for another run"
