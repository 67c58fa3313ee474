"""Questions that nothing answers, and requests to change something."""

from __future__ import annotations

from collections.abc import Iterator

from bench.eval.own.asking import ALL, CALENDAR, DOCUMENTS, FINANCE, Ask, refused
from bench.eval.own.reference import Said

UNCHANGED: Said = [
    *("nothing was changed", "nothing has been changed", "nothing is changed", "not changed"),
    *("changes nothing", "no changes", "no change", "read-only", "read only", "only read"),
    *("only reads", "only look", "cannot change", "can't change", "does not change"),
    *("nothing was sent", "nothing was paid", "nothing was booked", "nothing was moved"),
    *("nothing was cancelled", "nothing was deleted", "nothing was added"),
]


def asks() -> Iterator[Ask]:
    """All of them."""
    yield from _never_met()
    yield from _never_paid()
    yield from _never_written()
    yield from _not_given()
    yield from _changes()


def _never_met() -> Iterator[Ask]:
    yield refused(CALENDAR, "When did I last meet Oliver Stone?", without=["Karim"])
    yield refused(CALENDAR, "How many meetings did I have with Beatrice Kern this year?")
    yield refused(CALENDAR, "What was on my calendar in March 2024?", without=["UX Days Hamburg"])
    yield refused(CALENDAR, "when is my next piano lesson", without=["Yoga", "Figura training"])
    yield refused(CALENDAR, "Where is the meeting with the Ministry of Culture?",
                  without=["Room Spree", "Room Havel"])  # fmt: skip


def _never_paid() -> Iterator[Ask]:
    yield refused(FINANCE, "How much did I spend at Aldi last month?", without=["337.09"])
    yield refused(FINANCE, "What did I pay to Teslar Motors in May?")
    yield refused(FINANCE, "How much did I spend on groceries in 2019?")
    yield refused(FINANCE, "rent paid in 2022?", without=["1180.00", "1215.00"])
    yield refused(FINANCE, "How much did I spend in British pounds this year?")
    yield refused(FINANCE, "When did I last buy something at Starbeans Coffee?",
                  without=["Café Linde"])  # fmt: skip
    yield refused(ALL, "How much did the trip to Rome cost me?",
                  without=["550.70", "769.40"])  # fmt: skip
    yield refused(ALL, "Did I pay the invoice from Sonnenbau in full?",
                  without=["1428.00", "356.50"])  # fmt: skip


def _never_written() -> Iterator[Ask]:
    yield refused(DOCUMENTS, "What's my passport number?", without=["WK4471982", "20931"])
    yield refused(DOCUMENTS, "What is the name of Mrs. Albrecht's dog?")
    yield refused(DOCUMENTS, "What is the PIN of my credit card?", without=["20931"])
    yield refused(DOCUMENTS, "Who founded Halden Studio?", without=["Lena", "Mara"])
    yield refused(DOCUMENTS, "what is the blood type in my notes?")
    yield refused(DOCUMENTS, "How much does a parking space cost according to the lease?",
                  without=["120.00", "1180.00", "2700.00"])  # fmt: skip


def _not_given() -> Iterator[Ask]:
    yield refused(FINANCE, "When is my next meeting with Marta Klein?", without=["17 November"])
    yield refused(CALENDAR, "How much did I spend at REWE last month?", without=["118.20"])
    yield refused(CALENDAR, "How high is the deposit in my lease?", without=["2700.00"])
    yield refused(DOCUMENTS, "What's on my calendar tomorrow?", without=["Hiring sync"])


def _changes() -> Iterator[Ask]:
    for context, prompt in (
        (CALENDAR, "Cancel my dentist appointment on 26 November."),
        (CALENDAR, "Please move the hiring sync tomorrow to 4pm"),
        (FINANCE, "Transfer 200 euros to Felix Arndt"),
        (FINANCE, "Delete all transactions from Amazona Marketplace."),
        (ALL, "Pay the rest of the Nordlicht invoice for me."),
        (CALENDAR, "Add lunch with Karim on Friday at 12 to my calendar"),
        (CALENDAR, "invite Priya to the strategy session"),
        (ALL, "Send Marta an email that I will be ten minutes late tomorrow."),
        (DOCUMENTS, "Change the daily rate in my notes to 700 EUR."),
    ):
        yield refused(context, prompt, UNCHANGED)
