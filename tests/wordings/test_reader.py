"""What the reader is trained on holds what it says, and looks like what is read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from training.reader.corpus import Passage, document_of
from training.reader.examples import Example, encode
from training.reader.weights import write

from runwright.context.index import reader, reader_weights

FOLDER = Path(__file__).parents[2] / "training" / "reader" / "documents"


class Pieces(NamedTuple):
    ids: list[int]
    offsets: list[tuple[int, int]]


class Letters:
    """A tokenizer that takes every letter for a word piece."""

    def encode(self, text: str, *, add_special_tokens: bool) -> Pieces:
        assert not add_special_tokens
        return Pieces([200 + ord(c) for c in text], [(n, n + 1) for n in range(len(text))])


class Session:
    """A network that only looks at what it is given."""

    def run(self, _: None, given: dict[str, Any]) -> tuple[Any]:
        self.ids, self.kinds = (given[name][0].tolist() for name in ("ids", "kinds"))
        return (np.zeros((1, len(self.ids), 3), np.float32),)


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
    assert (documents, questions) == (1_244, 22_000)


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
            {"q": "pets?", "answer": None, "near": [["b.md", "No pets."]]},
            {"q": "not there", "answer": "901"},
        ],
    }
    deposit, pets = document_of(row, "home").questions
    assert (deposit.start, deposit.end) == (28, 31)
    assert not pets.is_answered
    assert pets.near == (Passage("b.md", "No pets."),)


@pytest.mark.parametrize("title", ["", "lease.md", "a title that is far too long to be read"])
@pytest.mark.parametrize("size", [20, 400])
def test_what_is_learned_from_has_the_form_in_which_passages_are_read(
    title: str, size: int
) -> None:
    text = "abcdefghij" * (size // 10)
    asked = "who keeps the keys of the house while we are away, and until when?"
    session = Session()
    head = np.zeros((2, 3), np.float32), np.zeros(2, np.float32)
    loaded = reader._Loaded(session, Letters(), *head)
    pieces = [200 + ord(c) for c in asked][: reader._QUESTION]
    reader._read(loaded, pieces, reader.Passage(title, text))
    encoded = encode(Letters(), Example(asked, Passage(title, text), 3, 5))
    assert encoded is not None
    assert (encoded.ids, encoded.kinds) == (session.ids, session.kinds)
    assert encoded.places[encoded.start : encoded.end + 1] == [(3, 4), (4, 5)]


def test_an_answer_that_is_cut_off_is_not_learned_from() -> None:
    assert encode(Letters(), Example("who?", Passage("", "a" * 400), 390, 395)) is None
    assert encode(Letters(), Example("who?", Passage("", ""))) is None


def test_what_is_written_has_the_names_that_the_service_reads(tmp_path: Path) -> None:
    with np.load(reader_weights.LEARNED) as kept:
        assert sorted(kept.files) == sorted(reader_weights.names())
    with pytest.raises(SystemExit, match="not what the service reads"):
        write(tmp_path / "reader.npz", {"span.weight": np.zeros((2, 384))})
    assert not (tmp_path / "reader.npz").exists()
