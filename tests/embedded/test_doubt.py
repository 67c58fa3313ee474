"""An answer that is rather wrong than right is shown with how the question was read."""

from __future__ import annotations

import pytest

from runwright.minds.embedded import doubt
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query, Span

PLAIN = Query(
    "How much did I spend at Lidl in May?", "finance", "sum", "out",
    spans=(Span("M", "Lidl", 24), Span("P", "in May", 29)), confidence=0.97,
)  # fmt: skip
STRANGE = Query("did he skip a whole month, got a hunch", "finance", "list", "out", confidence=0.3)
SUM = Answer("You spent £57.08 at Lidl in May 2026.", items=("t1",))


def test_a_plain_question_is_answered() -> None:
    assert not doubt.is_doubtful(PLAIN, SUM)


def test_what_is_hardly_understood_in_words_that_are_unknown_is_doubted() -> None:
    assert doubt.is_doubtful(STRANGE, Answer("361 payments", items=("t1", "t2")))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((PLAIN, SUM), (PLAIN._replace(confidence=0.4), SUM)),
        ((PLAIN, SUM), (PLAIN, SUM._replace(items=()))),
        ((PLAIN, SUM), (PLAIN._replace(text="How much did I fritter away at Lidl in May?"), SUM)),
    ],
)
def test_each_sign_counts(better: tuple[Query, Answer], worse: tuple[Query, Answer]) -> None:
    assert doubt.likely(*better) > doubt.likely(*worse)


def test_words_of_names_and_of_the_training_are_no_strange_ones() -> None:
    assert doubt.unfamiliar(PLAIN) == []
    assert "hunch" in doubt.unfamiliar(STRANGE)


def test_what_declines_or_is_of_no_records_is_not_weighed() -> None:
    assert not doubt.is_doubtful(STRANGE, SUM._replace(is_answer=False))
    assert not doubt.is_doubtful(STRANGE._replace(route="arithmetic"), SUM)


def test_a_doubtful_answer_says_how_the_question_was_read() -> None:
    shown = doubt.shown(PLAIN, SUM)
    assert not shown.is_answer
    assert shown.items == SUM.items
    assert shown.text == (
        "I read this as: payments to Lidl in May, added up. Is that right? Then:\n"
        "You spent £57.08 at Lidl in May 2026."
    )
