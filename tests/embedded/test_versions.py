"""Of two versions of a document the newer is believed, and the older named."""

from __future__ import annotations

from typing import Any

import pytest

from runwright.minds.embedded import versions
from runwright.minds.embedded.reading.reading import NOTHING, Outcome, Said
from runwright.minds.values import Item as ReadItem
from runwright.records.facts import Document, Passage
from runwright.tools.base import Item


def papers(file: str, date: str, kind: Any = "policy", title: str = "Contents policy") -> list[Any]:
    facts = Document(title=title, document=kind, date=date, parties=())
    return [
        Item(file, "documents", facts, file=file, title=file),
        Item(f"{file}/1", "documents", Passage(), file=file, title=file, text="x"),
    ]


OLD, NEW = papers("2025.txt", "2025-06-01"), papers("2026.txt", "2026-06-01")
READ = [ReadItem(f"{file}/1", "documents", "x", file=file, title=file)
        for file in ("2025.txt", "2026.txt")]  # fmt: skip


def said(file: str) -> Outcome:
    return Outcome(Said("Yes.", "Yes", (f"{file}/1",)), None)


def test_the_newer_one_takes_the_place_of_the_older() -> None:
    found = versions.replaced("is a spilt drink covered?", [*OLD, *NEW])
    assert {file: newest.file for file, newest in found.items()} == {"2025.txt": "2026.txt"}


@pytest.mark.parametrize("text", ["what did the old policy say?", "was it covered in 2025?"])
def test_who_asks_for_the_older_gets_it(text: str) -> None:
    assert versions.replaced(text, [*OLD, *NEW]) == {}


def test_a_report_of_another_year_is_no_newer_version() -> None:
    reports = [*papers("a", "2025-01-01", "report"), *papers("b", "2026-01-01", "report")]
    assert versions.replaced("how high are the reserves?", reports) == {}


def test_another_policy_is_none_either() -> None:
    other = papers("car.txt", "2026-09-01", title="Motor insurance")
    assert versions.replaced("is a spilt drink covered?", [*OLD, *other]) == {}


def test_an_answer_of_the_newer_names_the_older() -> None:
    found = versions.replaced("covered?", [*OLD, *NEW])
    told = versions.told(said("2026.txt"), NOTHING, found, READ)
    assert told.answer is not None
    assert told.answer.text == "Yes.\nThere is an older version: 2025.txt."


def test_what_only_the_older_says_is_told_with_a_warning() -> None:
    found = versions.replaced("covered?", [*OLD, *NEW])
    told = versions.told(NOTHING, said("2025.txt"), found, READ)
    assert told.answer is not None
    assert told.answer.text.endswith("The newer version, Contents policy, may say otherwise.")


def test_what_stands_elsewhere_is_left_as_it_is() -> None:
    found = versions.replaced("covered?", [*OLD, *NEW])
    assert versions.told(said("letter.txt"), NOTHING, found, READ) == said("letter.txt")
