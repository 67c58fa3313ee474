"""What an invoice, a bill or a receipt asks for: issuer, number, total, currency, due day.

Each is taken from beside its label. Where a document names two different ones under labels that
weigh the same, neither is taken.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import money
from runwright.files.formats.documents.bills.due import due_of
from runwright.files.formats.documents.bills.names import issuer_of, recipient_of
from runwright.files.formats.documents.bills.number import number_of
from runwright.files.formats.documents.bills.total import total_of
from runwright.files.formats.documents.papers import Paper
from runwright.records.facts import DocumentKind


class Bill(NamedTuple):
    """What a bill says; None where it does not say it for certain."""

    issuer: str | None = None
    recipient: str | None = None
    number: str | None = None
    total: str | None = None
    currency: str | None = None
    due: date | None = None


def read(paper: Paper, kind: DocumentKind, day: date | None, zone: ZoneInfo) -> Bill:
    """The fields of a bill of this kind that bears this day; what a receipt is for was paid."""
    total = total_of(paper, zone)
    return Bill(
        issuer=issuer_of(paper),
        recipient=recipient_of(paper),
        number=number_of(paper, kind),
        total=money.written(total.value) if total.value is not None else None,
        currency=total.currency,
        due=due_of(paper, day) if kind == "invoice" and not total.is_settled else None,
    )
