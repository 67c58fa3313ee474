"""The day on which a booking counts."""

from __future__ import annotations

import pytest

from runwright.records.facts import Transaction


@pytest.mark.parametrize(
    ("kind", "valued", "counted"),
    [
        ("credit card", "2026-04-30", "2026-04-30"),
        ("credit card", "2026-05-03", "2026-05-01"),
        ("credit card", None, "2026-05-01"),
        ("checking", "2026-04-30", "2026-05-01"),
    ],
)
def test_a_purchase_by_credit_card_counts_on_the_day_it_was_made(
    kind: str, valued: str | None, counted: str
) -> None:
    facts = Transaction.model_validate(
        {"day": "2026-05-01", "valued": valued, "amount": "-1.00", "account_kind": kind}
    )
    assert facts.counted_on == counted
