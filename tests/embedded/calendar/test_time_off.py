"""From when until when one is off."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import say
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
