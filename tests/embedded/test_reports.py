"""Figures of a report's tables: the row and the years that a question names, and what of them."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from embedded.runner import Outcome, attempt, surroundings
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


def asked(text: str, *more: Item[Any], caption: str = "") -> Outcome | None:
    items = (*table(caption), *more)
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    query = Query(text, "documents", "answer")
    return attempt(reports.answer(query, surroundings(records)), records)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What was net revenue in 2019?", "1,250."),
        ("What was the change in net revenue from 2018 to 2019?",
         "Up by 150 (13.64%), from 1,100 to 1,250."),
        ("What was the percentage change in research and development in 2018 from 2017?",
         "Up by 22.22%, from 90 to 110."),
        ("What was the average research and development in 2018 and 2019?", "117.5 on average."),
        ("What were total operating costs in 2017?", "800."),
        ("What share of net revenue was research and development in 2019?", "10%."),
    ],
)  # fmt: skip
def test_a_figure_of_a_year(text: str, said: str) -> None:
    found = asked(text)
    assert found is not None
    assert found.first_line == said
    assert found.answer.items == ("t",)


def test_several_years_are_listed_in_their_order() -> None:
    found = asked("What was the net revenue in 2018 and 2019 respectively?")
    assert found is not None
    assert found.text.splitlines()[:2] == ["- 2018: 1,100", "- 2019: 1,250"]


def test_the_scale_is_said_where_the_table_or_the_text_beside_it_tells_it() -> None:
    question = "What was net revenue in 2019?"
    told = asked(question, caption="All amounts in thousands.")
    assert told is not None
    assert told.first_line == "1,250 thousand."
    beside = Item("p", "documents", Passage(), file="f", text=f"{FOUND} 2019, in millions.")
    told = asked(question, beside)
    assert told is not None
    assert told.first_line == "1,250 million."


@pytest.mark.parametrize(
    "text",
    [
        "What was net revenue in 2012?",
        "What was net revenue?",
        "What was the dividend for each share in 2019?",
        "Why did net revenue rise in 2019?",
    ],
)
def test_what_it_does_not_tell_for_certain_is_left_to_others(text: str) -> None:
    assert asked(text) is None


def test_what_takes_figures_of_two_years_is_known() -> None:
    assert reports.takes_several("What was the average revenue in 2018 and 2019?")
    assert not reports.takes_several("What was the average revenue in 2019?")
    assert not reports.takes_several("Who was chair in 2018 and 2019?")


def test_with_bookings_at_hand_other_rules_decide() -> None:
    booked = Item("b", "finance", Transaction(day="2019-02-01", amount="-1.00", currency="EUR"))
    assert asked("What was net revenue in 2019?", booked) is None
