"""Judging answers to the questions about people."""

from __future__ import annotations

import pytest
from bench.eval.people.judge import Verdict, is_right, verdict


@pytest.mark.parametrize(
    ("wanted", "said", "expected"),
    [
        ("7:30", "Thursday 19 November, 07:30–08:30: Winter tires on.", "right"),
        ("07:30", "At 7:30 am.", "right"),
        ("7:30", "Thursday 19 November, 17:30–18:30.", "wrong"),
        ("£1,234.50", "You spent 1234.50 GBP.", "right"),
        ("5", "On 5 May you paid £5.00.", "wrong"),
    ],
)
def test_equal_figures_are_equal_however_they_are_written(
    wanted: str, said: str, expected: Verdict
) -> None:
    question = {"kind": "answer", "expect": {"all_of": [[wanted]], "none_of": []}}
    assert verdict(question, said, answered=True) == expected


def test_a_round_amount_is_the_same_with_and_without_cents() -> None:
    question = {"expect": {"all_of": [["21,400"]], "none_of": []}}
    assert is_right(question, "You may buy it for $21,400.00 plus tax.")
    assert not is_right(question, "You may buy it for $21,400.50.")
    question = {"expect": {"all_of": [["£350.00", "350.00", "350"]], "none_of": []}}
    assert is_right(question, "£350: “Escape of water £350”")
    question = {"expect": {"all_of": [["$175", "175"]], "none_of": []}}
    assert is_right(question, "Friday 24 July 2026: TERRENCE GUIDRY, $175.00.")
    assert not is_right(question, "TERRENCE GUIDRY, $1,175.00 and $175.50.")
    question = {"expect": {"all_of": [["12.00", "12"]], "none_of": []}}
    assert is_right(question, "€12 a day: “The keyholder allowance is €12 a day.”")
    assert not is_right(question, "€120 a day.")
    assert not is_right({"expect": {"all_of": [["12"]], "none_of": []}}, "It costs €12.")
