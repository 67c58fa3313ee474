"""The measurements, one function a section; loads of two servers alternate, round by round."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from bench import fill, load, processes
from bench.load import Measured
from bench.processes import Server
from bench.report import Report, Rounds, middle, ratio

MANY = 64
SAMPLE = 100_000
"""How many ids a GET load knows, of all that are stored."""
SPINE = "spine"
_BARS: Mapping[tuple[str, str, int], Mapping[str, Mapping[str, float]]] = {
    (SPINE, "post", MANY): {"cpu_us": {"at_most": 2.0}, "rate": {"at_least": 0.5}},
    ("service", "get", MANY): {"cpu_us": {"at_most": 1.5}},
}
"""What thinking costs is measured elsewhere: a POST is held against the bare path without it."""
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
        compare(work, options, report, kinds, {"service": ours, "bare": bare})


def compare(
    work: Path,
    options: Options,
    report: Report,
    kinds: Sequence[str],
    servers: Mapping[str, Server],
    connections: Sequence[int] = (MANY, 1),
) -> None:
    """Loads of two servers in turns, the second being the bare path."""
    ours = next(iter(servers))
    ids = {
        name: load.make_ids(server, 200, work / f"{name}.ids") for name, server in servers.items()
    }
    for kind in kinds:
        for count in connections:
            loads = {
                name: _load(kind, server, count, options.seconds, ids[name])
                for name, server in servers.items()
            }
            for warm in loads:
                _load(kind, servers[warm], count, 1, ids[warm])()
            found = interleave(options.rounds, loads)
            report.keep(f"{ours}_{kind}_{count}", found)
            _say_cost(report, kind, count, found, ours)


def _load(kind: str, server: Server, connections: int, seconds: float, ids: Path) -> Load:
    if kind == "post":
        return lambda: load.posts(server, connections, seconds)
    return lambda: load.gets(server, connections, seconds, ids)


def _say_cost(report: Report, kind: str, connections: int, found: Rounds, name: str) -> None:
    what = f"{kind.upper()} without a mind" if name == SPINE else kind.upper()
    where = f"{what}, {connections} connection{'s' if connections > 1 else ''}"
    ours, bare = found[name], found["bare"]
    for value, unit in (("cpu_us", "µs"), ("rate", "/s"), ("p50_ms", "ms"), ("p99_ms", "ms")):
        report.add(f"{where}: {value} bare", middle(bare, value), unit)
        report.add(f"{where}: {value} service", middle(ours, value), unit)
    bars = _BARS.get((name, kind, connections), {})
    for value, label in (("cpu_us", "CPU"), ("rate", "rate")):
        bar = bars.get(value, {})
        report.add(f"{where}: {label}, service / bare", ratio(ours, bare, value), "×", **bar)


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
    """How long `runwright serve` takes to its first list of models, beside a bare application."""
    data = work / "start"
    secret = processes.set_up(data)
    kinds: dict[str, Callable[[], Server]] = {
        "service": lambda: processes.service(data, secret, first=processes.MODELS),
        "bare": lambda: processes.bare_start(data),
    }
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    cpu: dict[str, list[float]] = {name: [] for name in kinds}
    for number in range(options.rounds):
        for name in list(kinds)[:: 1 if number % 2 == 0 else -1]:
            with kinds[name]() as server:
                seconds[name].append(server.start_seconds)
                cpu[name].append(processes.exact_cpu_seconds(server.pid))
    report.rounds["start"] = {"seconds": seconds, "cpu": cpu}
    where = "start to first GET /v1/models"
    for name in kinds:
        report.add(f"{where}: {name}", statistics.median(seconds[name]), "s")
        report.add(f"{where}: CPU {name}", statistics.median(cpu[name]), "s")
    report.add(f"{where}: service / bare", _ratio(seconds), "×", at_most=1.5)
    report.add(f"{where}: CPU, service / bare", _ratio(cpu), "×")


def _ratio(found: Mapping[str, Sequence[float]]) -> float:
    pairs = zip(found["service"], found["bare"], strict=True)
    return statistics.median(ours / bare for ours, bare in pairs)


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
        # The parser is loaded on first use, in a process of its own that stays for a while.
        report.add("resident after a load, parser loaded", after, "MB")
