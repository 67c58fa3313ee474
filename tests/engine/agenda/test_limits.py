"""What a request leaves out is left out, and only the weekdays that it names are looked at."""

from datetime import date

import pytest
from tests.engine.agenda.tour import EVENTS
from tests.engine.agenda.week import ask

from runwright.engine.agenda.limits import limited

_NOVEMBER = "reh_11-03 manager_11-05 label_11-25 pilates_11-02 pilates_11-09"


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("What's on tomorrow without the stand-up?", "budget design"),
        ("What do I have tomorrow, except the design sync?", "standup_16 budget"),
        ("Everything tomorrow but the stand-up", "budget design"),
        ("Which meetings tomorrow are not with Kofi?", "budget"),
        ("Which meetings do I have tomorrow that aren't with Ana?", "design"),
        ("Are there meetings tomorrow that Kofi isn't in?", "budget"),
        ("List tomorrow's meetings, leaving out those with Ben or Kofi.", ""),
        ("What do I have on Monday and Tuesday, but not in the morning?", "budget design dinner"),
        ("How many meetings not counting the stand-ups do I have tomorrow?", "budget design"),
        ("What's on tomorrow, the budget review excepted?", "standup_16 design"),
    ],
)
def test_what_is_left_out_is_not_listed(prompt: str, items: str) -> None:
    finding = ask(prompt)
    assert finding.answer, finding.reason
    assert finding.items == tuple(items.split())


@pytest.mark.parametrize(
    ("prompt", "items"),
    [
        ("What do I have in October on Mondays?", "pilates_10-12 pilates_10-19 pilates_10-26"),
        ("What did I do on Tuesdays in October?", "reh_10-06 reh_10-20"),
        ("Show my Tuesday meetings in October", "reh_10-06 reh_10-20"),
        ("What happens on Thursday mornings in November?", "manager_11-05 manager_11-19"),
        ("What do I have every Wednesday in December?", "swim_12-02"),
        ("What do I have next week except on Friday?", "pilates_11-16 reh_11-17 swim_11-18"),
    ],
)
def test_weekdays_are_meant_each_time(prompt: str, items: str) -> None:
    finding = ask(prompt, EVENTS)
    assert finding.answer, finding.reason
    assert set(items.split()) <= set(finding.items)
    weekdays = {"pilates": 0, "reh": 1, "swim": 2}
    if "except" not in prompt and "Thursday" not in prompt:
        kinds = {item.partition("_")[0] for item in finding.items}
        assert len(kinds & weekdays.keys()) == 1
    assert not any(item in finding.items for item in ("mix", "radio"))


def test_concerts_outside_a_town_are_those_that_name_another() -> None:
    finding = ask("Which concerts this year were outside Berlin?", EVENTS)
    assert set(finding.items) == {"gig_oslo", "gig_riga"}


def test_free_time_keeps_to_the_weekdays() -> None:
    finding = ask("When am I free next week except Monday and Friday?")
    assert "Monday, 16" not in (finding.answer or "")
    assert "Tuesday, 17 November 2026" in (finding.answer or "")
    assert "Friday, 20" not in (finding.answer or "")


@pytest.mark.parametrize(
    "prompt",
    [
        "Is the dentist not on Friday?",
        "Which days next week are without meetings?",
        "What's on mondays agenda",
        "Am I not meeting Kofi tomorrow?",
        "Is the concert on a Friday?",
    ],
)
def test_nothing_is_left_out_where_nothing_is_meant_to_be(prompt: str) -> None:
    assert not limited(prompt, date(2026, 11, 15)).found()


def test_hours_of_work_can_be_left_out() -> None:
    finding = ask("Do I have anything outside working hours on Tuesday?")
    assert finding.items == ("gym", "dinner")
