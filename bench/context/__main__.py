"""`make eval-context`: how well files are read and found, on the public data beside the checkout.

Prints a table and writes `bench/results/context.json`. Exit code 0 when every bar is kept, 1 when
one is missed, 2 when there is no data to measure on.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from bench.report import RESULTS, Report

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PARTS = ("records", "calendars", "banks", "tables", "speech", "retrieval")


def main() -> int:
    """Measure every part, or those that are named."""
    given = _arguments()
    if not given.data.is_dir():
        print(f"There is no evaluation data at {given.data}. Name it with --data.", file=sys.stderr)
        return 2
    report = Report({"parts": given.only})
    for part in given.only:
        for figure in importlib.import_module(f"bench.context.{part}").measure(given.data):
            report.figures.append(figure)
            print(figure.row(), flush=True)
    whole = list(given.only) == list(PARTS)
    path = RESULTS / ("context.json" if whole else "context-partial.json")
    report.write(path)
    print(f"\nwritten to {path}")
    for figure in report.missed():
        print(f"missed: {figure.row()}")
    return 1 if report.missed() else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.context", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of public data")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
