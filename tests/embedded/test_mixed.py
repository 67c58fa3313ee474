"""What would have to be held together from records of several kinds, and cannot, is declined."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from embedded.runner import Outcome, run, surroundings
from runwright.minds.embedded import routes
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Transaction
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
