"""Days that are named by their number alone."""

from __future__ import annotations

from embedded.calendar.kit import say
from tools.calendar_kit import event, records

GIVEN = records(
    event("Mum arrives (train from London)", "2026-12-23 14:12", "14:42"),
    event("Choir", "2026-11-23 19:00", "20:00"),
)


def test_the_next_month_with_such_an_event_is_meant() -> None:
    text = say("when f=end | what time does [Mum's|PS] [train|T] get in [on the 23rd|P]", GIVEN)
    assert text.splitlines()[0].startswith("Wednesday 23 December, 14:12–14:42: Mum arrives")
    assert "There is none on Monday 23 November." in text


def test_the_nearest_day_of_that_number_is_meant_where_it_has_one() -> None:
    assert say("when | what time is [choir|T] [on the 23rd|P]", GIVEN).startswith(
        "Monday 23 November, 19:00–20:00: Choir."
    )


def test_a_day_without_such_an_event_in_any_month_is_said_to_have_none() -> None:
    assert say("when | what time is [choir|T] [on the 12th|P]", GIVEN).startswith("I found no")
