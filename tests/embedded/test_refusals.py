"""Tasks that Runwright does not do are declined in one sentence that says what it can do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, run, surroundings
from runwright.minds.embedded import refusals
from runwright.minds.embedded.program import Program, Surroundings
from runwright.minds.embedded.query import Query
from runwright.tools.memory import RecordList

RECORDS = RecordList(items=(), today=date(2026, 11, 17), zone=ZoneInfo("Europe/Berlin"))
Decline = Callable[[Query, Surroundings], Program]
EVERYTHING = ("calendar", "documents", "finance")


def tell(decline: Decline, clause: str, sources: tuple[str, ...] = EVERYTHING) -> Outcome:
    around = surroundings(RECORDS)._replace(sources=sources)
    return run(decline(Query(clause, "general"), around), RECORDS)


@pytest.mark.parametrize(
    ("clause", "named"),
    [
        ("move my dentist to the week after", "it cannot move your dentist to the week after."),
        ("can you please pay the caterer's invoice", "it cannot pay the caterer's invoice."),
        ("text Mum that I'll be there at six", "it cannot text Mum that you'll be there at six."),
        ("delete all the old reminders would you", "it cannot delete all the old reminders."),
        ('delete all events called "placeholder"', "it cannot change, send or pay anything."),
        ("thanks for earlier, oh and book Mum a taxi", "it cannot change, send or pay anything."),
    ],
)
def test_a_change_is_declined_in_the_persons_words_where_that_is_safe(
    clause: str, named: str
) -> None:
    outcome = tell(refusals.change, clause)
    assert outcome.text.startswith(f"Runwright only reads: {named}")
    assert not outcome.answer.is_answer
    assert outcome.calls == []


def test_writing_names_the_guide_to_language_models() -> None:
    for clause in ("draft an email to Tom about the delay", "haiku about unpaid invoices"):
        outcome = tell(refusals.compose, clause)
        assert "language model" in outcome.text
        assert "docs/guides/connect-a-model.md" in outcome.text
        assert not outcome.answer.is_answer
    assert tell(refusals.compose, "draft an email to Tom").text.startswith(
        "To draft an email to Tom,"
    )


@pytest.mark.parametrize(
    ("clause", "beginning"),
    [
        ("good morning", "Good morning."),
        ("thank you that's all", "You are welcome."),
        ("how tall is Mount Everest", "I have no knowledge of the world"),
        ("what can you do", "I am Runwright, a program. I answer questions about your calendar"),
        ("do you speak German", "I understand questions in English."),
        ("are you listening when I don't talk to you", "I read your records on this server"),
    ],
)
def test_small_talk_gets_a_true_short_answer(clause: str, beginning: str) -> None:
    outcome = tell(refusals.general, clause)
    assert outcome.text.startswith(beginning)
    assert not outcome.answer.is_answer


def test_only_sources_that_the_run_may_read_are_offered() -> None:
    assert (
        "your calendar and bookings"
        in tell(refusals.general, "what can you do", ("calendar", "finance")).text
    )
    nothing = tell(refusals.general, "what can you do", ()).text
    assert "calendar" not in nothing
    assert "calculate" in nothing


def test_a_refusal_plans_no_step() -> None:
    assert refusals.plan(Query("move it", "change")) == ((), ())


def test_a_server_without_the_parser_names_the_command_that_adds_it() -> None:
    assert "`runwright models setup`" in tell(refusals.unavailable, "What is 2 + 2?").text
