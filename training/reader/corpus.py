"""Documents with questions, as `training.reader.cut` writes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32


class Passage(NamedTuple):
    """A piece of a document, under the document's title."""

    title: str
    text: str


class Question(NamedTuple):
    """What is asked of a document, and where the answer stands in it."""

    text: str
    start: int = -1
    end: int = -1
    """Behind the answer; both are -1 where the document does not say."""
    is_sentence: bool = False
    """Whether only the sentence is known, and not which of its words answer."""
    near: tuple[Passage, ...] = ()
    """Passages of other documents that a search finds."""
    is_plain: bool = False
    """Whether it may be asked of many documents: those may answer it too."""

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
    passages: tuple[tuple[str, int], ...]
    """Each with where it begins in the text."""

    @property
    def part(self) -> int:
        """One of a hundred parts, by which documents are divided."""
        return crc32(self.text.encode()) % 100


def read_documents(folder: Path) -> Iterator[Document]:
    """Every document of the `.jsonl` files of a folder."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield document_of(json.loads(line), path.stem)


def document_of(row: dict[str, Any], origin: str) -> Document:
    """One line; questions whose answer is not where it should be are left out."""
    text = row["text"]
    found = (question_of(text, each) for each in row["questions"])
    cut = tuple((text[start:end], start) for start, end in row["passages"])
    return Document(row.get("title", ""), text, tuple(each for each in found if each), origin, cut)


def question_of(text: str, row: dict[str, Any]) -> Question | None:
    """One question of a text; None where its answer is not found there."""
    answer: str | None = row.get("answer")
    sentence: str | None = row.get("sentence_only")
    near = tuple(Passage(*each) for each in row.get("near", ()))
    if answer is not None:
        start = _place(text, answer, row)
        plain = row.get("plain", False)
        end = start + len(answer)
        return None if start < 0 else Question(row["q"], start, end, near=near, is_plain=plain)
    if sentence is None:
        return Question(row["q"], near=near)
    start = text.find(sentence)
    return None if start < 0 else Question(row["q"], start, start + len(sentence), True)


def _place(text: str, answer: str, row: dict[str, Any]) -> int:
    """Where an answer stands: at a known place, or in its sentence; -1 if it does not."""
    at: int | None = row.get("at")
    if at is not None:
        return at if text.startswith(answer, at) else -1
    return text.find(answer, max(0, text.find(row.get("sentence") or "")))
