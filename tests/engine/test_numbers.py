"""Numbers are read from figures and words, and written plainly."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine.numbers import only_number, plain, read_count, read_figures, read_words


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("zero", 0),
        ("nineteen", 19),
        ("twenty five", 25),
        ("one hundred and five", 105),
        ("hundred", 100),
        ("two thousand twenty six", 2026),
        ("nine hundred ninety nine thousand nine hundred ninety nine", 999_999),
        ("two million three hundred thousand", 2_300_000),
        ("three dozen", 36),
    ],
)
def test_number_words_are_read(words: str, value: int) -> None:
    assert read_words(words.split()) == value


def test_words_after_the_point_are_digits() -> None:
    assert read_words(["three", "point", "one", "four"]) == Decimal("3.14")


@pytest.mark.parametrize("words", ["two three", "twenty eleven", "thousand million", "point five"])
def test_words_that_say_no_number_are_none(words: str) -> None:
    assert read_words(words.split()) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,234.50", "1234.50"), ("-3", "-3"), ("1.6E+60", "1.6E+60"), ("1,23", None)],
)
def test_figures_are_read_whole_or_not_at_all(text: str, value: str | None) -> None:
    assert read_figures(text) == (None if value is None else Decimal(value))


@pytest.mark.parametrize(("text", "count"), [("3", 3), ("three", 3), ("a", 1), ("many", None)])
def test_small_counts_are_read(text: str, count: int | None) -> None:
    assert read_count(text) == count


def test_only_one_number_counts_as_the_number_of_a_text() -> None:
    assert only_number("The rent is 1,240.00 EUR") == Decimal("1240.00")
    assert only_number("2 rooms for 900") is None
    assert only_number("none") is None


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("217.000", "217"),
        ("1E+3", "1000"),
        ("-0.50", "-0.5"),
        ("0E-9", "0"),
        ("1.5E+70", "1.5 \u00d7 10^70"),
    ],
)
def test_numbers_are_written_plainly(value: str, written: str) -> None:
    assert plain(Decimal(value)) == written


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=6
    )
)
def test_plain_writing_keeps_the_value(value: Decimal) -> None:
    assert Decimal(plain(value)) == value
