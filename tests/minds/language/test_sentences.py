"""What a strong model writes over `world`: true parts, and false ones that look just as good.

The true sentences were written before the vocabulary that reads them, as a model would write
them; those in `marked.en.txt` and `marked.de.txt` are true, too, and still marked.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.minds.language import world

from runwright.minds.language.checking import Checked, check
from runwright.minds.language.evidence import Evidence
from runwright.minds.language.parts import Answer

FOLDER = Path(__file__).parent / "sentences"
evidence = cache(world.evidence)


def lines(name: str) -> list[Any]:
    return [
        pytest.param(language, line, id=line)
        for language in ("en", "de")
        for line in (FOLDER / f"{name}.{language}.txt").read_text().splitlines()
    ]


def part(line: str) -> dict[str, Any]:
    """`“quotation” record words before it`, or a sentence with slots."""
    if line.startswith("“"):
        quote, _, rest = line.removeprefix("“").partition("” ")
        record, _, text = rest.partition(" ")
        return {"type": "fact", "text": text, "quote": quote, "record": record}
    return {"type": "derived" if "{=" in line else "fact", "text": line}


def checked(part: dict[str, Any], language: str, given: Evidence | None = None) -> Checked:
    answer = Answer.model_validate({"parts": [part], "language": language})
    return check(answer, given or evidence())


@pytest.mark.parametrize(("language", "line"), lines("true"))
def test_a_true_sentence_in_ordinary_words_is_kept(language: str, line: str) -> None:
    assert checked(part(line), language).problems == ()


@pytest.mark.parametrize(("language", "line"), lines("marked"))
def test_a_true_sentence_whose_words_no_result_carries_is_marked(language: str, line: str) -> None:
    assert checked(part(line), language).marked == 1


@pytest.mark.parametrize(("language", "line"), lines("false"))
def test_a_false_sentence_is_marked(language: str, line: str) -> None:
    answer = checked(part(line), language)
    assert (answer.kept, answer.marked) == (0, 1)


PARTS: list[dict[str, Any]] = [
    {"type": "list", "entries": [
        {"type": "fact", "text": "{r8.rows[0].title}: {r8.rows[0].start:weekday}, "
                                 "{r8.rows[0].start:time}–{r8.rows[0].end:time}"},
        {"type": "fact", "text": "**{r8.rows[2].title}** – {r8.rows[2].start}, {r8.rows[2].place}"},
    ]},
    {"type": "table", "header": ["Category", "Spent in October", "Share"], "rows": [
        ["{r3.groups[0].group}", "{r3.groups[0].total}", "{r3.groups[0].share}"],
        ["Travel", "{r3.groups[1].total}", "{r3.groups[1].share}"],
    ]},
    {"type": "table", "header": ["Day", "Payee", "Amount"], "rows": [
        ["{r5.rows[0].day}", "{r5.rows[0].counterparty}", "{r5.rows[0].amount}"],
        ["{r5.rows[1].day}", "{r5.rows[1].counterparty}", "{r5.rows[1].amount}"],
    ]},
]  # fmt: skip


@pytest.mark.parametrize("given", PARTS, ids=lambda given: given["type"])
def test_lists_and_tables_of_slots_are_kept(given: dict[str, Any]) -> None:
    assert checked(given, "en").problems == ()


def test_a_row_with_the_figure_of_another_one_is_marked() -> None:
    rows = [["Travel", "{r3.groups[0].total}"]]
    table = {"type": "table", "header": ["Category", "Spent in October"], "rows": rows}
    assert checked(table, "en").marked == 1
