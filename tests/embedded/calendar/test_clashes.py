"""Events on top of each other, and the time between two."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome, say
from tools.calendar_kit import event, records


def test_overlaps_are_listed_with_both_events() -> None:
    assert say("conflicts | am I double booked [this week|P]") == (
        "Yes, 1 overlap in the week of 16 November 2026:\n"
        "- Thursday 19 November: Yoga (18:00–19:00) and Parents' evening (18:30–20:00), "
        "30 minutes at the same time"
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("conflicts | any clashes [tomorrow|P]",
         "No, no two events overlap tomorrow (Tuesday 17 November). 2 events in that time."),
        ("conflicts | would [3pm|TI] [tomorrow|P] clash with anything",
         "No, I found no events at 15:00 tomorrow (Tuesday 17 November)."),
        ("conflicts | does [yoga|T] clash with anything",
         "Yes, 1 overlap with “yoga” from 16 November 2026 on:"),
        ("conflicts | does the [dentist|T] clash with [yoga|T]",
         "No, nothing overlaps “dentist” or “yoga” from 16 November 2026 on."),
        ("conflicts | does [parents' evening|T] clash with [yoga|T]",
         "Yes, 1 overlap with “parents' evening” or “yoga” from 16 November 2026 on:"),
        ("conflicts | can I do both the [dentist|T] and [yoga|T]",
         "Nothing overlaps “dentist” or “yoga” from 16 November 2026 on."),
        ("conflicts | does anything of [Emma's|OW] clash with [yoga|T]",
         "No, nothing overlaps “Emma's” or “yoga” from 16 November 2026 on."),
        ("gap | how long between [lunch|T] and the [viewing|T] [on Wednesday|P]", "4 hours."),
        ("gap | days between the [dentist|T] and the [offsite|T]", "6 days."),
        ("gap | minutes between [yoga|T] and [parents' evening|T]",
         "None, they overlap by 30 minutes."),
        ("gap | how long between [viewings|T]", "7 days (1 week)."),
        ("gap | the longest break [on Wednesday|P]", "4 hours."),
        ("gap | how long between [yoga|T] and [the ballet|T] [on Thursday|P]", "1 hour."),
    ],
)  # fmt: skip
def test_the_answer_comes_first(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_which_two_events_are_meant_is_said() -> None:
    assert say("gap | how long between the [dentist|T] and the [offsite|T]").splitlines()[1] == (
        "From Dentist, Thursday 26 November, 15:00–15:45, Dr. Weber, to Offsite Hamburg, "
        "Wednesday 2 December to Friday 4 December, Hamburg."
    )


def test_the_first_name_is_the_earlier_event_where_that_is_possible() -> None:
    given = records(
        event("Viewing", "2026-11-17 12:00", "13:00"),
        event("Board", "2026-11-18 09:00", "10:00"),
        event("Viewing", "2026-11-25 12:00", "13:00"),
    )
    assert outcome("gap | from the [board|T] to the [viewing|T]", given).first_line == (
        "7 days (1 week)."
    )


def test_whole_days_that_block_no_time_clash_with_what_has_hours() -> None:
    given = records(
        event("Landscape Expo", "2026-12-03", "2026-12-05", busy=False),
        event("Biscuit - vet", "2026-12-03 16:15", "16:45"),
        event("Jess's birthday", "2026-12-03", busy=False),
    )
    text = say("conflicts | does anything conflict with the [expo|T] [on December 3|P]", given)
    assert text.startswith("Yes, 1 overlap with “expo”")
    assert "Biscuit - vet" in text
    assert "birthday" not in text
