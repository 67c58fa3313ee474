"""A bill among the documents tells which booking is meant, and whether it came in time."""

from __future__ import annotations

from typing import Any

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.minds.embedded import bills, open_bills, routes
from runwright.minds.embedded.query import Query, Span
from tools.document_records import booking, document, over, passage


def garage(**facts: Any) -> list[Any]:
    usual = {
        "document": "invoice", "title": "Invoice 20417", "number": "20417", "total": "414.60",
        "issuer": "Bedminster Motor Works", "currency": "EUR", "date": "2026-01-26",
        "due": "2026-02-09",
    }  # fmt: skip
    text = "Repair of the brakes and MOT test of your car."
    return [document("garage", **{**usual, **facts}), passage("garage", 1, text)]


PAID = booking(1, "2026-01-29", "-414.60", "BEDMINSTER MOTOR WO")
OTHER = booking(2, "2026-01-30", "-20.00", "Lidl")


def asked(
    text: str, *items: Any, route: str = "mixed", spans: tuple[Span, ...] = ()
) -> Outcome | None:
    records = over(*items)
    query = Query(text, route, "exists", "out", spans=spans)
    return attempt(routes.answer(query, surroundings(records)), records)


def test_a_bill_is_paid_by_the_booking_that_it_is_joined_with() -> None:
    said = asked("did I ever pay the Bedminster bill?", *garage(), PAID, OTHER)
    assert said is not None
    assert said.text.splitlines() == [
        "Yes: €414.60 went out to BEDMINSTER MOTOR WO on Thursday 29 January 2026.",
        "Bedminster Motor Works, invoice 20417 of 26 January 2026, was due on 9 February 2026: "
        "paid in time.",
    ]
    assert [call.tool for call in said.calls] == ["match_records"]
    assert {"garage/doc", "b1"} <= set(said.answer.items)


def test_what_was_paid_late_is_told_with_the_days() -> None:
    late = booking(1, "2026-02-11", "-414.60", "Bedminster Motor Works")
    said = asked("was I late paying the Bedminster bill", *garage(), late)
    assert said is not None
    assert said.text.endswith("was due on 9 February 2026: paid 2 days late.")


def test_an_open_bill_is_shown_with_what_has_its_amount() -> None:
    cheque = booking(1, "2026-02-02", "-414.60", "Cheque 1043")
    said = asked("is the Bedminster invoice settled?", *garage(), cheque)
    assert said is not None
    assert not said.answer.is_answer
    assert said.text.splitlines() == [
        "I found no booking that surely pays it: Bedminster Motor Works, invoice 20417 of "
        "26 January 2026, €414.60, due on 9 February 2026.",
        "The same amount went to Cheque 1043 on Monday 2 February 2026.",
    ]


def test_a_name_that_no_booking_bears_may_be_that_of_a_bill() -> None:
    name = Span("M", "the garage bill", 10)
    said = asked("did I pay the garage bill", *garage(), PAID, OTHER, route="finance",
                 spans=(name,))  # fmt: skip
    assert said is not None
    # A search finds it, and nothing in it says garage.
    assert said.text.startswith("If you mean Bedminster Motor Works: Yes: €414.60 went out")
    assert not said.answer.is_answer


def test_what_names_no_bill_is_not_answered_with_the_only_one() -> None:
    names = Span("M", "Lidl", 10), Span("PL", "Sweden", 18)
    said = asked("did I pay Lidl in Sweden", *garage(), PAID, OTHER, route="finance", spans=names)
    assert said is not None
    assert "414.60" not in said.text


@pytest.mark.parametrize("route", ["documents", "mixed"])
def test_when_a_bill_is_due_is_what_it_says_itself(route: str) -> None:
    said = asked("when is the Bedminster invoice due?", *garage(), route=route)
    assert said is not None
    assert said.text.splitlines() == [
        "It was due on Monday 9 February 2026.",
        "Bedminster Motor Works, invoice 20417 of 26 January 2026, €414.60.",
    ]
    assert said.answer.is_answer


def test_a_bill_of_other_days_is_not_meant() -> None:
    march = Span("P", "from March", 18)
    said = asked("did I pay the bill from March", *garage(), PAID, spans=(march,))
    assert said is not None
    assert not said.answer.is_answer
    assert "414.60" not in said.text


def test_two_bills_that_fit_are_none() -> None:
    second = [document("b", document="invoice", issuer="Bedminster Motor Works", total="5.00")]
    said = asked("did I pay the Bedminster bill", *garage(), *second, PAID)
    assert said is not None
    assert not said.answer.is_answer


def test_what_is_no_payment_of_a_bill_is_not_asked_about_one() -> None:
    assert not bills.is_asked(Query("who came to the meeting, by the minutes?", "mixed"))
    assert bills.is_asked(Query("has the vet's bill been paid", "mixed"))
    none = asked("who came to the meeting, by the minutes?", *garage(), PAID)
    assert none is not None
    assert not none.answer.is_answer


def test_all_bills_that_are_open_are_listed_with_their_days() -> None:
    second = document("energy", document="invoice", title="Invoice NE-1", number="NE-1",
                      total="85.40", issuer="Northlight Energy", currency="EUR",
                      date="2026-01-28", due="2026-02-20")  # fmt: skip
    said = asked("Which invoices are still open?", *garage(), second, PAID, OTHER)
    assert said is not None
    assert said.answer.is_answer
    assert said.text.splitlines() == [
        "1 of 2 invoices is still open by your bookings:",
        "- Northlight Energy, invoice NE-1: €85.40, due on Friday 20 February 2026 (overdue)",
    ]
    none = asked("Which bills do I still have to pay?", *garage(), PAID, OTHER, route="finance")
    assert none is not None
    assert none.text == "None: 1 invoice found, all paid."


def test_bills_that_were_paid_are_bookings_and_not_open_ones() -> None:
    assert not open_bills.is_asked(Query("which bills did I pay in May?", "finance", "list", "out"))
    one = (Span("M", "Bedminster", 4),)
    assert not open_bills.is_asked(
        Query("the Bedminster bills, are any still open?", "finance", spans=one)
    )
    some = (Span("P", "from May", 15),)
    assert not open_bills.is_asked(Query("which invoices from May are open?", "mixed", spans=some))


def test_a_bill_without_a_total_is_neither_open_nor_paid() -> None:
    bare = document("braces", document="invoice", title="Invoice Q-3", number="Q-3",
                    issuer="Quayside", date="2026-01-20")  # fmt: skip
    said = asked("Which invoices are still open?", *garage(), bare, PAID, OTHER)
    assert said is not None
    assert said.text.splitlines() == [
        "None: 1 invoice found, all paid.",
        "Whether this was paid I cannot tell, because I could read no total: "
        "Quayside, invoice Q-3.",
    ]
    alone = asked("Which invoices are still open?", bare, PAID, OTHER)
    assert alone is not None
    assert not alone.answer.is_answer
    assert alone.calls == [], "nothing was done that led nowhere"


def test_when_a_bill_is_due_is_told_by_the_bill_wherever_it_is_asked() -> None:
    said = asked("When is the Bedminster invoice due?", *garage(), route="documents")
    assert said is not None
    assert said.text.startswith("It was due on Monday 9 February 2026.")
