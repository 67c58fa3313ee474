"""The tables of `docs/scaling.md`, made from a report, and put between the marks there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bench.scale.capacity import Limits, Prediction, Workload, found_in, predict
from bench.scale.fit import fitted, reproduced

PROJECTS = tuple(10**exponent for exponent in range(3, 7))
_MARKED = re.compile(r"(<!-- table: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def tables(report: Mapping[str, Any]) -> dict[str, str]:
    """Every table, by the name that its mark has."""
    predictions = [predict(found_in(report), count, Workload(), Limits()) for count in PROJECTS]
    return {
        "measured when": _when(report),
        "reads": _reads(report),
        "bytes": _bytes(report),
        "short runs": _short(report),
        "background runs": _deep(report),
        "fitted": _fitted(report),
        "model": _model(report),
        "assumed": _assumed(),
        "needs": _needs(predictions),
        "limits": _limits(predictions),
    }


def replaced(text: str, found: Mapping[str, str]) -> str:
    """A page with its tables as they are now."""
    return _MARKED.sub(lambda match: f"{match[1]}{found[match[2]]}\n{match[3]}", text)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _when(report: Mapping[str, Any]) -> str:
    machine = report["machine"]
    loads = {
        name: " and ".join(f"{load:g}" for load in report[name]["load_before_and_after"])
        for name in ("rows", "processes")
    }
    return (
        f"{machine['cores']} cores, {machine['architecture']}, Python {machine['python']}. "
        f"The machine's load before and after: {loads['rows']} for the reads, "
        f"{loads['processes']} for the processes."
    )


# What was measured -------------------------------------------------------------------------------


def _reads(report: Mapping[str, Any]) -> str:
    head = ("read", "database", "rows", "CPU", "of it the database", "p50, p95", "exponent")
    return _table(
        head,
        (
            (
                each["read"],
                each["database"],
                "<br>".join(f"{point['rows']:,}" for point in each["points"]),
                "<br>".join(_time(point["cpu_us"]) for point in each["points"]),
                "<br>".join(_there(each["database"], point) for point in each["points"]),
                "<br>".join(
                    f"{_time(point['p50_ms'] * 1e3)}, {_time(point['p95_ms'] * 1e3)}"
                    for point in each["points"]
                ),
                f"{each['exponent']:.2f}" if "exponent" in each else "",
            )
            for each in report["rows"]["reads"]
        ),
    )


def _there(database: str, point: Mapping[str, Any]) -> str:
    """SQLite computes in the process that asks, so its part is not told apart."""
    return "" if database == "SQLite" else _time(point["database_cpu_us"])


def _bytes(report: Mapping[str, Any]) -> str:
    return _table(
        ("table, on PostgreSQL", "rows", "bytes a row, with its share of all indexes"),
        (
            (each["table"], f"{each['rows']:,}", f"{each['bytes_a_row']:,.0f}")
            for each in report["rows"]["bytes"]
            if "rows" in each
        ),
    )


def _short(report: Mapping[str, Any]) -> str:
    head = (
        *("API processes", "connections", "projects", "runs a second", "CPU of the API"),
        *("CPU of the database", "runs a commit", "log written a run", "cores that others took"),
    )
    return _table(
        head,
        (
            (
                str(point["api"]),
                str(point["connections"]),
                point["projects"],
                f"{point['rate']:,.0f}",
                _time(point["api_cpu_us"]),
                _time(point["database_cpu_us"]),
                f"{point['runs_a_group']:.1f}",
                f"{point['wal_bytes_a_run']:,} B",
                f"{point['other_cores']:.2f}",
            )
            for point in report["processes"]["short"]
        ),
    )


def _deep(report: Mapping[str, Any]) -> str:
    head = (
        *("API processes and workers", "runs a second", "CPU of the API", "CPU of the worker"),
        *("CPU of the database", "connections of an API process", "of a worker"),
        *("cores of an idle worker", "cores that others took"),
    )
    pairs = zip(report["processes"]["deep"], report["processes"]["idle"], strict=True)
    return _table(
        head,
        (
            (
                f"{point['api']} and {point['workers']}",
                f"{point['rate']:.1f}",
                *(_time(point[f"{part}_cpu_us"]) for part in ("api", "worker", "database")),
                f"{point['connections_an_api_process']:g}",
                f"{point['connections_a_worker']:g}",
                f"{idle['cores_a_worker']:.3f}",
                f"{point['other_cores']:.2f}",
            )
            for point, idle in pairs
        ),
    )


# What the model says -----------------------------------------------------------------------------


def _fitted(report: Mapping[str, Any]) -> str:
    costs = fitted(report)
    names = {
        "request": "CPU of the API for each run",
        "group": "CPU of the API for each commit",
        "row": "CPU of the database for each run",
        "commit": "CPU of the database for each commit",
        "flush": "waiting for the disk at each commit",
    }
    return _table(
        ("what", "time"),
        ((text, _time(getattr(costs, name) * 1e6)) for name, text in names.items()),
    )


def _model(report: Mapping[str, Any]) -> str:
    return _table(
        ("API processes", "connections", "projects", "measured", "model", "error"),
        (
            (
                str(point["api"]),
                str(point["connections"]),
                point["projects"],
                f"{point['rate']:,.0f}/s",
                f"{outcome.rate:,.0f}/s",
                f"{outcome.rate / point['rate'] - 1:+.0%}",
            )
            for point, outcome in reproduced(report)
        ),
    )


def _assumed() -> str:
    work, limits = Workload(), Limits()
    return _table(
        ("assumed", "value"),
        (
            ("short runs of a project, a day", f"{work.short_runs:g}"),
            ("background runs, a day", f"{work.deep_runs:g}"),
            ("single runs read, pages of lists, searches, a day", _several(work)),
            ("busiest hour over the average", f"{work.peak:g} ×"),
            (
                "items of a project, bytes of its files",
                f"{work.items:,.0f}, {_size(work.file_bytes)}",
            ),
            ("projects that are searched in the same hour", f"{work.active:.0%}"),
            ("largest project over the average", f"{work.largest:g} ×"),
            ("cores of PostgreSQL that may be busy", f"{limits.cores:g}"),
            ("its connections, memory, disk", _server(limits)),
            ("its write-ahead log", f"{_size(limits.wal)} a second"),
            ("share of a core that a process of ours may use", f"{limits.busy:.0%}"),
        ),
    )


def _several(work: Workload) -> str:
    return f"{work.reads:g}, {work.pages:g}, {work.searches:g}"


def _server(limits: Limits) -> str:
    return f"{limits.connections:,.0f}, {_size(limits.memory)}, {_size(limits.disk)}"


def _needs(predictions: Sequence[Prediction]) -> str:
    def shown(name: str, value: float) -> str:
        return _size(value) if "bytes" in name else f"{value:,.1f}".removesuffix(".0")

    return _table(
        ("predicted need", *(f"{each.projects:,} projects" for each in predictions)),
        (
            (
                name.replace(", bytes", "").replace(" bytes", ""),
                *(shown(name, each.needs[name]) for each in predictions),
            )
            for name in predictions[0].needs
        ),
    )


def _limits(predictions: Sequence[Prediction]) -> str:
    def shown(each: Prediction, name: str) -> str:
        share = f"{each.used[name]:.1%}" if each.used[name] < 0.1 else f"{each.used[name]:.0%}"
        return f"**{share}**" if name == each.first else share

    return _table(
        ("predicted share of a limit", *(f"{each.projects:,} projects" for each in predictions)),
        (
            (name, *(shown(each, name) for each in predictions))
            for name in sorted(predictions[-1].used, key=lambda name: -predictions[-1].used[name])
        ),
    )


def _time(microseconds: float) -> str:
    """A time with a unit that suits it."""
    if microseconds >= 1e6:
        return f"{microseconds / 1e6:,.1f} s"
    if microseconds >= 1e3:
        return f"{microseconds / 1e3:,.1f} ms"
    return f"{microseconds:,.0f} µs"


def _size(count: float) -> str:
    """A number of bytes with a unit that suits it."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1_000:
            return f"{count:.3g} {unit}"
        count /= 1_000
    return f"{count:.3g} TB" if count < 1_000 else f"{count / 1_000:.3g} PB"
