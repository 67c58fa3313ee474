"""Regular payments: all of them only for who asks for such."""

from __future__ import annotations

from embedded.finance.household import ask


def test_one_thing_without_a_booking_is_not_all_that_is_paid_regularly() -> None:
    outcome = ask("recur", "out", text="how much is the stamp duty and when do they take it")
    assert not outcome.answer.is_answer
    assert outcome.first_line == "I read this as: all regular payments. Is that right? Then:"
    assert ask("recur", "out", text="what goes out every month").answer.is_answer
