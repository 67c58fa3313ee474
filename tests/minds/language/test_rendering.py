"""Checked answers as Markdown and typed parts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.minds.language import world
from tests.minds.language.kit import checked

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
