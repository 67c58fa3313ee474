"""Questions of somebody who is paid by clients and spends in two kinds of dollars."""

import pytest
from tests.engine.ledger.books import booking

_BOOKED = """
2026-01-03|-1450.00|USD|Lakeside Apartments|Rent|Chase Checking
2026-01-12|-86.23|USD|TRADER JOE'S #552|Groceries|Sapphire Card
2026-01-20|2800.00|USD|Brightwave Media|Invoice 1041|Chase Checking
2026-02-03|-1450.00|USD|Lakeside Apartments|Rent|Chase Checking
2026-02-09|-45.00|USD|Verizon Wireless|Phone bill|Sapphire Card
2026-02-18|3200.00|USD|Brightwave Media|Invoice 1042|Chase Checking
2026-03-09|-45.00|USD|Verizon Wireless|Phone bill|Sapphire Card
2026-03-14|-64.90|USD|TRADER JOE'S #552|Groceries|Sapphire Card
2026-04-09|-50.00|USD|Verizon Wireless|Phone bill|Sapphire Card
2026-05-06|1500.00|USD|Finch & Co|Logo design|Chase Checking
2026-06-17|-59.99|USD|Amazon.com|Headphones|Sapphire Card
2026-06-24|59.99|USD|Amazon.com|Refund headphones|Sapphire Card
2026-08-21|-220.00|CAD|Hotel Bonaventure|Montreal|Sapphire Card
2026-11-02|-200.00|USD|Savings|Transfer to savings|Chase Checking
2026-11-02|200.00|USD|Checking|Transfer from checking|Ally Savings
"""
BOOKED = tuple(
    booking(n, *line.split("|")) for n, line in enumerate(_BOOKED.strip().splitlines(), start=1)
)

FIGURES = {
    "What's the total I've paid Lakeside this year?": "2900.00 USD",
    "how much do i drop at trader joes": "151.13 USD",
    "What did Brightwave pay me in Q1?": "6000.00 USD",
    "How many invoices did Brightwave pay?": "2",
    "Which client paid me the most?": "Brightwave Media",
    "Is Brightwave Media my biggest source of income?": "yes",
    "What percentage of my income this year came from Brightwave?": "79.37 %",
    "how much more did I make in February than in January?": "400.00 USD",
    "What did I spend in Canadian dollars?": "220.00 CAD",
    "Did Amazon refund me for the headphones?": "59.99 USD",
    "How much were my phone bills through March?": "45.00 USD",
    "How much did I pay Verizon until April?": "140.00 USD",
    "did verizon raise my bill this year?": "5.00 USD",
    "how much did I put into savings": "200.00 USD",
    "when did I get paid by Finch & Co": "2026-05-06",
}


@pytest.mark.parametrize("question", FIGURES)
def test_the_figure_is_exact(think, question: str) -> None:
    thought = think(question, BOOKED, ["finance"])
    assert thought.last.value == FIGURES[question], thought.summary


def test_a_move_between_own_accounts_did_not_come_back(think) -> None:
    thought = think("how much did I put into savings", BOOKED, ["finance"])
    assert "came back" not in thought.summary


@pytest.mark.parametrize(
    "question",
    ["How much did I spend at Walmart?", "Did Finch & Co pay me in June?", "rent paid in 2024"],
)
def test_what_is_not_there_is_refused(think, question: str) -> None:
    thought = think(question, BOOKED, ["finance"])
    assert thought.last.answer is None
    assert "nothing in your finance" in thought.summary
