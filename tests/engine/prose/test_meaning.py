"""Sentences are judged by whichever local model is installed, and by none without one."""

import pytest

from runwright.context.index import embedder, relevance
from runwright.engine.prose import meaning

QUESTION = "Who signed the lease?"
TEXTS = ["Bread is baked at night.", "Ingrid Solberg signed the lease of the office."]


@pytest.mark.parametrize("with_cross_encoder", [True, False])
def test_the_sentence_that_answers_is_nearer(
    with_cross_encoder: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relevance, "is_available", lambda: with_cross_encoder)
    judge = meaning.to(QUESTION)
    assert judge is not None
    other, right = judge(TEXTS)
    assert right > other
    assert 0 <= right <= 1.1


def test_without_a_model_words_decide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for model in (relevance, embedder):
        monkeypatch.setattr(model, "is_available", lambda: False)
    assert meaning.to(QUESTION) is None
