"""What a table counts is declared in many ways."""

import pytest

from runwright.engine.tables.units import declared_scale, find_currency, find_scale, has_no_scale


@pytest.mark.parametrize(
    ("header", "scale"),
    [
        ("(In millions)", "million"),
        ("(Dollars in thousands, except per share data)", "thousand"),
        ("2019 €m", "million"),
        ("$ MILLION", "million"),
        ("US$’000", "thousand"),
        ("RMB’Million", "million"),
        ("millions", "million"),
        ("Revenue", ""),
        ("Years ended March 31,", ""),
    ],
)
def test_a_header_declares_a_scale(header: str, scale: str) -> None:
    assert find_scale(header) == scale


def test_a_sum_in_running_text_declares_nothing() -> None:
    assert declared_scale("Net sales rose to $1.4 million in the year.") == ""
    assert declared_scale("The following table shows revenue (in thousands):") == "thousand"


def test_what_is_counted_one_by_one_has_no_scale() -> None:
    assert has_no_scale("Earnings per share")
    assert has_no_scale("Gross margin (%)")
    assert not has_no_scale("Other long-term liabilities")


def test_the_currency_is_the_first_that_is_named() -> None:
    assert find_currency(["2019", "€m", "$"]) == "€"
    assert find_currency(["2019"]) == ""
