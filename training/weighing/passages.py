"""Writes what passages could answer, and whether each is right: the reader learns from it to weigh
what documents say.

    python -m training.weighing.passages OUT               # of all opened sets
    python -m training.weighing.passages OUT --only theo   # of one

Each question is asked as it stands. What the reader found likeliest in any passage, and what came
next, are candidates, whether or not they were stated. The closed set is never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from bench.eval.desk import Desk
from bench.eval.people import measure
from bench.eval.people.judge import is_right

from runwright.minds.embedded.reading import reading
from runwright.minds.embedded.reading.reading import Found
from training.weighing.candidates import given_sets

_EACH = 3
"""So many of the likeliest passages of a question are candidates."""


class _Heard:
    """What was asked of passages, and what they said."""

    def __init__(self) -> None:
        self.found: list[tuple[str, Sequence[Found]]] = []


@contextmanager
def _heard() -> Iterator[_Heard]:
    """While this lasts, whatever is read is kept."""
    heard, weigh = _Heard(), reading._likely

    def kept(put: str, found: Sequence[Found], written: float) -> float:
        heard.found.append((put, tuple(found)))
        return weigh(put, found, written)

    with mock.patch.object(reading, "_likely", kept):
        yield heard


def candidates(folder: Path) -> Iterator[dict[str, Any]]:
    """What passages could answer to each question of a set, each answer once."""
    questions = [json.loads(line) for line in (folder / "questions.jsonl").open("rb")]
    by_id = {question["id"]: question for question in questions}
    for name, person in measure.people(folder).items():
        with closing(Desk()) as desk:
            desk.put([(p.name, draft) for p in person.files for draft in measure._read(p, person)])
            ask = partial(desk.ask, now=person.now, zone=person.zone.key)
            for question in questions:
                if question["person"] == name:
                    for row in _of_question(ask, question, measure._earlier(question, by_id)):
                        yield {"set": folder.name, "id": question["id"], **row}


def _of_question(
    ask: Any, question: Mapping[str, Any], earlier: Sequence[str]
) -> Iterator[dict[str, Any]]:
    with _heard() as heard:
        ask(question["prompt"], measure.SOURCES, earlier=earlier)
    rows = {
        (put, each.item.title, f"{each.answer}: {each.sentence}"): number
        for put, found in heard.found
        for number, each in enumerate(found[:_EACH])
        if each.reading.margin >= reading.NEAR
    }
    for (put, title, said), number in rows.items():
        yield {
            "variant": "passage" if number else "likeliest passage",
            "question": put,
            "reading": title,
            "answer": said,
            "right": is_right(question, said),
        }


def main() -> None:
    """Write one file for each set."""
    for folder, out in given_sets(__doc__ or ""):
        lines = [f"{json.dumps(row)}\n" for row in candidates(folder)]
        (out / f"{folder.name}-passages.jsonl").write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
