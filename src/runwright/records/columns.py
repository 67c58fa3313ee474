"""What the database keeps of an item's facts in columns of its own, to filter and to sort by."""

from __future__ import annotations

from typing import NamedTuple

from runwright.records.facts import Document, Event, Facts, Passage, Transaction


class Columns(NamedTuple):
    """None where the facts do not have it."""

    at: str | None = None
    """When it begins or was booked: an instant in UTC, or a day."""
    until: str | None = None
    """When it ends, exclusive."""
    amount: str | None = None
    currency: str | None = None
    type: str | None = None
    """Of a transaction."""
    status: str | None = None
    counterparty: str | None = None
    account: str | None = None
    booking_key: str | None = None


def columns_of(facts: Facts) -> Columns:
    """The columns of any record."""
    if isinstance(facts, Event):
        return Columns(at=facts.start, until=facts.end, status=facts.status)
    if isinstance(facts, Transaction):
        return Columns(
            at=facts.at or facts.day,
            amount=facts.amount,
            currency=facts.currency,
            type=facts.type,
            status=facts.status,
            counterparty=facts.counterparty or None,
            account=facts.account,
            booking_key=facts.booking_key or None,
        )
    if isinstance(facts, Passage):
        return Columns(at=facts.said)
    if isinstance(facts, Document):
        return Columns(at=facts.date)
    return Columns()
