"""What bookings and events do not know is looked for in documents, and surely said or shown."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, run, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import routes
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Passage
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

LETTER = Item(
    "passage-1",
    "documents",
    Passage(),
    file="file-1",
    page=1,
    title="school letter.md",
    text="Fifth Class goes to Killary Fjord on Thursday 28 May. The coach leaves from the church "
    "at 8.20 a.m. sharp, and the tour costs 30 euros.",
    score=1.0,
)
RECORDS = RecordList(items=(LETTER,), today=date(2026, 5, 4), zone=ZoneInfo("Europe/Dublin"))
EVERYTHING = ("calendar", "documents", "finance")
COACH = Query("where does the coach leave from?", "calendar", "where",
              spans=(Span("T", "coach"),))  # fmt: skip


def asked(query: Query, sources: tuple[str, ...] = EVERYTHING) -> Outcome:
    return run(routes.answer(query, surroundings(RECORDS)._replace(sources=sources)), RECORDS)


def test_what_no_event_tells_may_stand_in_a_letter() -> None:
    outcome = asked(COACH)
    assert outcome.text.startswith("the church: ")
    assert "(school letter.md, page 1)" in outcome.text
    assert outcome.answer.items == ("passage-1",)
    assert outcome.answer.is_answer


def test_a_question_that_is_hardly_understood_may_stand_there_too() -> None:
    outcome = asked(COACH._replace(confidence=0.0))
    assert outcome.text.startswith("the church: ")


def test_without_the_documents_the_calendar_answers() -> None:
    outcome = asked(COACH, ("calendar", "finance"))
    assert "church" not in outcome.text
    assert not outcome.answer.is_answer


def test_what_the_letter_does_not_say_stays_declined() -> None:
    query = Query("when is my haircut", "calendar", "when", spans=(Span("T", "haircut"),))
    outcome = asked(query)
    assert not outcome.answer.is_answer
    assert "church" not in outcome.text


def test_without_the_reader_nothing_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    assert "church" not in asked(COACH).text


def test_a_task_that_would_change_something_is_not_answered_from_a_letter() -> None:
    outcome = asked(Query("move the school tour to June", "change"))
    assert "only reads" in outcome.text
    assert outcome.looks == []


def test_a_letter_that_tells_nothing_of_who_is_named_does_not_answer() -> None:
    query = Query("what time does hulu leave from the church?", "finance", "recur",
                  spans=(Span("M", "hulu"),))  # fmt: skip
    outcome = asked(query)
    assert not outcome.answer.is_answer
    assert not outcome.text.startswith("8.20")


def test_a_sum_of_everything_is_no_answer_to_what_is_rather_asked_of_a_letter() -> None:
    query = Query("what if I just bail halfway through", "finance", "sum", "out", written=0.7)
    outcome = asked(query)
    assert not outcome.answer.is_answer
    assert "spent" not in outcome.text


def test_what_something_costs_may_stand_in_a_letter() -> None:
    query = Query("how much is the tour?", "finance", "recur", "out", spans=(Span("C", "tour"),))
    outcome = asked(query)
    assert outcome.text.startswith("30 euros: ")


def test_no_sentence_is_a_count_of_bookings() -> None:
    query = Query("how many tours did I pay for?", "finance", "count", "out",
                  spans=(Span("C", "tours"),))  # fmt: skip
    assert not asked(query).text.startswith("30 euros")
