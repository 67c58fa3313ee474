"""Names of a family's calendars are found wherever they stand: in titles, and as owners."""

from __future__ import annotations

import pytest

from embedded.calendar.kit import outcome, person, say
from tools.calendar_kit import event, records

ORLA, JANA, MARK = person("Orla Kerr"), person("Jana Vogt"), person("Mark Kerr")
FAMILY = records(
    event("Finn guitar lesson", "2026-11-17 16:30", "17:00", calendar="Family"),
    event("Finn guitar lesson", "2026-11-26 16:00", "16:30", calendar="Family"),
    event("Dentist – Finn and Maisie", "2026-05-13 09:15", "09:45", calendar="Family"),
    event("Dentist – Orla", "2025-10-21 15:45", "16:15", calendar="Family"),
    event("Ella's birthday party", "2026-11-21 14:00", "16:00", calendar="Family"),
    event("Maisie's 6th birthday party", "2026-03-14 14:00", "16:30", calendar="Family",
          organiser=ORLA, people=(person("Una Brady"), person("Sinead Doyle", "declined"))),
    event("Budget", "2026-11-20 10:00", "11:00", calendar="Family", organiser=ORLA, people=(MARK,)),
    event("Plan", "2026-11-23 10:00", "11:00", calendar="Family", organiser=ORLA),
    event("Chorprobe", "2026-11-17 19:30", "21:30", calendar="Privat"),
    event("Pitch", "2026-11-20 14:00", "15:00", calendar="Privat", organiser=JANA),
    event("Umzug", "2026-11-23 14:00", "15:00", calendar="Privat", organiser=JANA),
    event("Messe", "2026-11-24 14:00", "15:00", calendar="Privat", organiser=JANA),
    event("Date night", "2026-02-14 19:30", "22:00", calendar="Family"),
    event("Date night", "2026-03-06 19:30", "22:00", calendar="Family"),
)  # fmt: skip
ORLAS = records(*(item for item in FAMILY.items if item.facts.calendar == "Family"))


def test_whoever_has_no_calendar_stands_in_titles() -> None:
    text = say("when | when does [Finn|OW] have [guitar|T] [next week|P]", FAMILY)
    assert text.startswith("Thursday 26 November, 16:00–16:30: Finn guitar lesson.")
    assert "No calendar bears the name “Finn”" in text


def test_titles_do_not_tell_whether_somebody_is_free() -> None:
    assert "no calendar of “Finn”" in say("free | is [Finn|OW] free [tomorrow|P]", FAMILY)


def test_the_calendars_of_two_owners_are_united() -> None:
    text = say("list | what do [Orla|PS] and [Jana|OW] each have [this Friday|P]", FAMILY)
    assert text.startswith("2 events of Orla and Jana on Friday 20 November:")
    assert "Budget" in text
    assert "Pitch" in text


def test_an_event_in_the_calendar_of_a_person_is_theirs() -> None:
    text = say("when | at what time is [Jana's|PS] [choir|T] [tomorrow|P]", FAMILY)
    assert text.startswith("Tomorrow, Tuesday 17 November, 19:30–21:30: Chorprobe.")


def test_of_a_family_one_is_oneself_what_bears_ones_name() -> None:
    text = say("last | when was I last at the [dentist|T] myself, not [the kids|XC]", ORLAS)
    assert text.startswith("Tuesday 21 October 2025, 15:45–16:15: Dentist – Orla.")


def test_a_topic_takes_in_the_word_beside_it_that_titles_bear() -> None:
    text = say("who state=declined | who declined Maisies [birthday party|T]", FAMILY)
    assert text.startswith("Sinead Doyle has declined Maisie's 6th birthday party,")


def test_a_feast_that_no_title_names_is_a_day() -> None:
    text = say("exists | was there a [date night|T] on [valentines|T]", FAMILY)
    assert text == "Yes, Date night, Saturday 14 February, 19:30–22:00."


