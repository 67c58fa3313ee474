"""What is found, and in which order: public questions over the documents that answer them.

Every document is cut as an uploaded file would be; it ranks where the best of its items does.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import orjson

from bench.report import Figure
from runwright.files.formats import passages
from runwright.files.formats.types import Draft

DEPTH = 10
"""Every figure is over the first ten documents."""
_WORKBENCH_NOW = datetime(2023, 11, 30, tzinfo=UTC)


class Question(NamedTuple):
    """What is asked, and the documents that answer it."""

    text: str
    relevant: frozenset[str]


class Collection(NamedTuple):
    """Documents that are searched together."""

    name: str
    documents: Sequence[tuple[str, Sequence[Draft]]]
    questions: Sequence[Question]
    now: datetime | None = None


class Finder(Protocol):
    """Something that keeps the items of one collection and finds them."""

    def put(self, drafts: Sequence[Draft]) -> None:
        """Keep these items; they are numbered in this order."""

    def search(self, query: str, now: datetime | None, limit: int) -> Sequence[int]:
        """The numbers of the best items, best first."""


def _rows(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines() if line.strip()]


def _prose(name: str, folder: Path) -> Collection:
    """A corpus of titled texts."""
    documents = [
        (row["id"], list(passages.split(row["text"], title=row.get("title", "").replace("_", " "))))
        for row in _rows(folder / "corpus.jsonl")
    ]
    return Collection(name, documents, _questions(folder / "queries.jsonl"))


def _questions(path: Path) -> list[Question]:
    rows = _rows(path)
    return [Question(row["query"], frozenset(row["relevant"])) for row in rows if row["relevant"]]


def _reports(folder: Path) -> Collection:
    """Financial reports: paragraphs around a table."""
    documents = []
    for row in _rows(folder / "docs.jsonl"):
        text = "\n\n".join(paragraph["text"] for paragraph in row["paragraphs"])
        drafts = [*passages.from_table(row["table"]), *passages.split(text)]
        documents.append((row["id"], drafts))
    return Collection("tatqa", documents, _questions(folder / "queries.jsonl"))


def _conversations(folder: Path) -> Collection:
    """Pages of annual reports, and the first question of each conversation about one."""
    documents = []
    for row in _rows(folder / "docs.jsonl"):
        table = [line.split(" | ") for line in row["table"].splitlines() if line.strip()]
        drafts = [*passages.from_table(table), *passages.split(row["text"])]
        documents.append((row["id"], drafts))
    rows = _rows(folder / "conversations.jsonl")
    questions = [Question(row["questions"][0], frozenset([row["doc"]])) for row in rows]
    return Collection("convfinqa", documents, questions)


def _memories(folder: Path) -> list[Collection]:
    """What one person said, and questions to that person's notes alone."""
    said, asked = _rows(folder / "corpus.jsonl"), _rows(folder / "queries.jsonl")
    found = []
    for scenario in sorted({row["scenario"] for row in asked}):
        documents = [
            (row["id"], list(passages.split(row["text"], title=row["topic"])))
            for row in said
            if row["scenario"] == scenario
        ]
        questions = [
            Question(row["query"], frozenset(row["relevant"]))
            for row in asked
            if row["scenario"] == scenario and row["relevant"]
        ]
        found.append(Collection("bfcl_memory", documents, questions))
    return found


def _calendar(folder: Path) -> Collection:
    """Appointments, and requests that speak of one from a given day."""
    with (folder / "calendar_events.csv").open(newline="") as lines:
        documents = [(row["event_id"], [_event(row)]) for row in csv.DictReader(lines)]
    rows = _rows(folder / "queries.jsonl")
    questions = [
        Question(row["query"], frozenset(row["relevant_events"]))
        for row in rows
        if row["relevant_events"]
    ]
    return Collection("workbench", documents, questions, _WORKBENCH_NOW)


def _event(row: dict[str, str]) -> Draft:
    start = datetime.fromisoformat(row["event_start"])
    end = start + timedelta(minutes=int(row["duration"]))
    text = (
        f"{row['event_name']}, {start:%A} {start.day} {start:%B} {start.year},"
        f" {start:%H:%M} to {end:%H:%M}, with {row['participant_email']}."
    )
    return Draft("calendar", "event", text, row["event_name"])


def collections(data: Path) -> Iterator[Collection]:
    """Every collection that there is data for."""
    documents = data / "documents"
    yield _prose("scifact", documents / "scifact")
    yield _prose("hotpotqa", documents / "hotpotqa")
    yield _prose("timeqa", documents / "timeqa")
    yield _reports(data / "finance" / "tatqa")
    yield _calendar(data / "calendar" / "workbench")
    yield _prose("xquad", documents / "xquad_en")
    yield from _memories(documents / "bfcl_memory")
    yield _conversations(data / "finance" / "convfinqa")
