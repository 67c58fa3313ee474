"""Years are found however they are written."""

import pytest

from runwright.engine.tables.years import named_years, stretch, years_of


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("2019", {2019}),
        ("FY19", {2019}),
        ("F18 52 weeks", {2018}),
        ("2018/19", {2019}),
        ("2018/2019", {2019}),
        ("July 27, 2019", {2019}),
        ("12/31/15", {2015}),
        ("2020 – 2024", {2020, 2024}),
        ("$2,019", set()),
        ("20.19%", set()),
    ],
)
def test_years_of_a_header(text: str, years: set[int]) -> None:
    assert years_of(text) == years


def test_two_years_may_be_a_stretch_or_just_two() -> None:
    assert named_years("the average from 2017 to 2019").ranged
    assert named_years("the change between 2017 and 2019").ranged
    assert not named_years("revenue in 2017 and 2019").ranged
    assert stretch((2019, 2017)) == (2017, 2018, 2019)
