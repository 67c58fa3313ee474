"""Documents with questions, as `training.reader.cut` writes them, and what lies in one folder."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PUBLIC = (
    *(
        "squad",
        "policyqa",
        "covidqa",
        "cuad",
        "fairytaleqa",
        "molweni",
        "newwiki",
        "omosqa",
        "qamr",
    ),
    *("qed", "reddit", "reviews", "tweetqa"),
)
"""The origins that are public sets."""
TOGETHER = 12
"""So many documents that have no collection are put into one folder; of some origins:"""
_TOGETHER = {
    "events": 60,
    "squad": 50,
    "policyqa": 60,
    "covidqa": 3,
    "newwiki": 50,
    "qed": 50,
    "qamr": 60,
    "omosqa": 30,
    "molweni": 20,
    "reviews": 8,
}
_SEED = 5


class Question(NamedTuple):
    """What is asked of a document, and where the answer stands in it."""

    text: str
    """With the question before it behind a semicolon, if it leans on one."""
    start: int = -1
    end: int = -1
    """Behind the answer; both are -1 where the document does not say."""
    is_plain: bool = False
    """Whether it may be asked of many documents: those may answer it too."""
    is_leaning: bool = False
    """Whether the question before stands behind it."""
    said: str = ""
    """The answer, and the sentence that it stands in, where that is known."""

    @property
    def is_answered(self) -> bool:
        """Whether the document says it."""
        return self.start >= 0


class Document(NamedTuple):
    """A text with its questions."""

    title: str
    text: str
    questions: tuple[Question, ...]
    origin: str
    """The name of its file."""
    passages: tuple[tuple[int, int], ...]
    """Where each begins and ends in the text."""
    collection: str = ""
    """Whose papers it is one of."""


def read_documents(folder: Path) -> Iterator[Document]:
    """Every document of the `.jsonl` files of a folder."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield document_of(json.loads(line), path.stem)


def document_of(row: dict[str, Any], origin: str) -> Document:
    """One line; questions whose answer is not where it should be are left out."""
    text = row["text"]
    found = (question_of(text, each) for each in row["questions"])
    return Document(
        row.get("title", ""),
        text,
        tuple(each for each in found if each),
        origin,
        tuple((start, end) for start, end in row["passages"]),
        row.get("collection", ""),
    )


def question_of(text: str, row: dict[str, Any]) -> Question | None:
    """One question of a text; None where its answer is not found there."""
    before: str | None = row.get("before")
    asked = Question(f"{row['q']} ; {before}" if before else row["q"], is_leaning=bool(before))
    answer: str | None = row.get("answer")
    if answer is None:
        return asked
    start = _place(text, answer, row)
    if start < 0:
        return None
    sentence: str = row.get("sentence") or ""
    return asked._replace(
        start=start,
        end=start + len(answer),
        is_plain=row.get("plain", False),
        said=f"{answer}: {sentence}" if sentence else "",
    )


def _place(text: str, answer: str, row: dict[str, Any]) -> int:
    """Where an answer stands: at a known place, or in its sentence; -1 if it does not."""
    at: int | None = row.get("at")
    if at is not None:
        return at if text.startswith(answer, at) else -1
    return text.find(answer, max(0, text.find(row.get("sentence") or "")))


def folders(documents: Iterable[Document]) -> Iterator[Sequence[Document]]:
    """The documents that are searched together: somebody's papers, or some of one origin."""
    collections: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for document in documents:
        collections[document.origin, document.collection].append(document)
    draw = random.Random(_SEED)
    for (origin, collection), own in collections.items():
        if collection:
            yield own
            continue
        # The parts of one article stand in a row: those of COVID-QA belong together.
        if origin != "covidqa":
            draw.shuffle(own)
        size = _TOGETHER.get(origin, TOGETHER)
        yield from (own[at : at + size] for at in range(0, len(own), size))
