"""The text of an item is made from its facts."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from runwright.records.facts import Transaction
from runwright.records.wording import spelled_day, transaction_text


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (
            {"counterparty": "REWE", "counterparty_raw": "REWE SAGT DANKE 4711",
             "purpose": "Lastschrift", "category": "Groceries"},
            "2 November 2026: -4.20 EUR to REWE SAGT DANKE 4711, Lastschrift, Groceries",
        ),
        (
            {"counterparty": "Kiosk", "counterparty_raw": "Card payment to Kiosk",
             "purpose": "Card payment", "account": "4711", "account_kind": "checking"},
            "2 November 2026: -4.20 EUR to Kiosk, Card payment, checking account 4711",
        ),
        (
            {"amount": "4.20", "currency": None, "purpose": "Interest", "note": "pending",
             "account": "DE89370400440532013000"},
            "2 November 2026: 4.20 received, Interest, pending, account DE89…3000",
        ),
        (
            {"day": None, "amount": None, "counterparty": "Ana", "account_kind": "savings"},
            "Undated: unknown amount with Ana, account savings",
        ),
        (
            {"counterparty": "Rent", "purpose": "Rent of November"},
            "2 November 2026: -4.20 EUR to Rent of November",
        ),
    ],
)  # fmt: skip
def test_a_transaction_reads_as_one_line(facts: dict[str, Any], text: str) -> None:
    known = {"day": "2026-11-02", "amount": "-4.20", "currency": "EUR", **facts}
    assert transaction_text(Transaction(**known)) == text


def test_a_day_is_spelled_out() -> None:
    assert spelled_day(date(2024, 3, 12)) == "12 March 2024"
