"""Requests that speak of one appointment: whether the run finds that one, and names no other.

The requests ask for changes; a service that only reads can still find what they speak of. A
request is right when its event is among the run's sources and is what the summary calls the
event: its name and its beginning stand there. What a change would run into is a source as well,
so how often the event is the only one is told beside it.

    python -m bench.eval.workbench <folder of the data>
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import orjson

from bench.eval.desk import Desk, Reply
from bench.report import Figure
from runwright import clock
from runwright.files.formats.ics import reader as ics
from runwright.files.formats.types import Draft, Reading

NOW = datetime(2023, 11, 30, tzinfo=UTC)
BAR = 0.9
MODELS = ("y0-fast", "y0-deep")


class Question(NamedTuple):
    """A request, and the one event that it speaks of."""

    prompt: str
    event: str


class Result(NamedTuple):
    """What became of one request."""

    question: Question
    reply: Reply
    right: bool
    """Whether the event is a source, and named as the one that is meant."""
    alone: bool
    """Whether nothing else is a source."""


def measure(data: Path, models: Sequence[str] = MODELS) -> list[Figure]:
    """How often the right event is found, and said."""
    figures = []
    results = ask_all(data, models)
    for model in models:
        own = results[model]
        right = sum(result.right for result in own) / len(own)
        alone = sum(result.alone for result in own) / len(own)
        name = f"workbench {model}"
        figures += [
            Figure(name=f"{name}: the event, and named", value=right, unit="share", at_least=BAR),
            Figure(name=f"{name}: the only source", value=alone, unit="share"),
        ]
    return figures


def ask_all(data: Path, models: Sequence[str] = MODELS) -> dict[str, list[Result]]:
    """Every request, once for each model, over one calendar."""
    folder = data / "calendar" / "workbench"
    events, questions = _events(folder), _questions(folder)
    desk = Desk()
    desk.put(list(events.items()))
    found = {
        model: [_result(desk, each, events[each.event], model) for each in questions]
        for model in models
    }
    desk.close()
    return found


def _result(desk: Desk, question: Question, event: Draft, model: str) -> Result:
    reply = desk.ask(question.prompt, ["calendar"], deep=model.endswith("deep"), now=NOW)
    right = question.event in reply.sources and _is_named(reply.summary, event)
    return Result(question, reply, right, right and reply.sources == (question.event,))


def _is_named(summary: str, event: Draft) -> bool:
    """Whether the summary says of exactly this event that it is the one, or speaks of no other."""
    start = datetime.fromisoformat(event.at or "")
    told = f"“{event.title}” on {start:%A}, {start.day} {start:%B %Y}, {start:%H:%M}"
    _, found, named = summary.partition("The event is ")
    return named.startswith(told) if found else _is_said(summary, event, start)


def _is_said(summary: str, event: Draft, start: datetime) -> bool:
    day = f"{start:%A}, {start.day} {start:%B %Y}"
    said = event.title in summary and day in summary and f"{start:%H:%M}" in summary
    return said and " fit: " not in summary


def _events(folder: Path) -> dict[str, Draft]:
    """The appointments, each under its id."""
    with (folder / "calendar_events.csv").open(newline="") as lines:
        ids = {_when(row): row["event_id"] for row in csv.DictReader(lines)}
    reading = Reading("calendar_events.ics", NOW, ZoneInfo("UTC"))
    parts = ics.read((folder / "calendar_events.ics").read_text(), reading)
    return {ids[part.title, part.at or ""]: part for part in parts if isinstance(part, Draft)}


def _when(row: dict[str, str]) -> tuple[str, str]:
    start = datetime.fromisoformat(row["event_start"]).replace(tzinfo=UTC)
    return row["event_name"], clock.stamp(start)


def _questions(folder: Path) -> list[Question]:
    rows = map(orjson.loads, (folder / "queries.jsonl").read_bytes().splitlines())
    return [
        Question(row["query"], row["relevant_events"][0])
        for row in rows
        if len(row["relevant_events"]) == 1
    ]


def main() -> None:
    """Measure, and show what went wrong."""
    data = Path(sys.argv[1])
    for model, results in ask_all(data).items():
        for result in results:
            if not result.right:
                print(f"{model}: {result.question.prompt}\n    {result.reply.summary}")
    for figure in measure(data):
        print(figure.row())


if __name__ == "__main__":
    main()
