"""The price of what is paid again and again: now, before, since when, and how much more."""

import pytest
from tests.engine.ledger.books import booking
from tests.engine.ledger.flat_share import FLAT_SHARE

_BOOKED = """
2026-01-04|-29.90|EUR|Kabelnetz Ost|Internet January|Checking
2026-01-28|2900.00|EUR|Werft Hansen|Salary January|Checking
2026-02-04|-29.90|EUR|Kabelnetz Ost|Internet February|Checking
2026-02-11|-7.99|EUR|Filmkiste|Video subscription|Checking
2026-02-27|2900.00|EUR|Werft Hansen|Salary February|Checking
2026-03-04|-29.90|EUR|Kabelnetz Ost|Internet March|Checking
2026-03-11|-7.99|EUR|Filmkiste|Video subscription|Checking
2026-03-20|1000.00|EUR|Werft Hansen|Salary bonus|Checking
2026-03-28|2900.00|EUR|Werft Hansen|Salary March|Checking
2026-04-04|-34.90|EUR|Kabelnetz Ost|Internet April|Checking
2026-04-11|-7.99|EUR|Filmkiste|Video subscription|Checking
2026-04-28|3050.00|EUR|Werft Hansen|Salary April|Checking
2026-05-04|-34.90|EUR|Kabelnetz Ost|Internet May|Checking
2026-05-11|-9.99|EUR|Filmkiste|Video subscription|Checking
2026-05-28|3050.00|EUR|Werft Hansen|Salary May|Checking
2026-05-30|-61.40|EUR|Supermarkt Deich|Groceries|Checking
2026-06-02|-18.20|EUR|Supermarkt Deich|Groceries|Checking
"""
HARBOUR = tuple(
    booking(n, *line.split("|")) for n, line in enumerate(_BOOKED.strip().splitlines(), start=1)
)
SAID = {
    "What do I pay for internet now?": ("34.90 EUR", "4 April 2026", "29.90 EUR", "5.00 EUR more"),
    "What am I paying Kabelnetz these days?": ("You pay 34.90 EUR", "4 April 2026"),
    "how much does kabelnetz charge me per month at the moment": ("You pay 34.90 EUR",),
    "What is the current price of Filmkiste?": ("You pay 9.99 EUR", "11 May 2026", "7.99 EUR"),
    "Has the price of Kabelnetz changed?": ("Yes", "29.90 EUR", "34.90 EUR", "4 April 2026"),
    "Has Filmkiste become cheaper?": ("No", "7.99 EUR", "9.99 EUR"),
    "When did my internet get more expensive?": ("4 April 2026", "5.00 EUR more"),
    "Since when do I pay more for Filmkiste?": ("11 May 2026", "2.00 EUR more"),
    "How much more is the internet than in February?": ("34.90 EUR", "29.90 EUR", "5.00 EUR more"),
    "What did the internet cost before the price went up?": ("Before 4 April 2026", "29.90 EUR"),
    "What was my old internet tariff?": ("29.90 EUR",),
    "Did my salary go up?": ("Yes", "2,900.00 EUR", "3,050.00 EUR", "28 April 2026"),
    "Which of my subscriptions got more expensive?": ("Filmkiste", "7.99 EUR", "9.99 EUR"),
}


@pytest.mark.parametrize("question", SAID)
def test_a_price_is_told_with_its_days_and_what_it_was_before(think, question: str) -> None:
    summary = think(question, HARBOUR, ["finance"]).summary
    for said in SAID[question]:
        assert said in summary


def test_a_price_is_looked_for_among_bookings_beside_other_sources(think) -> None:
    sources = ["calendar", "documents", "finance"]
    assert "4 April 2026" in think("Has the price of Kabelnetz changed?", HARBOUR, sources).summary


def test_a_single_payment_of_another_size_is_no_price(think) -> None:
    assert "1,000.00" not in think("Did my salary go up?", HARBOUR, ["finance"]).summary


def test_what_did_not_change_says_so(think) -> None:
    summary = think("Has Tunebox become more expensive?", FLAT_SHARE, ["finance"]).summary
    assert summary.startswith("No: Tunebox did not change")


def test_amounts_that_never_come_back_have_no_price(think) -> None:
    summary = think("What do I pay for groceries nowadays?", HARBOUR, ["finance"]).summary
    assert "18.20 EUR" in summary
    assert "since" not in summary


def test_a_price_in_a_contract_is_left_to_the_documents(think) -> None:
    question = "What is the current rent according to the lease?"
    thought = think(question, HARBOUR, ["documents", "finance"])
    assert "prices" not in {step.arguments.get("figure") for step in thought.plan.steps}
