"""What is found, and in which order: public questions over the documents that answer them.

Every document is cut as an uploaded file would be; it ranks where the best of its items does.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from zoneinfo import ZoneInfo

import orjson

from bench.context.stored import StoredFinder
from bench.report import Figure
from runwright import clock
from runwright.files.formats import passages
from runwright.files.formats.ics import reader as ics
from runwright.files.formats.types import Draft, Reading

DEPTH = 10
"""Every figure is over the first ten documents."""
ITEMS = 60
"""So many items are asked for, since several may be of one document."""
WORDS = {
    "recall": "found in the first 10",
    "complete": "all found in the first 10",
    "order": "nDCG@10",
}
BARS: dict[str, tuple[str, float | None]] = {
    "scifact": ("order", 0.83),
    "hotpotqa": ("complete", 0.93),
    "timeqa": ("recall", 0.92),
    "tatqa": ("recall", 0.87),
    "workbench": ("recall", 0.90),
    "xquad": ("recall", None),
    "bfcl_memory": ("recall", None),
    "convfinqa": ("recall", None),
}
_WORKBENCH_NOW = datetime(2023, 11, 30, tzinfo=UTC)


class Question(NamedTuple):
    """What is asked, and the documents that answer it."""

    text: str
    relevant: frozenset[str]


class Score(NamedTuple):
    """How well one question was answered."""

    recall: float
    complete: bool
    order: float


class Collection(NamedTuple):
    """Documents that are searched together."""

    name: str
    documents: Sequence[tuple[str, Sequence[Draft]]]
    questions: Sequence[Question]
    now: datetime | None = None


class Finder(Protocol):
    """What finds the items of one collection."""

    def search(self, query: str, now: datetime | None, limit: int) -> Sequence[int]:
        """The best items, best first, each by its place among those that were put."""

    def close(self) -> None:
        """There are no more questions."""


Put = Callable[[Sequence[Draft]], Finder]
"""Keeps the items of one collection, and gives what finds them."""


def measure(data: Path, put: Put = StoredFinder) -> list[Figure]:
    """The figures of every collection."""
    scores: dict[str, list[Score]] = {}
    for collection in collections(data):
        scores.setdefault(collection.name, []).extend(judge(collection, put))
    return [_figure(name, found) for name, found in scores.items()]


def judge(collection: Collection, put: Put) -> Iterator[Score]:
    """How well each question of a collection is answered."""
    owners = [document for document, drafts in collection.documents for _ in drafts]
    finder = put([draft for _, drafts in collection.documents for draft in drafts])
    for question in collection.questions:
        numbers = finder.search(question.text, collection.now, ITEMS)
        found = list(dict.fromkeys(owners[number] for number in numbers))[:DEPTH]
        yield _score(found, question.relevant)
    finder.close()


def _score(found: Sequence[str], relevant: frozenset[str]) -> Score:
    gains = [1.0 / math.log2(place + 2) for place in range(DEPTH)]
    gained = sum(gain for gain, document in zip(gains, found, strict=False) if document in relevant)
    hits = len(relevant.intersection(found))
    return Score(hits / len(relevant), hits == len(relevant), gained / sum(gains[: len(relevant)]))


def _figure(name: str, scores: Sequence[Score]) -> Figure:
    metric, bar = BARS[name]
    value = sum(getattr(score, metric) for score in scores) / len(scores)
    return Figure(name=f"{name}: {WORDS[metric]}", value=value, unit="", at_least=bar)


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
        ids = {_when(row): row["event_id"] for row in csv.DictReader(lines)}
    reading = Reading("calendar_events.ics", _WORKBENCH_NOW, ZoneInfo("UTC"))
    text = (folder / "calendar_events.ics").read_text()
    events = [part for part in ics.read(text, reading) if isinstance(part, Draft)]
    documents = [(ids[event.title, event.at or ""], [event]) for event in events]
    rows = [row for row in _rows(folder / "queries.jsonl") if row["relevant_events"]]
    questions = [Question(row["query"], frozenset(row["relevant_events"])) for row in rows]
    return Collection("workbench", documents, questions, _WORKBENCH_NOW)


def _when(row: dict[str, str]) -> tuple[str, str]:
    start = datetime.fromisoformat(row["event_start"]).replace(tzinfo=UTC)
    return row["event_name"], clock.stamp(start)


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
