"""The reader marks the words of a passage that answer a question, or that there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from runwright.context.index import packages, reader, reader_weights
from runwright.context.index.reader import Passage
from runwright.context.index.weights import CannotMake

LEASE = Passage(
    "lease.md",
    "1. The tenant shall not keep any animal in the flat without the written consent of the "
    "landlord.\n2. The deposit is returned within six months after the keys are handed back.",
)
LIGHTHOUSE = Passage(
    "Lighthouse", "The lighthouse was built in 1874 by John Reid. It burned down in 1901."
)


@pytest.mark.parametrize(
    ("question", "passage", "words"),
    [
        ("may i have a dog there?", LEASE, "shall not keep any animal"),
        ("when do I get the deposit back?", LEASE, "within six months"),
        ("who built the lighthouse", LIGHTHOUSE, "John Reid"),
        ("when did the fire happen", LIGHTHOUSE, "1901"),
    ],
)
def test_the_words_that_answer_are_marked(question: str, passage: Passage, words: str) -> None:
    (found,) = reader.read(question, [passage])
    assert words in passage.text[found.start : found.end]
    assert found.margin > 0


@pytest.mark.parametrize("passage", [LEASE, LIGHTHOUSE])
def test_where_nothing_answers_the_margin_is_low(passage: Passage) -> None:
    (found,) = reader.read("what colour is the front door?", [passage])
    assert found.margin < -8


def test_a_passage_is_read_the_same_alone_and_among_others() -> None:
    question = "who built the lighthouse"
    assert reader.read(question, [LEASE, LIGHTHOUSE])[1] == reader.read(question, [LIGHTHOUSE])[0]


@pytest.mark.parametrize("text", ["", " ", "\n\n"])
def test_an_empty_passage_answers_nothing(text: str) -> None:
    (found,) = reader.read("who built the lighthouse", [Passage("", text)])
    assert (found.start, found.end) == (0, 0)
    assert found.margin < -1e9


def test_what_is_longer_than_the_network_reads_is_cut() -> None:
    long = Passage("", f"{LIGHTHOUSE.text} {'More of this. ' * 5_000}")
    (found,) = reader.read("who built the lighthouse " * 200, [long])
    assert found.end <= len(long.text)


def test_it_is_not_made_of_weights_that_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "locate", lambda _package, _path: None)
    with pytest.raises(CannotMake, match="is not installed"):
        reader_weights.make(tmp_path / "reader")
    assert not reader_weights.is_made(tmp_path / "reader")
