"""Checked answers as Markdown and typed parts."""

from __future__ import annotations

from tests.minds.language.kit import checked

from runwright.minds.language.parts import schema
from runwright.minds.language.rendering import markdown, typed

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
