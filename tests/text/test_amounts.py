"""Money in people's own words."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text import amounts
from runwright.text.amounts import Money
from runwright.text.currencies import CODES, NAMES, SIGNS, code_of


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("€42", "42", "EUR"),
        ("42 EUR", "42", "EUR"),
        ("42€", "42", "EUR"),
        ("EUR 42", "42", "EUR"),
        ("42,- €", "42", "EUR"),
        ("1.234,56 €", "1234.56", "EUR"),
        ("£3.50", "3.50", "GBP"),
        ("-£3.50", "-3.50", "GBP"),
        ("minus 5 euros", "-5", "EUR"),
        ("fifty quid", "50", "GBP"),
        ("a hundred pounds", "100", "GBP"),
        ("a tenner", "10", "GBP"),
        ("50p", "0.5", "GBP"),
        ("99 ct", "0.99", "EUR"),
        ("US$ 20", "20", "USD"),
        ("A$5", "5", "AUD"),
        ("1k euros", "1000", "EUR"),
        ("€1.2m", "1200000", "EUR"),
        ("1,5 Mio Euro", "1500000", "EUR"),
        ("20 Swiss francs", "20", "CHF"),
        ("TRY 20", "20", "TRY"),
        ("200 zł", "200", "PLN"),
        ("a euro", "1", "EUR"),
        ("two grand", "2000", None),
        ("half a grand", "500", None),
        ("12.50", "12.50", None),
        ("two hundred", "200", None),
    ],
)
def test_an_amount_is_read_with_its_currency(text: str, amount: str, currency: str | None) -> None:
    assert amounts.read(text)[0] == Money(Decimal(amount), currency)
    assert {each.currency for each in amounts.read(text)} == {currency}


@pytest.mark.parametrize("text", ["$12", "12 bucks", "twelve dollars"])
def test_a_dollar_may_be_anybodys_unless_one_is_used_at_home(text: str) -> None:
    assert [each.currency for each in amounts.read(text)][:2] == ["USD", "CAD"]
    assert amounts.read(text, home="AUD") == (Money(Decimal(12), "AUD"),)
    assert amounts.read(text, home="EUR") == amounts.read(text)


def test_crowns_are_those_of_the_project() -> None:
    assert amounts.read("100 kr", home="NOK") == (Money(Decimal(100), "NOK"),)
    assert len(amounts.read("100 kr")) > 1


@pytest.mark.parametrize("text", ["", "5%", "all 3", "rent", "3 times", "5 p", "$", "EUR"])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert amounts.read(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Did I spend more than 20 quid or $5 at Lidl in 2026?", ["20 quid", "$5"]),
        ("I try 3 times to pay all 20 EUR", ["20 EUR"]),
        ("top 5 shops over a tenner", ["a tenner"]),
        ("2 invoices, 1,200.50 euros each", ["1,200.50 euros"]),
        ("what is 20% of 50?", []),
    ],
)
def test_amounts_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in amounts.find(text)] == found


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=0, max_value=10**7),
    st.sampled_from(sorted(CODES)),
)
def test_an_amount_with_its_code_reads_back_either_way_round(amount: Decimal, code: str) -> None:
    assert amounts.read(f"{amount:,f} {code}")[0] == Money(amount, code)
    assert amounts.read(f"{code} {amount:f}")[0] == Money(amount, code)


def test_every_name_and_sign_stands_for_known_currencies() -> None:
    assert all(set(codes) <= CODES for codes in (*NAMES.values(), *SIGNS.values()))
    assert code_of("quid") == "GBP"
    assert code_of("usd") == "USD"
    assert code_of("$") is None
