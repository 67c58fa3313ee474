"""Times of day in people's own words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text import times
from runwright.text.times import Hours


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def readings(text: str) -> list[str]:
    """`18:00-24:00`, or `09:30` for a moment."""
    return [
        clock(start) if start == end else f"{clock(start)}-{clock(end)}"
        for start, end in times.read(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2pm", "14:00"),
        ("9 a.m.", "09:00"),
        ("12am", "00:00"),
        ("17:45", "17:45"),
        ("7:05pm", "19:05"),
        ("9.30 Uhr", "09:30"),
        ("um 9 Uhr 30", "09:30"),
        ("at noon", "12:00"),
        ("at 9 in the morning", "09:00"),
        ("3 in the afternoon", "15:00"),
        ("after 6pm", "18:00-24:00"),
        ("before noon", "00:00-12:00"),
        ("by 5pm", "00:00-17:00"),
        ("before lunch", "00:00-12:00"),
        ("after lunch", "13:00-24:00"),
        ("after work", "17:00-24:00"),
        ("from 6pm onwards", "18:00-24:00"),
        ("around 3pm", "14:30-15:30"),
        ("from 9am to 5pm", "09:00-17:00"),
        ("09:30–11:00", "09:30-11:00"),
        ("from 2 to 4pm", "14:00-16:00"),
        ("between 9 and noon", "09:00-12:00"),
        ("11pm to 2am", "23:00-26:00"),
        ("in the evening", "18:00-24:00"),
        ("mornings", "06:00-12:00"),
        ("the afternoon", "12:00-18:00"),
        ("late afternoon", "15:00-18:00"),
        ("tonight", "18:00-24:00"),
        ("at night", "18:00-30:00"),
        ("late at night", "22:00-30:00"),
        ("this arvo", "12:00-18:00"),
        ("arvos", "12:00-18:00"),
        ("during working hours", "09:00-17:00"),
        ("abends", "18:00-24:00"),
        ("lunchtimes", "12:00-14:00"),
        ("after 17h", "17:00-24:00"),
        ("early", "05:00-09:00"),
        ("pm", "12:00-24:00"),
    ],
)
def test_what_is_certain_has_one_reading(text: str, expected: str) -> None:
    assert readings(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 9", ["09:00", "21:00"]),
        ("at 3", ["15:00", "03:00"]),
        ("3 o'clock", ["15:00", "03:00"]),
        ("9:30", ["09:30", "21:30"]),
        ("half past nine", ["09:30", "21:30"]),
        ("half nine", ["09:30", "21:30"]),
        ("halb neun", ["08:30", "20:30"]),
        ("a quarter to ten", ["09:45", "21:45"]),
        ("twenty past six", ["18:20", "06:20"]),
        ("ten to six", ["17:50", "05:50"]),
        ("after 4", ["16:00-24:00", "04:00-24:00"]),
        ("between 2 and 4", ["14:00-16:00", "02:00-04:00"]),
        ("between 11 and 1", ["11:00-13:00", "23:00-25:00"]),
        ("9-5", ["09:00-17:00", "21:00-29:00"]),
        ("10ish", ["09:30-10:30", "21:30-22:30"]),
        ("9.15", ["09:15", "21:15"]),
        ("at half 5", ["17:30", "05:30"]),
        ("at about three", ["15:00", "03:00"]),
    ],
)
def test_an_hour_of_either_half_of_the_day_has_both_readings(
    text: str, expected: list[str]
) -> None:
    assert readings(text) == expected


@pytest.mark.parametrize("text", ["", "25:00", "9:75", "half 2 cups", "3 meetings", "two weeks"])
def test_what_is_no_time_has_no_reading(text: str) -> None:
    assert readings(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Am I free at 9:30 on Friday or after 6pm?", ["at 9:30", "after 6pm"]),
        ("after 3 meetings at 3", ["at 3"]),
        ("send 9 mails by 5pm tomorrow", ["by 5pm"]),
        ("between 3 and 5 people at noon", ["at noon"]),
        ("from 2 to 4 on Tuesday", ["from 2 to 4"]),
        ("I paid 9.50 in 2025 for 12 euros", []),
        ("what is on in the evening of 3 May?", ["in the evening"]),
    ],
)
def test_times_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[each.start : each.end] for each in times.find(text)] == found


@given(st.integers(0, 23), st.integers(0, 59), st.integers(1, 12 * 60))
def test_every_stretch_that_is_written_reads_back(hour: int, minute: int, length: int) -> None:
    start = hour * 60 + minute
    end = start + length
    text = f"from {clock(start)} to {clock(end % 1440)}"
    assert Hours(start, end) in times.read(text)


@given(st.integers(0, 23), st.integers(0, 59))
def test_every_moment_of_a_twelve_hour_clock_is_certain(hour: int, minute: int) -> None:
    half = "am" if hour < 12 else "pm"
    at = hour * 60 + minute
    assert times.read(f"{hour % 12 or 12}:{minute:02}{half}") == (Hours(at, at),)


@given(st.text(alphabet="0123456789:. apmtohalfquresn-", max_size=40))
def test_any_text_is_read_without_error(text: str) -> None:
    for each in times.find(text):
        assert all(0 <= hours.start <= hours.end for hours in each.readings)
