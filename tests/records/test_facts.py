"""Facts are validated, keep what they were given, and are written without defaults."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from runwright.records import facts
from runwright.records.facts import Attendee, Document, Event, Passage, Table, Transaction, Turn

RECORDS = (
    Event(
        title="Review",
        start="2026-11-16T09:00:00.000Z",
        end="2026-11-16T10:00:00.000Z",
        zone="Europe/Berlin",
        organiser=Attendee(name="Ann", address="ann@example.org"),
        attendees=(Attendee(name="Tom", answer="declined"),),
        status="tentative",
        moved_from="2026-11-15T09:00:00.000Z",
    ),
    Event(title="Holiday", start="2026-12-25", end="2026-12-26", all_day=True, busy=False),
    Transaction(day="2026-11-02", amount="-4.20", currency="EUR", counterparty="REWE"),
    Passage(headings=("Lease", "§ 3 Rent")),
    Passage(said="2026-03-03", turns=(Turn(speaker="Ann", begin=0, end=12),)),
    Table(number=1, header=("Year", "Sales"), rows=(("2025", "7"),), units=("", "EUR"), scale=1000),
    Document(
        document="invoice", issuer="Northlight", number="NE-1", total="85.40", due="2026-11-30"
    ),
)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.kind)
def test_what_is_written_is_read_again(record: facts.Facts) -> None:
    text = facts.write_facts(record)
    assert facts.parse_facts(text) == record


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "transaction", "amount": "a lot"},
        {"kind": "transaction", "amount": "NaN"},
        {"kind": "transaction", "currency": "euros"},
        {"kind": "transaction", "day": "2026-02-30"},
        {"kind": "event", "title": "x", "start": "2026-11-16T09:00"},
        {"kind": "event", "title": "x", "status": "maybe"},
        {"kind": "event", "title": "x", "colour": "red"},
        {"kind": "table", "number": 0, "rows": []},
        {"kind": "wish"},
        {},
    ],
)
def test_what_is_not_as_its_kind_must_be_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        facts.read_facts(value)


def test_the_kind_is_always_written() -> None:
    assert facts.write_facts(Passage()) == '{"kind":"passage"}'
