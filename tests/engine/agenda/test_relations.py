"""How events lie to each other, how often they come back, and what part of the whole they are."""

import pytest
from tests.engine.agenda.tour import EVENTS
from tests.engine.agenda.week import ask


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("How much time is there from the gym to the dinner with Kofi on Tuesday?", "11 hours"),
        ("What's between the gym and the dinner with Kofi on Tuesday?", "Daily stand-up"),
        ("Do I have at least 30 minutes between my meetings tomorrow?", "No: "),
        ("How long is the overlap between the budget review and the design sync?", "30 minutes"),
        ("When must I leave for the dentist if it takes 20 minutes?", "At 10:10"),
        ("What's on the day after the dentist appointment?", "the day after “Dentist appointment”"),
        ("What comes after the design sync?", "The next is “Gym”"),
        ("How many people do I meet tomorrow?", "3 people"),
    ],
)
def test_events_are_seen_beside_each_other(prompt: str, words: str) -> None:
    finding = ask(prompt)
    assert words in (finding.answer or ""), finding


@pytest.mark.parametrize(
    ("prompt", "words", "missing"),
    [
        ("Which meetings are recurring?", "“Pilates” every week on Monday", "Concert"),
        ("Do I have anything that repeats every week?", "“Pilates” every week", "rehearsal"),
        ("How often does pilates take place?", "“Pilates” comes every week", "Helena"),
    ],
)
def test_what_comes_back_is_known_by_its_intervals(prompt: str, words: str, missing: str) -> None:
    answer = ask(prompt, EVENTS).answer or ""
    assert words in answer
    assert missing not in answer


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("How long is the stand-up next week in total?", "45 minutes"),
        ("Which meetings tomorrow are longer than an hour?", "1 event on your calendar"),
        ("Which meetings tomorrow are shorter than 30 minutes?", "“Daily stand-up”"),
        ("What percentage of tomorrow's meetings are with Kofi?", "66.7 %: 2 of 3 events"),
        ("When is the second stand-up next week?", "Tuesday, 17 November 2026"),
        ("What time is the dentist in New York time?", "04:30–05:15"),
        ("What time is the dentist in Berlin time?", "10:30–11:15"),
        ("What do I have next week on Tuesday?", "on Tuesday, 17 November 2026"),
        ("Is there a conflict tomorrow?", "Yes, 1 pair overlaps"),
    ],
)
def test_figures_are_told(prompt: str, words: str) -> None:
    finding = ask(prompt)
    assert words in (finding.answer or ""), finding


@pytest.mark.parametrize(
    ("prompt", "start"),
    [
        ("Could I take a call tomorrow at 14:15?", "No, you are not free"),
        ("Could we meet on Tuesday at 15:00?", "Yes, you are free"),
        ("Would Monday at 14:30 be possible?", "No, you are not free"),
        ("Do I have time for a call tomorrow at 14:15?", "No, you are not free"),
        ("Free on Monday, 9 to 12, half an hour or longer?", "Free for at least 30 minutes"),
        ("What's the last free hour on Monday between 9 and 17?", "The last free time"),
    ],
)
def test_free_time_is_asked_for_in_many_ways(prompt: str, start: str) -> None:
    assert (ask(prompt).answer or "").startswith(start)


def test_the_next_one_is_of_what_was_named_before() -> None:
    finding = ask("When did I last have lunch with Ingrid, and when is the next time?")
    assert finding.items == ("lunch",)


def test_where_to_be_afterwards_is_after_the_hour_that_was_asked_about() -> None:
    finding = ask("Am I free on Friday at 10:00 and where do I have to be afterwards?")
    assert finding.items == ("dentist",)


def test_a_day_that_does_not_exist_is_said_not_to() -> None:
    assert ask("What's on 31 November?").reason == "there is no 31 November"
