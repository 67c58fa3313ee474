"""Declining, asking back and resolving periods: typed, free, and refused when they say nothing."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from runwright.tools import ask_back, decline, resolve_period
from runwright.tools.base import InvalidCall, frozen
from tools.calculating import records


def test_none_of_them_is_a_step() -> None:
    assert not any(each.TOOL.is_step for each in (ask_back, decline, resolve_period))


def test_a_decline_says_why_and_what_was_looked_for() -> None:
    arguments = decline.Arguments(reason="not_in_records", looked_for=("warranty",))
    found = decline.run(arguments, records())
    assert frozen(found) == {"reason": "not_in_records", "looked_for": ["warranty"]}
    assert decline.describe(arguments) == "no answer: not in the records (warranty)"
    plain = decline.Arguments(reason="changes_something")
    assert decline.describe(plain) == "no answer: would change something"


def test_what_is_not_in_the_records_must_be_named() -> None:
    with pytest.raises(ValidationError, match="`looked_for` must name"):
        decline.Arguments(reason="not_in_records")


def choice(label: str, reading: str = "") -> ask_back.Choice:
    return ask_back.Choice(label=label, reading=reading or f"The sum by {label}")


def test_a_question_carries_its_choices_with_their_readings() -> None:
    choices = (choice("card"), choice("account"))
    arguments = ask_back.Arguments(question="By card or by account?", choices=choices)
    found = ask_back.run(arguments, records())
    assert (found.question, found.choices) == ("By card or by account?", choices)


@pytest.mark.parametrize(
    "choices",
    [
        [choice("card")],
        [choice(str(number)) for number in range(6)],
        [choice("card"), choice("Card", "Something else")],
        [choice("card", "The same"), choice("account", "The same")],
    ],
)
def test_a_question_needs_two_to_five_different_choices(choices: list[ask_back.Choice]) -> None:
    with pytest.raises(ValidationError):
        ask_back.Arguments(question="Which?", choices=tuple(choices))


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("last week", "2026-11-09", "2026-11-16"),
        ("October", "2026-10-01", "2026-11-01"),
        ("from 3 to 9 May 2026", "2026-05-03", "2026-05-10"),
        ("all time", None, None),
        ("what did I spend in September 2026 on food", "2026-09-01", "2026-10-01"),
    ],
)
def test_words_become_days(words: str, start: str | None, end: str | None) -> None:
    found = resolve_period.run(resolve_period.Arguments(words=words), records())
    assert (found.reading.period.start, found.reading.period.end) == (start, end)


def test_the_next_likely_period_is_named_too() -> None:
    ahead = resolve_period.Arguments(words="May", tense="future")
    found = resolve_period.run(ahead, records())
    assert found.reading.words == "May 2027"
    assert found.alternative is not None
    assert found.alternative.words == "May 2026"


def test_the_order_of_a_date_can_be_given() -> None:
    months_first = resolve_period.Arguments(words="11/12/2026", date_order="month")
    found = resolve_period.run(months_first, records())
    assert found.reading.words == "12 November 2026"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [("the blue bicycle", "names no period"), ("March 2026, also May 2025 I think", "several")],
)
def test_words_that_are_no_period_are_refused(words: str, sentence: str) -> None:
    with pytest.raises(InvalidCall, match=sentence):
        resolve_period.run(resolve_period.Arguments(words=words), records())
