"""`python -m bench.analytics`: how quickly the analytics answer over 1,000,000 runs.

Fills a database with accounts of 30 days and the rollup over them, all with SQL, then asks for
costs and quality by every grouping. Prints a table and writes `bench/results/analytics.json`.
That is done with accounts of two shapes: `crossed`, the worst kind, in which every model, agent,
key and team goes with every other; and `usual`, in which an agent has one model, a key is used
with three agents, and a team belongs to a key; some runs have no agent, no network or no team.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from bench.report import RESULTS, Report
from runwright import clock, ids
from runwright.access import bootstrap
from runwright.analytics.costs import costs
from runwright.analytics.quality import quality
from runwright.analytics.types import AnalyticsQuery, BucketName
from runwright.api.changes import VERSIONS
from runwright.config import Settings
from runwright.db import schema
from runwright.db.database import Database, driver_for
from runwright.db.drivers import SQLite
from runwright.db.migrate import migrate
from runwright.db.schema.accounts import LATENCY, ROLLUP_KEY
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.runs.accounts import latency, metadata_hashes
from runwright.trust import audit, store
from runwright.trust.kernel import Grant, Trail, act_as_service
from runwright.trust.scopes import Scope

BAR_MS = 300.0
BAR_ROWS = 2500
"""Answers with more rows than this have no bar, but a figure for each row."""
DAYS = 30
NOW = datetime(2026, 11, 15, 0, 0, tzinfo=UTC)
MODELS = ("y0-fast", "y0-deep", "y0-fast-2026-11", "y0-deep-2026-11")
AGENTS = tuple(f"ag_01k{n:023}" for n in range(20))
NETWORKS = tuple(f"net_01k{n:023}" for n in range(3))
KEYS = tuple(f"key_01k{n:023}" for n in range(10))
TEAMS = tuple(f"team {n}" for n in range(8))
NAMES = ("model", "agent", "network", "key", "metadata.team")
GROUPINGS = tuple(",".join(names) for count in range(5) for names in combinations(NAMES, count))
_LEDGER = [column.name for column in schema.run_accounts.c]
_COUNTS = {
    "runs": "count(*)",
    "completed": "sum(status = 'completed')",
    "failed": "sum(status = 'failed')",
    "ups": "coalesce(sum(rating = 'up'), 0)",
    "downs": "coalesce(sum(rating = 'down'), 0)",
    **{name: f"sum(bucket_of(duration_us) = '{name}')" for name in LATENCY},
}
_SUMS = [column.name for column in schema.rollups.c if column.name not in {*ROLLUP_KEY, "value"}]
Group = tuple[str, str, str, str, str]
"""Model, agent, network, key and team; empty where there is none."""
Ask = Callable[[Reader, Grant, AnalyticsQuery], dict[str, Any]]
ASKED: dict[str, Ask] = {
    "costs": lambda reader, grant, query: costs(reader, grant, query, NOW, "USD"),
    "quality": lambda reader, grant, query: quality(reader, grant, query, NOW),
}


def main() -> int:
    """Fill, ask, report."""
    given = _arguments()
    report = Report({"runs": given.runs, "days": DAYS, "rounds": given.rounds})
    for shape in SHAPES:
        with tempfile.TemporaryDirectory(prefix="runwright-analytics-") as folder:
            kept = given.data / shape if given.data else Path(folder)
            _measure_shape(shape, kept, given.runs, given.rounds, report)
    path = RESULTS / ("analytics.json" if given.runs >= 1_000_000 else "analytics-partial.json")
    report.write(path)
    print(f"\nwritten to {path}")
    for figure in report.missed():
        print(f"missed: {figure.row()}")
    return 1 if report.missed() else 0


def _measure_shape(shape: str, folder: Path, runs: int, rounds: int, report: Report) -> None:
    driver = driver_for(Settings(data=folder))
    assert isinstance(driver, SQLite)
    migrate(driver)
    database = Database(driver, audit.append, 1000)
    database.start()
    try:
        _fill_if_empty(database, driver, shape, runs, report)
        report.add(f"{shape}: database", driver.path.stat().st_size / 1e6, "MB")
        report.add(f"{shape}: load of the machine", os.getloadavg()[0], "")
        _measure(database, _project_id(database), shape, rounds, report)
    finally:
        database.close()


def _fill_if_empty(
    database: Database, driver: SQLite, shape: str, runs: int, report: Report
) -> None:
    """A folder that was filled before is measured as it is."""
    if database.read_now(lambda reader: store.find_project(reader, None)) is not None:
        return
    database.write_now(lambda tx: bootstrap.first_key(tx, VERSIONS.newest))
    started = time.perf_counter()
    fill(driver, _project_id(database), shape, runs)
    report.add(f"{shape}: filling the database", time.perf_counter() - started, "s")


def _project_id(database: Database) -> str:
    project = database.read_now(lambda reader: store.find_project(reader, None))
    assert project is not None
    return project.id


# Filling ----------------------------------------------------------------------------------------


def _crossed(chance: random.Random) -> Group:
    return (
        chance.choice(MODELS),
        chance.choice(AGENTS),
        "",
        chance.choice(KEYS),
        chance.choice(TEAMS),
    )


def _usual(chance: random.Random) -> Group:
    key = chance.randrange(len(KEYS))
    team = TEAMS[key] if key < len(TEAMS) else ""
    if chance.random() < 0.2:
        return MODELS[key % 2], "", "", KEYS[key], team
    agent = (3 * key + chance.randrange(3)) % len(AGENTS)
    network = NETWORKS[agent % len(NETWORKS)] if chance.random() < 0.1 else ""
    return MODELS[agent % len(MODELS)], AGENTS[agent], network, KEYS[key], team


SHAPES: dict[str, Callable[[random.Random], Group]] = {"crossed": _crossed, "usual": _usual}


def fill(driver: SQLite, project_id: str, shape: str, runs: int) -> None:
    """Write the ledger, and sum it up with SQL as the service does run by run."""
    connection = driver.connect()
    team = metadata_hashes.key_name(project_id, "team")
    connection.create_function("bucket_of", 1, latency.bucket_of, deterministic=True)
    connection.create_function(
        "hash_of", 1, lambda value: metadata_hashes.value_name(team, value), deterministic=True
    )
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    places = ", ".join("?" * len(_LEDGER))
    connection.executemany(
        f"INSERT INTO run_accounts ({', '.join(_LEDGER)}) VALUES ({places})",
        _accounts(project_id, shape, runs),
    )
    value = "metadata ->> 'team'"
    for key, name, said, where in (
        ("", "''", "''", "TRUE"),
        (team, f"hash_of({value})", value, "metadata <> '{}'"),
    ):
        connection.execute(
            f"INSERT INTO rollups ({', '.join((*ROLLUP_KEY, 'value', *_SUMS))})"
            f" SELECT project_id, '{key}', day, {name}, model, agent, network, key_id, {said},"
            f" {', '.join(_COUNTS.get(each, f'sum({each})') for each in _SUMS)}"
            f" FROM run_accounts WHERE {where} GROUP BY 1, 3, 4, 5, 6, 7, 8, 9"
        )
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.close()


def _accounts(project_id: str, shape: str, runs: int) -> Iterator[tuple[Any, ...]]:
    chance = random.Random(1)
    begin = NOW - timedelta(days=DAYS)
    for n in range(runs):
        steps, claims = chance.randint(1, 8), chance.randint(0, 6)
        model, agent, network, key, team = SHAPES[shape](chance)
        at = begin + timedelta(seconds=n * DAYS * 86400 / runs)
        row = {
            "project_id": project_id,
            "run_id": ids.new_at("run", at),
            "day": clock.stamp(clock.day_in(ZoneInfo("UTC"), at)),
            "status": chance.choices(("completed", "failed", "cancelled"), (95, 4, 1))[0],
            "model": model,
            "agent": agent,
            "network": network,
            "key_id": key,
            "metadata": f'{{"team":"{team}"}}' if team else "{}",
            "steps": steps,
            "useful_steps": chance.randint(0, steps),
            "input_tokens": chance.randint(0, 4000),
            "output_tokens": chance.randint(0, 800),
            "cost": chance.randint(10**6, 10**10),
            "duration_us": int(chance.lognormvariate(9.0, 0.8)),
            "claims": claims,
            "supported": chance.randint(0, claims),
            "rating": chance.choices((None, "up", "down"), (90, 7, 3))[0],
        }
        yield tuple(row[name] for name in _LEDGER)


# Asking -----------------------------------------------------------------------------------------


def _questions() -> Iterator[tuple[str, AnalyticsQuery]]:
    month = clock.stamp(NOW - timedelta(days=DAYS))
    for grouping in GROUPINGS:
        yield f"by {grouping or 'day alone'}", _query(month, "day", grouping)
    week, two = (clock.stamp(NOW - timedelta(days=days)) for days in (7, 2))
    yield "of a week by hour, model", _query(week, "hour", "model")
    yield "of two days by hour, model,agent", _query(two, "hour", "model,agent")
    odd = clock.stamp(NOW - timedelta(days=DAYS) + timedelta(minutes=100))
    for grouping in ("agent", "model,agent", "agent,network", "key,metadata.team"):
        yield f"in one bucket from an odd hour, by {grouping}", _query(odd, "none", grouping)


def _query(start: str, bucket: BucketName, grouping: str) -> AnalyticsQuery:
    return AnalyticsQuery(start=start, bucket=bucket, group_by=grouping or None)


def _measure(database: Database, project_id: str, shape: str, rounds: int, report: Report) -> None:
    grant = act_as_service(project_id, Scope.ANALYTICS_READ, action="bench", trail=Trail())
    for what, ask in ASKED.items():
        for name, query in _questions():
            read = partial(_body, ask=ask, grant=grant, query=query)
            _ask(database, f"{shape}: {what} {name}", read, rounds, report)


def _ask(
    database: Database,
    name: str,
    read: Callable[[Reader], tuple[int, bytes]],
    rounds: int,
    report: Report,
) -> None:
    took, cpu = [], []
    for _ in range(rounds):
        started, used = time.perf_counter(), time.process_time()
        count, body = database.read_now(read)
        took.append((time.perf_counter() - started) * 1000)
        cpu.append((time.process_time() - used) * 1000)
    middle = statistics.median(took)
    if not body:
        report.add(f"{name}: too many rows, refused after", middle, "ms")
        return
    bar = {"at_most": BAR_MS} if count <= BAR_ROWS else {}
    report.add(f"{name}: p50", middle, "ms", **bar)
    report.add(f"{name}: p95", statistics.quantiles(took, n=20, method="inclusive")[-1], "ms")
    report.add(f"{name}: CPU", statistics.median(cpu), "ms")
    report.add(f"{name}: rows", count, "")
    report.add(f"{name}: time a row", middle * 1000 / count, "us")
    report.add(f"{name}: answer", len(body) / 1000, "kB")


def _body(reader: Reader, ask: Ask, grant: Grant, query: AnalyticsQuery) -> tuple[int, bytes]:
    """How many rows the answer has, and the answer; empty when it would have too many."""
    try:
        found = ask(reader, grant, query)
    except InvalidRequest:
        return 0, b""
    return len(found["data"]), orjson.dumps(found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.analytics", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--data", type=Path, help="a folder to fill and keep, or one filled before")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
