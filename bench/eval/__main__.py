"""`make eval`: how well runs answer, on the public data beside the checkout and on our own set.

Prints a table and writes `bench/results/eval.json`, and for each model the figures that
`GET /v1/models/:id` shows. Exit code 0 when every bar is kept, 1 when one is missed, 2 when there
is no public data; our own set is measured anyway.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import orjson

from bench.eval import auto, documents, quality, reports, speed, workbench
from bench.eval.own import measure as own
from bench.eval.people import measure as people
from bench.report import RESULTS, Figure, Report
from runwright.models import catalog

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PARTS: Mapping[str, Callable[[Path], Iterable[Figure]]] = {
    "documents": documents.measure,
    "reports": reports.measure,
    "workbench": workbench.measure,
    "own": lambda _: [figure for each in own.SETS.values() for figure in own.measure(each)],
    "people": lambda _: people.measure(),
    "auto": auto.measure,
    "quality": quality.measure,
    "speed": lambda _: speed.measure(),
}
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_WITHOUT_DATA = ("own", "people", "speed")
_HELD_BACK = {"own", "people"}
"""The parts that have sets which no mind was tuned on."""


def main() -> int:
    """Measure every part, or those that are named."""
    given = _arguments()
    there = given.data.is_dir()
    if not there:
        print(f"There is no public data at {given.data}. Name it with --data.", file=sys.stderr)
    chosen = [part for part in given.only if there or part in _WITHOUT_DATA]
    report = Report({"parts": chosen})
    for part in chosen:
        for figure in PARTS[part](given.data):
            report.figures.append(figure)
            print(figure.row(), flush=True)
    whole = chosen == list(PARTS)
    path = RESULTS / ("eval.json" if whole else "eval-partial.json")
    report.write(path)
    print(f"\nwritten to {path}")
    if set(chosen) >= _HELD_BACK:
        publish(report.figures)
    for figure in report.missed():
        print(f"missed: {figure.row()}")
    if not there:
        return 2
    return 1 if report.missed() else 0


def publish(figures: Sequence[Figure]) -> None:
    """Write the shares of each model where the catalog finds them: those that were held back.

    A figure on questions that minds were tuned on, or that has a bar to reach, says nothing
    about the questions of others.
    """
    shown: dict[str, dict[str, float]] = {}
    aliases = catalog.load().aliases
    for figure in figures:
        subject, colon, metric = figure.name.partition(": ")
        data_set, _, model = subject.rpartition(" ")
        if colon and model in aliases and figure.unit == "share" and figure.is_held_back:
            name = _NOT_WORD.sub("_", f"{data_set} {metric}".lower())
            shown.setdefault(aliases[model], {})[name] = round(figure.value, 4)
    content = orjson.dumps(shown, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS)
    catalog.BENCHMARKS.write_bytes(content + b"\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.eval", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of public data")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
