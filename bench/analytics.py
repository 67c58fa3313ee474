"""`python -m bench.analytics`: how quickly the analytics answer over 1,000,000 runs.

Fills a database with accounts of 30 days and the sums over them, all with SQL, then asks for
costs and quality by every grouping. Prints a table and writes `bench/results/analytics.json`.
The accounts are the worst kind: every model, agent, key and team goes with every other.
"""

from __future__ import annotations

import argparse
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import orjson

from bench.report import RESULTS, Report
from runwright import clock
from runwright.access import bootstrap
from runwright.analytics.costs import costs
from runwright.analytics.quality import quality
from runwright.analytics.types import AnalyticsQuery
from runwright.api.changes import VERSIONS
from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.drivers import SQLite
from runwright.db.migrate import migrate
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.runs.accounts import grains, latency, pairs
from runwright.trust import audit, store
from runwright.trust.kernel import Grant, act_as_service
from runwright.trust.scopes import Scope

BAR_MS = 50.0
DAYS = 30
NOW = datetime(2026, 11, 15, 0, 0, tzinfo=UTC)
MODELS = ("y0-fast", "y0-deep", "y0-fast-2026-12", "y0-deep-2026-12")
AGENTS = tuple(f"ag_01k{n:023}" for n in range(20))
KEYS = tuple(f"key_01k{n:023}" for n in range(10))
TEAMS = tuple(f"team {n}" for n in range(8))
NAMES = ("model", "agent", "network", "key", "metadata.team")
GROUPINGS = tuple(",".join(names) for count in range(5) for names in combinations(NAMES, count))
_LEDGER = [column.name for column in schema.run_accounts.c]
_SUMS = [c.name for c in schema.rollups.c if c.name not in schema.rollup_latencies.c] + ["runs"]
_STARTS = {
    "quarter": "substr(created_at, 1, 14) || printf('%02d', substr(created_at, 15, 2) / 15 * 15)"
    " || ':00.000Z'",
    "day": "substr(created_at, 1, 10) || 'T00:00:00.000Z'",
}
_COUNTS = {
    "runs": "count(*)",
    "completed": "sum(status = 'completed')",
    "failed": "sum(status = 'failed')",
    "ups": "coalesce(sum(rating = 'up'), 0)",
    "downs": "coalesce(sum(rating = 'down'), 0)",
}
Ask = Callable[[Reader, Grant, AnalyticsQuery], dict[str, Any]]
ASKED: dict[str, Ask] = {
    "costs": lambda reader, grant, query: costs(reader, grant, query, NOW, "USD"),
    "quality": lambda reader, grant, query: quality(reader, grant, query, NOW),
}


def main() -> int:
    """Fill, ask, report."""
    given = _arguments()
    report = Report({"runs": given.runs, "days": DAYS, "rounds": given.rounds})
    with tempfile.TemporaryDirectory(prefix="runwright-analytics-") as folder:
        driver = driver_for(Settings(data=given.data or Path(folder)))
        assert isinstance(driver, SQLite)
        migrate(driver)
        database = Database(driver, audit.append, 1000)
        database.start()
        try:
            _fill_if_empty(database, driver, given.runs, report)
            report.add("database", driver.path.stat().st_size / 1e6, "MB")
            report.add("load of the machine", os.getloadavg()[0], "")
            _measure(database, _project_id(database), given.rounds, report)
        finally:
            database.close()
    path = RESULTS / ("analytics.json" if given.runs >= 1_000_000 else "analytics-partial.json")
    report.write(path)
    print(f"\nwritten to {path}")
    for figure in report.missed():
        print(f"missed: {figure.row()}")
    return 1 if report.missed() else 0


def _fill_if_empty(database: Database, driver: SQLite, runs: int, report: Report) -> None:
    """A folder that was filled before is measured as it is."""
    if database.read_now(lambda reader: store.find_project(reader, None)) is not None:
        return
    database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))
    started = time.perf_counter()
    fill(driver, _project_id(database), runs)
    report.add("filling the database", time.perf_counter() - started, "s")


def _project_id(database: Database) -> str:
    project = database.read_now(lambda reader: store.find_project(reader, None))
    assert project is not None
    return project.id


# Filling ----------------------------------------------------------------------------------------


def fill(driver: SQLite, project_id: str, runs: int) -> None:
    """Write the ledger, and sum it up with SQL as the service does run by run."""
    connection = driver.connect()
    connection.create_function("bin_of", 1, latency.bin_of, deterministic=True)
    connection.create_function(
        "hash_of",
        1,
        lambda team: pairs.pair_of(project_id, "team", team).value,
        deterministic=True,
    )
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    places = ", ".join("?" * len(_LEDGER))
    connection.executemany(
        f"INSERT INTO run_accounts ({', '.join(_LEDGER)}) VALUES ({places})",
        _accounts(project_id, runs),
    )
    connection.execute(
        "CREATE TEMP TABLE facts AS SELECT *, "
        + ", ".join(f"{text} AS {length}_start" for length, text in _STARTS.items())
        + ", bin_of(duration_us) AS bin, hash_of(metadata ->> 'team') AS team FROM run_accounts"
    )
    connection.execute(
        "INSERT INTO pair_values (project_id, id, value, runs)"
        " SELECT project_id, hash_of(metadata ->> 'team'), metadata ->> 'team', count(*)"
        " FROM run_accounts GROUP BY 1, 3"
    )
    team = pairs.key_name(project_id, "team")
    for length in grains.LENGTHS:
        _sum_up(connection, length, length, grains.COLUMNS, "")
        _sum_up(connection, length, length, grains.COLUMNS, team)
        _sum_up(connection, grains.of_pairs(length), length, (), team)
        for columns in grains.SLIM:
            _sum_up(connection, grains.slim(length, columns), length, columns, "")
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.close()


