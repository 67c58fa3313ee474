"""Periods that words or events bound, and what is asked back."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import ME, outcome, person, query, say
from runwright.minds.embedded import calendar
from tools.calendar_kit import event, records


def period(line: str) -> object:
    (call,) = outcome(line).calls
    return call.arguments["period"]


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("before the offsite", "2026-11-16", "2026-12-02"),
        ("until the dentist", "2026-11-16", "2026-11-26"),
        ("after the workshop", "2026-11-25", None),
        ("during the offsite", "2026-12-02", "2026-12-05"),
        ("the day after the offsite", "2026-12-05", "2026-12-06"),
        ("since the dentist", "2026-05-12", "2026-11-17"),
        ("the week of the offsite", "2026-11-30", "2026-12-07"),
        ("offsite week", "2026-11-30", "2026-12-07"),
    ],
)
def test_an_event_bounds_a_period_and_is_named(words: str, start: str, end: str | None) -> None:
    line = f"list | what do I have [{words}|PE]"
    assert period(line) == {"start": start} | ({"end": end} if end else {})
    assert f"“{words}” is taken from " in say(line)


def test_several_events_that_could_bound_it_are_asked_about() -> None:
    result = outcome("list | what's on [after the viewing|PE]")
    assert not result.answer.is_answer
    assert result.text == (
        "Several events could be meant by “after the viewing”: Flat viewing Mitte (Wednesday 18 "
        "November, 17:30–18:00) and Flat viewing Pankow (Wednesday 25 November, 17:30–18:30). "
        "Which one?"
    )


@pytest.mark.parametrize(
    "line",
    [
        "list | [this term|P]",
        "list | [in the harvest week|P]",
        "count | meetings [since the flood|PE]",
    ],
)
def test_a_period_that_cannot_be_read_is_asked_back(line: str) -> None:
    result = outcome(line)
    assert not result.answer.is_answer
    assert result.text.endswith("Which days do you mean?")
    assert result.calls == []


def test_of_one_event_an_unread_time_is_said_and_not_asked_back() -> None:
    assert say("when | when is [yoga|T] [this term|P]").splitlines() == [
        "Thursday 19 November, 18:00–19:00: Yoga, Studio Nord.",
        "I could not apply “this term”.",
    ]


def test_a_period_outside_the_spans_is_heeded() -> None:
    assert outcome("when | when in May is the [dentist|T]").first_line == (
        "Tuesday 12 May, 15:00–15:45: Dentist, Dr. Weber."
    )


def test_tonight_is_today_and_a_bare_hour_the_next_one() -> None:
    assert period("exists | anything [tonight|TI]") == {"start": "2026-11-16", "end": "2026-11-17"}
    assert period("list | what is [at 9|TI]") == {"start": "2026-11-17", "end": "2026-11-18"}


def test_a_series_that_comes_again_bounds_by_its_next_occurrence() -> None:
    given = records(
        event("Board", "2026-10-01 09:00", "10:00"), event("Board", "2026-12-01 09:00", "10:00"),
        event("Board", "2027-03-01 09:00", "10:00"), event("Gym", "2026-11-20 09:00", "10:00"),
    )  # fmt: skip
    assert outcome("list | what is on [before the board|PE]", given).first_line == (
        "1 event from 16 to 30 November 2026:"
    )


@pytest.mark.parametrize(
    ("line", "tools"),
    [
        ("list | [today|P]", ("find_events",)),
        ("list form=csv | [today|P]", ("find_events", "make_file")),
        ("count | [today|P]", ("measure_events",)),
        ("compare | [today|P] and [tomorrow|P2]", ("measure_events", "measure_events")),
        ("free | [today|P] or [tomorrow|P]", ("find_free_time", "find_free_time")),
        ("conflicts | [today|P]", ("find_conflicts",)),
        ("who g=person | whom do I see most", ("measure_events",)),
    ],
)
def test_a_plan_names_the_calls(line: str, tools: tuple[str, ...]) -> None:
    assert calendar.plan(query(line)) == (tools, ("calendar",))


def test_the_german_what_is_no_past() -> None:
    text = say("list | Was mache ich [am Wochenende|P]?")
    assert "the weekend of 21 November 2026" in text


def test_a_night_that_has_a_name_is_that_of_an_event() -> None:
    given = records(event("Parish quiz night", "2026-11-27 20:00", "23:00"))
    text = say("list | what do I have [on quiz night|P]", given)
    assert text.startswith("1 event on Friday 27 November:")


def test_what_comes_after_todays_is_the_next_one_on_another_day() -> None:
    given = records(
        event("Physio", "2026-11-16 13:00", "13:40"), event("Physio", "2026-11-30 13:00", "13:40")
    )
    assert say("next | when's my next [physio|T] [after todays|TI] one", given).startswith(
        "Monday 30 November, 13:00–13:40: Physio."
    )


def test_the_day_of_a_moved_occurrence_is_told_for_the_one_it_stands_instead_of() -> None:
    given = records(
        event("Rehearsal", "2026-10-15 19:30", "22:00", series="r"),
        event("Rehearsal", "2026-10-21 19:00", "22:00", series="r",
              moved_from="2026-10-22T17:30:00.000Z"),
        event("Rehearsal", "2026-10-29 19:30", "22:00", series="r"),
    )  # fmt: skip
    line = "when | which day did we [rehearse|T] instead of [Thursday|P] [October 22|P]"
    assert say(line, given).startswith("Wednesday 21 October, 19:00–22:00: Rehearsal.")


def test_the_length_of_a_trip_counts_both_ends() -> None:
    given = records(event("Halifax trip", "2026-08-21", "2026-08-30"))
    assert say("gap | how many days was the [Halifax trip|T]", given).startswith("9 days:")


def test_how_many_more_counts_from_now_on() -> None:
    given = records(
        event("Brewer beds", "2026-11-04 09:00", "10:00"),
        event("Brewer beds", "2026-11-18 09:00", "10:00"),
    )
    assert say("count | how many more [Brewer|T] visits [this year|P]", given).startswith(
        "1 event matching “Brewer” in 2026, from now on."
    )


SERIES = tuple(
    event("Gym class", f"2026-{day} 09:30", "10:30", series="g")
    for day in ("11-14", "11-21", "11-28", "12-05")
)
BIRTHDAYS = records(
    event("Josie's birthday party", "2026-03-21 14:00", "16:00", organiser=ME,
          people=(ME, person("Mei Tran", "declined"))),
    *(event("Standup", f"{year}-03-02 09:00", "09:15", people=(ME,)) for year in (2026, 2027)),
)  # fmt: skip


def test_a_weekend_of_a_feast_is_no_weekday() -> None:
    text = say("free | the first [Saturday|WD] [after Thanksgiving weekend|P] that is totally open")
    assert text.startswith("Saturday 5 December.")


def test_what_bounds_a_period_and_is_not_known_is_asked_back() -> None:
    text = say("free | which days are free [after the fair weekend|P]")
    assert text == (
        "I know no period or event that “after the fair weekend” could mean. Which days do you "
        "mean?"
    )


def test_the_new_year_goes_on_after_its_first_day() -> None:
    given = records(event("London", "2027-01-16 08:18", "10:20"))
    assert say("when | what time is [London|T] [in the new year|P]", given).startswith(
        "Saturday 16 January 2027"
    )


def test_back_in_a_month_is_the_last_one() -> None:
    line = "who state=declined | who declined [Josie's|T] [birthday party|T] back [in March|P]"
    assert say(line, BIRTHDAYS).startswith("Mei Tran has declined Josie's birthday party")


def test_what_is_already_taken_may_lie_ahead() -> None:
    asked = period("list | which nights are already taken [the week of December 7th|P]")
    assert asked == {"start": "2026-12-07", "end": "2026-12-14"}


def test_a_name_for_days_that_are_named_is_said_to_be_left_aside() -> None:
    text = say("count | how many [classes|T] did I have [this season|P] [since October|P]",
               records(*SERIES))  # fmt: skip
    assert text.startswith("1 event matching “classes”")
    assert text.endswith("I could not apply “this season”.")
    left = "count | how many [gym classes|T] are left [this session|P]"
    assert say(left, records(*SERIES)).startswith("3 events matching “gym classes” from now on.")


def test_what_is_left_of_a_series_without_an_end_is_asked_back() -> None:
    endless = [item._replace(facts=item.facts.model_copy(update={"endless": True}))
               for item in SERIES]  # fmt: skip
    left = "count | how many [gym classes|T] are left [this session|P]"
    assert say(left, records(*endless)).startswith("I could not read “this session”.")


def test_the_day_of_what_comes_after_ends_a_count() -> None:
    given = records(
        *(event("Rehearsal", f"2026-11-{day} 19:00", "21:00") for day in ("10", "17", "28")),
        event("Dress rehearsal", "2026-11-24 19:00", "21:00"),
        event("Concert", "2026-11-28 19:00", "21:00"),
    )
    line = "count | how many [rehearsals|T] left before the concert [on the 28th|P], counting the "
    assert say(f"{line}[dress rehearsal|XC]", given).startswith("2 events matching “rehearsals”")


def test_a_weekday_of_one_week_is_one_day() -> None:
    text = say("free | am I free [Thursday|WD] [afternoon|TI] [this week|P]")
    assert text.splitlines() == [
        "Not all of the time on Thursday 19 November, between 12:00 and 18:00. Free: 12:00–16:00 "
        "and 17:00–18:00.",
        "In the way: Ballet (16:00–17:00).",
    ]


def test_the_weekends_that_one_works_are_not_the_free_ones() -> None:
    given = records(
        *(event("Weekend duty", f"2026-{day} 08:00", "16:00", calendar="Rota")
          for day in ("11-28", "12-19", "12-20", "12-05"))
    )  # fmt: skip
    text = say("free | which [weekends|WD] am I [working|T] [before Christmas|P]", given)
    assert text.startswith("4 work events on weekends")


def test_a_verb_in_two_parts_calls_something_off() -> None:
    given = records(
        event("Lunch with Mo", "2026-10-09 12:30", "14:00", status="cancelled"),
        event("Lunch with Mo", "2026-10-23 12:30", "14:00"),
    )
    line = "when | we had to call one of our [lunches|T] off [in October|P], what date was that"
    assert say(line, given).startswith("Friday 9 October")
