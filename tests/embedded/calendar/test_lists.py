"""Lists of events: what is on, what is next, what was last, what comes first."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import CALENDAR, EVENTS, outcome, query, say
from embedded.runner import run, surroundings
from runwright.minds.embedded import calendar
from tools.calendar_kit import event, records


def test_a_day_is_listed_in_order_with_times_and_places() -> None:
    assert say("list | what's on [tomorrow|P]") == (
        "2 events tomorrow (Tuesday 17 November):\n"
        "- 09:00–09:15 Standup\n"
        "- 10:00–11:30 Budget review, Room 4"
    )


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ("list | [flat viewings|T] [this month|P]",
         "2 events matching “flat viewings” in November 2026:"),
        ("list | everything with [Tom|PS] [on Thursday|P]",
         "1 event with Tom on Thursday 19 November:"),
        ("list | things at [Hamburg|PL] [in December|P]",
         "1 event at “Hamburg” in December 2026:"),
        ("list | what's on [Emma's|OW] calendar [this week|P]",
         "1 event of Emma in the week of 16 November 2026:"),
        ("list f=allday | all-day things [in December|P]", "2 all-day events in December 2026:"),
        ("list state=cancelled | what was cancelled [next week|P]",
         "1 cancelled event in the week of 23 November 2026:"),
        ("list state=tentative | the maybes [this week|P]",
         "1 tentative event in the week of 16 November 2026:"),
        ("list state=moved | what got moved [this month|P]",
         "1 moved event in November 2026:"),
        ("list state=unanswered | what have I not answered [next week|P]",
         "1 unanswered event in the week of 23 November 2026:"),
        ("list role=organiser | what did [Tom|PS] invite me to [next week|P]",
         "1 event with Tom as organiser in the week of 23 November 2026:"),
        ("list role=organiser | meetings that I set up [this week|P]",
         "1 event as organiser in the week of 16 November 2026:"),
        ("list role=attendee | where I am only a guest [tomorrow|P]",
         "1 event as a guest tomorrow (Tuesday 17 November):"),
        ("list | [this week|P] shorter than [20 minutes|D]",
         "5 events of at most 20 minutes in the week of 16 November 2026:"),
        ("list role=organiser | what I hosted [between January and November|P]",
         "1 event as organiser from 1 January to 30 November 2026:"),
        ("list | what is left [this week|P]",
         "11 events in the week of 16 November 2026, from now on:"),
        ("list | [next week|P] over [two hours|D>]",
         "1 event of at least 2 hours in the week of 23 November 2026:"),
        ("list | [this week|P] [after 5|TI]",
         "3 events from 17:00 on in the week of 16 November 2026:"),
        ("list | [on Thursdays|WD] [this week|P] without [the standup|XT]",
         "3 events on Thursdays in the week of 16 November 2026, leaving out “the standup”:"),
        ("list | [this week|P] except [Thursday|XP] and without [standup|XT]",
         "4 events in the week of 16 November 2026, leaving out “standup” and “Thursday”:"),
        ("list | with [Anna|PS] and [Raj|PS] [this week|P]",
         "1 event with Anna and Raj in the week of 16 November 2026:"),
    ],
)  # fmt: skip
def test_whatever_narrows_a_list_is_applied_and_said(line: str, head: str) -> None:
    assert say(line).splitlines()[0] == head


def test_a_list_without_a_period_looks_ahead_and_says_how_far() -> None:
    assert outcome("list | what's coming up").first_line.endswith("from 16 to 22 November 2026:")
    assert outcome("list | my [dentist|T] dates").first_line == (
        "1 event matching “dentist” from 16 November 2026 on:"
    )


def test_a_number_of_events_is_heeded_on_either_side_of_now() -> None:
    assert say("list | the next [two|N] things") == (
        "The next 2 events:\n- Tuesday 17 November, 09:00–09:15: Standup\n"
        "- Tuesday 17 November, 10:00–11:30: Budget review, Room 4"
    )
    assert say("list o=newest | the last [two|N] things I had") == (
        "The last 2 events:\n- Monday 16 November, 09:00–09:15: Standup\n"
        "- Friday 13 November, 09:00–09:15: Standup"
    )


def test_what_is_not_then_is_named_with_the_nearest_one() -> None:
    assert say("list | [dentist|T] appointments [this week|P]") == (
        "I found no events matching “dentist” in the week of 16 November 2026.\n"
        "The next one is Dentist, Thursday 26 November, 15:00–15:45, Dr. Weber. "
        "The last one was Dentist, Tuesday 12 May, 15:00–15:45, Dr. Weber."
    )


def test_a_name_that_stands_nowhere_is_said_with_what_comes_near() -> None:
    result = outcome("list | my [wedding|T] [in May|P]")
    assert not result.answer.is_answer
    assert result.calls == []
    assert result.text == "I found no event with “wedding” in your calendar."
    near = outcome("list | [quarterly review|T]")
    assert near.text.endswith("Did you mean “Budget review”?")


def test_a_slip_of_the_pen_is_read_and_said() -> None:
    text = say("next | next [dentsit|T]")
    assert text.splitlines() == [
        "Thursday 26 November, 15:00–15:45: Dentist, Dr. Weber.",
        "I read “dentsit” as “dentist”.",
    ]


def test_a_person_of_another_period_is_not_taken_for_one_that_looks_alike() -> None:
    given = records(
        event("Lunch with Clara", "2026-10-01 12:00", "13:00"),
        event("Call with Laura", "2026-11-17 12:00", "13:00"),
    )
    assert outcome("exists | am I seeing [Clara|PS] [this week|P]", given).first_line == (
        "No, I found no events with Clara in the week of 16 November 2026."
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("next | what's next", "Tomorrow, Tuesday 17 November, 09:00–09:15: Standup."),
        ("next ask=place | where is the next [viewing|T]",
         "Berlin: Flat viewing Mitte, Wednesday 18 November, 17:30–18:00."),
        ("next ask=time | what time is the next [viewing|T]",
         "17:30, Wednesday 18 November: Flat viewing Mitte, Berlin."),
        ("next ask=day | which day is my next [yoga|T]",
         "Thursday 19 November: Yoga, 18:00–19:00, Studio Nord."),
        ("next ask=count | how many are at the next [review|T]",
         "3 people, you among them: Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("next f=end ask=time | when is the next [viewing|T] over",
         "18:00, Wednesday 18 November: Flat viewing Mitte (17:30–18:00) ends then."),
        ("last | when was I last at the [dentist|T]",
         "Tuesday 12 May, 15:00–15:45: Dentist, Dr. Weber."),
        ("first o=oldest | when does my day start [tomorrow|P]",
         "Tomorrow, Tuesday 17 November, 09:00–09:15: Standup."),
        ("first o=oldest | what is the earliest I have [this week|P]",
         "Tomorrow, Tuesday 17 November, 09:00–09:15: Standup."),
        ("next ask=count | how many come to the next [yoga|T]",
         "The calendar names nobody for Yoga, Thursday 19 November, 18:00–19:00, Studio Nord."),
        ("first o=newest f=end | when am I done [on Thursday|P]",
         "20:00, Thursday 19 November: Parents' evening (18:30–20:00) ends then."),
    ],
)  # fmt: skip
def test_what_is_asked_of_an_event_comes_first(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_of_two_kinds_the_next_comes_first_and_then_the_other() -> None:
    assert say("next alt=yes | which comes first, [yoga|T] or the [dentist|T]") == (
        "Thursday 19 November, 18:00–19:00: Yoga, Studio Nord.\n"
        "Then: Dentist, Thursday 26 November, 15:00–15:45, Dr. Weber."
    )


def test_nothing_ahead_is_said_with_the_last_one() -> None:
    given = records(event("Choir", "2026-11-10 19:00", "21:00"))
    assert say("next | next [choir|T]", given) == (
        "I found no events matching “choir” coming up.\n"
        "The last one was Choir, Tuesday 10 November, 19:00–21:00."
    )


def test_forms_change_the_answer_and_not_what_is_counted() -> None:
    assert say("list form=short | [tomorrow|P] in short") == (
        "2 events tomorrow (Tuesday 17 November): Standup (09:00–09:15) and Budget review "
        "(10:00–11:30)."
    )
    assert say("list form=table | [tomorrow|P] as a table").splitlines()[2] == (
        "| Tuesday 17 November, 09:00–09:15 | Standup |  | Sam Keller, Anna Schmidt, Tom Becker |"
    )


@pytest.mark.parametrize("form", ["csv", "ics"])
def test_a_file_is_made_of_the_events(form: str) -> None:
    result = outcome(f"list form={form} | [viewings|T] [this month|P] as {form}")
    assert [call.tool for call in result.calls] == ["find_events", "make_file"]
    assert result.first_line.startswith(f"events.{form} is a ")
    assert "with 2 events: events matching “viewings” in November 2026." in result.first_line


def test_a_name_that_is_all_over_is_listed_from_the_newest_back() -> None:
    over = records(*(each for each in EVENTS if (each.facts.start or "") < "2026-11-16"))
    text = say("list | my meetings with [Anna|PS]", over)
    assert text.startswith("1 event with Anna up to and including 16 November 2026:")
    assert "None is coming up." in text


def test_all_events_of_a_name_are_those_behind_and_ahead() -> None:
    assert say("list | all my [dentist|T] appointments").startswith("2 events matching “dentist”")


def test_what_comes_after_a_named_event_is_the_rest_of_its_day() -> None:
    text = say("list | what comes after the meeting with [Clara|PS] [on Wednesday|P]")
    assert text.startswith("1 event on that day after Lunch with Clara")
    assert "17:30–18:00 Flat viewing Mitte" in text


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("last | when is the last [pottery class|T]", "Thursday 10 December"),
        ("last | when was the last [pottery class|T]", "Thursday 12 November"),
        ("last | when's the last [standup|T]", "Friday 13 November"),
        ("when | when am I getting my [hair cut|C]", "Saturday 28 November"),
        ("when | when am I at [Peter Mark|M]", "Saturday 28 November"),
    ],
)
def test_the_verb_tells_which_last_one_is_meant(line: str, day: str) -> None:
    """A series without an end has no last event."""
    given = records(
        event("Pottery class", "2026-11-12 18:30", "20:30"),
        event("Pottery class", "2026-12-10 18:30", "20:30"),
        event("Standup", "2026-11-13 09:00", "09:15", series="s", endless=True),
        event("Standup", "2026-11-20 09:00", "09:15", series="s", endless=True),
        event("Haircut", "2026-11-28 11:00", "11:45", place="Peter Mark"),
    )
    assert say(line, given).startswith(day)


@pytest.mark.parametrize(
    ("line", "flags", "day"),
    [
        ("next | and the one after that", ("after",), "Wednesday 18 November"),
        ("next | and after that", ("after", "after"), "Thursday 19 November"),
        ("next | and the one before", ("before",), "Today, Monday 16 November"),
        ("next | when is the next but one", (), "Wednesday 18 November"),
        ("last | and the one before that", ("before",), "Friday 13 November"),
    ],
)
def test_events_are_followed_one_by_one(line: str, flags: tuple[str, ...], day: str) -> None:
    asked = query(f"{line} [standup|T]")._replace(flags=flags)
    program = calendar.answer(asked, surroundings(CALENDAR))
    assert run(program, CALENDAR).text.startswith(day)


def test_the_earliest_of_several_days_is_that_by_the_clock() -> None:
    given = records(
        event("Weekly", "2026-11-17 10:00", "10:45"), event("Train", "2026-11-20 08:14", "09:30")
    )
    text = say("first o=oldest | what's the earliest I start something [this week|P]", given)
    assert text.startswith("Friday 20 November, 08:14–09:30: Train.")
    assert "The first of all is Weekly, Tuesday 17 November, 10:00–10:45." in text


def test_what_was_moved_out_of_a_period_is_told_where_it_went() -> None:
    given = records(
        event("Choir", "2026-11-17 19:30", "21:30"),
        event("Choir", "2026-11-23 19:00", "21:00", moved_from="2026-11-24T18:30:00.000Z"),
    )
    text = say("exists | is [choir|T] [on Tuesday|P] [next week|P] as usual", given)
    assert text.splitlines() == [
        "No, I found no events matching “choir” on Tuesday 24 November.",
        "It was moved: Choir, Monday 23 November, 19:00–21:00.",
    ]


def test_what_lies_around_a_period_without_any_is_told() -> None:
    given = records(*(event("Gym", f"2026-11-{day} 18:00", "19:00") for day in (17, 19, 23, 26)))
    text = say("exists | do I have [gym|T] [on Sunday|P]", given)
    assert "Before that: Gym, Thursday 19 November" in text
    assert "After that: Gym, Monday 23 November" in text
