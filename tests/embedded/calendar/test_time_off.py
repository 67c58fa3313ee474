"""From when until when one is off."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome, say
from tools.calendar_kit import event, records

GIVEN = records(
    event("Annual leave", "2026-12-21", "2027-01-02"),
    event("Carol service", "2026-12-22 18:00", "19:00"),
    event("Annual leave", "2026-08-03", "2026-08-15"),
)


@pytest.mark.parametrize(
    "line",
    [
        "first o=newest f=end | from when until when am I off [over Christmas|P]",
        "when | when am I off [over Christmas|P]",
        "until f=end | until when am I on leave [over Christmas|P]",
        "when | when am I off next",
    ],
)
def test_the_first_and_the_last_day_are_told(line: str) -> None:
    assert say(line, GIVEN) == (
        "From Monday 21 December to Friday 1 January 2027, 12 days: Annual leave."
    )


def test_christmas_is_more_than_its_three_days() -> None:
    assert "Carol service" in say("list | what is on [over Christmas|P]", GIVEN)
    assert "Carol service" not in say("list | what is on [on Christmas Day|P]", GIVEN)


LEAVE = records(
    event("PTO", "2026-02-17", "2026-02-19"),
    event("PTO - Acadia", "2026-08-10", "2026-08-22"),
    event("PTO", "2026-12-23", "2026-12-25"),
)


def test_leave_is_counted_in_working_days() -> None:
    text = say("count | how many [PTO|T] days did I have [in August|P]", LEAVE)
    assert text.startswith("10 working days, 12 days with the weekends in August 2026")
    text = say("count | how many [PTO|T] days have I taken so far [this year|P]", LEAVE)
    assert text.startswith("12 working days")


def test_what_is_left_of_an_allowance_is_in_no_calendar() -> None:
    found = outcome("count | how many days' [holiday|T] have I got left [this year|P]", LEAVE)
    assert not found.answer.is_answer
    assert "does not say how many days of leave you are entitled to" in found.text


def test_a_holiday_that_everybody_has_is_no_leave() -> None:
    given = records(event("Company holiday: Christmas Day", "2026-12-25"))
    line = "count | how many [holiday|T] days do I have [in December|P]"
    assert not outcome(line, given).answer.is_answer
