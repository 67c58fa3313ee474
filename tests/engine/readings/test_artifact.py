"""Wishes for a file are taken out of a part; what is left is read by the others."""

from __future__ import annotations

import pytest

from runwright.engine.around import Around
from runwright.engine.readings.artifact import reading, understood
from runwright.engine.types import Moment, Step

WISHES = [
    ("List my October payments and make a CSV of it", ["table"], "List my October payments"),
    ("export my October payments as CSV", ["table"], "my October payments"),
    ("put my October payments into a spreadsheet", ["table"], "my October payments"),
    ("list all invoices in CSV format", ["table"], "list all invoices"),
    ("export my transactions", ["table"], "my transactions"),
    ("draw a chart of my spending per month", ["chart"], "my spending per month"),
    ("plot my spending by month", ["chart"], "my spending by month"),
    ("show my monthly spending as a line chart", ["chart"], "show my monthly spending"),
    ("How much did I spend, and draw a chart", ["chart"], "How much did I spend"),
    ("write a report on the Oslo lease", ["report"], "the Oslo lease"),
    ("Summarise the lease as a Markdown document", ["report"], "Summarise the lease"),
    ("next week's agenda as an .ics file", ["calendar"], "next week's agenda"),
    ("generate an iCal file for the events in May", ["calendar"], "the events in May"),
    ("my meetings as CSV and as an ICS file", ["table", "calendar"], "my meetings"),
    ("Make a table (CSV) of my calls with Ines", ["table"], "my calls with Ines"),
    ("Create a CSV (comma separated) with all payments", ["table"], "all payments"),
    ("put my subscriptions into a table", ["table"], "my subscriptions"),
    ("I need a spreadsheet with all my fuel payments", ["table"], "all my fuel payments"),
    ("the May transactions in a downloadable table", ["table"], "the May transactions"),
    ("save my May payments as a file", ["table"], "my May payments"),
    ("CSV export: payments to Orbis in 2026", ["table"], "payments to Orbis in 2026"),
    ("turn tomorrow into an ICS file I can import", ["calendar"], "tomorrow"),
    ("create a pie chart of my spending by category", ["chart"], "my spending by category"),
    ("plot fuel spending per month", ["chart"], "fuel spending per month"),
    ("bar graph: fuel per shop", ["chart"], "fuel per shop"),
    ("a chart comparing May and June", ["chart"], "comparing May and June"),
    ("I'd like a line chart of my rent", ["chart"], "my rent"),
    ("write me a short summary report of my finances", ["report"], "my finances"),
    ("generate a PDF report of my spending", ["report"], "my spending"),
    (
        "write a report about the lease and save it as CSV",
        ["report", "table"],
        "the lease",
    ),
]
ALONE = [
    ("make a CSV of it", ["table"]),
    ("save that as a Markdown report", ["report"]),
    ("turn it into a chart", ["chart"]),
    ("convert them to CSV", ["table"]),
    ("export it", ["table"]),
    ("make a CSV of it and a chart", ["table", "chart"]),
    ("Draft a report.", ["report"]),
]
NONE = [
    "What is in the report on Oslo?",
    "When is the report due?",
    "show me the chart of accounts",
    "What does the CSV file say about rent?",
    "What did we hand in as a report?",
    "Which reports did I write?",
    'count the words in "make a CSV of it"',
    "Reverse the text: save it as a CSV",
    "What is on my calendar tomorrow?",
    "Book a table for two on Friday",
    "Get a table for four on Friday",
    "Which file mentions the deposit?",
    "What does the table say about Wednesday?",
    "What is written in a file?",
    "When did I draw a chart of it?",
]


@pytest.mark.parametrize(("part", "kinds", "rest"), WISHES)
def test_a_wish_is_told_from_what_it_is_about(part: str, kinds: list[str], rest: str) -> None:
    wish = understood(part)
    assert wish is not None
    assert (list(wish.kinds), wish.rest) == (kinds, rest)


@pytest.mark.parametrize(("part", "kinds"), ALONE)
def test_a_part_may_be_nothing_but_a_wish(part: str, kinds: list[str]) -> None:
    wish = understood(part)
    assert wish is not None
    assert (list(wish.kinds), wish.rest) == (kinds, "")


@pytest.mark.parametrize("part", NONE)
def test_speaking_of_a_file_is_no_wish_for_one(part: str) -> None:
    assert understood(part) is None


def _around(moment: Moment, part: str) -> Around:
    return Around(moment, words=frozenset(part.lower().split()))


def test_the_others_read_the_rest_and_one_step_follows(moment: Moment) -> None:
    seen: list[tuple[str, frozenset[str]]] = []

    def money(part: str, around: Around) -> list[Step] | None:
        seen.append((part, around.words))
        return [Step("sum", "")] if part.startswith("list ") else None

    part = "draw a line chart of my spending per week"
    steps = reading([money, money])(part, _around(moment, part))
    assert steps is not None
    assert [step.action for step in steps] == ["sum", "artifact"]
    assert steps[1].arguments == {
        "kind": "chart",
        "topic": "my spending per week",
        "per": "week",
        "shape": "line",
    }
    assert seen[0] == ("my spending per week", frozenset({"my", "spending", "per", "week"}))


@pytest.mark.parametrize(
    ("part", "per"),
    [
        ("chart my spending by shop", "merchant"),
        ("chart my spending by category", "category"),
        ("chart my daily spending", "day"),
        ("draw a monthly chart of my spending", "month"),
        ("chart my spending", None),
    ],
)
def test_by_what_a_chart_adds_up_is_read(moment: Moment, part: str, per: str | None) -> None:
    steps = reading([lambda _part, _around: [Step("any", "")]])(part, _around(moment, part))
    assert steps is not None
    assert steps[-1].arguments.get("per") == per


def test_a_part_without_a_word_of_files_is_not_looked_at(moment: Moment) -> None:
    part = "How much did I spend?"
    assert reading([])(part, _around(moment, part)) is None


@pytest.mark.parametrize(
    "hostile",
    ["as csv " * 570, "and make a csv " * 260, "draw a chart of " * 250, "a " * 490 + "csv"],
)
def test_a_long_hostile_part_is_no_wish_or_a_quick_one(hostile: str) -> None:
    understood(hostile[:1000])
    assert understood(hostile + "x" * 1001) is None
