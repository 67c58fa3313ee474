"""Durations in people's own words."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text import durations
from runwright.text.durations import Duration, add_months


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("90 minutes", "90"),
        ("90-minute", "90"),
        ("a 30 min", "30"),
        ("an hour", "60"),
        ("an hour and a half", "90"),
        ("one and a half hours", "90"),
        ("half an hour", "30"),
        ("half-hour", "30"),
        ("a quarter of an hour", "15"),
        ("three quarters of an hour", "45"),
        ("1h30", "90"),
        ("1 h 30 min", "90"),
        ("2h", "120"),
        ("2.5 hours", "150"),
        ("2 hours 15 minutes", "135"),
        ("1 hour, 5 minutes", "65"),
        ("a couple of hours", "120"),
        ("45 minutes or so", "45"),
        ("one more hour", "60"),
        ("90 sec", "1.5"),
        ("two weeks", "20160"),
        ("a fortnight", "20160"),
        ("half a day", "720"),
        ("a day and two hours", "1560"),
        ("anderthalb Stunden", "90"),
        ("eine halbe Stunde", "30"),
    ],
)
def test_a_duration_is_read_in_minutes(text: str, minutes: str) -> None:
    assert [each.total_minutes for each in durations.read(text)] == [Decimal(minutes)]


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("3 months", "3"),
        ("6-month", "6"),
        ("half a year", "6"),
        ("one year and two months", "14"),
        ("a month and a half", "1.5"),
        ("two quarters", "6"),
        ("ein Jahr", "12"),
    ],
)
def test_months_are_no_number_of_minutes(text: str, months: str) -> None:
    (duration,) = durations.read(text)
    assert duration.months == Decimal(months)
    assert duration.total_minutes is None


@pytest.mark.parametrize("text", ["", "minutes", "20%", "€2m", "1:30", "the day", "three"])
def test_what_is_no_duration_is_none(text: str) -> None:
    assert durations.read(text) == ()


def test_durations_are_found_where_they_stand() -> None:
    text = "Find a 90 minute slot within 3 days, or half an hour next week"
    found = [text[each.start : each.end] for each in durations.find(text)]
    assert found == ["a 90 minute", "3 days", "half an hour"]


def test_a_month_later_is_the_same_day_or_the_last_one() -> None:
    assert add_months(date(2026, 1, 31), 1) == date(2026, 2, 28)
    assert Duration(months=Decimal(1)).after(date(2026, 11, 15)) == date(2026, 12, 15)
    assert Duration(days=Decimal(14)).after(date(2026, 11, 15)) == date(2026, 11, 29)


@given(st.integers(1, 500), st.integers(1, 59))
def test_hours_and_minutes_add_up_however_they_are_written(hours: int, minutes: int) -> None:
    expected = Decimal(hours * 60 + minutes)
    for text in (f"{hours} hours and {minutes} minutes", f"{hours}h{minutes:02}"):
        assert [each.total_minutes for each in durations.read(text)] == [expected]


@given(st.text(alphabet="0123456789 hmindayseko-and", max_size=50))
def test_any_text_is_read_without_error(text: str) -> None:
    assert all(each.start < each.end for each in durations.find(text))
