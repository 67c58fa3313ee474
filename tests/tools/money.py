"""Small books for the tests of finance tools: files of bookings as records that a tool reads."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from records.books import booked, on
from runwright.records.booking_keys import with_booking_keys
from runwright.records.facts import Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

TODAY = date(2026, 11, 16)
OCTOBER = {"start": "2026-10-01", "end": "2026-11-01"}
SEPTEMBER = {"start": "2026-09-01", "end": "2026-10-01"}


def books(files: dict[str, list[Transaction]], *, today: date = TODAY, **said: Any) -> RecordList:
    """The items are called `file/1`, `file/2`, … in the order of each file."""
    items = [
        Item(f"{file}/{n}", "finance", facts, file=file, row=n)
        for file, rows in files.items()
        for n, facts in enumerate(with_booking_keys(rows), start=1)
    ]
    return RecordList(items=items, today=today, zone=ZoneInfo("Europe/Berlin"), **said)


def euros(account: str | None, *rows: Transaction, **shared: Any) -> list[Transaction]:
    return on(account, *rows, currency="EUR", **shared)


def bought(day: str, amount: str, name: str, **facts: Any) -> Transaction:
    return booked(day, amount, name, type="purchase", **facts)
