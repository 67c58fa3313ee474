"""What so many projects need, from measured costs and a stated workload; by closed formulas.

What a project does and what a server can is assumed, and stands in `Workload` and `Limits`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from bench.scale import reads
from bench.scale.fit import fitted
from bench.scale.queues import Costs

DAY = 86_400.0
YEAR_DAYS = 365


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """What one project does, on average. Assumed, not measured."""

    short_runs: float = 20.0
    """A day, as are those below."""
    deep_runs: float = 4.0
    reads: float = 60.0
    pages: float = 20.0
    """Of runs or of the audit log."""
    searches: float = 30.0
    """A run that reads context searches, too."""
    peak: float = 5.0
    """How much more is asked for in the busiest hour than on average."""
    items: float = 3_000.0
    """That the project's files became."""
    file_bytes: float = 50e6
    active: float = 0.1
    """The share of projects that are searched within the same hour: what should be in memory."""
    largest: float = 100.0
    """How many times an average project the largest one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one PostgreSQL server can take. Assumed, not measured."""

    cores: float = 32 * 0.6
    """Busy at the peak; above that, waiting grows faster than work."""
    connections: float = 1_000
    memory: float = 256e9
    disk: float = 8e12
    wal: float = 100e6
    """Bytes a second, with an archive and a replica that keep up."""
    look_seconds: float = 10.0
    """What one look at every log may take a worker; it looks every 30 seconds."""
    sign_seconds: float = 600.0
    """How often a worker signs every log that grew, so what signing them may take."""
    busy: float = 0.6
    """Of each core on which an API process or a worker computes, at the peak."""


class Found(NamedTuple):
    """What the report says, in seconds and bytes."""

    costs: Costs
    read: Mapping[str, float]
    """Seconds of CPU for one run read by its id, by `api` and `database`."""
    deep: Mapping[str, float]
    """The same for one background run, with `worker`."""
    page: Mapping[str, float]
    """What a page of a list takes beside the request and its audit entry, which `read` has."""
    search: Mapping[str, float]
    look: float
    """Seconds of CPU, for each project, of a worker that looks which logs grew."""
    sign: Mapping[str, float]
    """The same for signing one log that did."""
    connections: Mapping[str, float]
    wal_a_run: float
    bytes_a_row: Mapping[str, float]
    postings_an_item: float


# Reading the report ------------------------------------------------------------------------------


def found_in(report: Mapping[str, Any]) -> Found:
    """Everything that predictions are made from."""
    processes, weights = report["processes"], report["rows"]["bytes"]
    # The first of each table is the smallest, and an average project is smaller still.
    tables = {each["table"]: each for each in reversed(weights) if "rows" in each}
    return Found(
        costs=fitted(report),
        read=_parts([processes["read"]], "api", "database"),
        deep=_parts(processes["deep"], "api", "worker", "database"),
        page=_read_cost(report, reads.PAGE),
        search=_read_cost(report, reads.SEARCH),
        look=_slope(report, reads.ROUND),
        sign=_read_cost(report, reads.SIGNING),
        connections={
            "api": max(point["connections_an_api_process"] for point in processes["deep"]),
            "worker": max(point["connections_a_worker"] for point in processes["deep"]),
        },
        wal_a_run=median(point["wal_bytes_a_run"] for point in processes["short"]),
        bytes_a_row={name: each["bytes_a_row"] for name, each in tables.items()},
        postings_an_item=tables["context_postings"]["rows"] / tables["context_items"]["rows"],
    )


def _parts(points: Sequence[Mapping[str, Any]], *names: str) -> dict[str, float]:
    """By part of the service: the middle of what the points say."""
    return {name: median(point[f"{name}_cpu_us"] for point in points) / 1e6 for name in names}


def _points(report: Mapping[str, Any], read: str) -> list[Mapping[str, Any]]:
    return next(
        list(each["points"])
        for each in report["rows"]["reads"]
        if each["read"] == read and each["database"] == "PostgreSQL"
    )


