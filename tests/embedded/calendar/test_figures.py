"""Figures of events: how many, how long, the busiest, and one against another."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import ME, outcome, person, say
from tools.calendar_kit import event, records


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("count | how many [viewings|T] [this month|P]",
         "2 events matching “viewings” in November 2026."),
        ("count | how many [weddings|T] and [viewings|T] [last week|P]",
         "I found no event with “weddings” in your calendar."),
        ("count | how many [viewings|T] [last week|P]",
         "None: I found no events matching “viewings” in the week of 9 November 2026."),
        ("count form=number | just the number of [viewings|T] [this month|P]", "2"),
        ("count state=cancelled | how many were cancelled [next week|P]",
         "1 cancelled event in the week of 23 November 2026."),
        ("count state=declined | how many have declined the [budget review|T]",
         "1 person: Raj Patel."),
        ("count | how many people do I meet [tomorrow|P]",
         "2 people in 2 events tomorrow (Tuesday 17 November): Anna Schmidt and Tom Becker."),
        ("count | how many evenings am I out [after 5|TI] [this week|P]",
         "2 evenings with at least one event."),
        ("count | how many [standups|T] are left [this week|P]",
         "4 events matching “standups” in the week of 16 November 2026, from now on."),
        ("count | how many patients [on Tuesday|P]", "2 events tomorrow (Tuesday 17 November)."),
        ("duration state=tentative | hours of tentative blocks [this week|P]", "1 hour."),
        ("duration state=cancelled | hours of cancelled things [next week|P]",
         "I can list and count cancelled events, but they take no time."),
        ("duration | how long is the [workshop|T]",
         "7 hours: Workshop, Tuesday 24 November, 09:30–16:30."),
        ("duration | how long is the [standup|T]",
         "15 minutes: Standup, Monday 16 November, 09:00–09:15."),
        ("duration | is the [workshop|T] longer than [8 hours|D>]",
         "No, 7 hours: Workshop, Tuesday 24 November, 09:30–16:30."),
        ("duration | total hours of [viewings|T] [this month|P]", "1 hour 30 minutes."),
        ("duration | hours of [viewings|T] [this month|P] [in minutes|UNIT]", "90 minutes."),
        ("duration o=desc | the longest thing [this week|P]",
         "Budget review, 1 hour 30 minutes: Tuesday 17 November, 10:00–11:30."),
        ("busiest g=day | which day [this week|P] is fullest",
         "Thursday 19 November: 4 events, 3 hours 15 minutes."),
        ("busiest g=weekday | my busiest weekday [this week|P]",
         "Thursday: 4 events, 3 hours 15 minutes."),
        ("compare | do I have more on [tomorrow|P] than [on Thursday|P2]",
         "No. More on Thursday 19 November: 2 events and 2 hours more."),
        ("compare | do I spend more time with [Anna|PS] or with [Raj|PS] [this week|P]",
         "Anna has more: 5 events and 1 hour 15 minutes more."),
        ("compare | which is longer, [the workshop|T] or [yoga|T]",
         "The workshop is longer, by 6 hours."),
    ],
)  # fmt: skip
def test_the_figure_comes_first_with_its_unit(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_each_group_has_its_figure_and_then_the_total() -> None:
    assert say("count g=week | [viewings|T] each week [this month|P]").splitlines()[-3:] == [
        "- week of Monday 23 November: 1 event",
        "- week of Monday 30 November: 0 events",
        "2 events matching “viewings” in November 2026.",
    ]


def test_the_average_of_a_week_is_one_figure() -> None:
    assert outcome(
        "count g=week ask=amount | [standups|T] a week on average [from 9 to 22 November|P]"
    ).text.splitlines() == [
        "3.0 events a week on average.",
        "6 events matching “standups” in 2 weeks from 9 to 22 November 2026.",
    ]


def test_what_has_whole_days_is_said_beside_the_hours() -> None:
    given = records(
        event("Trip", "2026-11-17", "2026-11-20", place="Vienna"),
        event("Flight", "2026-11-17 07:00", "08:30", place="Vienna"),
    )
    assert say("duration | how long am I in [Vienna|PL] [this week|P]", given).splitlines() == [
        "1 hour 30 minutes.",
        "2 events at “Vienna” in the week of 16 November 2026, 1 hour 30 minutes on average.",
        "Not in these hours: 1 event of whole days, 3 days in all.",
    ]


def test_a_chart_is_made_of_groups() -> None:
    result = outcome("duration g=day form=chart | chart my hours by day [this week|P]")
    assert [call.tool for call in result.calls] == ["measure_events", "make_file"]
    assert result.first_line.startswith("events.png is a chart with 7 bars")


def test_without_a_period_it_is_said_from_when_to_when() -> None:
    assert say("count | number of [dentist|T] appointments").splitlines() == [
        "2 events matching “dentist” in your calendar.",
        "The first is on Tuesday 12 May, the last on Thursday 26 November.",
    ]


def test_a_month_that_has_no_events_yet_is_the_one_before_if_words_allow_both() -> None:
    given = records(event("Choir", "2026-05-05 19:00", "21:00"))
    assert outcome("count | [choir|T] in [May|P]", given).first_line == (
        "1 event matching “choir” in May 2026."
    )


def test_a_day_beside_the_period_does_not_decide_which_year_is_meant() -> None:
    given = records(
        event("Choir", "2026-05-05 19:00", "21:00"), event("Choir", "2027-06-01 19:00", "21:00")
    )
    assert outcome("count | what is my [choir|T] count [in May|P]", given).first_line == (
        "1 event matching “choir” in May 2026."
    )


def test_most_time_goes_to_the_others_and_not_to_oneself() -> None:
    given = records(
        *(event("Call", f"2026-11-{day} 09:00", "10:00", people=(ME, person("Anna Schmidt")))
          for day in (16, 17, 18)),
        event("Talk", "2026-11-19 09:00", "10:30", people=(ME, person("Tom Becker"))),
    )  # fmt: skip
    assert say("duration g=person o=desc | who takes most of my time [this week|P]", given) == (
        "Anna Schmidt: 3 hours.\nThen Tom Becker (1 hour 30 minutes).\n"
        "4 hours 30 minutes in 4 events in the week of 16 November 2026."
    )


def test_the_day_with_the_most_hours_comes_first() -> None:
    line = "duration g=day | which day [this week|P] has the most hours of appointments"
    assert say(line).startswith("Thursday 19 November: 3 hours 45 minutes.")


def test_time_from_today_until_something_ends_is_added_up() -> None:
    given = records(
        *(
            event("Pottery class", f"2026-{day} 18:30", "20:30")
            for day in ("11-12", "11-19", "11-26", "12-10")
        )
    )
    line = (
        "gap | how much time will I spend [teaching pottery|T] [from today|P] until the [class|T]"
        " ends [in December|P]"
    )
    assert say(line, given).startswith("6 hours.")


def test_two_topics_are_compared_each_with_its_own_person() -> None:
    given = records(
        event("Lunch with Lena", "2026-03-02 12:00", "13:00"),
        event("Lunch with Tobias", "2026-03-03 12:00", "13:00"),
        event("Coffee with Tobias", "2026-03-04 12:00", "13:00"),
        event("Coffee with Tobias", "2026-03-05 12:00", "13:00"),
    )
    sides = "[lunches|T] with [Lena|PS] or [coffees|T] with [Tobias|PS]"
    text = say(f"compare alt=yes | did I have more {sides} [this year|P]", given)
    assert "- Lunches with Lena: 1 event, 1 hour" in text
    assert "- Coffees with Tobias: 2 events, 2 hours" in text


def test_days_that_are_asked_for_are_whole_days() -> None:
    given = records(
        event("Lisbon", "2026-12-04", "2026-12-09"),
        event("Flight to Lisbon", "2026-12-04 07:00", "09:00"),
    )
    text = say("duration | how many days am I in [Lisbon|PL]", given)
    assert text.splitlines()[0].startswith("5 days: 1 event at “Lisbon”")
    assert "Besides, 1 event with hours: 2 hours." in text


def test_a_year_up_to_a_day_ends_with_that_day() -> None:
    given = records(*(event("Gym", f"2026-11-{day} 18:00", "19:00") for day in (10, 14, 15, 20)))
    text = say("count | how many [gym|T] visits [this year|P] up to [yesterday|P2]", given)
    assert text.startswith("3 events matching “gym” from 1 January to 15 November 2026.")


STAYS = records(
    event("Crete", "2026-08-15", "2026-08-23", place="Platanias"),
    event("Cabin", "2026-12-27", "2026-12-31", place="Logan"),
    event("Cabin", "2026-02-06 16:00", "2026-02-08 10:00", place="Logan"),
)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("duration | how many nights were we in [Crete|PL]",
         "7 nights: Crete, Saturday 15 August to Saturday 22 August, Platanias."),
        ("count | how many nights were we in [Crete|PL]",
         "7 nights: Crete, Saturday 15 August to Saturday 22 August, Platanias."),
        ("until | how many nights is the [cabin|T] [in December|P]",
         "3 nights: Cabin, Sunday 27 December to Wednesday 30 December, Logan."),
        ("until | how many nights until [Cabin|T]",
         "41 nights: Cabin, Sunday 27 December to Wednesday 30 December, Logan."),
        ("duration | how many nights at the [cabin|T] [this year|P] in all",
         "5 nights: 2 events matching “cabin” in 2026."),
        ("duration | how many days were we in [Crete|PL]",
         "8 days: Crete, Saturday 15 August to Saturday 22 August, Platanias."),
    ],
)  # fmt: skip
def test_the_nights_of_a_stay_lie_between_its_days(line: str, answer: str) -> None:
    assert say(line, STAYS).splitlines()[0] == answer
