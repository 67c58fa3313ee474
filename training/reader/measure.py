"""How well the reader answers: over every passage of a document and those that lie near."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch

from training.reader.batches import packed
from training.reader.corpus import Document, Passage, Question
from training.reader.examples import Encoded, Example, encode
from training.reader.network import NEVER, Reader

MARGINS = (-99, -4, -2, 0, 2, 4, 6, 8)
LONGEST_ANSWER = 60
"""Word pieces of an answer at most."""
_BATCH, _SEED = 64, 5


class Answer(NamedTuple):
    """The likeliest words of a row of word pieces."""

    first: int
    last: int
    margin: float
    """How much likelier they are than that there is no answer."""


class Outcome(NamedTuple):
    """What came of one question."""

    margin: float
    is_answerable: bool
    is_touched: bool
    """Whether the words that were found share a letter with the answer."""


@torch.no_grad()  # type: ignore[untyped-decorator]
def read(network: Reader, rows: Sequence[Encoded], device: str) -> Iterator[Answer]:
    """The likeliest answer of each."""
    network.eval()
    for at in range(0, len(rows), _BATCH):
        ids, kinds, is_text = packed(rows[at : at + _BATCH], device)
        with torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda"):
            begins, ends = network(ids, kinds, is_text)
        size = begins.shape[1]
        allowed = torch.ones(size, size, device=device).triu().tril(LONGEST_ANSWER).bool()
        allowed[0] = False
        scores = begins[:, :, None] + ends[:, None, :]
        best, places = scores.masked_fill(~allowed, 2 * NEVER).flatten(1).max(1)
        margins = (best - scores[:, 0, 0]).tolist()
        for place, margin in zip(places.tolist(), margins, strict=True):
            first, last = divmod(place, size)
            yield Answer(first, last, margin)


def figures(
    network: Reader, tokenizer: Any, documents: Sequence[Document], most: int, device: str
) -> dict[str, Any]:
    """Shares of the questions, or of a sample of them: answered rightly, wrongly and not at all by
    the margin from which an answer is stated."""
    asked = [(document, question) for document in documents for question in document.questions]
    random.Random(_SEED).shuffle(asked)
    outcomes = _outcomes(network, tokenizer, asked[:most], device)
    there = [each for each in outcomes if each.is_answerable]
    absent = [each for each in outcomes if not each.is_answerable]
    return {
        "answerable": len(there),
        "unanswerable": len(absent),
        "touched": _share([each.is_touched for each in there]),
        "margins": {margin: _at(margin, there, absent) for margin in MARGINS},
    }


def _outcomes(
    network: Reader, tokenizer: Any, asked: Sequence[tuple[Document, Question]], device: str
) -> list[Outcome]:
    rows: list[Encoded] = []
    owners: list[tuple[int, int | None]] = []
    for number, (document, question) in enumerate(asked):
        for passage, at in _passages(document, question):
            row = encode(tokenizer, Example(question.text, passage))
            if row is not None:
                rows.append(row)
                owners.append((number, at))
    best: dict[int, Outcome] = {}
    for row, (number, at), answer in zip(rows, owners, read(network, rows, device), strict=True):
        if number not in best or answer.margin > best[number].margin:
            question = asked[number][1]
            touched = at is not None and _touches(row, answer, at, question)
            best[number] = Outcome(answer.margin, question.is_answered, touched)
    return list(best.values())


def _passages(document: Document, question: Question) -> Iterator[tuple[Passage, int | None]]:
    """What a question is put to, with where it begins in the document if it is of that one."""
    for text, at in document.passages:
        yield Passage(document.title, text), at
    for passage in question.near:
        yield passage, None


def _touches(row: Encoded, answer: Answer, at: int, question: Question) -> bool:
    start, end = row.places[answer.first][0] + at, row.places[answer.last][1] + at
    return question.is_answered and start < question.end and end > question.start


def _at(margin: float, there: Sequence[Outcome], absent: Sequence[Outcome]) -> dict[str, float]:
    right = _share([each.is_touched and each.margin >= margin for each in there])
    wrong = _share([not each.is_touched and each.margin >= margin for each in there])
    invented = _share([each.margin >= margin for each in absent])
    declined = round(1 - right - wrong, 3)
    return {"right": right, "wrong": wrong, "declined": declined, "invented": invented}


def _share(true: Sequence[bool]) -> float:
    return round(sum(true) / max(1, len(true)), 3)
