"""What the description of an event says."""

from __future__ import annotations

from embedded.calendar.kit import say
from tools.calendar_kit import event, records

GIVEN = records(
    event("Sam's birthday party", "2026-11-21 20:00", "23:30", note="bring: wine, the speaker"),
    event("Wedding", "2026-11-28 14:00", "23:30"),
)


def test_what_to_bring_stands_in_the_description() -> None:
    text = say("list | what was I supposed to bring to [Sam's|T] [party|T]", GIVEN)
    assert text.splitlines()[0] == "Its description says: bring: wine, the speaker"
    assert "Sam's birthday party, Saturday 21 November" in text


def test_a_description_that_is_missing_is_said() -> None:
    assert say("list | what should I wear to the [wedding|T]", GIVEN).startswith(
        "The calendar does not say what to wear for Wedding"
    )
