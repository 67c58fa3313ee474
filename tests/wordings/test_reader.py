"""What the reader is trained on holds what it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.reader.corpus import document_of

FOLDER = Path(__file__).parents[2] / "training" / "reader" / "documents"


def lines() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.name}:{number}", json.loads(line)


def test_every_answer_stands_in_its_sentence_and_its_sentence_in_the_text() -> None:
    documents, questions, wrong = 0, 0, []
    for place, row in lines():
        documents, questions = documents + 1, questions + len(row["questions"])
        for each in row["questions"]:
            answer, sentence = each["answer"], each.get("sentence") or ""
            if answer is not None and not (answer in sentence and sentence in row["text"]):
                wrong.append(f"{place}: {each['q']}")
    assert wrong == []
    assert (documents, questions) == (2_246, 40_178)


def test_no_document_stands_there_twice_and_none_asks_twice() -> None:
    texts = Counter(row["text"] for _, row in lines())
    asked = Counter(f"{place}: {each['q']}" for place, row in lines() for each in row["questions"])
    assert [each for each, count in (texts + asked).items() if count > 1] == []


def test_an_answer_is_looked_for_in_its_sentence() -> None:
    text = "Rent is 900. The deposit is 900."
    row = {
        "text": text,
        "passages": [[0, len(text)]],
        "questions": [
            {"q": "deposit?", "answer": "900", "sentence": "The deposit is 900."},
            {"q": "pets?", "answer": None},
            {"q": "not there", "answer": "901"},
        ],
    }
    deposit, pets = document_of(row, "home").questions
    assert (deposit.start, deposit.end) == (28, 31)
    assert not pets.is_answered
