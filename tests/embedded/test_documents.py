"""What documents say, and what people write into events."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.context.index import reader
from runwright.minds.embedded import routes
from runwright.minds.embedded.query import Query
from runwright.records.facts import Event, Passage
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

LEASE = Item(
    "passage-1",
    "documents",
    Passage(),
    file="file-1",
    page=2,
    title="lease.pdf",
    text="The deposit is 900 euros. The tenant keeps no animals in the flat. Either side may end "
    "the lease with three months' notice.",
    score=1.0,
)
FLIGHT = Item(
    "event-1",
    "calendar",
    Event(title="Flight home", start="2026-09-13T11:40:00.000Z", note="Conf RR8L2D"),
    text="Flight home, Sunday 13 September 2026, 13:40–16:15. Place: Calgary. Confirmation code "
    "of the flight: RR8L2D.",
)
RECORDS = RecordList(items=(LEASE, FLIGHT), today=date(2026, 5, 4), zone=ZoneInfo("Europe/Berlin"))
EVERYTHING = ("calendar", "documents", "finance")


def asked(text: str, sources: tuple[str, ...] = EVERYTHING) -> Outcome | None:
    query = Query(text, "documents", "answer")
    return attempt(routes.answer(query, surroundings(RECORDS)._replace(sources=sources)), RECORDS)


def test_a_document_answers_with_its_sentence_and_page() -> None:
    outcome = asked("How much is the deposit?")
    assert outcome is not None
    assert outcome.text.startswith("900 euros: “The deposit is 900 euros.”")
    assert "(lease.pdf, page 2)" in outcome.text
    assert outcome.answer.is_answer
    assert [call.tool for call in outcome.calls] == ["search_documents"]


def test_what_is_written_into_an_event_is_read_beside_it() -> None:
    outcome = asked("what is the confirmation code of the flight home?")
    assert outcome is not None
    assert "RR8L2D" in outcome.text
    assert outcome.answer.items == ("event-1",)


def test_no_event_is_read_that_the_run_may_not_see() -> None:
    outcome = asked("what is the confirmation code of the flight home?", ("documents",))
    assert outcome is not None
    assert "RR8L2D" not in outcome.text
    assert "search_events" not in {look.tool for look in outcome.looks}


def test_what_nothing_says_is_refused_by_its_words() -> None:
    outcome = asked("who won the regatta?")
    assert outcome is not None
    assert not outcome.answer.is_answer
    assert outcome.text.startswith("No answer to “who won the regatta”: nothing in your")


def test_without_the_reader_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "is_available", lambda: False)
    outcome = asked("How much is the deposit?")
    assert outcome is not None
    assert not outcome.answer.is_answer
    assert "lacks the model that reads documents" in outcome.text
