"""What asks for nothing becomes no step; what does ask becomes one, however it is said."""

import pytest

from engine.conftest import Think
from runwright.engine.asides import bare, is_aside, narrowed
from runwright.engine.split import split
from runwright.engine.types import Item

LEASE = Item("lease", "documents", "The deposit is 1,800 EUR.", title="Lease")

ASIDES = (
    "Thanks so much in advance!",
    "thx",
    "Cheers, Ida",
    "Sorry to bother you again.",
    "Just the number please.",
    "Only the date.",
    "Be brief.",
    "In one sentence.",
    "Round figures are fine.",
    "No need for details.",
    "No rush!",
    "For my records.",
    "For the tax return.",
    "So I know what to pack.",
    "Because my boss keeps asking.",
    "I need it for my tax return.",
    "Need it for the landlord.",
    "I have to tell my sister.",
    "I can't remember.",
    "I honestly have no idea.",
    "My flatmate wants to know.",
    "They sent me a reminder.",
    "It feels like a lot.",
    "Ida wants to pay me back.",
    "Trying to plan my week.",
    "Keep forgetting!",
    "Quick question:",
    "Would love a day off.",
    "My phone crashed.",
)
REQUESTS = (
    "And on clothing?",
    "Groceries in May",
    "Only at Lidl.",
    "List my meetings on Friday.",
    "Please help me find the lease.",
    "Thanks, also list the payments.",
    "I need the total for August too.",
    "I'd also like to know what I spent on books.",
    "I forgot who is coming.",
    "I mean the one in Kiel.",
    "My rent in May",
    "For the whole year",
    "Since January",
    "The largest payment in June",
    "Add 5 to it",
    "How much was it?",
)


@pytest.mark.parametrize("text", ASIDES)
def test_a_sentence_that_asks_for_nothing_is_an_aside(text: str) -> None:
    assert is_aside(text)


@pytest.mark.parametrize("text", REQUESTS)
def test_a_request_is_none(text: str) -> None:
    assert not is_aside(text)


@pytest.mark.parametrize("aside", ASIDES)
def test_an_aside_after_a_question_changes_nothing_of_its_answer(think: Think, aside: str) -> None:
    asked = "How much is the deposit?"
    alone = think(asked, [LEASE], ["documents"]).summary
    assert "1,800 EUR" in alone
    assert think(f"{asked} {aside}", [LEASE], ["documents"]).summary == alone


def test_a_prompt_of_nothing_but_courtesy_is_still_answered(think: Think) -> None:
    assert think("Thanks!", [LEASE], ["documents"]).summary


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Quick question: how much is it?", "how much is it?"),
        ("My accountant asked: what did I pay Acme?", "what did I pay Acme?"),
        ("I'm doing my taxes, so: what did I pay Acme?", "what did I pay Acme?"),
        ("what did the flight cost - i want to claim it back", "what did the flight cost"),
        ("what did the flight cost (I want to claim it)", "what did the flight cost"),
        ("When is the dentist, so I know when to leave?", "When is the dentist"),
        ("What did I spend in 2026 for my records?", "What did I spend in 2026"),
        ("Good morning, what did I pay Acme?", "what did I pay Acme?"),
        ("Not urgent, but what did I pay Acme?", "what did I pay Acme?"),
        ("I was away in May, so what did I pay?", "I was away in May, so what did I pay?"),
        ("For May: how much did I spend?", "For May: how much did I spend?"),
        ("What did I spend at Lidl, Edeka and REWE?", "What did I spend at Lidl, Edeka and REWE?"),
    ],
)
def test_a_request_loses_the_clauses_that_ask_for_nothing(text: str, asked: str) -> None:
    assert bare(text) == asked


def test_what_is_left_out_in_a_sentence_of_its_own_narrows_the_question() -> None:
    parts = narrowed(split("What do both invoices add up to? Don't count the tax."))
    assert [part.text for part in parts] == ["What do both invoices add up to excluding the tax?"]
