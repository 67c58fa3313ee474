"""What is asked of one event: when, where, who, how long until."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from embedded.calendar.kit import ANNA, ME, TOM, outcome, say
from runwright.records.facts import Event
from runwright.tools.base import Item
from tools.calendar_kit import event, records


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("when | when is the [offsite|T]",
         "Wednesday 2 December to Friday 4 December: Offsite Hamburg, Hamburg."),
        ("when | what time is [yoga|T] [on Thursday|P]",
         "Thursday 19 November, 18:00–19:00: Yoga, Studio Nord."),
        ("when f=end | when does the [workshop|T] end",
         "16:30, Tuesday 24 November: Workshop (09:30–16:30) ends then."),
        ("when f=end | when is the [offsite|T] over",
         "Friday 4 December is the last day of Offsite Hamburg."),
        ("when alt=yes | is [yoga|T] [at six|TI] or [at seven|TI]",
         "Thursday 19 November, 18:00–19:00: Yoga, Studio Nord."),
        ("when | when is [lunch with Clara|T]",
         "Wednesday 18 November, 12:30–13:30: Lunch with Clara, Café Möller."),
        ("when | when is the [workshop|T] with [Tom|PS]",
         "Tuesday 24 November, 09:30–16:30: Workshop."),
        ("when | when is [yoga|T] [in London time|UNIT]",
         "Thursday 19 November, 17:00–18:00: Yoga, Studio Nord. Times are those of Europe/London."),
        ("where | where is [yoga|T]", "Studio Nord: Yoga, Thursday 19 November, 18:00–19:00."),
        ("where alt=yes | is [yoga|T] in [the studio|PL] or [online|PL]",
         "Studio Nord: Yoga, Thursday 19 November, 18:00–19:00."),
        ("where | where is the [workshop|T]",
         "The calendar names no place for Workshop, Tuesday 24 November, 09:30–16:30."),
        ("who | who is in the [budget review|T]",
         "Anna Schmidt and Raj Patel: Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("who role=organiser | who called the [workshop|T]",
         "Tom Becker organises Workshop, Tuesday 24 November, 09:30–16:30."),
        ("who state=declined | who said no to the [budget review|T]",
         "Raj Patel has declined Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("who state=accepted | who is coming to [yoga|T]",
         "The calendar names nobody for Yoga, Thursday 19 November, 18:00–19:00, Studio Nord."),
        ("who | who do I meet [tomorrow|P]",
         "Anna Schmidt and Tom Becker tomorrow (Tuesday 17 November)."),
        ("until | how long until the [dentist|T]",
         "10 days: Dentist, Thursday 26 November, 15:00–15:45, Dr. Weber."),
        ("until | how many weeks until the [offsite|T]",
         "2 weeks and 2 days: Offsite Hamburg, Wednesday 2 December to Friday 4 December, "
         "Hamburg."),
        ("until | [in hours|UNIT], how long until the [review|T]",
         "22 hours: Budget review, Tuesday 17 November, 10:00–11:30, Room 4."),
        ("until | how many working days until the [dentist|T]",
         "8 working days: Dentist, Thursday 26 November, 15:00–15:45, Dr. Weber."),
    ],
)  # fmt: skip
def test_the_answer_comes_first(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_of_many_events_of_a_name_the_next_is_meant_however_long_the_calendar() -> None:
    past = [event("Call", f"2026-{1 + n // 28:02}-{1 + n % 28:02} 08:00", "08:30")
            for n in range(200)]  # fmt: skip
    given = records(*past, event("Call", "2026-11-20 08:00", "08:30"))
    assert outcome("when | when is the [call|T]", given).first_line == (
        "Friday 20 November, 08:00–08:30: Call."
    )


def test_a_task_that_bears_the_name_is_meant() -> None:
    given = records(
        event("Tax return", "2026-12-01", what="task", busy=False),
        event("Call", "2026-11-20 08:00", "08:30"),
    )
    assert outcome("when | when is the [tax return|T] due", given).first_line == (
        "Tuesday 1 December: Tax return."
    )
    assert outcome("until | how long until the [tax return|T]", given).first_line == (
        "15 days: Tax return, Tuesday 1 December."
    )


def test_others_that_fit_are_named_too() -> None:
    assert say("when | when is the [viewing|T]").splitlines()[1] == (
        "Also: Flat viewing Pankow, Wednesday 25 November, 17:30–18:30, Berlin."
    )


def test_how_often_is_read_from_the_days() -> None:
    series = [event("Choir", f"2026-11-{day} 19:00", "21:00", series="c")
              for day in ("03", "10", "17", "24")]  # fmt: skip
    assert say("when f=recurring | how often is [choir|T]", records(*series)) == (
        "Every week, on Tuesdays: Choir, 4 times from Tuesday 3 November to Tuesday 24 November. "
        "The next one is Tuesday 17 November, 19:00–21:00."
    )


def test_whom_one_meets_most_leaves_out_oneself() -> None:
    text = say("who g=person | who do I meet most [this week|P]")
    assert text.splitlines()[0] == "Anna Schmidt (6 events, 2 hours 45 minutes)."
    assert "Sam" not in text


def test_without_a_clear_owner_own_answers_are_not_guessed() -> None:
    given = records(event("Call", "2026-11-17 09:00", "10:00", people=(ANNA, TOM)))
    result = outcome("list state=declined | what did I decline [this week|P]", given)
    assert not result.answer.is_answer
    assert "which of the people in it you are" in result.text


def test_an_event_that_is_on_now_is_said_to_be() -> None:
    given = records(event("Training", "2026-11-16 11:00", "13:00"))
    assert say("until | how long until [training|T]", given) == (
        "It is on now: Training, Monday 16 November, 11:00–13:00."
    )
    assert outcome("until f=end | how long till the end of [training|T]", given).first_line == (
        "1 hour: 13:00, today, Monday 16 November: Training (11:00–13:00) ends then."
    )


def test_two_people_must_both_be_there_unless_one_or_the_other_is_asked_for() -> None:
    both = event("Sync", "2026-11-17 09:00", "10:00", people=(ME, ANNA, TOM))
    one = event("Chat", "2026-11-18 09:00", "10:00", people=(ME, ANNA))
    given = records(both, one, event("Talk", "2026-11-19 09:00", "10:00", people=(ME, TOM)))
    assert outcome("list | with [Anna|PS] and [Tom|PS] [this week|P]", given).first_line.startswith(
        "1 event"
    )
    assert outcome("list | with [Anna|PS] or [Tom|PS] [this week|P]", given).first_line.startswith(
        "3 events"
    )


def test_names_of_different_kinds_must_all_fit() -> None:
    given = records(
        event("Retro", "2026-11-20 13:00", "14:00"), event("Lunch with Clara", "2026-11-18 12:30")
    )
    assert outcome("when | when is the [retro|T] with [Clara|PS]", given).first_line == (
        "I found no events matching “retro” with Clara in your calendar."
    )


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("when state=moved | did the [car service|T] get moved, and when is it",
         "Yes, to Friday 27 November, 08:00–08:30: Car service. It was to be Friday 20 November, "
         "08:00."),
        ("when | what was the original date of the [car service|T]",
         "Friday 20 November, 08:00: Car service was moved from there to Friday 27 November, "
         "08:00–08:30."),
        ("last | how many days since my last [dentist|T] appointment",
         "188 days ago: Tuesday 12 May, 15:00–15:45: Dentist, Dr. Weber."),
        ("where | what is the passcode for the [budget review|T]",
         "The calendar does not tell the passcode for Budget review, Tuesday 17 November, "
         "10:00–11:30, Room 4."),
        ("who state=tentative | who is a maybe for the [workshop|T]",
         "Raj Patel has answered “maybe” to Workshop, Tuesday 24 November, 09:30–16:30."),
        ("busiest g=month state=cancelled | in what month was [the vet|T] called off",
         "Monday 23 November, 16:00–16:30: Vet (cancelled)."),
    ],
)  # fmt: skip
def test_what_happened_to_an_event_comes_first(line: str, answer: str) -> None:
    assert say(line).splitlines()[0] == answer


def test_whoever_is_met_alone_is_not_taken_for_the_owner() -> None:
    alone = [event("1:1 with Tom", f"2026-11-{day} 14:00", "14:30", people=(TOM,))
             for day in (17, 18, 19, 20)]  # fmt: skip
    given = records(*alone, event("Demo day", "2026-11-24 14:00", "15:00", people=(ANNA, TOM)))
    assert say("who | who comes to [demo day|T]", given).startswith("Anna Schmidt and Tom Becker")


def test_what_is_called_off_is_said_first() -> None:
    text = say("where | where is the [vet|T]")
    assert text.startswith("It is cancelled: Vet (cancelled), Monday 23 November, 16:00–16:30.")


def test_what_is_done_for_a_feast_may_lie_before_it() -> None:
    given = records(
        event("Last day of school term", "2026-12-18"), event("School trip", "2026-11-20 09:00")
    )
    text = say("when f=end | when do the [schools|T] finish [for Christmas|P]", given)
    assert text == "Friday 18 December, all day: Last day of school term."


def test_who_has_answered_so_far_says_nothing_of_the_day_of_the_event() -> None:
    text = say("who state=accepted | who said yes to the [offsite|T] [so far|P]")
    assert text.startswith("Anna Schmidt has accepted Offsite Hamburg")


def test_who_it_is_may_stand_in_the_description_or_the_title() -> None:
    given = records(
        event("Open meeting", "2026-11-18 10:30", "12:00", note="Speaker: Colin Frost"),
        event("Game vs Brookline", "2026-11-19 10:30", "12:00"),
        event("Long day - Ward 8C", "2026-11-20 07:30", "20:00"),
    )
    assert say("who | who speaks at the [open meeting|T]", given).startswith(
        "Its description says: Speaker: Colin Frost"
    )
    assert outcome("who | who do we play in the [game|T]", given).answer.is_answer
    # The calendar does not say who: that is no answer.
    assert not outcome("who | who did I swap the [long day|T] with", given).answer.is_answer
    assert not outcome("who | who did I swap with [on Friday|P]", given).answer.is_answer


def test_the_next_one_after_today_is_not_today_s() -> None:
    given = records(
        event("Physio", "2026-11-16 13:00", "13:40"), event("Physio", "2026-11-30 13:00", "13:40")
    )
    for line in ("next | when is my next [physio|T] after [todays|T] one",
                 "next | when is the next [physio|T] after today?"):  # fmt: skip
        assert say(line, given).startswith("Monday 30 November")


def test_the_day_of_the_week_is_that_of_any_week() -> None:
    assert say("when | what day of the week is the [dentist|T]").startswith("Thursday 26 November")


def test_how_often_something_is_asks_for_its_rhythm() -> None:
    given = records(
        *(event("Ops review", f"2026-{day} 15:00", "16:00") for day in ("11-04", "11-18", "12-02"))
    )
    assert say("count | how often is the [ops review|T]", given).startswith("Every two weeks")
    assert say("count | how often was the [ops review|T] [in 2026|P]", given).startswith("1 event")


def test_what_is_on_at_a_moment_lasts_longer_than_that() -> None:
    given = records(
        event("Practice", "2026-11-19 15:30", "18:00"), event("Club", "2026-11-19 19:00", "20:30")
    )
    line = "duration | how long does that go, [Thursday|P] [night|TI] [at 7|TI]"
    assert say(line, given).startswith("1 hour 30 minutes: Club")


def test_the_night_before_a_feast_is_on_the_day_before_it() -> None:
    given = records(
        event("Class", "2026-11-18 19:00", "20:30"), event("Class", "2026-12-02 19:00", "20:30")
    )
    assert say("exists | is there [class|T] [the night before Christmas Eve|P]", given).startswith(
        "No, I found no events matching “class” between 18:00 and 06:00 on Wednesday 23 December"
    )


MONTHLY = tuple(f"2026-{day}" for day in ("06-09", "07-14", "08-11", "09-08", "10-13", "11-10"))
FOUR_WEEKLY = tuple(f"2026-{day}" for day in ("07-14", "08-11", "09-08", "10-06", "11-03", "12-01"))


@pytest.mark.parametrize(
    ("days", "often"),
    [
        (FOUR_WEEKLY, "Every four weeks, on Tuesdays: Clinic"),
        (FOUR_WEEKLY[:2] + FOUR_WEEKLY[3:], "Every four weeks, on Tuesdays: Clinic"),
        (MONTHLY, "Every month, on the second Tuesday: Clinic"),
    ],
)
def test_four_weeks_are_no_month(days: tuple[str, ...], often: str) -> None:
    given = records(*(event("Clinic", f"{day} 10:00", "10:30", place="Ward 3") for day in days))
    assert say("count | how often do I go to [this|P] [clinic|PL]", given).startswith(often)
    assert say("count | how often is [that|T] [clinic|T]", given).startswith(often)


def test_an_occurrence_that_was_moved_does_not_change_the_rhythm() -> None:
    given = records(
        *(event("Team", f"{day} 10:00", "10:30", series="t") for day in FOUR_WEEKLY[:-1]),
        event("Team", "2026-12-03 10:00", "10:30", series="t",
              moved_from="2026-12-01T09:00:00.000Z"),
    )  # fmt: skip
    assert say("count | how often is the [team|T]", given).startswith("Every four weeks")


def entered_in(zone: str) -> Item[Event]:
    item = event("Dentist", "2026-11-24 16:00", "16:45", zone=ZoneInfo(zone))
    return item._replace(facts=item.facts.model_copy(update={"zone": zone}))


def test_hours_of_utc_are_said_to_be_where_the_event_was_entered_in_others() -> None:
    utc = ZoneInfo("UTC")
    told = "Times are in UTC, this project's time zone."
    dentist = entered_in("Europe/Berlin")
    question = "when | when is the [dentist|T]"
    first, last = say(question, records(dentist, zone=utc)).splitlines()
    assert ("15:00–15:45" in first, last) == (True, told)
    assert told not in say(question, records(dentist))
    assert told not in say(question, records(entered_in("Europe/London"), zone=utc))


def test_who_is_met_in_several_events_is_told_by_their_titles() -> None:
    given = records(
        event("Match v Borth", "2026-11-28 09:30", "10:30"),
        event("Match v Tregaron", "2026-11-21 09:30", "10:30"),
    )
    assert say("who | who do I play, which [match|T]", given).splitlines() == [
        "- Match v Tregaron, Saturday 21 November, 09:30–10:30",
        "- Match v Borth, Saturday 28 November, 09:30–10:30",
    ]


def test_what_was_called_off_is_left_out_of_a_count_anyway() -> None:
    given = records(
        event("Gig", "2026-10-03 20:00", "22:00"),
        event("Gig", "2026-10-10 20:00", "22:00", status="cancelled"),
    )
    line = "count state=cancelled | how many [gigs|T] [in October|P], not counting called off ones"
    assert say(line, given).startswith("1 event")
