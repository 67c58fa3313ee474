"""Free time: whether, when, how much, and with whom."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import CALENDAR, outcome, say
from tools.calendar_kit import event, records


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("free | am I free [tomorrow|P] [at 3|TI]",
         "Yes, you are free tomorrow (Tuesday 17 November), at 15:00."),
        ("free | am I free [tomorrow|P] [at 10:30|TI]",
         "No, you are not free tomorrow (Tuesday 17 November), at 10:30."),
        ("free | am I busy [tomorrow|P] [at 10:30|TI]",
         "Yes, you are not free tomorrow (Tuesday 17 November), at 10:30."),
        ("free | could I come [tomorrow|P] [at 3|TI] or am I booked",
         "Yes, you are free tomorrow (Tuesday 17 November), at 15:00."),
        ("free | longest free stretch [tomorrow|P]",
         "Tuesday 17 November, 11:30–22:00: 10 hours 30 minutes."),
        ("free | which nights [this week|P] have nothing on",
         "Monday 16 November, Tuesday 17 November, Wednesday 18 November, Friday 20 November, "
         "Saturday 21 November and Sunday 22 November."),
        ("free | am I free [at 3|TI]", "Yes, you are free today (Monday 16 November), at 15:00."),
        ("free | am I free [at 9|TI]",
         "No, you are not free tomorrow (Tuesday 17 November), at 09:00."),
        ("free | am I free [on Monday|P] [at 11|TI]",
         "Yes, you are free on Monday 23 November, at 11:00."),
        ("free | is there [an hour|D] [tomorrow|P] [in the morning|TI]",
         "Yes, 1 hour would fit tomorrow (Tuesday 17 November): 06:00–09:00."),
        ("free | am I free [on Thursday|P] [in the evening|TI]",
         "Not all of the time on Thursday 19 November, between 18:00 and 22:00. Free: "
         "20:00–22:00."),
        ("free | how many days [this week|P] are free",
         "2 days with nothing between 08:00 and 22:00 in the week of 16 November 2026: Saturday "
         "21 November and Sunday 22 November."),
        ("free alt=yes | am I freer [on Tuesday|P] or [on Thursday|P]",
         "Tomorrow (Tuesday 17 November) has more free time: 12.25 hours."),
        ("free alt=yes | [Wednesday|P] [evening|TI] or [Thursday|P] [evening|TI]",
         "Wednesday 18 November is free."),
        ("free | is [Emma|OW] free [on Thursday|P] [at 4|TI]",
         "No, Emma is not free on Thursday 19 November, at 16:00."),
        ("free | is [Emma|OW] free [on Thursday|P] [at 6|TI]",
         "Yes, Emma is free on Thursday 19 November, at 18:00."),
    ],
)  # fmt: skip
def test_yes_or_no_or_the_time_comes_first(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_what_is_in_the_way_is_named() -> None:
    assert say("free | am I free [tomorrow|P] [at 10:30|TI]").splitlines()[1] == (
        "In the way: Budget review (10:00–11:30)."
    )


def test_when_lists_stretches_by_day_with_the_hours_that_count() -> None:
    assert outcome("free | [2 hours|D] [on Tuesday or Wednesday|P]").first_line == (
        "Wednesday 18 November has more free time: 6.75 hours."
    )
    assert say("free | when am I free for [3 hours|D>] [from 17 to 18 November|P]") == (
        "3 free stretches of at least 3 hours between 09:00 and 17:00 from 17 to 18 November "
        "2026:\n- Tuesday 17 November: 11:30–17:00\n- Wednesday 18 November: 09:15–12:30, "
        "13:30–17:00"
    )


def test_of_another_person_only_shared_events_are_known_and_that_is_said() -> None:
    text = say("free | when are [Raj|PS] and I free [tomorrow|P]")
    assert text.splitlines()[-1] == "Of Raj I see only the events that name them."


def test_whether_somebody_else_is_free_is_not_told_without_their_calendar() -> None:
    answer = outcome("free | is [Raj|OW] free [on Friday|P] [morning|TI]").answer
    assert not answer.is_answer
    assert answer.text == (
        "I cannot tell whether Raj is free on Friday 20 November: their calendar is not here, and "
        "no event of yours names them then."
    )


def test_a_weekend_without_matches_may_have_other_things() -> None:
    given = records(
        event("Match", "2026-11-21 10:00", "12:00"), event("Dinner", "2026-11-28 19:00", "21:00")
    )
    absent = outcome("free | which [weekend|WD] [this month|P] has no [matches|XT]", given)
    assert absent.first_line == "Saturday 28 November and the Sunday after it."
    given_up = outcome(
        "free | which [weekend|WD] [this month|P] is free apart from [matches|XT]", given
    )
    assert given_up.first_line == "Saturday 21 November and the Sunday after it."


def test_one_period_is_asked_about_if_it_has_an_end_and_two_weeks_otherwise() -> None:
    (call,) = outcome("free | when am I free", CALENDAR).calls
    assert call.arguments["period"] == {"start": "2026-11-16", "end": "2026-11-30"}
