"""The spine of a run, everything but its mind: beside the bare path, on PostgreSQL, in a worker."""

from __future__ import annotations

import statistics
from pathlib import Path

from bench import load, processes
from bench.report import Report, middle
from bench.scale import cluster
from bench.scale.place import Place
from bench.scale.postgres import Postgres, server
from bench.sections import MANY, SPINE, Load, Options, compare

STUB = "bench.stub"
"""The service with a mind that answers at once."""
DEEP_RUNS, FEW_DEEP_RUNS = 200, 10


def spine(work: Path, options: Options, report: Report) -> None:
    """A run without its mind, service and bare path in turns."""
    data = work / SPINE
    secret = processes.set_up(data)
    with (
        processes.service(data, secret, module=STUB) as ours,
        processes.bare(work / "spine_bare") as bare,
    ):
        compare(work, options, report, ["post"], {SPINE: ours, "bare": bare})


def postgres(work: Path, options: Options, report: Report, deep: int = DEEP_RUNS) -> None:
    """The same on PostgreSQL: API process, worker and database apart."""
    with server(work / "pg") as running:
        _posts_and_gets(work, options, report, running)
        _deep(work, report, running, deep)


def _posts_and_gets(work: Path, options: Options, report: Report, running: Postgres) -> None:
    place = Place(work / "pg-api", running, 1, STUB)
    with place.serving() as (api,):
        ids = load.make_ids(api, 200, place.folder / "ids")
        loads: dict[str, Load] = {
            "POST without a mind": lambda: load.posts(api, MANY, options.seconds),
            "GET": lambda: load.gets(api, MANY, options.seconds, ids),
        }
        for kind, measure in loads.items():
            measure()
            found, database = [], []
            for _ in range(options.rounds):
                before = processes.cpu_seconds(running.pid)
                found.append(measure())
                spent = processes.cpu_seconds(running.pid) - before
                database.append(spent / found[-1].requests * 1e6)
            report.keep(f"postgres_{kind}", {"service": found})
            ours, its = (1000, 500) if kind.startswith("POST") else (None, None)
            where = f"PostgreSQL {kind}, {MANY} connections"
            report.add(f"{where}: cpu_us service", middle(found, "cpu_us"), "µs", at_most=ours)
            report.add(f"{where}: cpu_us database", statistics.median(database), "µs", at_most=its)
            report.add(f"{where}: rate", middle(found, "rate"), "/s")


def _deep(work: Path, report: Report, running: Postgres, count: int) -> None:
    place = Place(work / "pg-deep", running, 1, STUB)
    with place.serving() as servers, place.working() as workers:
        point = cluster.deep_runs(place, servers, workers, count)
    report.rounds["postgres_deep"] = point
    worker, database = point["worker_cpu_us"] / 1000, point["database_cpu_us"] / 1000
    where = "PostgreSQL deep run without a mind"
    report.add(f"{where}: CPU worker", worker, "ms")
    report.add(f"{where}: CPU database", database, "ms")
    report.add(f"{where}: CPU, worker and database", worker + database, "ms", at_most=12)
