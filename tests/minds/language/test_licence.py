"""A statement is kept only if something licenses each of its words.

Each pair has the same words: once beside a slot that licenses them, and once beside one that does
not. The sentences are over `world`.
"""

from __future__ import annotations

from typing import Any

import pytest

from minds.language.test_sentences import checked, evidence, part
from runwright.minds.language import licence, vocabulary
from runwright.minds.language.checking import Checked, check
from runwright.minds.language.parts import Answer

PAIRS = [
    ("{r8.rows[0].title} begins at {r8.rows[0].start:time}.",
     "{r8.rows[0].title} begins at {r8.rows[0].end:time}."),
    ("Together you have {r7.totals[0]}.",
     "Together you have {r7.balances[0].balance}."),
    ("The overlap on Tuesday lasts {r12.conflicts[0].minutes} minutes.",
     "The purchase on Tuesday lasts {r12.conflicts[0].minutes} minutes."),
    ("{r12.rows[0].title} and {r12.rows[1].title} overlap from {r12.conflicts[0].start:time} to "
     "{r12.conflicts[0].end:time}.",
     "{r12.rows[0].title} and {r12.rows[1].title} overlap from {r12.rows[1].start:time} to "
     "{r12.rows[1].end:time}."),
    ("Your payments in October came to {r18.total}.",
     "Your payments came to {r7.balances[0].balance}."),
    ("You spent {r18.total} in October.",
     "You made {r18.total} in October."),
    ("The answer is {= 6 * 7}.",
     "The answer is {r1.total} for groceries in October."),
    ("You spent {r1.total} in all on groceries in October.",
     "You have paid {r6.payments[0].counterparty} {r6.payments[0].amount} in all."),
]  # fmt: skip


@pytest.mark.parametrize(("kept", "marked"), PAIRS)
def test_a_word_is_licensed_by_what_stands_beside_it(kept: str, marked: str) -> None:
    assert checked(part(kept), "en").problems == ()
    assert checked(part(marked), "en").marked == 1


@pytest.mark.parametrize(
    "text",
    [
        "You spent {r1.total} on groceries in October, mostly on Mondays.",
        "You spent {r1.total} on groceries in October by card.",
        "{r1.total} was left over in October.",
        "Groceries in October: {r1.total}, a record.",
        "{r8.rows[0].title} on {r8.rows[0].start:day} is over.",
        "{r29.rows[0].title} begins in {= days_between(today, 2026-12-08)}.",
        "You must go to {r8.rows[0].title} on {r8.rows[0].start:day}.",
        "{= max(r1.total, r19.total)} went to groceries in October.",
    ],
)
def test_a_word_that_nothing_carries_marks_the_statement(text: str) -> None:
    assert checked(part(text), "en").marked == 1


@pytest.mark.parametrize(
    ("head", "is_kept"),
    [("Spent", True), ("Amount", True), ("Left over", False), ("Spent each week", False),
     ("Planned", False), ("Balance", False)],
)  # fmt: skip
def test_the_head_of_a_column_is_held_to_the_same(head: str, is_kept: bool) -> None:
    table = {"type": "table", "header": ["2026", head], "rows": [["October", "{r18.total}"]]}
    assert checked(table, "en").kept == is_kept


def headed(title: str) -> Checked:
    parts: list[dict[str, Any]] = [
        {"type": "heading", "text": title},
        {"type": "fact", "text": "You spent {r1.total} on groceries in October."},
    ]
    return check(Answer.model_validate({"parts": parts, "language": "en"}), evidence())


@pytest.mark.parametrize("title", ["Groceries", "Spent in October", "What you spent", "Overview"])
def test_a_heading_of_licensed_words_is_kept(title: str) -> None:
    assert headed(title).marked == 0


@pytest.mark.parametrize(
    "title", ["Groceries after payday", "Where you saved", "You are over budget", "Bills to pay"]
)
def test_a_heading_that_says_more_than_what_stands_below_it_is_marked_itself(title: str) -> None:
    answer = headed(title)
    assert [each.support for each in answer.parts] == ["unsupported", "record"]


def test_the_model_is_told_which_words_would_be_kept() -> None:
    (problem,) = checked(part("Tesco gobbled {r1.total} for groceries in October."), "en").problems
    assert "“tesco”, “gobbled”" in problem.sentence
    assert "spent, paid" in problem.sentence


def test_function_words_claim_nothing() -> None:
    claims = licence.CHECKED | vocabulary.SPENT | vocabulary.RECEIVED | vocabulary.BALANCE
    assert not vocabulary.FUNCTION & claims
