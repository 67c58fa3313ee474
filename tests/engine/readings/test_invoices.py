"""An invoice is held against its payments, and against another invoice."""

import pytest

from engine.conftest import Think
from engine.ledger.books import booking, event
from engine.ledger.flat_share import FLAT_SHARE
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
def test_the_document_and_the_payments_tell(think: Think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    lead, figure = ANSWERS[question]
    assert thought.summary.startswith(lead), thought.summary
    assert figure in thought.summary
    assert any(id_.startswith("paper_") for id_ in thought.last.items)
    assert "paper_notes" not in thought.last.items


def test_two_invoices_need_no_finance_records(think: Think) -> None:
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
def test_what_is_not_there_is_refused(think: Think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.answer is None, thought.summary
    assert "nothing in your" in thought.summary


COSTS = {
    "How much did I spend in the week of the choir weekend?": "84.00 GBP",
    "what did i spend in the month of my dentist appointment?": "800.33 GBP",
    "What did the choir weekend in York cost me?": "84.00 GBP",
    "What did lunch with Priti cost?": "22.80 GBP",
    "How much did I spend in euros during the holiday in Zandvoort?": "147.15 EUR",
}


@pytest.mark.parametrize("question", COSTS)
def test_what_an_event_cost(think: Think, question: str) -> None:
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.value == COSTS[question], thought.summary


def test_no_pounds_were_spent_where_only_euros_are(think: Think) -> None:
    question = "How much did I spend in pounds during the holiday in Zandvoort?"
    thought = think(question, EVERYTHING, SOURCES)
    assert thought.last.answer is None


OWN = """Invoice 2026-12
From: Wren Nursing Cover
To: Leeds Hospitals Trust
Date: 2 April 2026
Payable by: 30 April 2026
Total: 2,205.00 GBP"""
WATER = """Invoice YW-77
Yorkshire Water
Invoice date: 1 October 2026
Total amount due: 88.10 GBP"""
TENANCY = """Tenancy agreement

The monthly rent is 612.00 GBP, payable on the first of the month.
From 1 April 2026 the monthly rent is 640.00 GBP."""
CABINET = tuple(
    Item(f"paper_{name}", "documents", text, file=f"{name}.txt", title=f"{name}.txt")
    for name, text in (("own", OWN), ("water", WATER), ("tenancy", TENANCY))
)
ALL = (*EVERYTHING, *CABINET)

SAID = {
    # What is open.
    "How much is still open on invoice KS-2041?": "30.00 GBP is left to pay",
    "What's still outstanding on the Kirkstall invoice?": "30.00 GBP is left to pay",
    "how much of the Kirkstall Sofas invoice is unpaid": "30.00 GBP is left to pay",
    "Is invoice KS-2041 paid?": "No, not in full",
    "Has the Hollin Dental invoice been paid?": "Yes, in full",
    "Did Leeds Hospitals pay invoice 2026-12?": "Yes, in full",
    "Has the Yorkshire Water invoice been paid?": "No payment of it was found",
    "Which invoices are still open?": "2 of 4 invoices are still open",
    "Do I have any unpaid invoices?": "2 of 4 invoices are still open",
    "Have I paid all my invoices?": "No, 2 of 4 invoices are still open",
    "What's the difference between the Kirkstall invoice and what I paid?": "No, not in full",
    # When.
    "When was the Kirkstall invoice due?": "The invoice of Kirkstall is due on 2 November 2026",
    "By when do I have to pay the Hollin Dental invoice?": "The invoice of Hollin Dental is due",
    "What is the date of the Hollin Dental invoice?": "The invoice of Hollin Dental is dated 14",
    "Did I pay Kirkstall Sofas before the due date?": "No, 1 day late",
    # What they come to.
    "What do the Kirkstall and Hollin invoices add up to?": "The 2 invoices come to 800.00 GBP",
    "What's the sum of all invoices?": "The 4 invoices come to 3,093.10 GBP",
    # What a contract asks for.
    "Does the rent I paid in March match the tenancy agreement?": "Yes, they match: the document",
    "Did I pay the right rent in May according to the agreement?": "Yes, they match: the document",
    "Is the rent I pay the same as in the agreement?": "Yes, they match",
}


@pytest.mark.parametrize("question", SAID)
def test_papers_and_payments_are_held_against_each_other(think: Think, question: str) -> None:
    said = think(question, ALL, SOURCES).summary
    assert said.startswith(SAID[question]), said


def test_a_payment_is_held_against_the_figure_of_its_day(think: Think) -> None:
    wrong = [item for item in ALL if not item.text.startswith("1 May 2026")]
    wrong.append(booking(99, "2026-05-01", "-612.00", "GBP", "Aire Valley Homes", "Rent May"))
    said = think("Does my rent in May match the agreement?", wrong, SOURCES).summary
    assert said.startswith("No, they differ: the document says 640.00 GBP")
    assert "28.00 GBP less" in said


def test_documents_alone_tell_their_sum_and_their_days(think: Think) -> None:
    assert "800.00 GBP" in think("What do both invoices add up to?", PAPERS, ["documents"]).summary
    said = think("When is the Hollin Dental invoice due?", PAPERS, ["documents"]).summary
    assert "28 March 2026" in said


def test_an_invoice_in_other_words_is_looked_up_as_prose(think: Think) -> None:
    thought = think("When is the Okafor invoice due?", PAPERS, ["documents"])
    assert [step.action for step in thought.last.more] == ["extract"]
