"""Cells are read as accountants print them."""

from decimal import Decimal

import pytest

from runwright.engine.tables.cells import read_cell, show


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,496.5", "1496.5"),
        ("$53,330", "53330"),
        ("$ (7,125)", "-7125"),
        ("(8,483)", "-8483"),
        ("-21 ( 21 )", "-21"),
        ("6,817(1)", "6817"),
        ("12 *", "12"),
        ("−4.5", "-4.5"),
        (".3", "0.3"),
    ],
)
def test_numbers_are_read_with_their_sign_and_without_their_marks(text: str, number: str) -> None:
    assert read_cell(text).number == Decimal(number)


@pytest.mark.parametrize("text", ["n/a", "Indefinite", "December 31,", "5 to 10 years", ""])
def test_words_are_no_numbers(text: str) -> None:
    assert read_cell(text).number is None


def test_a_dash_is_nothing() -> None:
    for text in ("—", "–", "$—", "-"):
        cell = read_cell(text)
        assert (cell.number, cell.dash) == (Decimal(0), True)


def test_a_percentage_is_known_as_one() -> None:
    assert read_cell("(8.4%)").percent
    assert read_cell("(8.4)%").percent
    assert read_cell("9% ( 9 % )").number == Decimal(9)
    assert not read_cell("8.4").percent


def test_shown_numbers_are_rounded_half_up_without_idle_zeros() -> None:
    assert show(Decimal("1234.565")) == "1,234.57"
    assert show(Decimal("-0.001")) == "0"
    assert show(Decimal("12.50")) == "12.5"
