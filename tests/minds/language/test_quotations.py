"""A quotation leaves out nothing that its sentence restricts it to."""

from __future__ import annotations

import pytest

from runwright.minds.language import quotations
from runwright.minds.language.evidence import RecordText

CONTRACT = RecordText(
    "After probation the notice period is 8 weeks for the Employer and 4 weeks for the Employee. "
    "If the rent is late, a fee of 20 EUR is due. The fee is 20 EUR, payable at once. "
    "Annual leave: 28 days. Gregor said he would sell it but he was joking."
)


@pytest.mark.parametrize(
    "quote",
    [
        "the notice period is 8 weeks",
        "the notice period is 8 weeks for the Employer and 4 weeks for the Employee",
        "a fee of 20 EUR is due",
        "8 weeks",
        "Gregor said he would sell it",
    ],
)
def test_what_it_holds_for_may_not_be_cut_off(quote: str) -> None:
    assert list(quotations.hidden(quote, CONTRACT))


@pytest.mark.parametrize(
    "quote",
    [
        "After probation the notice period is 8 weeks for the Employer and 4 weeks for the "
        "Employee.",
        "If the rent is late, a fee of 20 EUR is due",
        "The fee is 20 EUR",
        "28 days",
        "4 weeks for the Employee",
    ],
)
def test_whole_statements_and_figures_may_be_quoted(quote: str) -> None:
    assert not list(quotations.hidden(quote, CONTRACT))


CHAT = RecordText("I still owe you 40 for the taxi. The taxi was 40.")


@pytest.mark.parametrize(
    ("introduced", "quote", "is_fine"),
    [
        ("What Niamh owes you:", "I still owe you 40 for the taxi.", False),
        ("What you owe:", "I still owe you 40 for the taxi.", False),
        ("For the taxi:", "I still owe you 40 for the taxi.", True),
        ("The taxi:", "The taxi was 40.", True),
    ],
)
def test_whoever_a_quotation_speaks_to_is_not_the_reader(
    introduced: str, quote: str, is_fine: bool
) -> None:
    found = [
        each
        for each in quotations.problems(introduced, quote, CHAT, ("Niamh",))
        if "the words before the quotation" in each
    ]
    assert (not found) == is_fine
