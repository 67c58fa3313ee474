"""Questions that join the calendar or a document with the bookings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.conftest import Think
from engine.ledger.books import BOOKS, EVENTS
from runwright.engine.types import Item
from support.properties import examples

SOURCES = ["calendar", "documents", "finance"]
PAPERS = (
    Item(
        "paper_invoice",
        "documents",
        "Invoice 2026-77 from Acme Werkstatt GmbH\nBrake pads 2 x 117.00\nAmount due: 1,234.00 EUR",
        title="Invoice Acme Werkstatt",
    ),
    Item(
        "paper_quote",
        "documents",
        "Acme Consulting Ltd quotes a project fee of 175.00 EUR.",
        title="Quote",
    ),
)
EVERYTHING = (*BOOKS, *EVENTS, *PAPERS)

COSTS = {
    "what did the offsite on my calendar cost me?": ("284.40 GBP", "event_london", 4),
    "How expensive was the team offsite?": ("284.40 GBP", "event_london", 4),
    "how much did I spend during the team offsite in May": ("284.40 GBP", "event_london", 4),
    "How many payments did I make during the offsite?": ("4", "event_london", 4),
    "how much did I spend on groceries while I was in London?": ("23.80 GBP", "event_london", 1),
    "How much did I spend while I was in Lisbon?": ("104.40 EUR", "event_lisbon", 3),
    "How much did I spend while I was in Lisbon (calendar trip)?": (
        "104.40 EUR",
        "event_lisbon",
        3,
    ),
    "What did the trip to Lisbon cost?": ("244.40 EUR", "event_lisbon", 4),
    "What was the total cost of the Lisbon trip?": ("244.40 EUR", "event_lisbon", 4),
    "How much did I spend on the trip to Lisbon?": ("244.40 EUR", "event_lisbon", 4),
    "did I pay for the dentist appointment?": ("85.00 EUR", "event_dentist", 1),
    "How much was the dentist appointment in June?": ("85.00 EUR", "event_dentist", 1),
    "What did I pay on the day of the dentist appointment?": ("104.30 EUR", "event_dentist", 2),
    "what did we spend on the day of the kick-off?": ("89.90 EUR", "event_kickoff", 1),
    "what did we spend on the day of the kickoff?": ("89.90 EUR", "event_kickoff", 1),
}


@pytest.mark.parametrize("question", COSTS)
def test_what_an_event_cost_names_the_event_and_rests_on_both(think: Think, question: str) -> None:
    value, event, payments = COSTS[question]
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.value == value, thought.summary
    assert thought.actions == ["filter", "filter", "aggregate"]
    assert thought.last.items[0] == event
    assert len(thought.last.items) == payments + 1
    title = next(item.title for item in EVENTS if item.id == event)
    assert title in thought.summary
    assert "2026" in thought.summary


def test_an_event_that_is_not_there_is_refused_by_its_name(think: Think) -> None:
    thought = think("What did the hackathon on my calendar cost?", EVERYTHING, SOURCES)
    assert "nothing in your calendar is called “hackathon”" in thought.summary
    assert thought.last.items == ()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did the yoga retreat cost me?", "“Yoga retreat” (12 to 13 September 2026)"),
        ("how much did I spend the day after the kick-off", "Wednesday, 18 March 2026"),
        ("how much did I spend on flights while I was in London?", "flights during “Team offsite”"),
    ],
)
def test_an_event_without_payments_is_named(think: Think, question: str, said: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.answer is None
    assert "nothing in your finance" in thought.summary
    assert said in thought.summary


def test_rent_on_the_days_of_a_trip_is_no_cost_of_it(think: Think) -> None:
    rent = BOOKS[2]._replace(id="rent_during", at="2026-08-13")
    items = (*EVERYTHING, rent)
    assert think("What did the trip to Lisbon cost?", items, SOURCES).last.value == "244.40 EUR"
    during = think("How much did I spend while I was in Lisbon?", items, SOURCES)
    assert during.last.value == "1054.40 EUR"


def test_a_purchase_that_is_no_event_is_still_found(think: Think) -> None:
    thought = think("how much was the dinner in March", EVERYTHING, SOURCES)
    assert thought.last.value == "27.50 EUR"
    assert "Nothing in your calendar is called “dinner”" in thought.summary


def test_of_a_series_the_latest_that_has_begun_is_meant(think: Think) -> None:
    later = EVENTS[2]._replace(id="event_next", at="2026-12-11T08:00:00Z", until=None)
    thought = think("did I pay for the dentist appointment?", (*EVERYTHING, later), SOURCES)
    assert thought.last.items[0] == "event_dentist"


def test_an_invoice_that_was_paid_as_written_matches(think: Think) -> None:
    question = "Does the invoice in my documents for Acme Werkstatt match what I paid?"
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.actions == ["filter", "filter", "compare"]
    assert thought.summary.startswith("Yes, they match: the document says 1,234.00 EUR")
    assert thought.last.items == ("paper_invoice", "booking_33")


def test_a_payment_that_differs_from_the_quote_says_by_how_much(think: Think) -> None:
    question = "Is what I paid to Acme Consulting the same as in the quote?"
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.summary.startswith("No, they differ")
    assert "25.00 EUR less" in thought.summary
    assert thought.last.items == ("paper_quote", "booking_34")


def test_a_document_that_is_not_there_is_refused(think: Think) -> None:
    thought = think("Does the invoice from Globex match my payment?", EVERYTHING, SOURCES)
    assert "nothing in your documents says an amount for Globex" in thought.summary


PLANS = Item(
    "paper_plans",
    "documents",
    "Offsite London. Everybody has a budget of 250.00 GBP. We meet at the hotel.",
    title="Offsite plans",
)

SAID = {
    # Other ways to name the days of an event, and names that say more than the calendar does.
    "How much did I spend while on the team offsite?": "You spent 284.40 GBP during",
    "how much did we spend while travelling in Lisbon": "You spent 104.40 EUR during",
    "What did our lovely trip to Lisbon cost?": "“Trip to Lisbon” (12 to 14 August 2026) cost",
    "What was the total cost of the Lisbon trip?": "“Trip to Lisbon” (12 to 14 August 2026) cost",
    "What was my biggest expense during the offsite?": "During “Team offsite” (2 to 5 May 2026): ",
    "How much have I spent since my yoga retreat?": "You spent 2,401.53 EUR since “Yoga retreat”",
    # A budget that is named, and one that a document says.
    "Did I stay within the offsite budget of 300 pounds?": "Yes, within the budget of 300.00 GBP",
    "Was the Lisbon trip within a budget of 200 euros?": "No, over the budget of 200.00 EUR",
    "Did we go over budget at the offsite?": "Yes, over the budget of 250.00 GBP (“Everybody has",
    "How much of the offsite budget is left?": "Over the budget of 250.00 GBP",
    "Did I keep to my grocery budget of 100 euros in April?": "Yes, within the budget of 100.00",
}


@pytest.mark.parametrize("question", SAID)
def test_an_event_is_understood_in_many_words(think: Think, question: str) -> None:
    said = think(question, (*EVERYTHING, PLANS), SOURCES).summary
    assert said.startswith(SAID[question]), said


def test_the_largest_payment_of_an_event_is_named(think: Think) -> None:
    said = think("What was my biggest expense during the offsite?", EVERYTHING, SOURCES).summary
    assert "210.00 GBP to Premier Inn" in said
    assert "The Ivy" not in said


def test_another_kind_of_event_at_the_same_place_is_not_meant(think: Think) -> None:
    thought = think("What did the Lisbon hackathon cost?", EVENTS, SOURCES)
    assert thought.last.answer is None


_WORDS = """
    how much did I spend on the offsite in March while I was Lisbon groceries rent than more or
    compare share of my income top 3 merchants per month when last paid net balance between 5 and
    10 euros during day of kick-off before after invoice match Acme weekends refund list which most
    cost trip to calendar 2026 ? , & $ average excluding Visa account first how many different
"""


@examples(200)
@given(st.lists(st.sampled_from(_WORDS.split()), min_size=1, max_size=25).map(" ".join))
def test_any_words_get_an_answer_or_a_reason(think: Think, prompt: str) -> None:
    thought = think(prompt, EVERYTHING, SOURCES)
    assert thought.summary
    said = bool(thought.last.answer) != bool(thought.last.reason)
    assert said or thought.last.more
    known = {item.id for item in EVERYTHING}
    assert all(set(finding.items) <= known for finding in thought.findings)
