"""Amounts in questions are read with their currency, and never from days or counts."""

from decimal import Decimal

import pytest

from runwright.engine.ledger.currencies import currency_of, named_currencies, written
from runwright.engine.ledger.ranges import find_range


@pytest.mark.parametrize(
    ("text", "bound", "figure", "currency"),
    [
        ("over 100 euros", "above", "100", "EUR"),
        ("more than $1,000", "above", "1000", "USD CAD AUD NZD SGD HKD"),
        ("above 2k", "above", "2000", ""),
        ("at least 12.50 GBP", "least", "12.50", "GBP"),
        ("£20 or more", "least", "20", "GBP"),
        ("under 20", "below", "20", ""),
        ("less than 12,50 euros", "below", "12.50", "EUR"),
        ("up to 30 Swiss francs", "most", "30", "CHF"),
        ("no more than 15", "most", "15", ""),
        ("exactly 12.99", "least", "12.99", ""),
        ("for €59", "most", "59", "EUR"),
    ],
)
def test_a_bound_is_read(text: str, bound: str, figure: str, currency: str) -> None:
    found = find_range(f"payments {text} in May")
    assert found is not None
    assert getattr(found, bound) == Decimal(figure)
    assert found.currency == currency


@pytest.mark.parametrize(
    "text", ["between 50 and 100 EUR", "from 50 to 100 EUR", "between €50 and €100"]
)
def test_both_ends_are_read(text: str) -> None:
    found = find_range(f"payments {text}")
    assert found is not None
    assert (found.least, found.most, found.currency) == (Decimal(50), Decimal(100), "EUR")


@pytest.mark.parametrize(
    "text",
    [
        "more than 3 times",
        "over 2025",
        "in the last 30 days",
        "top 5 payments",
        "from 3 to 9 May",
        "between 1 March and 15 March",
        "on 2026-03-04",
    ],
)
def test_days_and_counts_are_no_amounts(text: str) -> None:
    found = find_range(f"payments {text}")
    assert found is None


def test_a_currency_can_stand_alone() -> None:
    assert named_currencies("how much did I spend in Canadian dollars") == ("CAD", [(24, 40)])
    assert currency_of("Canadian dollars") == "CAD"
    assert named_currencies("how many pounds did I lose") == ("", [])


def test_several_currencies_let_each_of_them_through() -> None:
    codes, places = named_currencies("euros or yen")
    assert codes == "EUR JPY"
    assert places == [(0, 5), (9, 12)]


def test_figures_are_written_with_their_cents() -> None:
    assert written(Decimal("1234.5"), "EUR") == "1,234.50 EUR"
    assert written(Decimal("0.125"), "EUR") == "0.125 EUR"
    assert written(Decimal("1000"), "JPY") == "1,000 JPY"
    assert written(Decimal("3"), "") == "3.00"
