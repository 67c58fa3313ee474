"""Which documents there are is told by the documents themselves, not by what one of them says."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.minds.embedded import document_lists
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Document, DocumentKind
from runwright.tools.base import Item
from runwright.tools.memory import RecordList


def document(name: str, kind: DocumentKind, day: str | None = None) -> Item[Document]:
    facts = Document(document=kind, title=name, date=day)
    return Item(f"item-{name}", "documents", facts, file=name, title=name, text=name)


RECORDS = RecordList(
    items=(
        document("Lease", "contract", "2024-03-01"),
        document("Household policy", "policy", "2026-10-20"),
        document("Motor policy", "policy", "2025-10-20"),
        document("Notes on the boiler", "note"),
    ),
    today=date(2026, 11, 16),
    zone=ZoneInfo("Europe/Dublin"),
)


def asked(text: str, *spans: Span, measure: str = "list") -> Outcome | None:
    query = Query(text, "documents", measure, spans=spans)
    return attempt(document_lists.answer(query, surroundings(RECORDS)), RECORDS)


@pytest.mark.parametrize("text", ["Which documents do I have?", "List all my files", "my papers"])
def test_all_of_them_are_listed_the_newest_first(text: str) -> None:
    outcome = asked(text)
    assert outcome is not None
    assert outcome.text.splitlines() == [
        "4 documents:",
        "- Household policy: policy, Tuesday 20 October 2026",
        "- Motor policy: policy, Monday 20 October 2025",
        "- Lease: contract, Friday 1 March 2024",
        "- Notes on the boiler: note",
    ]
    assert len(outcome.answer.items) == 4


def test_those_of_a_kind_are_listed_by_what_people_call_it() -> None:
    policies, leases = asked("Which policies do I have?"), asked("show me my leases")
    assert policies is not None
    assert policies.first_line == "2 policies:"
    assert leases is not None
    assert leases.text == "1 contract:\n- Lease: contract, Friday 1 March 2024"


def test_those_of_some_days_are_those_that_bear_one() -> None:
    outcome = asked("list the documents from 2025", Span("P", "from 2025", 19))
    assert outcome is not None
    assert outcome.text.splitlines()[1:] == ["- Motor policy: policy, Monday 20 October 2025"]


def test_none_of_a_kind_is_told_as_none() -> None:
    outcome = asked("Which receipts are there?")
    assert outcome is not None
    assert outcome.answer.is_answer
    assert outcome.text == "None: I found no receipts."


def test_how_many_there_are_is_asked_of_them_too() -> None:
    outcome = asked("How many documents do I have?", measure="answer")
    assert outcome is not None
    assert outcome.first_line == "4 documents:"


@pytest.mark.parametrize(
    "text", ["List the deadlines in my contract", "Which documents mention the boiler?", "list all"]
)
def test_what_they_say_is_another_question(text: str) -> None:
    assert asked(text) is None


@pytest.mark.parametrize(
    "text", ["When is the lease up?", "What is the policy?", "Who is it with?"]
)
def test_what_one_of_them_says_is_not_a_list_of_its_kind(text: str) -> None:
    assert asked(text, measure="answer") is None
