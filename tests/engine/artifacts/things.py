"""Payments and events for the tests of files, made here."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from runwright.engine.artifacts.material import Material
from runwright.engine.types import Finding, Item, Moment

MOMENT = Moment(now=datetime(2026, 11, 15, 10, 30, tzinfo=UTC), zone=ZoneInfo("Europe/Berlin"))


def payment(
    n: int, day: str, name: str, amount: str, currency: str = "EUR", text: str = ""
) -> Item:
    return Item(
        id=f"item_p{n}",
        source="finance",
        text=text or f"{day}: {amount} {currency} to {name}",
        at=day,
        file="file_bank",
        page=1,
        kind="transaction",
        title=name,
        amount=amount,
        currency=currency,
    )


def event(n: int, at: str | None, until: str | None, title: str, text: str = "") -> Item:
    return Item(
        id=f"item_e{n}",
        source="calendar",
        text=text or f"{title}, it says.",
        at=at,
        until=until,
        file="file_calendar",
        kind="event",
        title=title,
    )


def passage(text: str, title: str = "Lease", **fields: Any) -> Item:
    return Item("item_d1", "documents", text, file="file_lease", page=3, title=title)._replace(
        **fields
    )


PAYMENTS = (
    payment(1, "2026-08-03", "Bakery Müller", "-12.50"),
    payment(2, "2026-10-01", "Landlord", "-1200.00"),
    payment(3, "2026-10-17", "Grocer", "-42.10"),
)
EVENTS = (
    event(1, "2026-11-20T09:00:00.000Z", "2026-11-20T09:30:00.000Z", "Dentist"),
    event(2, "2026-11-16", "2026-11-18", "Fair, Hall 3; Oslo"),
)


def material(*items: Item, topic: str = "", answer: str = "It is so.", **fields: str) -> Material:
    finding = Finding("aggregate", "the question", answer=answer, value="so")
    return Material(MOMENT, topic, (finding,), items, **fields)
