"""Names that no span holds."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say
from tools.calendar_kit import event, records


def test_a_word_of_a_title_narrows_though_no_span_names_it() -> None:
    assert say("list | which viewings are coming up [this month|P]").startswith(
        "2 events matching “viewings”"
    )


def test_the_next_event_for_something_unknown_is_not_any_event() -> None:
    assert say("next | next appointment for the parrot").startswith(
        "I found no event with “parrot”"
    )


def test_words_that_questions_are_made_of_name_nothing() -> None:
    assert say("next | what's happening next").startswith("Tomorrow")


@pytest.mark.parametrize(
    "line",
    [
        "count | how many [work|T] meetings do I have [tomorrow|P]",
        "count | how much work stuff is there [tomorrow|P]",
        "count | how many meetings do I have at work [tomorrow|P]",
        "count | how many [work|OW] meetings do I have [tomorrow|P]",
    ],
)
def test_a_side_of_life_names_the_calendar_that_bears_it(line: str) -> None:
    given = records(
        event("Budget", "2026-11-17 10:00", "11:00", calendar="Atlantic Ltd (work)"),
        event("Dentist", "2026-11-17 15:00", "16:00", calendar="Sam"),
        event("Workshop", "2026-11-17 17:00", "18:00", calendar="Sam"),
    )
    assert say(line, given).startswith("1 ")


def test_what_lies_after_work_is_of_any_calendar() -> None:
    given = records(
        event("Budget", "2026-11-17 10:00", "11:00", calendar="Work"),
        event("Yoga", "2026-11-17 18:00", "19:00", calendar="Sam"),
    )
    assert "Yoga" in say("list | what do I have after work [tomorrow|P]", given)


def test_a_figure_that_titles_bear_beside_a_topic_is_no_time() -> None:
    lessons = records(
        event("11 Maths Methods", "2026-11-19 09:00", "10:00", place="S14"),
        event("10 Maths", "2026-11-19 11:00", "12:00", place="B07"),
    )
    text = say("where | which room is [11|TI] [Methods|T] in [on Thursday|P]", lessons)
    assert text.startswith("S14")


def test_a_verb_chooses_among_the_titles_of_a_name() -> None:
    given = records(
        event("Waffles vet", "2026-11-17 09:30", "10:15"),
        event("Waffles grooming", "2026-12-10 10:00", "11:30"),
    )
    assert say("next | when is [Waffles|T] being groomed next", given).startswith(
        "Thursday 10 December, 10:00–11:30: Waffles grooming"
    )


def test_a_quarter_that_titles_bear_is_no_period() -> None:
    given = records(event("Q4 estimated tax due", "2027-01-15"))
    assert say("when | when's [q4|P] [estimated tax|T] due", given).startswith(
        "Friday 15 January 2027, all day: Q4 estimated tax due."
    )


def test_a_slip_in_a_word_for_events_counts_them_all() -> None:
    text = say("count | how many apointments do I have [tomorrow|P]")
    assert text.startswith("2 events tomorrow")
