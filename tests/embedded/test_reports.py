"""Figures of a report's tables: the row and the years that a question names, and what of them."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
from runwright.context.index import reader
from runwright.files.formats import passages
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.tables import reports
from runwright.records.facts import Passage, Transaction
from runwright.tools.base import Item
from runwright.tools.memory import RecordList

ROWS = (
    ("", "2019", "2018", "2017"),
    ("Net revenue", "1,250", "1,100", "1,000"),
    ("Cost of revenue", "(750)", "(660)", "(600)"),
    ("Research and development", "125", "110", "90"),
    ("Total operating costs", "900", "870", "800"),
)
FOUND = "what was the in of from to and between change total average net revenue research"


def table(caption: str = "") -> tuple[Item[Any], ...]:
    drafts = passages.from_table([list(row) for row in ROWS], title="report.md", caption=caption)
    return tuple(
        Item("t", "documents", each.facts, file="f", title="report.md", text=FOUND)
        for each in drafts
    )


def looked_at(text: str, *more: Item[Any], caption: str = "") -> tuple[Query, RecordList]:
    items = (*table(caption), *more)
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    return Query(text, "documents", "answer"), records


def asked(text: str, *more: Item[Any], caption: str = "") -> Outcome | None:
    query, records = looked_at(text, *more, caption=caption)
    return attempt(reports.answer(query, surroundings(records)), records)


@pytest.fixture
def believed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines that fit every question; no others do."""
    lines: list[str] = []

    def fits(_question: str, answer: str) -> float:
        return 0.9 if answer.partition(" . ")[2].splitlines()[0] in lines else 0.2

    monkeypatch.setattr(reader, "is_available", lambda: True)
    monkeypatch.setattr(reader, "fits", fits)
    return lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What was net revenue in 2019?", "1,250."),
        ("What was the change in net revenue from 2018 to 2019?",
         "Up by 150 (13.64%), from 1,100 to 1,250."),
        ("By how much did net revenue grow in 2018?", "Up by 100 (10%), from 1,000 to 1,100."),
        ("What was the percentage change in research and development in FY18 from FY17?",
         "Up by 22.22% (20), from 90 to 110."),
        ("What was the average research and development in 2018 and 2019?", "117.5 on average."),
        ("What were total operating costs in 2017?", "800."),
        ("What share of net revenue was research and development in 2019?", "10%."),
        ("Research in % of total operating costs, 2019", "13.89%."),
        ("How much more were total operating costs than research in 2019?", "775."),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_among_what_is_weighed(
    text: str, said: str, believed: list[str]
) -> None:
    assert asked(text) is None
    believed.append(said)
    found = asked(text)
    assert found is not None
    assert found.first_line == said
    assert found.answer.items == ("t",)


def test_several_years_are_listed_in_their_order(believed: list[str]) -> None:
    believed.append("- 2018: 1,100")
    found = asked("What was the net revenue in 2018 and 2019 respectively?")
    assert found is not None
    assert found.text.splitlines()[:2] == ["- 2018: 1,100", "- 2019: 1,250"]


def test_the_scale_is_said_where_the_table_or_the_text_beside_it_tells_it(
    believed: list[str],
) -> None:
    believed.extend(("1,250 thousand.", "1,250 million."))
    question = "What was net revenue in 2019?"
    told = asked(question, caption="All amounts in thousands.")
    assert told is not None
    assert told.first_line == "1,250 thousand."
    beside = Item("p", "documents", Passage(), file="f", text=f"{FOUND} 2019, in millions.")
    told = asked(question, beside)
    assert told is not None
    assert told.first_line == "1,250 million."


def test_a_figure_that_fits_no_question_is_not_stated(believed: list[str]) -> None:
    assert asked("What was net revenue in 2019?") is None
    assert believed == []


def test_why_and_without_ask_for_no_figure(believed: list[str]) -> None:
    believed.append("1,250.")
    assert asked("Why did net revenue rise in 2019?") is None
    assert asked("What was net revenue without research in 2019?") is None


def test_what_takes_figures_of_two_years_is_known() -> None:
    assert reports.takes_several("What was the average revenue in 2018 and 2019?")
    assert not reports.takes_several("What was the average revenue in 2019?")
    assert not reports.takes_several("Who was chair in 2018 and 2019?")


def test_what_sounds_like_bookings_is_not_looked_for_in_tables(believed: list[str]) -> None:
    believed.append("1,250.")
    booked = Item("b", "finance", Transaction(day="2019-02-01", amount="-1.00", currency="EUR"))
    query, records = looked_at("What was net revenue in 2019?", booked)
    around = surroundings(records)
    assert attempt(reports.answer(query, around), records) is not None
    assert attempt(reports.answer(query._replace(route="finance"), around), records) is None
    rather = query._replace(route="finance", written=0.6)
    assert attempt(reports.answer(rather, around), records) is not None
