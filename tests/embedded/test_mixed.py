"""What would have to be held together from records of several kinds, and cannot, is declined."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from embedded.runner import Outcome, run, surroundings
from runwright.minds.embedded import mixed, routes
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Passage, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

TRIP = Item("e1", "calendar", Event(title="Lisbon offsite", start="2026-05-18"))
PAID = Item(
    "b1", "finance",
    Transaction(day="2026-05-18", amount="-80.00", currency="EUR", counterparty="Hotel"),
    file="bank", row=1,
)  # fmt: skip


def asked(text: str, *others: Query, items: tuple[Any, ...] = (TRIP, PAID)) -> Outcome:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query(text, "mixed", others=others)
    return run(routes.answer(query, surroundings(records)), records)


def test_what_cannot_be_held_together_is_declined_in_a_sentence() -> None:
    found = asked("is the new rent within what the lease allows?")
    assert not found.answer.is_answer
    assert found.text.startswith("I cannot hold records of several kinds against each other here")
    assert len(found.text.splitlines()) == 1


def test_what_a_trip_cost_is_worked_out() -> None:
    read = Query("what did the offsite on my calendar cost", "finance", "sum", "out",
                 spans=(Span("C", "the offsite", 9),))  # fmt: skip
    found = asked(read.text, read)
    assert "€80.00" in found.text
    assert "Lisbon offsite" in found.text


def test_whether_it_was_done_as_written_is_not_told_by_the_document_alone() -> None:
    terms = Item("p1", "documents", Passage(), file="f1", title="terms.md",
                 text="Terms. The membership fee is due within 14 days.")  # fmt: skip
    found = asked("did I pay the membership fee within 14 days", items=(terms, PAID))
    assert not found.answer.is_answer
    assert found.text.startswith("I cannot hold records of several kinds")


def test_all_that_a_prompt_asks_is_one_question_where_part_of_it_joins_records() -> None:
    paid = Query("did I pay the garage invoice", "finance", spans=(Span("M", "the garage", 10),))
    in_time = Query("was it inside their 14 days", "mixed", is_follow_up=True)
    joint = mixed.held_together([paid, in_time], ["the car broke down"], ())
    assert joint is not None
    assert joint.route == "mixed"
    assert joint.text == (
        "the car broke down, did I pay the garage invoice, was it inside their 14 days"
    )
    assert joint.spans == paid.spans
    assert mixed.held_together([paid], [], ()) is None


def test_what_leans_on_the_prompt_before_is_joined_with_it() -> None:
    in_time = Query("was it inside their 14 days", "mixed", is_follow_up=True)
    joint = mixed.held_together([in_time], [], ("what is due?", "did I pay the garage?"))
    assert joint is not None
    assert joint.text == "did I pay the garage?, was it inside their 14 days"
