"""Numbers in people's own writing, exact to the last digit."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text import numbers
from runwright.text.numbers import Number
from runwright.text.words import word_list


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", "7"),
        ("1,234.56", "1234.56"),
        ("1.234,56", "1234.56"),
        ("1'234.50", "1234.50"),
        ("1 234 567", "1234567"),
        ("12,34,567", "1234567"),
        ("1.234.567", "1234567"),
        ("0.125", "0.125"),
        ("0,125", "0.125"),
        ("12.50", "12.50"),
        ("-5", "-5"),
        ("minus five", "-5"),
        ("3k", "3000"),
        ("1.2 million", "1200000"),
        ("1,5 Mio", "1500000"),
        ("zero", "0"),
        ("twenty-five", "25"),
        ("two hundred and five", "205"),
        ("twelve hundred", "1200"),
        ("two million three hundred thousand and one", "2300001"),
        ("a hundred", "100"),
        ("a dozen", "12"),
        ("two dozen", "24"),
        ("half a dozen", "6"),
        ("half a million", "500000"),
        ("half", "0.5"),
        ("two and a half", "2.5"),
        ("one and a half million", "1500000"),
        ("five and three quarters", "5.75"),
        ("three quarters", "0.75"),
        ("3 1/2", "3.5"),
        ("3½", "3.5"),
        ("¼", "0.25"),
        ("one point two five", "1.25"),
        ("a couple of", "2"),
        ("zweiundzwanzig", "22"),
        ("anderthalb", "1.5"),
        ("ein Dutzend", "12"),
    ],
)
def test_a_number_is_read_exactly(text: str, value: str) -> None:
    assert numbers.read(text) == (Number(Decimal(value)),)


@pytest.mark.parametrize(
    ("text", "above", "below"), [("a third", 1, 3), ("two thirds", 2, 3), ("two and a third", 7, 3)]
)
def test_what_no_decimal_can_hold_stays_a_fraction(text: str, above: int, below: int) -> None:
    assert numbers.read(text) == (Number(Decimal(above), below),)


@pytest.mark.parametrize("text", ["20%", "20 %", "20 percent", "20 per cent", "20 Prozent"])
def test_percent_are_marked(text: str) -> None:
    assert numbers.read(text) == (Number(Decimal(20), percent=True),)


def test_a_separator_that_may_group_or_begin_decimals_has_both_readings() -> None:
    one, thousand = Decimal("1.234"), Decimal(1234)
    assert [each.value for each in numbers.read("1.234")] == [one, thousand]
    assert [each.value for each in numbers.read("1,234")] == [thousand, one]
    assert [each.value for each in numbers.read("1.234", decimal=",")] == [thousand, one]


@pytest.mark.parametrize(
    "text", ["", "€", "v1.2.3", "p53", "09:30", "2026-11-15", "11/15/26", "24/7", "three and four"]
)
def test_what_is_not_one_number_is_none(text: str) -> None:
    assert numbers.read(text) == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three of the 12 invoices are above 1,200.50.", ["three", "12", "1,200.50"]),
        ("show the last one, and which one is 20% off", ["20%"]),
        ("on 2026-11-15 at 09:30", []),
        ("between 3-5 people", ["3", "5"]),
        ("two-thirds of it", ["two-thirds"]),
        ("the top five", ["five"]),
    ],
)
def test_numbers_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in numbers.find(text)] == found


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9
    )
)
def test_a_written_number_reads_back(value: Decimal) -> None:
    assert numbers.read(f"{value:,f}")[0].value == value


@given(st.integers(0, 10**12 - 1))
def test_a_spelled_number_reads_back(value: int) -> None:
    assert numbers.read(spelled(value)) == (Number(Decimal(value)),)


@given(st.text(alphabet="0123456789.,-/ %½kand halftwo", max_size=60))
def test_any_text_is_read_without_error(text: str) -> None:
    for each in numbers.find(text):
        assert each.readings
        assert 0 <= each.start < each.end <= len(text)


_ONES = word_list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = word_list("twenty thirty forty fifty sixty seventy eighty ninety")


def spelled(value: int) -> str:
    for size, word in (
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if value >= size:
            rest = value % size
            link = " and " if 0 < rest < 100 else " "
            return f"{spelled(value // size)} {word}" + (link + spelled(rest) if rest else "")
    if value < 20:
        return _ONES[value]
    return _TENS[value // 10 - 2] + (f"-{_ONES[value % 10]}" if value % 10 else "")