def _sum_up(
    connection: sqlite3.Connection, grain: str, length: str, columns: tuple[str, ...], key: str
) -> None:
    start, value = f"{length}_start", "team" if key else "''"
    own = [name if name in columns else "''" for name in grains.COLUMNS]
    place = ["project_id", "grain", "start", "pair_key", "pair_value", *grains.COLUMNS]
    filled = " AND ".join(f"{name} <> ''" for name in columns) if len(columns) == 1 else "TRUE"
    head = f"SELECT project_id, '{grain}', {start}, '{key}', {value}, {', '.join(own)}"
    group = ", ".join(["project_id", start, *(["team"] if key else []), *columns])
    sums = [_COUNTS.get(name, f"sum({name})") for name in _SUMS]
    connection.execute(
        f"INSERT INTO rollups ({', '.join(place + _SUMS)}) {head}, {', '.join(sums)}"
        f" FROM facts WHERE {filled} GROUP BY {group}"
    )
    connection.execute(
        f"INSERT INTO rollup_latencies ({', '.join(place)}, bin, runs) {head}, bin, count(*)"
        f" FROM facts WHERE {filled} GROUP BY {group}, bin"
    )


def _accounts(project_id: str, runs: int) -> Iterator[tuple[Any, ...]]:
    chance = random.Random(1)
    begin = NOW - timedelta(days=DAYS)
    for n in range(runs):
        steps, claims = chance.randint(1, 8), chance.randint(0, 6)
        row = {
            "project_id": project_id,
            "run_id": f"run_01k{n:023}",
            "created_at": clock.stamp(begin + timedelta(seconds=n * DAYS * 86400 / runs)),
            "status": chance.choices(("completed", "failed", "cancelled"), (95, 4, 1))[0],
            "model": chance.choice(MODELS),
            "agent": chance.choice(AGENTS),
            "network": "",
            "key_id": chance.choice(KEYS),
            "metadata": f'{{"team":"{chance.choice(TEAMS)}"}}',
            "steps": steps,
            "useful_steps": chance.randint(0, steps),
            "input_tokens": chance.randint(0, 4000),
            "output_tokens": chance.randint(0, 800),
            "cpu_us": chance.randint(500, 50_000),
            "cost": chance.randint(10**6, 10**10),
            "duration_us": int(chance.lognormvariate(9.0, 0.8)),
            "claims": claims,
            "supported": chance.randint(0, claims),
            "rating": chance.choices((None, "up", "down"), (90, 7, 3))[0],
        }
        yield tuple(row[name] for name in _LEDGER)


# Asking -----------------------------------------------------------------------------------------


def _measure(database: Database, project_id: str, rounds: int, report: Report) -> None:
    grant = act_as_service(project_id, Scope.ANALYTICS_READ, action="bench", record=lambda _: None)
    start = clock.stamp(NOW - timedelta(days=DAYS))
    for what, ask in ASKED.items():
        for grouping in GROUPINGS:
            query = AnalyticsQuery(start=start, group_by=grouping or None)
            _ask(
                database, grant, f"{what} by {grouping or 'day alone'}", ask, query, rounds, report
            )
        week = clock.stamp(NOW - timedelta(days=7))
        by_hour = AnalyticsQuery(start=week, bucket="hour", group_by="model")
        _ask(database, grant, f"{what} of a week by hour, model", ask, by_hour, rounds, report)


def _ask(
    database: Database,
    grant: Grant,
    name: str,
    ask: Ask,
    query: AnalyticsQuery,
    rounds: int,
    report: Report,
) -> None:
    took, cpu = [], []
    for _ in range(rounds):
        started, used = time.perf_counter(), time.process_time()
        body = database.read_now(lambda reader: _body(ask, reader, grant, query))
        took.append((time.perf_counter() - started) * 1000)
        cpu.append((time.process_time() - used) * 1000)
    if not body:
        report.add(f"{name}: too many rows, refused after", statistics.median(took), "ms")
        return
    report.add(f"{name}: p50", statistics.median(took), "ms", at_most=BAR_MS)
    report.add(f"{name}: p95", statistics.quantiles(took, n=20)[-1], "ms", at_most=BAR_MS)
    report.add(f"{name}: CPU", statistics.median(cpu), "ms")
    report.add(f"{name}: answer", len(body) / 1000, "kB")


def _body(ask: Ask, reader: Reader, grant: Grant, query: AnalyticsQuery) -> bytes:
    """The answer; empty when it would have too many rows."""
    try:
        return orjson.dumps(ask(reader, grant, query))
    except InvalidRequest:
        return b""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.analytics", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--data", type=Path, help="a folder to fill and keep, or one filled before")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
