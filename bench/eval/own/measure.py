"""How many questions of our own set are answered rightly: `python -m bench.eval.own.measure`.

The files are read by the readers that uploads go through, and lie on one desk.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.eval.desk import Desk, Reply
from bench.eval.own import judge
from bench.eval.own.make import FOLDER
from bench.eval.own.papers import PAPERS
from bench.eval.own.reference import NOW
from bench.report import Figure
from runwright.files.formats.text import reader as text
from runwright.files.formats.types import Draft, Reading

ZONE = "Europe/Berlin"
FILES = ("calendar.ics", "bank.csv", "card.ofx", *PAPERS)
MODELS = ("y0-fast", "y0-deep")
MAX_STEPS = 8


BAR = 0.95
"""So many must be right."""


class Judged(NamedTuple):
    """A question, what was said, and whether it is right."""

    model: str
    question: dict[str, Any]
    reply: Reply
    right: bool


def measure(models: Sequence[str] = MODELS, half: str | None = None) -> list[Figure]:
    """The share of right answers by model, and of each kind."""
    return figures(judged(models, half))


def judged(models: Sequence[str] = MODELS, half: str | None = None) -> list[Judged]:
    """Every question of the half, asked of every model."""
    desk = Desk()
    try:
        desk.put(drafts())
        asked = [row for row in questions() if half in (None, row["half"])]
        return [_ask(desk, model, row) for model in models for row in asked]
    finally:
        desk.close()


def figures(found: Sequence[Judged]) -> list[Figure]:
    """One figure for each model, then one for each of its kinds."""
    said = []
    for model in dict.fromkeys(one.model for one in found):
        own = [one for one in found if one.model == model]
        said.append(_share(f"own set {model}: right", own, at_least=BAR))
        held = [one for one in own if one.question["half"] == "held"]
        if held:
            said.append(_share(f"own set {model}: right, held back", held))
        for kind in sorted({one.question["kind"] for one in own}):
            of_kind = [one for one in own if one.question["kind"] == kind]
            said.append(_share(f"own set {model}: {kind} right", of_kind))
    return said


def questions() -> list[dict[str, Any]]:
    """The committed questions."""
    lines = (FOLDER / "questions.jsonl").read_bytes().splitlines()
    return [orjson.loads(line) for line in lines]


def drafts() -> list[tuple[str, Draft]]:
    """What the readers make of each file, under the file's name."""
    return [(name, draft) for name in FILES for draft in _read(name)]


def _read(name: str) -> Iterator[Draft]:
    reading = Reading(name, NOW, ZoneInfo(ZONE))
    for part in text.read(FOLDER / name, reading):
        if isinstance(part, Draft):
            yield part


def _ask(desk: Desk, model: str, row: dict[str, Any]) -> Judged:
    reply = desk.ask(
        row["prompt"],
        row["context"],
        deep=model == "y0-deep",
        max_steps=MAX_STEPS,
        now=NOW,
        zone=ZONE,
    )
    return Judged(model, row, reply, judge.is_right(reply, row["expect"]))


def _share(name: str, found: Sequence[Judged], at_least: float | None = None) -> Figure:
    value = sum(one.right for one in found) / len(found)
    return Figure(name=name, value=value, unit="share", at_least=at_least)


def show_wrong(found: Sequence[Judged]) -> None:
    """The wrong answers of the half that may be looked at."""
    for model, question, reply, right in found:
        if not right and question["half"] == "dev":
            print(f"\n{question['id']} [{question['kind']}, {model}] {question['prompt']}")
            print(f"  expected: {orjson.dumps(question['expect']).decode()}")
            print(f"  got: {reply.summary}\n  from: {', '.join(reply.sources)}")


def main() -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(prog="python -m bench.eval.own.measure", description=__doc__)
    parser.add_argument("--half", choices=("dev", "held"))
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--show-wrong", action="store_true", help="of the half `dev` alone")
    given = parser.parse_args()
    found = judged(given.models, given.half)
    if given.show_wrong:
        show_wrong(found)
    for figure in figures(found):
        print(figure.row(), flush=True)


if __name__ == "__main__":
    main()
