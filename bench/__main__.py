"""`python -m bench`: every figure of the speed promise, in one run.

Exit code 0 when every bar is kept, 1 when one is missed (never with `--quick`), 2 when a
measurement itself failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from bench import hostile, ingestion, ledger, load, sections, spine, streams, webhooks
from bench.context import speed
from bench.processes import Failed
from bench.report import RESULTS, Report
from bench.sections import Options
from runwright.context.index.postings import BLOCK

SECTIONS = (
    *("start", "memory", "spine", "post", "get", "pg", "scale", "files", "ingestion", "search"),
    *("streams", "webhooks", "hostile", "ledger"),
)
FULL = Options(rounds=5, seconds=4, few=1_000, many=1_000_000, idle=10)
QUICK = Options(rounds=1, seconds=1, few=200, many=2_000, idle=1)
LIBRARY = speed.Size(items=25 * BLOCK, more=50 * BLOCK, questions=200)
SMALL_LIBRARY = speed.Size(items=BLOCK, more=2 * BLOCK, questions=20)
DELIVERIES, FEW_DELIVERIES = 4_000, 200
_NOT_QUICK = ("pg",)


def main() -> int:
    """Measure, print the table, write the report."""
    given = _arguments()
    options = QUICK if given.quick else FULL
    chosen = given.only or [s for s in SECTIONS if not given.quick or s not in _NOT_QUICK]
    generator = "wrk" if load.has_wrk() else "own"
    report = Report({"quick": given.quick, "sections": chosen, "generator": generator})
    work = given.work or Path(tempfile.mkdtemp(prefix="runwright-bench-"))
    try:
        measure(work, options, report, chosen)
    except Failed as failed:
        print(f"bench: {failed}", file=sys.stderr)
        return 2
    finally:
        if given.work is None:
            shutil.rmtree(work, ignore_errors=True)
    path = given.out or _path(given.quick, chosen)
    report.write(path)
    print(f"\nwritten to {path}")
    for figure in report.missed():
        print(f"missed: {figure.row()}")
    return 1 if report.missed() and not given.quick else 0


def measure(work: Path, options: Options, report: Report, chosen: list[str]) -> None:
    """Each chosen section, in its order."""
    is_quick, rounds = options is QUICK, options.rounds
    kinds = [kind for kind in ("post", "get") if kind in chosen]
    bookings = hostile.FEW_BOOKINGS if is_quick else hostile.BOOKINGS
    files = ingestion.FEW_FILES if is_quick else ingestion.FILES
    library = SMALL_LIBRARY if is_quick else LIBRARY
    deliveries = FEW_DELIVERIES if is_quick else DELIVERIES
    parts: list[tuple[Collection[str], Callable[[], object]]] = [
        (("start",), lambda: sections.start(work, options, report)),
        (("memory",), lambda: sections.memory(work, options, report)),
        (("spine",), lambda: spine.spine(work, options, report)),
        (("post", "get"), lambda: sections.cost(work, options, report, kinds)),
        (("pg",), lambda: spine.postgres(work, options, report)),
        (("scale",), lambda: sections.scale(work, options, report)),
        (("streams",), lambda: streams.streams(work, report, 50 if is_quick else streams.STREAMS)),
        (("files",), lambda: speed.reading(report)),
        (("files",), lambda: speed.embedding(report)),
        (("ingestion",), lambda: ingestion.ingestion(work, files, report)),
        (("search",), lambda: speed.searching(work, library, report)),
        (("webhooks",), lambda: webhooks.telling(work, deliveries, report)),
        (
            ("hostile",),
            lambda: hostile.hostile(work, rounds, options.seconds, bookings, report),
        ),
        (("ledger",), lambda: ledger.ledger(work, rounds, bookings, report)),
    ]
    for names, measure_part in parts:
        if not set(names).isdisjoint(chosen):
            measure_part()


def _path(quick: bool, chosen: list[str]) -> Path:
    if quick:
        return RESULTS / "quick.json"
    whole = set(chosen) == set(SECTIONS)
    return RESULTS / ("bench.json" if whole else "partial.json")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="half a minute; bars cannot fail it")
    parser.add_argument("--only", type=_sections, help=f"comma-separated: {','.join(SECTIONS)}")
    parser.add_argument("--work", type=Path, help="a folder to work in and keep (filled data too)")
    parser.add_argument("--out", type=Path, help="where the report goes")
    return parser.parse_args()


def _sections(text: str) -> list[str]:
    names = text.split(",")
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]} is none of {', '.join(SECTIONS)}")
    return names


if __name__ == "__main__":
    sys.exit(main())
