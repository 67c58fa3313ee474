"""Everyday wordings mean what their plain forms mean."""

from __future__ import annotations

from datetime import date

import pytest

from runwright.engine.ledger.plainly import put_plainly
from runwright.engine.ledger.questions import question

TODAY = date(2026, 10, 20)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("What did the fence set us back?", "What did the fence cost?"),
        ("which is dearer, tea or coffee", "which is more expensive, tea or coffee"),
        ("How much came in last month?", "How much was received last month?"),
        ("fees in the first five months", "fees from January to May"),
        ("rent until the end of May", "rent until May"),
        (
            "more in the third quarter than in the second",
            "more in the third quarter than in the second quarter",
        ),
        ("Which of my clients pay late?", "which clients pay late?"),
    ],
)
def test_it_is_put_into_plain_words(said: str, plain: str) -> None:
    assert put_plainly(said) == plain


@pytest.mark.parametrize("said", ["How much did I spend at Lidl in May?", "Rent per month", ""])
def test_plain_words_stay_as_they_are(said: str) -> None:
    assert put_plainly(said) == said


def test_what_is_usual_is_told_from_the_days_that_are_asked_about() -> None:
    asked = question("Did I spend more than usual on water in August?", TODAY)
    assert (asked.asked.figure, asked.asked.order) == ("unusual", "more")
    assert asked.limit is not None
    assert asked.limit.days == ((date(2026, 8, 1), date(2026, 9, 1)),)


def test_two_payments_are_held_against_each_other() -> None:
    assert question("difference between the two toll payments", TODAY).asked.figure == "pair"


def test_what_clients_pay_is_no_salary() -> None:
    asked = question("How much did I get from clients in May?", TODAY)
    assert asked.selection.direction == "in"
    assert "salary" in {demand.category for each in asked.selection.subject.but for demand in each}


def test_two_names_in_one_stretch_of_days_are_compared_by_name() -> None:
    asked = question("Compare Lidl and Aldi from June to August", TODAY)
    assert asked.other is not None
    assert (asked.selection.subject.said(), asked.other.subject.said()) == ("Lidl", "Aldi")
