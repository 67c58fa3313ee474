"""What is work: the shifts of a roster, or what stands in a calendar for work."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome, say
from runwright.minds.embedded.calendar.work import is_shift
from tools.calendar_kit import event, records

ROTA = "Work rota"
NURSE = records(
    event("Early - Ward 3", "2026-11-02 07:00", "15:00", calendar=ROTA),
    event("Long day - Ward 3", "2026-11-09 07:30", "20:00", calendar=ROTA),
    event("Long day - Ward 3", "2026-11-18 07:30", "20:00", calendar=ROTA),
    event("Night - Ward 3", "2026-10-31 19:30", "2026-11-01 08:00", calendar=ROTA),
    event("Night - Ward 3", "2026-11-21 19:30", "2026-11-22 08:00", calendar=ROTA),
    event("Annual leave", "2026-11-23", "2026-11-25", calendar=ROTA),
    event("Ward Christmas night out", "2026-12-11 19:00", "23:00", calendar=ROTA),
    event("Football training", "2026-11-17 17:45", "19:00", calendar="Family"),
    event("Date night", "2026-11-27 19:00", "22:00", calendar="Family"),
    event("Mum's birthday", "2026-11-18", calendar="Family"),
)
GARDENER = records(
    event("Olmstead - maintenance", "2026-11-17 09:00", "12:00", calendar="Jobs"),
    event("Holiday", "2026-11-19", calendar="Jobs"),
    event("Football training", "2026-11-18 17:45", "19:00", calendar="Home"),
)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Early - Ward 3", True), ("Night - J27", True), ("Bar shift", True), ("On call", True),
        ("Late 13:00", True), ("Nachtdienst", True), ("Night out", False),
        ("Early dinner with Ben", False), ("Day", False), ("Date night", False),
        ("Ward Christmas night out", False), ("Football training", False),
    ],
)  # fmt: skip
def test_a_shift_is_known_by_the_first_part_of_its_title(title: str, expected: bool) -> None:
    assert is_shift(title) is expected


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("exists | am I working [tomorrow|P]",
         "No, I found no work events tomorrow (Tuesday 17 November)."),
        ("exists | am I [working|T] [on Wednesday|P]",
         "Yes, Long day - Ward 3, Wednesday 18 November, 07:30–20:00."),
        ("exists | am I on [shift|T] [on 23 November|P]",
         "No, I found no work events on Monday 23 November."),
        ("exists | am I working [on 11 December|P]",
         "No, I found no work events on Friday 11 December."),
        ("next | when's my next [shift|T]",
         "Wednesday 18 November, 07:30–20:00: Long day - Ward 3."),
        ("next | next [nihgt|T] [shift|T]",
         "Saturday 21 November, 19:30 to Sunday 22 November, 08:00: Night - Ward 3."),
        ("count | how many [nite shifts|T] [this month|P]",
         "1 event matching “nite shifts” in November 2026."),
        ("count | how many nights am I doing [in November|P]",
         "1 event matching “nights” in November 2026."),
        ("count | how many long days have I got [in November|P]",
         "2 events matching “long days” in November 2026."),
        ("count | how many [shifts|T] [in November|P]", "4 work events in November 2026."),
        ("count | how many more shifts have I got [this month|P]",
         "2 work events in November 2026, from now on."),
        ("next | when am I next off",
         "Tuesday 17 November: no shift is in your calendar on that day."),
        ("count | how many weekends am I working [in November|P]",
         "1 weekend with at least one event."),
        ("list | what's on at work [tomorrow|P]",
         "I found no events of work tomorrow (Tuesday 17 November)."),
        ("duration | how many hours did I work [last week|P]",
         "12.5 hours: Long day - Ward 3, Monday 9 November, 07:30–20:00."),
        ("free | which [weekends|WD] [in November|P] am I off, [Saturday|P] and [Sunday|P]",
         "Saturday 28 November and the Sunday after it."),
    ],
)  # fmt: skip
def test_shifts_are_work_and_nothing_else_is(line: str, answer: str) -> None:
    assert say(line, NURSE).splitlines()[0] == answer


def test_what_was_counted_as_work_is_said() -> None:
    text = say("count | how many [shifts|T] [in November|P]", NURSE)
    assert text.endswith("Counted as work: the shifts of “Work rota”.")


def test_all_of_a_calendar_for_work_is_work_where_there_are_no_shifts() -> None:
    assert say("exists | am I working [tomorrow|P]", GARDENER).startswith("Yes, Olmstead")
    for day in ("Wednesday", "Thursday"):
        assert say(f"exists | am I working [on {day}|P]", GARDENER).startswith(
            "No, I found no work"
        )


@pytest.mark.parametrize(
    ("calendar", "answer"),
    [
        ("ada@brightloop.example", "1 work event"),
        ("ada@gmail.com", "I cannot tell which of your events"),
    ],
)
def test_a_calendar_that_bears_an_address_at_a_firm_is_for_work(calendar: str, answer: str) -> None:
    given = records(
        event("Sync", "2026-11-17 09:00", "10:00", calendar=calendar),
        event("Dentist", "2026-11-17 11:00", "12:00", calendar="Ada"),
    )
    assert say("count | how many [work|T] meetings [tomorrow|P]", given).startswith(answer)


def test_work_that_nothing_tells_apart_is_asked_back() -> None:
    given = records(event("Football training", "2026-11-17 17:45", "19:00"))
    answer = outcome("exists | am I working [tomorrow|P]", given).answer
    assert not answer.is_answer
    assert answer.text.startswith("I cannot tell which of your events are work")


def test_long_days_are_asked_back_where_no_title_has_them() -> None:
    answer = outcome("count | how many long days did I have [in November|P]", GARDENER).answer
    assert not answer.is_answer
    assert "“long days”" in answer.text


def test_the_next_day_off_is_no_event() -> None:
    given = records(event("Football training", "2026-11-17 17:45", "19:00"))
    answer = outcome("next | when is my next day off", given).answer
    assert not answer.is_answer


def test_early_starts_are_no_early_shifts() -> None:
    answer = outcome("count | how many early starts have I got [this week|P]", NURSE).answer
    assert not answer.is_answer


def test_what_is_counted_and_stands_in_no_title_is_not_every_event() -> None:
    answer = outcome("count | how many parties did I go to [in November|P]", NURSE).answer
    assert answer.text.startswith("I found no event with “parties”")


def test_being_at_work_when_something_else_is_on_asks_about_its_day() -> None:
    text = say("exists | will I be at work when it's [football training|T]", NURSE)
    assert text.startswith("No, I found no work events tomorrow")
    text = say("exists | will I be at work when it's [Mum's birthday|T]", NURSE)
    assert text.startswith("Yes, Long day - Ward 3, Wednesday 18 November")
