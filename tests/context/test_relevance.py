"""The cross-encoder tells which text answers a question, and refuses weights it does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from runwright.context.index import packages
from runwright.context.index import relevance as judged
from runwright.context.index.packages import WrongWeights
from runwright.context.index.relevance import is_available, relevance

TEXTS = [
    "The office in Lisbon has a red door and two lifts.",
    "Ingrid Solberg signed the lease of the Oslo office in March.",
    "Bread is baked at night.",
]


@pytest.fixture
def unloaded() -> None:
    judged._load.cache_clear()


def test_it_is_installed_for_the_tests() -> None:
    assert is_available()


def test_the_text_that_answers_scores_highest() -> None:
    scores = relevance("Who signed the lease in Oslo?", TEXTS)
    assert max(scores) == scores[1]
    assert scores[1] > 0 > max(scores[0], scores[2])


def test_the_same_texts_score_the_same_alone_and_together() -> None:
    together = relevance("When is bread baked?", TEXTS)
    assert together == [relevance("When is bread baked?", [text])[0] for text in TEXTS]


def test_a_text_of_any_length_is_read_as_far_as_it_goes() -> None:
    long = "word " * 100_000
    assert len(relevance("x" * 4_000, [long, "", "\0"])) == 3


@pytest.mark.usefixtures("unloaded")
def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"not the model")
    monkeypatch.setattr(packages, "locate", lambda _package, _path: wrong)
    with pytest.raises(WrongWeights, match="is not the expected file"):
        relevance("Who?", TEXTS)


def test_without_the_package_it_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "PACKAGE", "a-package-that-is-not-there")
    assert not is_available()
