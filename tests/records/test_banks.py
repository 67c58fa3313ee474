"""Banks are known by their names."""

from __future__ import annotations

import pytest

from runwright.records.banks import bank_in, calls, home_currency


@pytest.mark.parametrize(
    ("file", "bank"),
    [
        ("Statement_Nationwide_FlexDirect_May26", "Nationwide"),
        ("Transaction_Export_AIB_EUR_15.11.2026", "AIB"),
        ("bank of america checking", "Bank Of America"),
        ("from barclays to monzo", ""),
        ("Umsatzliste_Girokonto", ""),
        ("MonzoDataExport_AllSpending", "Monzo"),
        ("Chase4417_Activity", "Chase"),
        ("TransferWise_export", "Transferwise"),
        ("virginmoney_transactions_5291", "Virgin Money"),
        ("BOI_current_2864_export", "BOI"),
    ],
)
def test_the_name_of_a_file_tells_the_bank_if_it_names_one(file: str, bank: str) -> None:
    assert bank_in(file) == bank


def test_a_bank_is_known_by_its_short_name() -> None:
    assert calls("American Express") == calls("Amex") == {"american express", "amex"}
    assert "bank of ireland" in calls("BOI")


def test_a_bank_of_one_country_keeps_accounts_in_its_currency() -> None:
    assert home_currency("Commbank") == "AUD"
    assert home_currency("BOI") == home_currency("Bank of Ireland") == "EUR"
    assert home_currency("Revolut") is None


def test_a_bank_is_known_by_the_word_that_tells_it_apart() -> None:
    assert "hilltop" in calls("Hilltop Community CU")
    assert calls("Bank Of America") == {"bank of america"}
