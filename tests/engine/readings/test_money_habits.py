"""Payments that come back, what is left after them, and comparisons over kinds of days."""

import pytest
from tests.engine.ledger.books import BOOKS, booking
from tests.engine.ledger.flat_share import FLAT_SHARE

MORE = tuple(
    booking(100 + n, *line.split("|"))
    for n, line in enumerate(
        """
2026-01-10|-45.00|GBP|Harbour Gym|Membership|Joint
2026-02-10|-45.00|GBP|Harbour Gym|Membership|Joint
2026-03-10|-45.00|GBP|Harbour Gym|Membership|Joint
2026-01-20|-88.00|GBP|Moor Insurance|Home cover|Joint
2026-04-20|-88.00|GBP|Moor Insurance|Home cover|Joint
2026-07-20|-88.00|GBP|Moor Insurance|Home cover|Joint
2026-10-20|-91.00|GBP|Moor Insurance|Home cover|Joint
""".strip().splitlines()
    )
)
LEDGER = (*FLAT_SHARE, *MORE)


@pytest.mark.parametrize(
    "question",
    [
        "What are my regular payments?",
        "Which payments do I make regularly?",
        "List my recurring expenses",
        "What are my fixed costs per month?",
        "Show me my standing orders",
    ],
)
def test_who_is_paid_in_a_rhythm_is_told_with_amount_and_rhythm(think, question: str) -> None:
    said = think(question, LEDGER, ["finance"]).summary
    assert "Aire Valley Homes: 640.00 GBP every month" in said
    assert "Moor Insurance: 91.00 GBP every quarter (4 payments" in said
    assert "Tunebox: 9.99 GBP every month" in said
    assert "Morrisons" not in said
    assert "Kirkstall" not in said


def test_only_the_rhythm_that_is_named_is_told(think) -> None:
    said = think("Which bills do I pay every quarter?", LEDGER, ["finance"]).summary
    assert said.startswith("1 payee is paid regularly")
    assert "Moor Insurance" in said
    assert "Aire Valley" not in said


def test_what_is_no_longer_paid_is_not_added_up(think) -> None:
    said = think("Which subscriptions do I have?", LEDGER, ["finance"]).summary
    assert "the last on 5 May 2026" in said
    assert "a month together" not in said


def test_without_any_rhythm_nothing_is_regular(think) -> None:
    once = [booking(1, "2026-03-01", "-20.00", "GBP", "Corner Shop")]
    said = think("What are my regular payments?", once, ["finance"]).summary
    assert "nothing in your finance records is paid at regular times" in said


LEFT = {
    "How much is left of my salary after rent in March?": "1528.00 GBP",
    "what remains of my April salary once the rent is paid": "1565.00 GBP",
    "What's left after rent and groceries in January?": "1456.82 GBP",
    "What is left each month after rent?": "1537.25 GBP",
    "How much do I have left every month after paying the rent?": "1537.25 GBP",
}


@pytest.mark.parametrize("question", LEFT)
def test_what_is_left_of_the_income_after_costs(think, question: str) -> None:
    thought = think(question, FLAT_SHARE, ["finance"])
    assert thought.last.value == LEFT[question], thought.summary


FIGURES = {
    # Percent that ask for a change, and percent that ask for a part.
    "By how many percent did my rent go up from March to April?": "28.00 GBP",
    "by what percentage did my salary rise from march to april": "65.00 GBP",
    "What percent did my rent rise in April?": "28.00 GBP",
    "What share of my March salary went to rent?": "28.60 %",
    "How many percent of my income did I spend on rent in April?": "29.02 %",
    "What percentage of my salary went to Morrisons in March?": "2.73 %",
    # Two stretches with one noun, or one year.
    "Compare groceries in the first and the third quarter of 2026": "58.17 GBP",
    "Compare my groceries in January and March 2026": "12.84 GBP",
    "groceries: first vs second half of 2026": "31.63 GBP",
    # Names.
    "How much did I spend at Morrisons & Noodle Yard in October?": "75.55 GBP",
    "How much did I spend at Wool & Thread?": "54.20 GBP",
    # Days of the week, and now against then.
    "Did I spend more on groceries on Wednesdays or on Fridays?": "45.06 GBP",
    "How much more is my rent now than in January?": "28.00 GBP",
    # Which way the money went, how many there are.
    "How much did Amara transfer to me?": "75.00 GBP",
    "How many restaurants did I eat at this year?": "3",
    "How many different supermarkets have I been to?": "2",
    "How often did I eat at The Copper Pan?": "2",
}


