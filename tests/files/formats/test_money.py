"""Amounts: what is one, which sign is the decimal one, and the exact value."""

from __future__ import annotations

from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import money


def value(text: str, sign: money.DecimalSign = ".") -> Decimal | None:
    return money.exact(money.figure(text), sign)


@pytest.mark.parametrize(
    ("text", "sign", "expected"),
    [
        ("42.10", ".", "42.10"),
        ("-42.10", ".", "-42.10"),
        ("42.10-", ".", "-42.10"),
        ("(42.10)", ".", "-42.10"),
        ("($1,042.10)", ".", "-1042.10"),
        ("−42,10", ",", "-42.10"),
        ("1.234.567,89", ",", "1234567.89"),
        ("1,234,567.89", ".", "1234567.89"),
        ("12,34,567.50", ".", "1234567.50"),
        ("1'234.50", ".", "1234.50"),
        ("1’234.50", ".", "1234.50"),
        ("1 234,50", ",", "1234.50"),
        ("1\u00a0234,50 €", ",", "1234.50"),
        ("1\u202f234,50", ",", "1234.50"),
        ("EUR -5,00", ",", "-5.00"),
        ("-5,00 EUR", ",", "-5.00"),
        ("£5.20", ".", "5.20"),
        ("R$ 5,20", ",", "5.20"),
        ("12.00 CR", ".", "12.00"),
        ("12.00 DR", ".", "-12.00"),
        ("12,00 S", ",", "-12.00"),
        ("12,00 H", ",", "12.00"),
        ("50,--", ",", "50"),
        ("50.-", ".", "50"),
        (".50", ".", "0.50"),
        ("+7", ".", "7"),
        ("007.5", ".", "7.5"),
    ],
)
def test_an_amount_is_read_exactly(text: str, sign: money.DecimalSign, expected: str) -> None:
    found = value(text, sign)
    assert found is not None
    assert str(found) == expected


@pytest.mark.parametrize(
    "text",
    ["", "-", "NaN", "Infinity", "-inf", "1e5", "12:30", "5%", "12 apples", "DE89370400", "1-2",
     "(5", "5)", "٤٢", "0x10", "12.03.2024 x", "9" * 100, "1" * 1_000_000],
)  # fmt: skip
def test_what_is_no_amount_is_none(text: str) -> None:
    assert value(text) is None


@pytest.mark.parametrize(("text", "sign"), [("1.234,56", "."), ("1,234.56", ","), ("1,2,3", ".")])
def test_digits_in_the_other_convention_are_refused(text: str, sign: money.DecimalSign) -> None:
    assert value(text, sign) is None


@pytest.mark.parametrize(
    ("digits", "expected"),
    [
        ("1.234,56", ","),
        ("1,234.56", "."),
        ("12,5", ","),
        ("0.125", "."),
        ("1234,567", ","),
        ("1,234,567", "."),
        ("1.234.567", ","),
        ("1,234", None),
        ("1.234", None),
        ("1234", None),
    ],
)
def test_a_cell_votes_only_for_what_it_proves(digits: str, expected: str | None) -> None:
    assert money.vote(digits) == expected


def test_the_column_decides_for_its_ambiguous_cells() -> None:
    assert money.decimal_sign(["1.234", "5.678", "9,50"]) == ","
    assert money.decimal_sign(["1,234", "5,678", "9.50"]) == "."
    assert money.decimal_sign(["1.234", "5.678"], fallback=",") == ","
    assert money.proven_sign(["1.234", "abc"]) is None


def test_an_amount_is_written_without_exponent_or_needless_zeros() -> None:
    assert money.written(Decimal("-0.9700")) == "-0.97"
    assert money.written(Decimal("1E+3")) == "1000"
    assert money.written(Decimal("42.10")) == "42.10"
    assert money.written(Decimal("1.2345")) == "1.2345"
    assert money.written(Decimal("-0.00")) == "0.00"


def test_currencies_by_code_sign_and_word() -> None:
    assert money.code("eur") == "EUR"
    assert money.code("€") == "EUR"
    assert money.code("US$") == "USD"
    assert money.code("zł") == "PLN"
    assert money.code("XYZ") is None


def test_a_bare_dollar_is_the_one_of_the_projects_place() -> None:
    assert money.dollar(ZoneInfo("Australia/Sydney")) == "AUD"
    assert money.dollar(ZoneInfo("America/Toronto")) == "CAD"
    assert money.dollar(ZoneInfo("UTC")) == "USD"


def test_the_currency_of_a_text_is_the_one_beside_its_figures() -> None:
    assert money.currency_in("Balance 1.234,56 EUR, limit EUR 500, rate USD 1") == "EUR"
    assert money.currency_in("Währung: CHF") == "CHF"
    assert money.currency_in("ALL the best, TRY again") is None
