"""Checked answers as Markdown and typed parts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minds.language import world
from minds.language.kit import checked
from runwright.minds.language.checking import check
from runwright.minds.language.parts import Answer, schema
from runwright.minds.language.rendering import markdown, typed

ROOT = Path(__file__).parents[3]
KINDS = ("json", "text")
FACT = {"type": "fact", "text": "Groceries in October: {r1.total}"}
WRONG = {"type": "fact", "text": "Groceries in October: {r2.total}"}


def test_lists_keep_their_lines_and_only_what_fails_is_marked() -> None:
    answer = checked({"type": "list", "ordered": True, "entries": [FACT, WRONG]})
    assert markdown(answer) == (
        "1. Groceries in October: 95.23 EUR\n"
        "2. Groceries in October: 900.00 EUR (not supported by your records)"
    )
    assert typed(answer)["facts"] == {"kept": 1, "marked": 1}


def test_a_german_day_at_the_start_of_an_entry_begins_no_list() -> None:
    entry = {"type": "fact", "text": "{r7.rows[1].day}: {r7.rows[1].amount}"}
    answer = checked({"type": "list", "entries": [entry]}, language="de")
    assert markdown(answer) == "- 9\\. Oktober 2026: −41,03 EUR"


def test_a_row_of_a_table_is_a_fact() -> None:
    rows = [["Groceries", "{r1.total}"], ["Groceries", "{r2.total}"]]
    answer = checked({"type": "table", "header": ["", "October 2026"], "rows": rows})
    assert [row.support for row in answer.parts[0].entries] == ["record", "unsupported"]


def test_the_schema_has_no_references() -> None:
    assert "$ref" not in str(schema())


def test_the_example_of_the_documentation_is_what_a_reader_sees() -> None:
    page = (ROOT / "docs" / "answers-of-language-models.md").read_text()
    given, shown = (page.partition(f"```{kind}\n")[2].partition("```")[0] for kind in KINDS)
    answer = Answer.model_validate({"parts": json.loads(given)})
    assert f"{markdown(check(answer, world.evidence()))}\n" == shown


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("en", "Rent took a share of {r3.groups[0].share} % in October.", "77.5 % in"),
        ("en", "Rent took {r3.groups[0].share} percent in October.", "took 77.5 percent"),
        ("en", "You spent {r1.total} EUR.", "95.23 EUR."),
        ("en", "You spent **{r1.total} €**.", "**95.23 EUR**"),
        ("en", "You spent EUR {r1.total}.", "spent 95.23 EUR."),
        ("en", "{= days_between(today, 2026-11-20)} days are left.", "4 days are"),
        ("en", "{= days_between(today, 2026-11-20)} left.", "4 days left"),
        ("en", "{= days_between(today, 2026-11-17)} left.", "1 day left"),
        ("de", "Es bleiben {= days_between(today, 2026-11-20)}.", "bleiben 4 Tage."),
        ("de", "Fällig in {= days_between(today, 2026-11-20)}.", "in 4 Tagen."),
        ("de", "Seit {= days_between(2026-11-13, today)} Tagen.", "Seit 3 Tagen."),
        ("en", "A twelfth is {= 58800 EUR / 12}.", "4,900.00 EUR."),
        ("en", "Half is {= r1.total / 2}.", "47.62 EUR."),
        ("en", "A third is {= 1000 JPY / 4}.", "250 JPY."),
        ("en", "More than in September: {r20.truth}.", "September: yes."),
        ("de", "Mehr als im September: {r20.truth}.", "September: ja."),
        ("en", "{r20.truth}, it was more.", "Yes, it"),
        ("en", "It was more ({r20.truth}).", "more (95.23 EUR > 61.50 EUR)."),
    ],
)
def test_values_are_read_as_people_write_them(language: str, text: str, shown: str) -> None:
    answer = Answer.model_validate(
        {"parts": [{"type": "text", "text": text}], "language": language}
    )
    assert shown in check(answer, world.evidence()).parts[0].text


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("de", "Mara prüft die Hinweise. Die Entscheidung über Go fällt später.", ()),
        ("de", "Eine Datenverantwortliche entwirft die Risikoliste.", ()),
        ("de", "Herr Brömmel ruft Käthe Möller an.", ("Herr Brömmel", "Käthe Möller")),
        ("en", "We asked Ümit. Thomas knows.", ("Ümit",)),
        ("en", "We asked Dr. Ümit Öztürk and J. Marlow today.", ("Dr. Ümit Öztürk", "J. Marlow")),
    ],
)
def test_names_that_nobody_checked_are_whole(
    language: str, text: str, names: tuple[str, ...]
) -> None:
    answer = Answer.model_validate(
        {"parts": [{"type": "text", "text": text}], "language": language}
    )
    assert check(answer, world.evidence()).parts[0].unchecked == names