@pytest.mark.parametrize("question", FIGURES)
def test_the_figure_is_exact(think, question: str) -> None:
    thought = think(question, FLAT_SHARE, ["finance"])
    assert thought.last.value == FIGURES[question], thought.summary


VERDICTS = {
    "Did I earn more than I spent in March?": "Yes. Net in March 2026",
    "Did I spend more than I earned in October?": "Yes. Net in October 2026",
    "Did I spend more on weekends than on weekdays in October?": "No. ",
    "Did I spend less in September than in August?": "Yes. ",
    "Was June more expensive than July?": "Yes. ",
}


@pytest.mark.parametrize("question", VERDICTS)
def test_yes_or_no_comes_first(think, question: str) -> None:
    said = think(question, FLAT_SHARE, ["finance"]).summary
    assert said.startswith(VERDICTS[question]), said


def test_a_comparison_tells_what_came_back(think) -> None:
    said = think("Did I spend more at Zalando or at Lidl in 2026?", BOOKS, ["finance"]).summary
    assert "more on Zalando (249.00 EUR)" in said
    assert "79.00 EUR came back: 170.00 EUR net of that" in said


def test_a_refund_belongs_to_the_shop_that_sells_nothing_else(think) -> None:
    shop = [
        booking(1, "2026-03-02", "-90.00", "EUR", "Kleiderhaus Moos", "Clothing"),
        booking(2, "2026-03-09", "30.00", "EUR", "Kleiderhaus Moos", "Refund order 7"),
        booking(3, "2026-03-11", "12.00", "EUR", "Buchladen Iris", "Refund order 9"),
    ]
    said = think("How much did I spend on clothing in March?", shop, ["finance"]).summary
    assert "30.00 EUR came back" in said
    assert "12.00" not in said


def test_the_usual_day_is_told_by_the_bookings(think) -> None:
    said = think("When do I usually get my salary?", FLAT_SHARE, ["finance"]).summary
    assert said.startswith("Mostly between day 26 and day 28 of the month")


SAID = {
    "Which was my cheapest month this year?": "In 2026 you spent least in",
    "What was my most expensive month in 2026?": "In 2026 you spent most in May 2026",
    "Is my rent higher than 600 pounds?": "Yes, over 600.00 GBP. You paid 640.00 GBP",
    "Is my rent below 600 pounds?": "No, not under 600.00 GBP. You paid 640.00 GBP",
    "Who paid me in October?": "There is one incoming payment, 75.00 GBP from Amara Okafor",
    "rank supermarkets by spending this year": "370.57 GBP in 7 payments",
    "How did my rent develop over the year?": "4,980.00 GBP in 8 payments",
    "Which two shops did I visit most often?": "5,244.42 GBP in 13 payments",
}


@pytest.mark.parametrize("question", SAID)
def test_the_answer_begins_with_what_was_asked(think, question: str) -> None:
    said = think(question, FLAT_SHARE, ["finance"]).summary
    assert said.startswith(SAID[question]), said


def test_a_month_that_goes_on_is_told_apart(think) -> None:
    shop = [
        booking(1, "2026-09-02", "-300.00", "EUR", "Corner Shop"),
        booking(2, "2026-10-02", "-200.00", "EUR", "Corner Shop"),
        booking(3, "2026-11-02", "-20.00", "EUR", "Corner Shop"),
    ]
    said = think("Which was my cheapest month this year?", shop, ["finance"]).summary
    assert "in November 2026: 20.00 EUR in one payment so far" in said
    assert "(of the months that are over, in October 2026: 200.00 EUR)" in said


@pytest.mark.parametrize(
    ("question", "sources"),
    [
        ("How often did I eat at Noodle Yard?", ["calendar", "documents", "finance"]),
        ("how many times have we shopped at Morrisons this year", ["documents", "finance"]),
    ],
)
def test_visits_are_counted_by_payments(think, question: str, sources: list[str]) -> None:
    assert think(question, FLAT_SHARE, sources).actions == ["filter", "aggregate"]
