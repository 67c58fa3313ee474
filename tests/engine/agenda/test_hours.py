"""Times of day and lengths of time, as requests write them."""

import pytest

from runwright.engine.agenda.hours import find_far, find_hours, find_length, length_told, told


@pytest.mark.parametrize(
    ("text", "hours", "kind"),
    [
        ("between 9 and 17", "09:00-17:00", "range"),
        ("from 14:00 to 16:00", "14:00-16:00", "range"),
        ("2-4pm", "14:00-16:00", "range"),
        ("from 11 to 1 pm", "11:00-13:00", "range"),
        ("from 9 to 5", "09:00-17:00", "range"),
        ("9:30am-11am", "09:30-11:00", "range"),
        ("from 10pm to midnight", "22:00-24:00", "range"),
        ("after 18:00", "18:00-24:00", "after"),
        ("before 9", "00:00-09:00", "before"),
        ("at 3pm", "15:00-15:00", "point"),
        ("at 3", "15:00-15:00", "point"),
        ("at 03:00", "03:00-03:00", "point"),
        ("at noon", "12:00-12:00", "point"),
        ("at 7 in the evening", "19:00-19:00", "point"),
        ("this afternoon", "12:00-18:00", "part"),
        ("in the mornings", "06:00-12:00", "part"),
        ("after work", "17:00-24:00", "part"),
    ],
)
def test_hours_are_found(text: str, hours: str, kind: str) -> None:
    found = find_hours(text)
    assert found is not None
    assert (f"{told(found.start)}-{told(found.end)}", found.kind) == (hours, kind)


@pytest.mark.parametrize(
    "text", ["for 2 hours", "by 30 minutes", "after 2 meetings", "3-4 people", "2026-11-20", "soon"]
)
def test_other_numbers_are_no_hours(text: str) -> None:
    assert find_hours(text) is None


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("1.5 hours", 90),
        ("half an hour", 30),
        ("an hour and a half", 90),
        ("one and a half hours", 90),
        ("a 45-minute slot", 45),
        ("two-hour", 120),
        ("2 hours 30 minutes", 150),
        ("1h30", 90),
        ("half a day", 240),
        ("a free hour", 60),
        ("the first free hour", 60),
        ("a full day", 1440),
    ],
)
def test_lengths_are_found(text: str, minutes: int) -> None:
    found = find_length(text)
    assert found is not None
    assert found[0] == minutes


def test_what_has_no_number_has_no_length() -> None:
    assert find_length("a happy hour"[2:]) is None
    assert find_length("many hours") is None


def test_a_move_by_days_is_read() -> None:
    found = find_far("by two weeks")
    assert found is not None
    assert found[:2] == (2, "weeks")
    assert find_far("by 2 hours") is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "0 minutes"), (60, "1 hour"), (90, "1 hour 30 minutes"), (1500, "1 day 1 hour")],
)
def test_a_length_is_told(minutes: int, words: str) -> None:
    assert length_told(minutes) == words
