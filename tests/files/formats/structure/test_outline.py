"""Headings and tables of texts that mark neither."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.text import prose
from runwright.files.formats.types import Draft, Reading, Table
from runwright.records.facts import Passage
from runwright.records.facts import Table as TableFacts

READING = Reading("paper.txt", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("Europe/Berlin"))


def drafts(text: str, kind: str = "passage") -> list[Draft]:
    parts = prose.read(text, READING)
    return [part for part in parts if isinstance(part, Draft) and part.kind == kind]


def paths(text: str) -> list[tuple[str, ...]]:
    found = []
    for draft in drafts(text):
        assert isinstance(draft.facts, Passage)
        found.append(draft.facts.headings)
    return found


def table(text: str) -> TableFacts:
    [draft] = drafts(text, "table")
    assert isinstance(draft.facts, TableFacts)
    return draft.facts


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("1. Scope", "2. Fees"),
        ("1 Scope", "2 Fees"),
        ("§ 1 Mietsache", "§ 2 Miete"),
        ("Article 1 – Scope", "Article 2 – Fees"),
        ("I. Facts", "II. Law"),
        ("SCOPE", "FEES AND COSTS"),
        ("3 March 2026", "Dienstag, 4. März 2026"),
        ("Anlage 1", "Anlage 2"),
    ],
)
def test_headings_without_marks_are_the_path_of_what_follows(one: str, two: str) -> None:
    text = f"Some paper\n\n{one}\n\nIt is so.\n\n{two}\n\nIt costs nothing.\n"
    assert paths(text) == [(one,), (two,)]
    assert drafts(text)[1].text == f"{two}\n\nIt costs nothing."


def test_numbers_show_which_heading_is_below_which() -> None:
    text = "1. Hotels\n\nAll.\n\n1.1 Limits\n\n120 EUR.\n\n2. Trains\n\nSecond class.\n"
    assert paths(text) == [("1. Hotels",), ("1. Hotels", "1.1 Limits"), ("2. Trains",)]


@pytest.mark.parametrize(
    "text",
    [
        "Shopping\n\n1. Milk\n2. Eggs\n3. Bread\n",
        "To do\n\n1. Call the bank about the loan.\n\n2. Write to Ann.\n",
        "We met.\n\n7. Heaven is a place\n\nThen we left.\n",
        "Steps\n\n2. Second\n\nDo it.\n\n1. First\n\nDo that.\n",
    ],
)
def test_lists_have_no_headings(text: str) -> None:
    assert set(paths(text)) == {()}


def test_what_stands_under_a_dated_heading_was_said_on_that_day() -> None:
    found = drafts("# Log\n\n## 3 March 2026\n\nThe roof leaks.\n\n## Later\n\nIt is dry.\n")
    assert [draft.facts.said for draft in found if isinstance(draft.facts, Passage)] == [
        "2026-03-03",
        None,
    ]


def test_bold_lines_in_markdown_are_headings() -> None:
    assert paths("# Rules\n\n**2. Fees**\n\nNone.\n\n**Note** this.\n") == [("Rules", "2. Fees")]


ALIGNED = """\
Region        2025      2024
----------------------------
North        1,200     1,100
South          800       750
"""
PIPED = "Region | 2025 | 2024\nNorth | 1,200 | 1,100\nSouth | 800 | 750\n"
MARKDOWN = (
    "| Region | 2025 | 2024 |\n|---|--:|--:|\n| North | 1,200 | 1,100 |\n| South | 800 | 750 |\n"
)
IN_A_LIST = "- Sales:\n\n" + "".join(f"  {line}\n" for line in MARKDOWN.splitlines())
QUOTED = "".join(f"> {line}\n" for line in MARKDOWN.splitlines())
HTML = (
    "<html><body><table><tr><th>Region<th>2025<th>2024<tr><td><p>North</p><td>1,200<td>1,100"
    "<tr><td>South<td>800<td>750</table></body></html>"
)


@pytest.mark.parametrize("text", [ALIGNED, PIPED, MARKDOWN, IN_A_LIST, QUOTED, HTML])
def test_a_table_is_read_once_and_as_a_table(text: str) -> None:
    if "<html>" not in text:
        text = f"Trade grew again, as the figures show.\n\n{text}\nThat is all.\n"
    facts = table(text)
    assert facts.header == ("Region", "2025", "2024")
    assert facts.rows == (("North", "1,200", "1,100"), ("South", "800", "750"))
    assert not any("1,200" in draft.text or "---" in draft.text for draft in drafts(text))
    [whole] = [part for part in prose.read(text, READING) if isinstance(part, Table)]
    assert len(whole.rows) == 3


TILL = """\
CAFE MOLE
Table 6
-------------------------
2 x Coffee   3,90    7,80 B
1 x Cake with plum  11,50 A
-------------------------
TOTAL         EUR   19,30
"""


def test_a_till_puts_only_its_prices_in_line() -> None:
    facts = table(TILL)
    assert facts.header == ()
    assert facts.rows == (
        ("2 x Coffee 3,90", "7,80", "B"),
        ("1 x Cake with plum", "11,50", "A"),
        ("TOTAL EUR", "19,30", ""),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Ann Adler          3 March 2026\n5 Mill Lane\nLeith\n",
        "ls | grep a\ncat b | wc\n",
        "It was cold.  We left.\nIt was late.  We slept.\nIt was May.  We woke.\n",
        "- a    b\n- c    d\n- e    f\n",
        "<html><body><table><tr><td>Home</td></tr><tr><td>About us</td></tr></table></body></html>",
    ],
)
def test_what_only_stands_side_by_side_is_no_table(text: str) -> None:
    assert drafts(text, "table") == []


def test_tables_are_numbered_and_know_their_caption() -> None:
    text = f"# Report\n\nTable 1: Sales (EUR '000)\n\n{MARKDOWN}\nMore below.\n\n{MARKDOWN}"
    first, second = drafts(text, "table")
    assert isinstance(first.facts, TableFacts)
    assert isinstance(second.facts, TableFacts)
    assert (first.facts.number, first.facts.title) == (1, "Table 1: Sales (EUR '000)")
    assert (first.facts.units, first.facts.scale) == (("", "EUR", "EUR"), 1000)
    assert (second.facts.number, second.facts.title, second.facts.scale) == (2, "", 1)


@pytest.mark.parametrize("mark", ["-", "=", "| ", "a  b  ", "1. A\n\n", "[1:00] A: "])
def test_hostile_lines_are_read_to_the_end(mark: str) -> None:
    text = (mark * 40_000 + "\n") * 2
    assert len(list(prose.read(text, READING))) > 0
