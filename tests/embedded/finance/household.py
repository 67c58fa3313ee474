"""A small household for tests: a year of bookings on three accounts, and questions about it."""

from __future__ import annotations

from datetime import date
from typing import Any

from embedded import runner
from embedded.runner import Outcome
from records.books import CARD, GIRO, SAVINGS, booked
from runwright.minds.embedded.finance import answer, plan
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Event, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros

MONTHS = [(2025, 11), (2025, 12), *((2026, month) for month in range(1, 12))]


def _monthly(day: int, amount: str, name: str, **facts: Any) -> list[Transaction]:
    """The same on a day of every month, as far as it has come."""
    days = [date(year, month, day) for year, month in MONTHS]
    return [
        bought(each.isoformat(), amount, name, **facts)
        for each in days
        if each <= date(2026, 11, 15)
    ]


def _giro(*, categorised: bool) -> list[Transaction]:
    def category(name: str) -> str | None:
        return name if categorised else None

    rows = [
        *_monthly(1, "-900.00", "Hausverwaltung Meyer", purpose="Rent", category=category("Rent")),
        *_monthly(4, "-30.00", "REWE City", category=category("Groceries")),
        *_monthly(14, "-20.00", "Lidl", category=category("Groceries")),
        *_monthly(6, "-40.00", "Vodafone", category=category("Utilities")),
        *(
            booked(
                f"{year}-{month:02}-28", "2500.00", "Acme GmbH", type="salary",
                category=category("Salary"),
            )
            for year, month in MONTHS[:-1]
        ),
        *(
            booked(f"{year}-{month:02}-02", "-100.00", "Me", type="transfer",
                   counterparty_account=SAVINGS)
            for year, month in MONTHS
        ),
        bought("2026-10-10", "-250.00", "IKEA", category=category("Shopping")),
        booked("2026-08-20", "-60.00", "Window Cleaner Jones", type="transfer"),
    ]  # fmt: skip
    return sorted(rows, key=lambda each: each.day or "")


def _card() -> list[Transaction]:
    return [
        bought("2026-03-03", "-12.99", "Netflix"),
        bought("2026-04-03", "-12.99", "Netflix"),
        *(bought(f"2026-{month:02}-03", "-14.99", "Netflix") for month in range(5, 12)),
        bought("2026-10-05", "-4.00", "Starbucks"),
        bought("2026-10-09", "-3.50", "Costa Coffee"),
        bought("2026-10-12", "-18.00", "Uber"),
        bought("2026-10-13", "-25.00", "Uber Eats"),
        bought("2026-09-20", "-80.00", "Zalando"),
        booked("2026-09-25", "80.00", "Zalando", type="refund"),
        bought("2026-11-10", "-12.50", "Papa Johns"),
        bought("2026-11-11", "-12.50", "Papa Johns"),
        bought("2026-11-14", "-19.00", "Amazon", status="pending"),
    ]


def household(*, categorised: bool = True, events: tuple[Event, ...] = ()) -> RecordList:
    """The records, as of 16 November 2026."""
    savings = [
        booked(f"{year}-{month:02}-02", "100.00", "Me", type="transfer", counterparty_account=GIRO)
        for year, month in MONTHS
    ]
    giro = _giro(categorised=categorised)
    giro[-1] = giro[-1].model_copy(update={"balance": "1234.50"})
    records = books(
        {
            "giro": euros(GIRO, *giro, account_kind="checking"),
            "card": euros(CARD, *_card(), account_kind="credit card"),
            "savings": euros(SAVINGS, *savings, account_kind="savings"),
        }
    )
    held = [Item(f"calendar/{n}", "calendar", event) for n, event in enumerate(events, 1)]
    return RecordList(items=[*records.items, *held], today=records.today, zone=records.zone)


def trip(title: str, first: str, end: str) -> Event:
    """Some whole days in the calendar."""
    return Event(title=title, start=first, end=end, all_day=True)


HOUSEHOLD = household()


def ask(
    measure: str,
    direction: str = "out",
    /,
    *spans: str,
    records: RecordList = HOUSEHOLD,
    **said: Any,
) -> Outcome:
    """Asks; a span is written `CODE text`. A program never makes more calls than it planned."""
    parts = [span.partition(" ") for span in spans]
    spoken = [f"without {text}" if code[0] == "X" else text for code, _, text in parts]
    said.setdefault("text", " ".join(spoken))
    query = Query(
        route="finance",
        measure=measure,
        direction=direction,
        spans=tuple(Span(code, text) for code, _, text in parts),
        **said,
    )
    outcome = runner.run(answer(query, runner.surroundings(records)), records)
    assert len(outcome.calls) <= len(plan(query).tools)
    return outcome
