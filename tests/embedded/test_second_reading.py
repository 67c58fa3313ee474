"""What a first reading of documents does not tell, a second may."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, run, surroundings
from runwright.context.index import reader
from runwright.context.index.reader import Passage as Text
from runwright.context.index.reader import Reading
from runwright.minds.embedded import routes
from runwright.minds.embedded.query import Query, Span
from runwright.records.facts import Passage
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

BRIDGE = "The Karl Bridge was built by Acme Works."
ACME = "Acme Works was founded by Mira Holt."
RENTS = "Quay rents boats for 40 euros.", "Castle rents boats for 55 euros."


def papers(*texts: str) -> tuple[Item[Any], ...]:
    return tuple(
        Item(f"p{n}", "documents", Passage(), file=f"f{n}", title=f"{n}.md", text=text)
        for n, text in enumerate(texts)
    )


@pytest.fixture(autouse=True)
def _reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that is sure of what a question names, and of nothing else."""
    answers = {"Quay": "40 euros", "Castle": "55 euros", "(Acme Works)": "Mira Holt"}

    def read(question: str, passages: list[Text]) -> list[Reading]:
        wanted = [words for name, words in answers.items() if name in question]
        return [_reading(passage.text, wanted) for passage in passages]

    monkeypatch.setattr(reader, "read", read)
    monkeypatch.setattr(
        reader, "fits", lambda _question, text: 0.9 if "Mira" in text or "euros" in text else 0.1
    )


def _reading(text: str, wanted: list[str]) -> Reading:
    at = next((words for words in wanted if words in text), "")
    start = text.index(at)
    nearness = -7.0 if "bridge" in text.lower() else -12.0
    return Reading(
        start, start + len(at or text.split()[0]), 24.0 if at and len(wanted) == 1 else nearness
    )


def asked(text: str, *texts: str, deep: bool = True, **query: Any) -> Outcome:
    records = RecordList(items=papers(*texts), today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    read = Query(text, "documents", **{"measure": "answer", **query})
    return run(routes.answer(read, surroundings(records, deep=deep)), records)


def test_a_name_from_the_first_reading_leads_to_the_second() -> None:
    question = "Who founded the firm that built the Karl Bridge?"
    found = asked(question, BRIDGE, ACME)
    assert found.answer.is_answer
    assert found.first_line.startswith("Mira Holt: ")
    assert set(found.answer.items) >= {"p1"}
    assert not asked(question, BRIDGE, ACME, deep=False).answer.is_answer


def test_the_same_passage_is_not_believed_for_a_name_of_its_own() -> None:
    found = asked("Who founded the bridge?", f"{BRIDGE} {ACME}")
    assert not found.answer.is_answer


def test_the_sides_of_a_comparison_are_read_apart() -> None:
    sides = (Span("M", "Quay", 18), Span("M", "Castle", 26))
    found = asked("Which is cheaper, Quay or Castle?", *RENTS, measure="compare", spans=sides)
    assert found.answer.is_answer
    assert [line.split(": ")[:2] for line in found.text.splitlines()] == [
        ["Quay", "40 euros"],
        ["Castle", "55 euros"],
    ]


def test_where_one_side_is_not_told_nothing_is_stated() -> None:
    sides = (Span("M", "Quay", 18), Span("M", "Tower", 26))
    found = asked("Which is cheaper, Quay or Tower?", *RENTS, measure="compare", spans=sides)
    assert not found.answer.is_answer
