"""What a prompt tells is not asked, and may still name what is asked about."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.parser.parser import parser
from runwright.minds.embedded.planning import understood
from runwright.minds.embedded.query import Span
from runwright.minds.embedded.statements import parted

SOURCES = ("calendar", "documents", "finance")


def names(sentence: str) -> list[Span]:
    return [span for parsed in parser().parse(sentence) for span in parsed.query.spans]


@pytest.mark.parametrize(
    ("prompt", "asked"),
    [
        ("I'm sorting out my papers. What did I spend in May?", "What did I spend in May?"),
        ("Well, I was thinking... what do i have on friday", "what do i have on friday"),
        ("What's on tomorrow? It has been a long week.", "What's on tomorrow?"),
        ("Sorry to trouble you again: who has our keys?", "who has our keys?"),
        ("G'day mate, hope you're well. Am I free on Friday? No hurry.", "Am I free on Friday?"),
        ("Have a look for me: what's on tomorrow?", "what's on tomorrow?"),
        ("My sister says hello. Am I free on Friday?", "Am I free on Friday?"),
    ],
)
def test_a_statement_is_not_asked(prompt: str, asked: str) -> None:
    assert parted(prompt, names).asked == asked


@pytest.mark.parametrize(
    "prompt",
    [
        "I need to know what I spent at Lidl in May. And at Aldi.",
        "What did I spend in May? I want it as a table.",
        "What did I spend in May? I'd like the same for June.",
        "Student loan: how much a month?",
        "I took money out of savings in May. How much, and when?",
        "What did I spend in May? That should not include rent.",
        "I'm sorting out my papers.",
        "Groceries in May. Rent too.",
        "Lidl and Aldi: how much last month?",
        "Show me this: what I spent in May",
        "Am I seeing Dr. Moss or St. Mary's on Friday?",
    ],
)
def test_demands_and_conditions_are_no_statements(prompt: str) -> None:
    assert parted(prompt, names).asked == prompt


def test_of_a_very_long_prompt_no_sentence_is_parsed_by_itself() -> None:
    looked_at: list[str] = []

    def look(sentence: str) -> list[Span]:
        looked_at.append(sentence)
        return []

    prompt = "It rained. " * 200 + "What did I spend in May?"
    assert parted(prompt, look).asked == prompt
    assert not looked_at


def test_what_a_statement_names_is_meant_by_the_question_after_it() -> None:
    (query,) = understood(
        "I go to Lidl a lot. How much did I spend there this year?", (), SOURCES, 8
    )
    assert query.words("M", "PL") == ("Lidl",)
    assert query.words("P") == ("this year",)


def test_a_remark_beside_a_question_is_no_second_question() -> None:
    queries = understood(
        "I'm trying to get my life in order. What did I spend at Lidl in May?", (), SOURCES, 8
    )
    assert [query.word("M") for query in queries] == ["Lidl"]


def test_what_is_told_behind_a_question_is_not_what_it_goes_on_about() -> None:
    (query,) = understood(
        "and the month before? I used the Halifax card in there once as well don't forget",
        ("How much did I spend in Tesco last month",), SOURCES, 8,
    )  # fmt: skip
    assert (query.measure, query.words("ACC")) == ("sum", ())
