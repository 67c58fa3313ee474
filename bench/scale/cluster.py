"""API processes and workers on one PostgreSQL: how many runs, and which part spends what on one.

Everything shares one machine, so rates stop rising when its cores are busy. What one run costs
each part does not depend on that, and is what a plan for several machines is made from.
"""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import psycopg

from bench import load
from bench.processes import Failed, Server
from bench.scale.place import Place, spent_by, until
from bench.scale.postgres import Postgres

MANY = 48
CONNECTIONS = (1, 4, 16, MANY)
DEEP_BODY = orjson.dumps({**orjson.loads(load.BODY), "model": "y0-deep"})
FLUSHES = 200
WARM = 20
"""Runs that each process has done before it is measured: the first ones load what it needs."""
_NUMBER = re.compile(r"^runwright_(write_groups|writes) ([0-9.e+]+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much to measure."""

    processes: Sequence[int]
    seconds: float
    deep: int
    """Background runs."""
    idle: float
    """Seconds to watch processes that have nothing to do."""


def measure(work: Path, sizes: Sizes, postgres: Postgres) -> dict[str, Any]:
    """Every number of processes, as a part of the report."""
    found: dict[str, Any] = {"flush_ms": _flush_ms(postgres.new_database())}
    short, deep, idle = [], [], []
    for count in sizes.processes:
        place = Place(work / f"cluster-{count}", postgres, count)
        with place.serving() as servers:
            for server in servers:
                load.make_ids(server, WARM, place.folder / "ids")
            short += _short_runs(place, servers, sizes, alone=count == 1)
            if count == 1:
                found["read"] = _gets(place, servers[0], sizes.seconds)
            connections = place.connections()
            with place.working() as workers:
                idle.append(_idle(place, servers, workers, sizes.idle))
                deep.append(deep_runs(place, servers, workers, sizes.deep))
                deep[-1]["connections_an_api_process"] = round(connections / count, 1)
                more = place.connections() - connections
                deep[-1]["connections_a_worker"] = round(more / count, 1)
    return {**found, "short": short, "deep": deep, "idle": idle}


# The loads ----------------------------------------------------------------------------------------


def _short_runs(
    place: Place, servers: Sequence[Server], sizes: Sizes, *, alone: bool
) -> list[dict[str, Any]]:
    """Runs that end within their request: every process its own project, then all of them one."""
    points = [
        _short(place, servers, connections, sizes.seconds, "one each")
        for connections in (CONNECTIONS if alone else (MANY,))
    ]
    if not alone:
        for server in servers:
            server.secret = place.secrets[0]
        points.append(_short(place, servers, MANY, sizes.seconds, "one for all"))
        for server, secret in zip(servers, place.secrets, strict=True):
            server.secret = secret
    return points


def _short(
    place: Place, servers: Sequence[Server], connections: int, seconds: float, projects: str
) -> dict[str, Any]:
    each = max(1, connections // len(servers))

    def drive(length: float) -> list[load.Measured]:
        with ThreadPoolExecutor(len(servers)) as pool:
            return list(pool.map(lambda server: load.posts(server, each, length), servers))

    drive(1)
    before, groups, wal = spent_by(place, servers), _groups(servers), _wal(place)
    found = drive(seconds)
    spent, after = spent_by(place, servers).since(before), _groups(servers)
    runs = sum(measured.requests for measured in found)
    point = {
        "api": len(servers),
        "connections": each * len(servers),
        "projects": projects,
        "runs": runs,
        **spent.for_each(runs),
        "p50_ms": round(max(measured.p50_ms for measured in found), 3),
        "p99_ms": round(max(measured.p99_ms for measured in found), 3),
        "runs_a_group": round((after[1] - groups[1]) / (after[0] - groups[0]), 2),
        "wal_bytes_a_run": round((_wal(place) - wal) / runs),
    }
    # The generator's clock, since starting and ending it is no part of the load.
    point["rate"] = round(sum(measured.rate for measured in found), 2)
    _say("short", point)
    return point


def _gets(place: Place, server: Server, seconds: float) -> dict[str, Any]:
    """Single runs, read by their ids."""
    ids = load.make_ids(server, 200, place.folder / "ids")
    load.gets(server, MANY, 1, ids)
    before = spent_by(place, [server])
    found = load.gets(server, MANY, seconds, ids)
    point = spent_by(place, [server]).since(before).for_each(found.requests)
    point = {"requests": found.requests, **point, "rate": round(found.rate, 2)}
    _say("read", {"api": 1, **point})
    return point


def deep_runs(
    place: Place, servers: Sequence[Server], workers: Sequence[int], count: int
) -> dict[str, Any]:
    """Runs in the background, from the first request until the last one has ended."""
    _post_deep(servers, 2 * len(workers))  # these load what thinking needs
    _wait_for_runs(place)
    before, size = spent_by(place, servers, workers), place.ask(_SIZE)
    _post_deep(servers, count)
    _wait_for_runs(place)
    point = spent_by(place, servers, workers).since(before).for_each(count)
    if failed := place.ask("SELECT count(*) FROM runs WHERE status <> 'completed'"):
        raise Failed(f"{failed} background runs did not complete")
    point = {"api": len(servers), "workers": len(workers), "runs": count, **point}
    point["bytes_a_run"] = round((place.ask(_SIZE) - size) / count)
    _say("deep", point)
    return point


def _wait_for_runs(place: Place) -> None:
    """On one connection: to open one costs the database as much as a run."""
    with psycopg.connect(place.url, autocommit=True) as connection:

        def none_is_left() -> bool:
            return connection.execute(_RUNNING).fetchone() == (0,)

        until(none_is_left, "background runs did not end")


_RUNNING = "SELECT count(*) FROM runs WHERE status = 'running'"
_SIZE = "SELECT pg_database_size(current_database())"


def _post_deep(servers: Sequence[Server], count: int) -> None:
    def post(number: int) -> None:
        server = servers[number % len(servers)]
        request = urllib.request.Request(f"{server.url}/v1/runs", DEEP_BODY, method="POST")
        request.add_header("Authorization", f"Bearer {server.secret}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=30) as answer:
            answer.read()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(post, range(count)))


def _idle(
    place: Place, servers: Sequence[Server], workers: Sequence[int], seconds: float
) -> dict[str, Any]:
    """What processes spend when nobody asks for anything, in millionths of a core."""
    time.sleep(2)
    before = spent_by(place, servers, workers)
    time.sleep(seconds)
    spent = spent_by(place, servers, workers).since(before)
    point = {
        "processes": len(servers),
        "cores_an_api_process": round(spent.api / spent.at / len(servers), 4),
        "cores_a_worker": round(spent.worker / spent.at / len(workers), 4),
        "cores_of_the_database": round(spent.database / spent.at, 4),
    }
    print(f"idle     {point}", flush=True)
    return point


def _groups(servers: Sequence[Server]) -> tuple[float, float]:
    """Transactions so far, and the write functions that were in them."""
    totals = {"write_groups": 0.0, "writes": 0.0}
    for server in servers:
        with urllib.request.urlopen(f"{server.url}/metrics", timeout=10) as answer:
            for name, value in _NUMBER.findall(answer.read().decode()):
                totals[name] += float(value)
    return totals["write_groups"], totals["writes"]


def _wal(place: Place) -> int:
    return int(place.ask("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))


def _flush_ms(url: str) -> float:
    """What it takes to have a commit on the disk, beside one that need not wait for it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE flushed (number bigint)")
        taken = {}
        for wait in ("off", "on"):
            connection.execute(f"SET synchronous_commit = {wait}")
            begin = time.perf_counter()
            for number in range(FLUSHES):
                connection.execute("INSERT INTO flushed VALUES (%s)", [number])
            taken[wait] = (time.perf_counter() - begin) / FLUSHES * 1e3
    return round(max(taken["on"] - taken["off"], 0.0), 3)


def _say(kind: str, point: dict[str, Any]) -> None:
    print(
        f"{kind:<8} {point['api']} API {point.get('connections', ''):>4} {point['rate']:>9.1f}/s"
        f"  CPU µs: API {point['api_cpu_us']:,.0f}, worker {point['worker_cpu_us']:,.0f},"
        f" database {point['database_cpu_us']:,.0f}, generator {point['generator_cpu_us']:,.0f};"
        f" others {point['other_cores']:.2f} cores {point.get('projects', '')}",
        flush=True,
    )