def _read_cost(report: Mapping[str, Any], read: str) -> dict[str, float]:
    """At the smallest size: an average project is smaller still."""
    point = _points(report, read)[0]
    there = point["database_cpu_us"] / 1e6
    return {"api": point["cpu_us"] / 1e6 - there, "database": there}


def _slope(report: Mapping[str, Any], read: str) -> float:
    """Seconds for each row, at the largest size."""
    point = _points(report, read)[-1]
    return float(point["cpu_us"]) / 1e6 / int(point["rows"])


# Predicting --------------------------------------------------------------------------------------


class Prediction(NamedTuple):
    """What so many projects need."""

    projects: int
    needs: Mapping[str, float]
    """Processes, rates and bytes, by name."""
    used: Mapping[str, float]
    """By resource: the share of its limit that is needed; above 1 one server is not enough."""

    @property
    def first(self) -> str:
        """The resource that is nearest to its limit, or furthest beyond it."""
        return max(self.used, key=lambda name: self.used[name])


def predict(found: Found, projects: int, work: Workload, limits: Limits) -> Prediction:
    """What so many projects need of everything."""
    second = projects * work.peak / DAY
    group = _group_size(found, second * work.short_runs)
    write = _write_cost(found.costs, group)
    api, database = (
        second
        * (
            work.short_runs * write[part]
            + work.deep_runs * found.deep[part]
            + (work.reads + work.pages) * found.read[part]
            + work.pages * found.page[part]
            + work.searches * found.search[part]
        )
        for part in ("api", "database")
    )
    workers = math.ceil(second * work.deep_runs * found.deep["worker"] / limits.busy) or 1
    serving = math.ceil(api / limits.busy) or 1
    # At the peak almost every log grows between two signatures, and every worker signs them all.
    database += workers * projects * found.sign["database"] / limits.sign_seconds
    signing = projects * (sum(found.sign.values()) + found.costs.flush)
    stored = _stored(found, projects, work)
    connections = serving * found.connections["api"] + workers * found.connections["worker"]
    chain = work.largest * work.peak / DAY * (work.short_runs + work.deep_runs)
    return Prediction(
        projects,
        needs={
            "short runs a second": second * work.short_runs,
            "API processes": serving,
            "workers": workers,
            "database cores": database,
            "connections": connections,
            "database bytes after a year": stored["runs"] + stored["index"],
            "original files, bytes": projects * work.file_bytes,
        },
        used={
            "database cores": database / limits.cores,
            "connections": connections / limits.connections,
            "index in memory": stored["index"] * work.active / limits.memory,
            "disk": (stored["runs"] + stored["index"]) / limits.disk,
            "write-ahead log": second * work.short_runs * found.wal_a_run / limits.wal,
            "each worker's look at every log": projects * found.look / limits.look_seconds,
            "each worker's signing": signing / limits.sign_seconds,
            "chain of the largest project": chain * (found.costs.commit + found.costs.flush),
        },
    )


def _group_size(found: Found, rate: float) -> float:
    """How many runs share a commit when each process is as busy as it may be."""
    alone = found.costs.request + found.costs.group
    return max(1.0, min(rate, 0.6 / alone) * (found.costs.commit + found.costs.flush))


def _write_cost(costs: Costs, group: float) -> dict[str, float]:
    return {
        "api": costs.request + costs.group / group,
        "database": costs.row + costs.commit / group,
    }


def _stored(found: Found, projects: int, work: Workload) -> dict[str, float]:
    """Bytes in the database after a year: what runs leave, and what is searched."""
    size, year = found.bytes_a_row, projects * YEAR_DAYS
    asked = work.short_runs + work.deep_runs + work.reads + work.pages + work.searches
    entries = asked + work.short_runs + work.deep_runs
    an_item = (
        size["context_items"]
        + size["context_vectors"]
        + found.postings_an_item * size["context_postings"]
    )
    return {
        "runs": year
        * ((work.short_runs + work.deep_runs) * size["runs"] + entries * size["audit_log"]),
        "index": projects * work.items * an_item,
    }
