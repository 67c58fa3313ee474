"""How many questions of our own sets are answered rightly: `python -m bench.eval.own.measure`.

The files of a set are read by the readers that uploads go through, and lie on one desk.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.eval.desk import Desk, Reply
from bench.eval.own import judge
from bench.eval.own.make import FOLDER
from bench.eval.own.papers import PAPERS
from bench.eval.own.reference import NOW
from bench.eval.own.second import reference as second
from bench.eval.own.third import reference as third
from bench.report import Figure
from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading

MODELS = ("y0-fast", "y0-deep")
MAX_STEPS = 8


class Set(NamedTuple):
    """Files, questions about them, and the place and moment at which they are asked."""

    title: str
    folder: Path
    files: tuple[str, ...]
    zone: str
    now: datetime
    bar: float | None = None
    """So many must be right, if there is a bar."""


FIRST = Set(
    title="own set",
    folder=FOLDER,
    files=("calendar.ics", "bank.csv", "card.ofx", *PAPERS),
    zone="Europe/Berlin",
    now=NOW,
    bar=0.95,
)
# By another author, and only counted: a bar would invite tuning on it.
SECOND = Set("own set 2", second.FOLDER, second.FILES, second.ZONE, second.NOW)
# Tuned on, as the first is; it is what the second is counted beside.
THIRD = Set("own set 3", third.FOLDER, third.FILES, third.ZONE, third.NOW)
SETS = {"first": FIRST, "second": SECOND, "third": THIRD}


class Judged(NamedTuple):
    """A question, what was said, and whether it is right."""

    model: str
    question: dict[str, Any]
    reply: Reply
    right: bool


def measure(of: Set = FIRST, models: Sequence[str] = MODELS) -> list[Figure]:
    """The share of right answers by model, and of each kind."""
    return figures(judged(of, models), of)


def judged(of: Set = FIRST, models: Sequence[str] = MODELS) -> list[Judged]:
    """Every question, asked of every model."""
    desk = Desk()
    try:
        desk.put(drafts(of))
        return [_ask(desk, of, model, row) for model in models for row in questions(of)]
    finally:
        desk.close()


def figures(found: Sequence[Judged], of: Set = FIRST) -> list[Figure]:
    """One figure for each model, then one for each of its kinds."""
    said = []
    for model in dict.fromkeys(one.model for one in found):
        own = [one for one in found if one.model == model]
        said.append(_share(f"{of.title} {model}: right", own, at_least=of.bar))
        for kind in sorted({one.question["kind"] for one in own}):
            of_kind = [one for one in own if one.question["kind"] == kind]
            said.append(_share(f"{of.title} {model}: {kind} right", of_kind))
    return said


def questions(of: Set = FIRST) -> list[dict[str, Any]]:
    """The committed questions."""
    lines = (of.folder / "questions.jsonl").read_bytes().splitlines()
    return [orjson.loads(line) for line in lines]


def drafts(of: Set = FIRST) -> list[tuple[str, Draft]]:
    """What the readers make of each file, under the file's name."""
    return [(name, draft) for name in of.files for draft in _read(of, name)]


def _read(of: Set, name: str) -> Iterator[Draft]:
    reading = Reading(name, of.now, ZoneInfo(of.zone))
    for part in text.read(of.folder / name, reading):
        if isinstance(part, Draft):
            yield part


def _ask(desk: Desk, of: Set, model: str, row: dict[str, Any]) -> Judged:
    reply = desk.ask(
        row["prompt"],
        row["context"],
        deep=model == "y0-deep",
        max_steps=MAX_STEPS,
        now=of.now,
        zone=of.zone,
    )
    return Judged(model, row, reply, judge.is_right(reply, row["expect"]))


def _share(name: str, found: Sequence[Judged], at_least: float | None = None) -> Figure:
    value = sum(one.right for one in found) / len(found)
    is_held_back = all(one.question["half"] == "held" for one in found)
    return Figure(
        name=name, value=value, unit="share", at_least=at_least, is_held_back=is_held_back
    )


def show_wrong(found: Sequence[Judged]) -> None:
    """The wrong answers that may be looked at."""
    for model, question, reply, right in found:
        if not right and question["half"] == "dev":
            print(f"\n{question['id']} [{question['kind']}, {model}] {question['prompt']}")
            print(f"  expected: {orjson.dumps(question['expect']).decode()}")
            print(f"  got: {reply.summary}\n  from: {', '.join(reply.sources)}")


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(prog="python -m bench.eval.own.measure", description=__doc__)
    parser.add_argument("--set", choices=SETS, default="first")
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--show-wrong", action="store_true", help="but not of what is held back")
    given = parser.parse_args()
    of = SETS[given.set]
    found = judged(of, given.models)
    if given.show_wrong:
        show_wrong(found)
    for figure in figures(found, of):
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
