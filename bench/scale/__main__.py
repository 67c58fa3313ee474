"""`python -m bench.scale`: what grows with rows, and what with processes.

Each part replaces its own in `bench/results/scale.json` and leaves the other as it was, so they
can be measured apart with `--only rows` or `--only processes`. Filled folders stay in `--work`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from bench import load
from bench.processes import Failed
from bench.report import RESULTS, machine
from bench.scale import cluster, postgres, rows
from bench.scale.postgres import Postgres

PARTS = ("rows", "processes")
ROWS = rows.Sizes(
    runs=(10_000, 100_000, 1_000_000),
    projects=(1_000, 10_000, 100_000),
    items=(10_000, 30_000, 100_000),
    seconds=1.5,
)
FEW_ROWS = rows.Sizes(runs=(500, 2_000), projects=(500, 2_000), items=(500, 2_000), seconds=0.2)
PROCESSES = cluster.Sizes(processes=(1, 2, 3), seconds=5, deep=120, idle=5)
FEW_PROCESSES = cluster.Sizes(processes=(1, 2), seconds=1, deep=8, idle=1)


def main() -> int:
    """Measure the chosen parts, and write them."""
    given = _arguments()
    if not load.has_wrk():
        print("our own generator takes more CPU than wrk does: rates will be lower")
    work = given.work or Path(tempfile.mkdtemp(prefix="runwright-scale-"))
    work.mkdir(parents=True, exist_ok=True)
    path = given.out or RESULTS / ("scale-partial.json" if given.quick else "scale.json")
    try:
        with postgres.server(work / "postgres") as running:
            for part in given.only:
                _write(path, part, given.quick, _measured(part, given, work, running))
    except Failed as failed:
        print(f"bench.scale: {failed}", file=sys.stderr)
        return 2
    finally:
        if given.work is None:
            shutil.rmtree(work, ignore_errors=True)
    print(f"\nwritten to {path}")
    return 0


def _measured(
    part: str, given: argparse.Namespace, work: Path, running: Postgres
) -> dict[str, Any]:
    begun, before = time.perf_counter(), os.getloadavg()[0]
    found = _measures(given)[part](work, running)
    return {
        "took_seconds": round(time.perf_counter() - begun),
        "load_before_and_after": [round(before, 2), round(os.getloadavg()[0], 2)],
        **found,
    }


def _measures(given: argparse.Namespace) -> dict[str, Callable[[Path, Postgres], dict[str, Any]]]:
    of_rows = FEW_ROWS if given.quick else ROWS
    if given.runs:
        of_rows = replace(of_rows, runs=given.runs)
    if given.items:
        of_rows = replace(of_rows, items=given.items)
    of_processes = FEW_PROCESSES if given.quick else PROCESSES
    return {
        "rows": lambda work, running: rows.measure(work, of_rows, running),
        "processes": lambda work, running: cluster.measure(work, of_processes, running),
    }


def _write(path: Path, part: str, quick: bool, found: dict[str, Any]) -> None:
    """Put a part into the report, beside what is there."""
    report = orjson.loads(path.read_bytes()) if path.exists() else {}
    report = {**report, "machine": machine(), "quick": quick, part: found}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(orjson.dumps(report, option=orjson.OPT_INDENT_2) + b"\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="parts to measure")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see that it works")
    parser.add_argument("--runs", type=_sizes, help="sizes for lists, such as 10000,100000")
    parser.add_argument("--items", type=_sizes, help="sizes for search, such as 10000,1000000")
    parser.add_argument("--work", type=Path, help="a folder to work in and keep (filled data too)")
    parser.add_argument("--out", type=Path, help="where the report goes")
    return parser.parse_args()


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(","))


if __name__ == "__main__":
    sys.exit(main())
