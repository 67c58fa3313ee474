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


CONCERT = records(
    event("Winter concert", "2026-12-09 19:00", "20:30", note="call time 6:15, black pants"),
)


def test_the_description_is_told_where_it_has_a_word_of_the_question() -> None:
    line = "when | when is the [winter concert|T], not the start, the call time"
    assert say(line, CONCERT).splitlines() == [
        "Wednesday 9 December, 19:00–20:30: Winter concert.",
        "Its description says: call time 6:15, black pants",
    ]
    assert "description" not in say("when | what time is the [winter concert|T]", CONCERT)
