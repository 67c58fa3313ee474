"""What the description of an event says."""

from __future__ import annotations

from embedded.calendar.kit import query, say
from embedded.runner import run, surroundings
from runwright.minds.embedded import calendar
from runwright.minds.embedded.query import DESCRIBED
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


def test_a_question_that_goes_on_about_an_event_is_told_its_description() -> None:
    asked = query("when | what is the dress code [winter concert|T]")._replace(flags=(DESCRIBED,))
    told = run(calendar.answer(asked, surroundings(CONCERT)), CONCERT)
    assert told.first_line == "Its description says: call time 6:15, black pants"
    assert told.answer.is_answer
    bare = records(event("Winter concert", "2026-12-09 19:00", "20:30"))
    assert not run(calendar.answer(asked, surroundings(bare)), bare).answer.is_answer


def test_the_description_stands_below_for_words_that_neither_time_nor_place_answers() -> None:
    line = "when | when is the [winter concert|T] and which trousers"
    assert say(line, CONCERT).splitlines()[-1] == (
        "Its description says: call time 6:15, black pants"
    )
