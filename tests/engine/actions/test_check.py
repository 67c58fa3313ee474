"""An answer that its evidence does not carry is taken back."""

from runwright.engine.actions import perform
from runwright.engine.compose import compose
from runwright.engine.types import Finding, Item, Moment, Step, Work

LEASE = Item("lease", "documents", "The lease was signed by Ana Pires.", title="Lease", score=0.9)
BREAD = Item("bread", "documents", "Bread is baked in the morning.", title="Bread", score=0.2)
QUESTION = "Who signed the lease?"
STEP = Step("check", QUESTION, {"question": QUESTION, "sources": "documents"})


def answered(item: str) -> Finding:
    return Finding("extract", QUESTION, "Somebody did.", "Somebody", items=(item,))


def test_an_answer_that_rests_on_the_right_text_stays(moment: Moment) -> None:
    first = answered("lease")
    checked = perform(STEP, Work(moment, (LEASE, BREAD), (first,), deep=True))
    assert (checked.answer, checked.reason) == (None, None)
    assert compose([first, checked]) == "Somebody did."


def test_an_answer_that_rests_on_something_else_is_taken_back(moment: Moment) -> None:
    first = answered("bread")
    checked = perform(STEP, Work(moment, (LEASE, BREAD), (first,), deep=True))
    assert checked.supersedes
    assert "nothing in your documents" in compose([first, checked])


def test_without_an_answer_there_is_nothing_to_check(moment: Moment) -> None:
    refused = Finding("extract", QUESTION, reason="nothing in your documents says it")
    checked = perform(STEP, Work(moment, (LEASE,), (refused,), deep=True))
    assert (checked.answer, checked.reason, checked.items) == (None, None, ())
