"""Clock questions; it is 11:30 in Berlin on 15 November 2026."""

import pytest

CASES = [
    ("What time is it?", "2026-11-15T11:30:00+01:00"),
    ("what time is it in Tokyo", "2026-11-15T19:30:00+09:00"),
    ("current time in New York", "2026-11-15T05:30:00-05:00"),
    ("What's the time in Asia/Kathmandu right now?", "2026-11-15T16:15:00+05:45"),
    (
        "convert 2026-11-15 09:00 from Europe/Berlin to America/New_York",
        "2026-11-15T03:00:00-05:00",
    ),
    ("convert 2026-07-01 09:00 from Berlin to UTC", "2026-07-01T07:00:00+00:00"),
    ("9:30 am in Berlin in Tokyo time", "2026-11-15T17:30:00+09:00"),
    ("9am Berlin to Tokyo", "2026-11-15T17:00:00+09:00"),
    ("what is 3pm EST in London", "2026-11-15T20:00:00+00:00"),
    ("what is 14:00 UTC in Berlin", "2026-11-15T15:00:00+01:00"),
    ("convert 10:00 to UTC", "2026-11-15T09:00:00+00:00"),
    ("convert 9am tomorrow in Berlin to Tokyo", "2026-11-16T17:00:00+09:00"),
    ("If it is 9am in Berlin, what time is it in New York?", "2026-11-15T03:00:00-05:00"),
    ("when it's noon in London what time is it in Sydney?", "2026-11-15T23:00:00+11:00"),
    ("how many hours between 9:15 and 17:45", "8.5"),
    ("how many minutes between 9:15 and 10:00", "45"),
    ("how long is it from 22:00 to 06:30", "8.5"),
    ("how many hours between 2026-10-24 12:00 and 2026-10-25 12:00", "25"),
]


@pytest.mark.parametrize(("prompt", "value"), CASES)
def test_a_clock_question_is_answered(think, prompt: str, value: str) -> None:
    thought = think(prompt)
    assert thought.actions == ["clock"]
    assert thought.last.value == value


def test_hours_and_minutes_are_named(think) -> None:
    summary = think("how many hours between 9:15 and 17:40").summary
    assert summary == "From 9:15 to 17:40 it is 8 hours and 25 minutes."


def test_several_times_are_converted_in_one_step(think) -> None:
    summary = think("Convert 9am and 5pm from Berlin to Tokyo").summary
    assert "is 17:00 on Sunday, 15 November 2026" in summary
    assert "is 01:00 on Monday, 16 November 2026" in summary


def test_a_skipped_time_is_said_not_to_exist(think) -> None:
    finding = think("convert 2026-03-29 02:30 from Berlin to UTC").last
    assert finding.answer is None
    assert "does not exist" in finding.reason


def test_a_time_that_happens_twice_has_both_answers(think) -> None:
    answer = think("convert 2026-10-25 02:30 from Berlin to UTC").last.answer
    assert "happens twice" in answer
    assert "00:30 on" in answer
    assert "01:30 on" in answer


@pytest.mark.parametrize("zone", ["IST", "CST", "BST"])
def test_an_abbreviation_with_several_meanings_is_asked_back(think, zone: str) -> None:
    assert f"{zone} can mean" in think(f"convert 3pm {zone} to UTC").last.reason


@pytest.mark.parametrize(
    "prompt",
    [
        "what time is it on Mars",
        "what time is my dentist appointment",
        "how many hours did I work?",
    ],
)
def test_a_time_that_only_the_sources_know_is_looked_up(think, prompt: str) -> None:
    assert think(prompt).actions == ["search"]
