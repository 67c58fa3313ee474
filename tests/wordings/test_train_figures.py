"""Figures of tables from which the reader learns: which of those that could be meant is right."""

from __future__ import annotations

import json
import re

import pytest
from training.weighing.figures import FOLDER, is_right


@pytest.mark.parametrize(
    ("said", "answer", "expected"),
    [
        ("1,962 GBP.\nMower repairs, 2024 (accounts.md).", "£1,962", True),
        ("Up by 1,644 (516.98%), from 318 to 1,962.", "£1,644", True),
        ("Up by 1,644 (516.98%), from 318 to 1,962.", "517.0%", True),
        ("Up by 1,644 (516.98%), from 318 to 1,962.", "318", False),
        ("12.05%.", "12.1%", True),
        ("12.05.", "12.1%", False),
        ("(5).", "5", True),
        ("-12.9 million USD.", "12.9 million", True),
        ("Nothing.", "5", False),
    ],
)
def test_a_figure_is_right_as_exactly_as_it_was_asked_for(
    said: str, answer: str, expected: bool
) -> None:
    assert is_right(said, answer) is expected


def test_every_figure_is_worked_out_of_what_stands_in_its_document() -> None:
    documents, questions, strange = 0, 0, []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            documents, questions = documents + 1, questions + len(row["questions"])
            for each in row["questions"]:
                if (each["answer"] is None) is not (each["how"] == "none"):
                    strange.append(each["q"])
                strange += [v for v in each.get("values") or () if not _stands(v, row["text"])]
    assert strange == []
    assert (documents, questions) == (144, 1_440)


def _stands(value: str, text: str) -> bool:
    return re.sub(r"\s+", " ", value) in re.sub(r"\s+", " ", text)
