"""Free time lies between the events that keep one busy, within hours that the answer names."""

from datetime import UTC, datetime

import pytest
from tests.engine.agenda.week import ask, event, timed


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        (
            "When am I free tomorrow?",
            "Free on Monday, 16 November 2026 between 09:00 and 17:00: 09:15–14:00, 16:00–17:00.",
        ),
        (
            "Find 45 minutes of free time on Friday between 9 and 12",
            "Free for at least 45 minutes on Friday, 20 November 2026 between 09:00 and 12:00: "
            "09:00–10:30, 11:15–12:00.",
        ),
        (
            "Am I free on Tuesday at 3pm?",
            "Yes, you are free: nothing is on your calendar on Tuesday, 17 November 2026 at 15:00; "
            "the next event that day begins at 19:00.",
        ),
        (
            "First free slot of 2 hours on or after 20 November",
            "The first free time for at least 2 hours from 20 November 2026 to 19 February 2027 "
            "(Monday to Friday) between 09:00 and 17:00 is Friday, 20 November 2026, 14:30–16:30 "
            "(it is free until 17:00).",
        ),
        (
            "Which day am I completely free next week?",
            "Free for all of the hours from 16 to 20 November 2026 (Monday to Friday) between "
            "09:00 and 17:00: Thursday, 19 November 2026, 09:00–17:00.",
        ),
        (
            "Find time for a 3 hour workshop on Friday",
            "Nothing is free for at least 3 hours on Friday, 20 November 2026 between 09:00 and "
            "17:00.",
        ),
        (
            "How many free hours do I have tomorrow?",
            "Free on Monday, 16 November 2026 between 09:00 and 17:00: 09:15–14:00, 16:00–17:00. "
            "That is 5 hours 45 minutes in all.",
        ),
        (
            "What's the largest gap tomorrow?",
            "The longest free time is on Monday, 16 November 2026 between 09:00 and 17:00: "
            "09:15–14:00.",
        ),
        (
            "Is my Thursday free?",
            "Yes, you are free: nothing is on your calendar on Thursday, 19 November 2026 between "
            "09:00 and 17:00.",
        ),
    ],
)
def test_free_time_is_told_with_its_hours(prompt: str, answer: str) -> None:
    assert ask(prompt).answer == answer


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("Am I free tomorrow from 14:00 to 16:00?", ("budget", "design")),
        ("Is Tuesday evening free?", ("dinner",)),
        ("Am I available on Friday at 11?", ("dentist",)),
    ],
)
def test_what_takes_the_time_is_named(prompt: str, items: tuple[str, ...]) -> None:
    finding = ask(prompt)
    assert finding.value == "no"
    assert finding.items == items


def test_a_day_that_is_free_in_parts_says_which() -> None:
    answer = ask("Am I free tomorrow?").answer
    assert answer.startswith("Partly: on Monday, 16 November 2026 between 09:00 and 17:00 you are")
    assert "free 09:15–14:00, 16:00–17:00; busy: 09:00–09:15 “Daily stand-up”" in answer


def test_an_all_day_note_takes_no_time_but_is_told() -> None:
    finding = ask("Am I free on Wednesday?")
    assert "All day, without taking your time: “Mum's birthday”." in finding.answer
    assert "birthday" in finding.items


@pytest.mark.parametrize("prompt", ["Am I free on 3 December?", "Am I free on 22 December?"])
def test_being_away_all_day_takes_the_day(prompt: str) -> None:
    assert ask(prompt).value == "no"


def test_cancelled_events_leave_their_time_free() -> None:
    assert ask("Am I free on Thursday at 10:30?").value == "yes"


def test_today_begins_now() -> None:
    assert "11:30–17:00" in ask("When am I free today?").answer


def test_saturday_is_looked_at_when_it_is_asked_for() -> None:
    assert "Saturday, 21 November 2026" in ask("Am I free on Saturday?").answer


def test_only_the_own_calendar_is_known() -> None:
    answer = ask("When are Kofi and I both free on Monday?").answer
    assert answer.endswith("Only your own calendar was looked at.")


def test_a_handful_of_slots_is_enough() -> None:
    finding = ask("When am I free next week?")
    assert finding.answer.count("–") == 6
    assert "; and 3 more." in finding.answer


def test_the_day_after_clocks_go_forward_in_new_york() -> None:
    items = (timed("call", "Call", "2027-03-15", "14:00", "15:00"),)
    now = datetime(2027, 3, 12, 16, 0, tzinfo=UTC)
    finding = ask("When am I free on Monday?", items, zone="America/New_York", now=now)
    assert (
        "Monday, 15 March 2027 between 09:00 and 17:00: 09:00–10:00, 11:00–17:00" in finding.answer
    )


def test_the_night_when_clocks_go_back_is_an_hour_longer() -> None:
    items = (event("move", "Server move", "2026-10-24T22:00:00.000Z", "2026-10-25T01:30:00.000Z"),)
    now = datetime(2026, 10, 20, 8, 0, tzinfo=UTC)
    finding = ask("How many hours am I free on 25 October between 0:00 and 4:00?", items, now=now)
    assert "That is 1 hour 30 minutes in all." in finding.answer
