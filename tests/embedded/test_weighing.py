"""The reading that fits a question best is answered; what fits none is shown, and never stated."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from embedded.finance.household import household
from embedded.runner import Outcome, run, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import routes
from runwright.minds.embedded.query import Query, Span

LIDL = Span("M", "Lidl", 24)
SUM = Query("how much did I spend at Lidl", "finance", "sum", "out", spans=(LIDL,), confidence=0.5)
COUNT = SUM._replace(measure="count")
LATEST = SUM._replace(measure="last")
READINGS = {"added up": "sum", "the number": "count", "the latest": "last"}


def asked(query: Query, likely: Mapping[str, float], monkeypatch: pytest.MonkeyPatch) -> Outcome:
    """A run where an answer is as likely right as its reading says."""

    def fits(question: str, answer: str) -> float:
        assert question.startswith(query.text)
        lead = answer.split(" . ")[0]
        return next((p for words, p in likely.items() if words in lead.lower()), 0.0)

    monkeypatch.setattr(reader, "fits", fits)
    monkeypatch.setattr(reader, "is_available", lambda: True)
    records = household()
    given = surroundings(records)._replace(sources=("finance",))
    return run(routes.answer(query, given), records)


def test_what_surely_fits_is_stated_and_nothing_else_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = asked(SUM._replace(others=(COUNT,)), {"added up": 0.9}, monkeypatch)
    assert outcome.answer.is_answer
    assert "You spent" in outcome.first_line
    assert [call.tool for call in outcome.calls] == ["measure_transactions"]
    assert outcome.tried == []


def test_the_next_of_the_same_is_stated_whatever_its_few_words_weigh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beside = LATEST._replace(text="and the one before that", flags=("before",))
    assert asked(beside, {}, monkeypatch).answer.is_answer
    assert not asked(beside._replace(flags=()), {}, monkeypatch).answer.is_answer


def test_another_reading_is_answered_that_fits_far_better(monkeypatch: pytest.MonkeyPatch) -> None:
    query = SUM._replace(others=(LATEST, COUNT))
    outcome = asked(query, {"added up": 0.2, "the latest": 0.3, "the number": 0.9}, monkeypatch)
    assert outcome.answer.is_answer
    assert outcome.first_line.startswith("13")
    assert "You spent" not in outcome.first_line
    assert [call.tool for call in outcome.calls][-1] == "measure_transactions"
    assert len(outcome.tried) == 2, "the others were only rehearsed"


def test_what_fits_no_reading_is_shown_as_what_was_understood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outcome = asked(SUM._replace(others=(COUNT,)), {"added up": 0.5}, monkeypatch)
    assert not outcome.answer.is_answer
    assert outcome.first_line.startswith("I read this as: payments to Lidl, added up.")
    assert "You spent" in outcome.text


def weighed(query: Query, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that were put beside an answer, all of which fit."""
    seen = []

    def fits(question: str, _: str) -> float:
        seen.append(question)
        return 0.99

    monkeypatch.setattr(reader, "fits", fits)
    records = household()
    run(routes.answer(query, surroundings(records)), records)
    return seen


def test_a_question_is_weighed_beside_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    query = SUM._replace(text="and at Lidl", before="how much did I spend at REWE")
    assert weighed(query, monkeypatch) == ["and at Lidl ; how much did I spend at REWE"]


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("And then: what did I spend at Lidl", "what did I spend at Lidl"),
        ("Lidl: what did I spend there", "Lidl: what did I spend there"),
    ],
)
def test_a_word_that_joins_two_questions_is_not_weighed(
    text: str, alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert weighed(SUM._replace(text=text), monkeypatch) == [alone]


def test_without_the_network_the_likeliest_reading_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    records = household()
    outcome = run(routes.answer(SUM._replace(others=(COUNT,)), surroundings(records)), records)
    assert outcome.answer.is_answer
    assert "You spent" in outcome.first_line