def test_an_exclusion_that_leaves_nothing_out_is_said() -> None:
    text = say("list | all [dentist|T] things but not [guitar|XT]", FAMILY)
    assert "None of them names “guitar”: nothing was left out for it." in text


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("who ask=count | how many were invited to [Maisie's birthday party|T]",
         "2 people: Una Brady and Sinead Doyle."),
        ("count state=declined | how many declined [Maisie's birthday party|T]",
         "1 person: Sinead Doyle."),
    ],
)  # fmt: skip
def test_as_many_people_are_named_as_are_counted(line: str, start: str) -> None:
    assert say(line, FAMILY).startswith(start)


def test_a_topic_is_looked_for_among_the_events_that_bear_the_other_names() -> None:
    given = records(
        event("Football training", "2026-11-17 17:45", "19:00", calendar="Family"),
        event("Life support refresher", "2026-12-02 13:00", "16:00", calendar="Work"),
    )
    text = say("exists | have I got any [training|T] coming up at [work|PL]", given)
    assert text.startswith("Yes, Life support refresher, Wednesday 2 December")
    assert say("next | when is the next [training|T]", given).startswith("Tomorrow")


def test_a_topic_that_nothing_bears_goes_beside_one_that_few_titles_bear() -> None:
    given = records(event("MOT - Fiesta", "2026-12-08 08:30", "09:00"))
    text = say("when | what day is [the car|T] in for its [MOT|T]", given)
    assert text.splitlines() == [
        "Tuesday 8 December, 08:30–09:00: MOT - Fiesta.",
        "Nothing is called “the car”: I left it out.",
    ]


def test_how_many_there_are_depends_on_every_word() -> None:
    given = records(
        event("Home inspection", "2026-12-03 09:00", "10:00"),
        event("Game vs Grandview", "2026-12-04 19:00", "20:30"),
    )
    found = outcome("count | how many [home games|T] do we have [in December|P]", given)
    assert not found.answer.is_answer


def test_what_is_counted_too_bounds_nothing() -> None:
    given = records(
        event("Rehearsal", "2026-11-16 18:00", "20:00"),
        event("Rehearsal", "2026-11-23 18:00", "20:00"),
    )
    line = "count | how many [rehearsals|T] do I have left, counting today's?"
    assert say(line, given).startswith("2 events")


def test_who_comes_is_called_by_what_they_come_for() -> None:
    given = records(event("Boiler service", "2026-11-18 09:00", "11:00"))
    assert say("when | when is the [boiler man|T] coming", given).startswith("Wednesday 18 Nov")


GAMES = records(
    *(event(f"Eli soccer vs {town}", f"2026-{day} 11:00", "12:30")
      for town, day in (("Dublin", "08-29"), ("Powell", "09-05"), ("Berlin", "10-10"),
                        ("Jerome", "10-17"))),
    event("Eli soccer practice", "2026-09-07 15:30", "17:00"),
    event("Hair - Bri", "2026-11-05 17:30", "18:45"),
)  # fmt: skip


def test_what_is_against_somebody_is_a_game() -> None:
    text = say("count | how many [soccer games|T] did [Eli|PS] play [this fall|P]", GAMES)
    assert text.startswith("3 events matching “soccer games” with Eli in autumn 2026")
    assert "4 with the 1 of the two weeks before." in text
    assert "I left out “games”" in text


def test_what_is_done_to_something_is_left_out_where_no_title_says_so() -> None:
    text = say("last | when did I last get my [hair done|T]", GAMES)
    assert text.startswith("Thursday 5 November, 17:30–18:45: Hair - Bri.")
    assert "I left out “done”" in text


@pytest.mark.parametrize(
    ("said", "title"), [("birthday", "Steph's bday"), ("fortieth", "Rhodri's 40th do")]
)
def test_one_word_has_several_spellings(said: str, title: str) -> None:
    given = records(event("Eli's birthday", "2026-12-04"), event(title, "2026-11-22"))
    assert title in say(f"next | when is the next [{said}|T]", given)
