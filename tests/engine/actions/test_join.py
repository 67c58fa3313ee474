"""A question that joins two passages is answered from both, when there is time to think."""

import pytest

from runwright.context.index import reader
from runwright.engine.actions import perform
from runwright.engine.plan import plan
from runwright.engine.prose import meaning
from runwright.engine.types import Finding, Item, Moment, Work

QUESTION = "How many seats does the hall where the Riverside Choir sings have?"
CHOIR = Item(
    "a",
    "documents",
    "The Riverside Choir sings at Morton Hall.",
    title="Riverside Choir",
    score=0.9,
)
HALL = Item(
    "d",
    "documents",
    "Morton Hall was built in 1901. It has 840 seats.",
    title="Morton Hall",
    score=0.3,
)
OTHER = Item("b", "documents", "The Lakeside Choir sings at home.", title="Lakeside", score=0.7)


@pytest.fixture(autouse=True)
def _words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a model is installed must not matter here."""
    monkeypatch.setattr(meaning, "to", lambda _question: None)
    monkeypatch.setattr(reader, "is_available", lambda: False)


@pytest.fixture
def first(moment: Moment) -> Finding:
    (step,) = plan(QUESTION, moment, ("documents",)).steps
    return perform(step, Work(moment, (CHOIR, OTHER), deep=True))


def test_the_names_in_the_best_passages_are_read_up(first: Finding) -> None:
    assert [step.action for step in first.more] == ["join", "check"]
    (want,) = first.more[0].wants
    assert want.source == "documents"
    assert "Morton Hall" in want.text


def test_both_passages_are_quoted_and_kept_as_evidence(first: Finding, moment: Moment) -> None:
    work = Work(moment, (CHOIR, OTHER, HALL), (first,), deep=True)
    joined = perform(first.more[0], work)
    assert joined.supersedes
    assert joined.answer is not None
    assert "840 seats" in joined.answer
    assert {"a", "d"} <= set(joined.items)


def test_a_run_in_a_hurry_asks_for_nothing_more(moment: Moment) -> None:
    (step,) = plan(QUESTION, moment, ("documents",)).steps
    assert perform(step, Work(moment, (CHOIR, OTHER))).more == ()


def test_where_nothing_is_about_the_question_nothing_is_added(
    first: Finding, moment: Moment
) -> None:
    strange = Item("x", "documents", "Bread is baked in the morning.", title="Bread", score=0.2)
    joined = perform(first.more[0], Work(moment, (strange,), (first,), deep=True))
    assert joined.answer is None
    assert joined.reason is None
