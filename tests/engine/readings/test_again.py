"""A question that names nothing means what the question before it meant."""

import pytest
from tests.engine.agenda.week import ITEMS
from tests.engine.ledger.books import BOOKS

from runwright.engine.types import Item

VALUES = {
    "How much did I spend at Lidl? And how often?": "2",
    "What did I pay Stadtwerke in April? And how often this year?": "2",
    "How much did I spend at REWE, and how many times did I go there?": "2",
    "When did I last pay Netflix? And how much?": "12.99 EUR",
    "When did I last shop at Lidl? How much did I spend there?": "67.45 EUR",
    "When did I buy the ticket from Deutsche Bahn? Where? How much was it?": "89.90 EUR",
    "How much did I spend in March? And how much did I earn?": "3200.00 EUR",
    "What did I spend on groceries in April, and what was the highest?": "55.05 EUR",
    "What was my biggest expense in March? And my smallest?": "12.99 EUR",
    "I want to cancel Netflix. How much do I pay for it?": "12.99 EUR",
}


@pytest.mark.parametrize("prompt", VALUES)
def test_the_second_question_is_about_what_the_first_found(think, prompt: str) -> None:
    assert think(prompt, BOOKS, ["finance"]).last.value == VALUES[prompt]


def test_when_it_arrived_is_told_of_what_was_received(think) -> None:
    thought = think("How much did I get from Zalando? When did it arrive?", BOOKS, ["finance"])
    assert "24 April 2026" in (thought.last.answer or "")


def test_a_second_question_with_a_subject_of_its_own_stands_alone(think) -> None:
    thought = think("How much did I spend at Lidl? How often did I pay Acme?", BOOKS, ["finance"])
    assert thought.last.value == "2"
    assert "Acme" in (thought.last.answer or "")


@pytest.mark.parametrize(
    ("short", "said"),
    [
        ("Where?", "Room 4"),
        ("Who else is there?", "Ben Okafor"),
        ("Who's coming?", "Ana Silva"),
        ("Until when?", "15:30"),
        ("How long?", "1 hour 30 minutes"),
    ],
)
def test_a_short_question_after_an_event_is_about_the_event(think, short: str, said: str) -> None:
    prompt = f"When is the budget review? {short}"
    thought = think(prompt, ITEMS, ["calendar", "documents", "finance"])
    assert said in (thought.last.answer or "")


BILLS = tuple(
    Item(id=f"bill_{name}", source="documents", text=text, file=f"{name}.txt", title=name)
    for name, text in (
        (
            "roof",
            "Invoice R-17\n\nDachdecker Lund\n\nPayable by: 3 October 2026\nTotal: 912.00 EUR",
        ),
        ("paint", "Invoice 88\n\nFarben Ohlsen\n\nPayable by: 9 July 2026\nTotal: 140.50 EUR"),
    )
)


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Who sent the largest invoice and when is it due?", ("Dachdecker Lund", "3 October 2026")),
        ("Which invoice is the smallest, and who sent it?", ("Farben Ohlsen", "140.50 EUR")),
    ],
)
def test_the_day_of_the_foremost_invoice_is_its_own(
    think, prompt: str, said: tuple[str, ...]
) -> None:
    thought = think(prompt, BILLS, ["documents"])
    assert all(each in (thought.last.answer or "") for each in said)


def test_both_ends_that_are_asked_for_are_told(think) -> None:
    thought = think("When was my first and my last payment to Acme?", BOOKS, ["finance"])
    assert "5 October 2026" in thought.summary
    assert "19 October 2026" in thought.summary


def test_the_sum_of_each_month_is_told_beside_the_whole(think) -> None:
    thought = think("What did I spend on groceries in March and in April?", BOOKS, ["finance"])
    assert "Of that, 79.35 EUR in March 2026 and 99.15 EUR in April 2026." in thought.summary


def test_a_bill_at_two_times_is_told_by_the_bookings(think) -> None:
    question = "Was my electricity bill higher in April or in May?"
    thought = think(question, BOOKS, ["calendar", "documents", "finance"])
    assert "120.00 EUR" in thought.summary


def test_room_for_somebody_is_asked_of_the_free_time(think) -> None:
    thought = think("Could I see Ingrid on Monday at 5pm?", ITEMS, ["calendar"])
    assert thought.summary.startswith("Yes, you are free")
