"""An invoice is held against its payments, and against another invoice."""

import pytest
from tests.engine.ledger.books import event
from tests.engine.ledger.flat_share import FLAT_SHARE

from runwright.engine.types import Item

SOFA = """Invoice KS-2041

Kirkstall Sofas, Abbey Road 12, Leeds
Invoice date: 20 October 2026
Payable by: 2 November 2026

Sofa Otley, two seats: 725.00 GBP
Discount: 45.00 GBP
Net amount: 566.67 GBP
Total amount due: 680.00 GBP"""
DENTAL = """Invoice 118
Hollin Dental Practice
Date: 14 March 2026
Due within 14 days
Crown: 120.00 GBP
Total: 120.00 GBP"""
NOTES = "Notes\n- Kirkstall Sofas promised delivery in December."
PAPERS = tuple(
    Item(f"paper_{name}", "documents", text, file=f"{name}.txt", title=f"{name}.txt")
    for name, text in (("notes", NOTES), ("sofa", SOFA), ("dental", DENTAL))
)
EVENTS = (
    event("event_dentist", "Dentist Dr. Hollin", "2026-03-21T09:00:00Z", "2026-03-21T09:30:00Z"),
    event("event_choir", "Choir weekend York", "2026-04-18", "2026-04-20", "York"),
    event("event_sea", "Holiday in Zandvoort", "2026-06-08", "2026-06-13", "Zandvoort"),
    event("event_lunch", "Lunch with Priti", "2026-10-23T12:00:00Z", place="Noodle Yard"),
)
EVERYTHING = (*FLAT_SHARE, *PAPERS, *EVENTS)
SOURCES = ["calendar", "documents", "finance"]

ANSWERS = {
    "Did I pay the Kirkstall Sofas invoice in full?": ("No, not in full", "30.00 GBP less"),
    "Have I fully paid the invoice from Kirkstall Sofas?": ("No, not in full", "650.00 GBP in 2"),
    "How much do I still owe Kirkstall Sofas?": ("30.00 GBP is left to pay", "680.00 GBP"),
    "Was the Hollin Dental invoice paid in full?": ("Yes, in full", "120.00 GBP"),
    "Did I pay the Hollin Dental invoice on time?": ("Yes, 7 days early", "28 March 2026"),
    "Was the Kirkstall Sofas invoice paid late?": ("Yes, 1 day late", "2 November 2026"),
    "How many days after the invoice date did I pay Hollin Dental?": ("7 days after", "14 March"),
    "how long after the due date did I pay the Kirkstall Sofas invoice?": ("1 day after", "2 Nov"),
    "Which invoice is higher, Kirkstall's or Hollin's?": ("Kirkstall is higher", "560.00 GBP"),
    "Which is lower, the Hollin invoice or the Kirkstall invoice?": ("Hollin is lower", "120.00"),
    "Is the Hollin invoice higher than the Kirkstall invoice?": ("No. Kirkstall", "680.00 GBP"),
}


@pytest.mark.parametrize("question", ANSWERS)
def test_the_document_and_the_payments_tell(think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    lead, figure = ANSWERS[question]
    assert thought.summary.startswith(lead), thought.summary
    assert figure in thought.summary
    assert any(id_.startswith("paper_") for id_ in thought.last.items)
    assert "paper_notes" not in thought.last.items


def test_two_invoices_need_no_finance_records(think) -> None:
    question = "Which invoice is higher, Kirkstall's or Hollin's?"
    thought = think(question, PAPERS, ["documents"])
    assert thought.last.items == ("paper_sofa", "paper_dental")


@pytest.mark.parametrize(
    "question",
    [
        "Did I pay the Yorkshire Water invoice in full?",
        "Which invoice is higher, Kirkstall's or Globex's?",
        "How many days after the invoice date did I pay Globex?",
        "How much did I spend during the ski trip?",
    ],
)
def test_what_is_not_there_is_refused(think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.answer is None, thought.summary
    assert "nothing in your" in thought.summary


COSTS = {
    "How much did I spend in the week of the choir weekend?": "84.00 GBP",
    "what did i spend in the month of my dentist appointment?": "800.33 GBP",
    "What did the choir weekend in York cost me?": "84.00 GBP",
    "What did lunch with Priti cost?": "22.80 GBP",
    "How much did I spend in euros during the holiday in Zandvoort?": "147.15 EUR",
    "When was my dentist appointment and how much did I pay?": "120.00 GBP",
    "Where did I have lunch with Priti, and what did I spend at Noodle Yard?": "22.80 GBP",
}


@pytest.mark.parametrize("question", COSTS)
def test_what_an_event_cost(think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.value == COSTS[question], thought.summary


def test_no_pounds_were_spent_where_only_euros_are(think) -> None:
    question = "How much did I spend in pounds during the holiday in Zandvoort?"
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.answer is None
