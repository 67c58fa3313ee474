"""Parts about events and one's own time are read as calendar requests, and no others."""

import pytest
from tests.engine.agenda.week import ITEMS, ask

from runwright.engine.around import Around
from runwright.engine.plan import plan
from runwright.engine.readings import calendar
from runwright.engine.types import Step, Want

ALL = ("calendar", "documents", "finance")


@pytest.fixture
def read(moment):
    def one(prompt: str, sources=("calendar",)) -> Step:
        return plan(prompt, moment, sources).steps[0]

    return one


@pytest.mark.parametrize(
    "prompt",
    [
        "When is the dentist appointment?",
        "What do I have tomorrow?",
        "Do I have anything on Friday?",
        "Where is the lunch with Ingrid?",
        "Who attended the kick-off?",
        "When is Mum's birthday?",
        "How much time do I spend in meetings next week?",
        "Cancel my first meeting on December 13",
        "What is on my schedule this week?",
        "When is the salary review?",
        "What workshops do I have next month?",
    ],
)
def test_it_is_taken_beside_other_sources(read, prompt: str) -> None:
    assert read(prompt, ALL).action == "agenda"


@pytest.mark.parametrize(
    "prompt",
    [
        "How much did the team offsite cost?",
        "How much did I spend during the offsite?",
        "What did I pay for lunch on Friday?",
        "When does my lease end?",
        "When is the invoice due?",
        "Which invoice is for the workshop?",
        "Who is the landlord?",
        "What did the meeting decide about the lease?",
        "What was the free cash flow in 2024?",
        "Is there free parking at the office?",
        "When is the next review according to the contract?",
        "What is 2 + 2?",
        "Delete all leads in the list",
    ],
)
def test_it_is_left_to_others(read, prompt: str) -> None:
    assert read(prompt, ALL).action not in ("agenda", "free_time")


@pytest.mark.parametrize(
    "prompt",
    [
        "When am I free tomorrow?",
        "Am I busy on Friday?",
        "Find a free hour next week",
        "Find half a day next week",
        "Is there a gap of 2 hours on Friday?",
        "Do I have time for a call on Friday?",
        "When can I schedule a 2 hour workshop next week?",
        "Suggest a time to meet Ana on Tuesday morning",
    ],
)
def test_free_time_is_recognised(read, prompt: str) -> None:
    assert read(prompt, ALL).action == "free_time"


def test_nothing_is_taken_without_the_calendar(read) -> None:
    assert read("What is my next meeting?", ("documents",)).action not in ("agenda", "free_time")


def test_named_days_are_read_whole_and_wider_by_one(read) -> None:
    step = read("What's on my calendar tomorrow?")
    assert step.wants == (
        Want(
            "calendar",
            "What's on my calendar tomorrow?",
            whole=True,
            start="2026-11-15",
            end="2026-11-18",
        ),
    )


def test_a_guessed_year_reads_the_others_too(read) -> None:
    wants = read("What's on my calendar on 3 December?").wants
    assert [want.start for want in wants] == [
        "2026-12-02",
        "2025-12-02",
        "2027-12-02",
        "2024-12-02",
    ]


def test_a_named_event_is_read_by_its_words_on_every_day(read) -> None:
    [want] = read("When is the next budget review with Ana?").wants
    assert (want.whole, want.start, want.end) == (True, None, None)
    assert want.words == ("budget", "review", "Ana")


def test_what_is_written_in_two_ways_is_looked_up_in_both(read) -> None:
    assert read("When is the standup?").wants[0].words == ("standup", "stand")
    assert read("When was the kick-off?").wants[0].words == ("kick", "kickoff")


def test_without_days_and_words_a_year_is_read(read) -> None:
    [want] = read("What is my next meeting?").wants
    assert (want.start, want.end) == ("2026-11-14", "2027-11-17")
    [want] = read("What was my last meeting?").wants
    assert (want.start, want.end) == ("2025-11-13", "2026-11-17")


def test_a_move_reads_the_time_that_it_leads_to(read) -> None:
    wants = read("Move the dentist appointment to 3 December 2026 at 10").wants
    assert ("2026-12-02", "2026-12-05") in [(want.start, want.end) for want in wants]


def test_a_quoted_title_is_the_topic(read) -> None:
    step = read("Cancel the next 'Friday at 9' meeting")
    assert step.arguments["topic"] == "Friday 9"
    assert "days" not in step.arguments


def test_arguments_are_strings_that_a_plan_can_keep(read) -> None:
    arguments = read("please move my first meeting with kofi on December 4 by 1.5 hours").arguments
    assert arguments == {
        "ask": "change",
        "change": "move",
        "days": "2026-12-04/2026-12-05",
        "yearless": "1",
        "people": "kofi",
        "order": "first",
        "take": "1",
        "meetings": "1",
        "shift": "90 minutes",
    }


def test_answers_are_the_same_in_any_order_of_items() -> None:
    prompt = "What's on my calendar next week?"
    assert ask(prompt, ITEMS) == ask(prompt, tuple(reversed(ITEMS)))


def test_when_was_it_after_a_question_to_the_calendar_asks_for_that_event(moment) -> None:
    around = Around(
        moment,
        ("calendar",),
        follows=True,
        words=frozenset({"when", "was", "it"}),
        before=("Who attended the kick-off?",),
    )
    steps = calendar.follow_up("When was it?", around)
    assert steps is not None
    assert (steps[0].action, steps[0].arguments["earlier"]) == ("agenda", "1")


@pytest.mark.parametrize(
    ("part", "before"),
    [("When was it?", "What is 2 + 2?"), ("When is the dentist?", "Who attended the kick-off?")],
)
def test_a_follow_up_needs_a_question_to_the_calendar_before_it(moment, part, before) -> None:
    around = Around(moment, ("calendar", "documents"), follows=True, before=(before,))
    assert calendar.follow_up(part, around) is None


@pytest.mark.parametrize(
    ("prompt", "length"),
    [
        ("Find the best time for a 30 minute meeting with Alex next week", "30"),
        ("What is the best time for a call with Alex on Tuesday?", ""),
        ("When would be the best time to meet Alex for an hour?", "60"),
        ("Find me the earliest time for a 45 minute meeting tomorrow afternoon", "45"),
        ("When is a good time for a 30-minute call this week?", "30"),
        ("Find the best time next week for a two hour workshop", "120"),
    ],
)
def test_the_best_time_for_something_is_free_time(moment, prompt: str, length: str) -> None:
    step = plan(prompt, moment, ("calendar",)).steps[0]
    assert step.action == "free_time"
    assert step.arguments.get("length", "") == length
