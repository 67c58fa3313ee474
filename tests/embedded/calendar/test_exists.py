"""Yes or no: whether something is on, and how it stands."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import ANNA, ME, TOM, outcome, person, say
from runwright.records.facts import Attendee
from tools.calendar_kit import event, records


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("exists | do I have [yoga|T] [on Thursday|P]",
         "Yes, Yoga, Thursday 19 November, 18:00–19:00, Studio Nord."),
        ("exists | is there [yoga|T] [tomorrow|P]",
         "No, I found no events matching “yoga” tomorrow (Tuesday 17 November)."),
        ("exists | anything [on Friday|P] [after 5|TI]",
         "No, I found no events from 17:00 on on Friday 20 November."),
        ("exists | am I seeing [Clara|PS] [this week|P]",
         "Yes, Lunch with Clara, Wednesday 18 November, 12:30–13:30, Café Möller."),
        ("exists state=cancelled | is the [vet|T] cancelled",
         "Yes, Vet (cancelled), Monday 23 November, 16:00–16:30."),
        ("exists state=cancelled | is [yoga|T] cancelled",
         "No, it is on: Yoga, Thursday 19 November, 18:00–19:00, Studio Nord."),
        ("exists state=moved | was the [car service|T] moved [next week|P]",
         "Yes, Car service, Friday 27 November, 08:00–08:30."),
        ("exists state=declined | did [Raj|PS] decline the [budget review|T] [this week|P]",
         "Yes, Raj Patel has declined Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("exists state=declined | did [Anna|PS] decline the [budget review|T] [this week|P]",
         "No, Anna Schmidt has accepted Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("exists f=allday | is there something all day [on the 11th of December|P]",
         "Yes, Ben's birthday, Friday 11 December, all day."),
    ],
)  # fmt: skip
def test_it_begins_with_yes_or_no(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_several_are_listed_below_the_yes() -> None:
    assert say("exists | anything on [tomorrow|P]") == (
        "Yes, 2 events tomorrow (Tuesday 17 November):\n- 09:00–09:15 Standup\n"
        "- 10:00–11:30 Budget review, Room 4"
    )


def test_each_of_two_days_has_its_answer() -> None:
    assert say("exists alt=yes | is [yoga|T] [on Wednesday|P] or [on Thursday|P]") == (
        "On Wednesday 18 November: no.\n"
        "On Thursday 19 November: yes, Yoga, Thursday 19 November, 18:00–19:00, Studio Nord."
    )


def test_a_past_day_is_not_taken_where_the_verb_looks_ahead() -> None:
    assert outcome("exists | do I have a [standup|T] [on Saturday|P]").first_line == (
        "No, I found no events matching “standup” on Saturday 21 November."
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("exists | is [Raj|PS] definitely coming to [the workshop|T]",
         "Not confirmed: Raj Patel answered “maybe” (tentative) to Workshop, Tuesday 24 "
         "November, 09:30–16:30."),
        ("exists | is [Raj|PS] coming to the [budget review|T]",
         "No, Raj Patel has declined Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("exists | is [the vet|T] still on",
         "No, it is cancelled: Vet (cancelled), Monday 23 November, 16:00–16:30."),
    ],
)  # fmt: skip
def test_how_somebody_answered_and_what_was_called_off_is_told(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_the_answer_of_a_guest_is_found_wherever_the_event_lies() -> None:
    """Whatever tense the verb has."""
    text = say("exists state=accepted | and did [Raj|PS] accept the [workshop|T]")
    assert text.startswith("Not confirmed: Raj Patel answered “maybe” (tentative) to Workshop")


def test_what_else_is_on_a_day_leaves_out_what_was_named() -> None:
    line = "exists | [Yoga|T] [on the 19th|P]: does anything else fall on [that day|P]"
    text = say(line)
    assert "Parents' evening" in text
    assert "Yoga" not in text.partition("\n")[2]


@pytest.mark.parametrize(
    ("mine", "answer"),
    [
        ("none", "No, you have not answered Night out, Friday 11 December, 19:00–23:00 yet."),
        ("accepted", "Yes, you have accepted Night out, Friday 11 December, 19:00–23:00."),
    ],
)
def test_whether_one_has_replied_is_told_from_ones_own_answer(mine: str, answer: str) -> None:
    at_work = Attendee(name="Sam Keller", address="keller@clinic.example")
    given = records(
        *(event("Club", f"2026-10-0{day} 19:00", "20:00", people=(ME, TOM)) for day in (1, 2, 3)),
        *(event("Team", f"2026-10-0{day} 09:00", "10:00", people=(at_work, ANNA))
          for day in (5, 6, 7)),
        event("Night out", "2026-12-11 19:00", "23:00", organiser=ANNA,
              people=(ANNA, at_work.model_copy(update={"answer": mine}))),
    )  # fmt: skip
    line = "exists state=unanswered | have I replied to the [night out|T]"
    assert say(line, given) == answer


def test_of_several_names_the_one_who_is_invited_is_told_of() -> None:
    given = records(
        event("Sunday lunch", "2026-11-22 13:00", "15:30", place="Siân's, Penarth",
              people=(ME, person("Rhodri Pritchard", "tentative"))),
    )  # fmt: skip
    line = "exists state=accepted | [lunch|T] at [Siân's|PS], has [Rhodri|PS] said he's coming"
    assert say(line, given).startswith("Not confirmed: Rhodri Pritchard answered “maybe”")
