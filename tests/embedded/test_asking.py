"""A doubtful reading is said in words, with a question that has this reading and no other."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.asking import ask_back, plain_question, reading_in_words
from runwright.minds.embedded.query import Query, Span


def finance(measure: str, direction: str = "out", *spans: tuple[str, str], **fields: str) -> Query:
    return _query("finance", measure, direction, *spans, **fields)


def calendar(measure: str, *spans: tuple[str, str], **fields: str) -> Query:
    return _query("calendar", measure, "", *spans, **fields)


def _query(
    route: str, measure: str, direction: str, *spans: tuple[str, str], **fields: str
) -> Query:
    named = tuple(Span(code, text) for code, text in spans)
    return Query("…", route, measure, direction, spans=named, **fields)  # type: ignore[arg-type]


LIDL = finance("sum", "out", ("M", "Lidl"), ("P", "May"))
HAIR = calendar("next", ("T", "hairdresser"), ("PS", "Anna"))


@pytest.mark.parametrize(
    ("query", "reading", "question"),
    [
        (LIDL, "payments to Lidl in May, added up", "How much did I spend at Lidl in May?"),
        (
            finance("avg", "out", ("C", "food"), ("P", "last year"), group="month"),
            "payments for food last year, on average, per month",
            "What did I spend on average on food last year per month?",
        ),
        (
            finance("sum", "out", ("MP", "the cleaner"), ("P", "2025"), ("A>", "50 euros")),
            "payments of at least 50 euros to the cleaner in 2025, added up",
            "How much did I pay in payments of at least 50 euros to the cleaner in 2025?",
        ),
        (
            finance("sum", "in", ("M", "Acme"), ("XC", "fees"), group="quarter", order="desc"),
            "payments received from Acme without fees, added up, by quarter, largest first",
            "How much did I receive from Acme without fees by quarter, largest first?",
        ),
        (
            HAIR,
            "the next of “hairdresser” events with Anna",
            "When is my next ‘hairdresser’ event with Anna?",
        ),
        (
            calendar("free", ("D>", "an hour"), ("P", "on Friday"), ("TI", "after 4pm")),
            "free time for at least an hour on Friday after 4pm",
            "When am I free for at least an hour on Friday after 4pm?",
        ),
        (
            calendar("exists", ("OW", "Dad's"), ("P", "tomorrow")),
            "whether there are events in Dad's calendar tomorrow",
            "Is there an event in Dad's calendar tomorrow?",
        ),
        (
            _query("documents", "summary", "", ("DOC", "the lease")),
            "a summary of the lease",
            "Summarise the lease.",
        ),
    ],
)
def test_a_reading_has_words_and_a_plain_question(
    query: Query, reading: str, question: str
) -> None:
    assert reading_in_words(query) == reading
    assert plain_question(query) == question


def test_everything_that_was_understood_is_said() -> None:
    query = finance(
        "compare", "out", ("C", "rent"), ("P", "this year"), ("P2", "than last year"),
        form="chart", state="pending",
    )  # fmt: skip
    assert reading_in_words(query) == (
        "pending payments for rent this year, compared with last year, as a chart"
    )


def test_alternatives_are_joined_by_or() -> None:
    query = calendar("free", ("P", "on Tuesday"), ("P", "on Friday"))
    assert "on Tuesday or on Friday" in reading_in_words(query._replace(has_alternatives=True))
    assert "on Tuesday and on Friday" in reading_in_words(query)


def test_asking_back_is_no_answer_and_gives_the_question() -> None:
    answer = ask_back(LIDL)
    assert not answer.is_answer
    assert answer.text == (
        "I read this as: payments to Lidl in May, added up. Is that right? "
        "If so, ask it like this: “How much did I spend at Lidl in May?”"
    )


def test_a_reading_without_a_plain_question_is_only_said() -> None:
    top = finance("list", "out", ("N", "6"), order="newest")
    assert plain_question(top) == ""
    assert ask_back(top).text == (
        "I read this as: a list of 6 payments, newest first. Is that right?"
    )


def test_two_readings_are_offered_side_by_side() -> None:
    first = finance("last", "out", ("M", "hairdresser"))
    answer = ask_back(first._replace(others=(HAIR,)))
    assert not answer.is_answer
    assert answer.text.splitlines() == [
        "I can read this in two ways. Which one do you mean?",
        "1. The latest of payments to hairdresser: “When did I last pay anything to hairdresser?”",
        "2. The next of “hairdresser” events with Anna: "
        "“When is my next ‘hairdresser’ event with Anna?”",
    ]


def test_two_readings_that_say_the_same_are_one() -> None:
    assert ask_back(LIDL._replace(others=(LIDL,))) == ask_back(LIDL)


@pytest.mark.parametrize("route", ["arithmetic", "change", "compose", "mixed", "general"])
def test_every_other_route_has_words_too(route: str) -> None:
    assert reading_in_words(Query("…", route))
    assert plain_question(Query("…", route)) == ""


def test_what_a_prompt_says_over_and_over_is_not_said_back() -> None:
    spans = tuple(Span("P", f"in week {week}") for week in range(40))
    told = ask_back(Query("…", "calendar", "list", spans=spans, confidence=0.01)).text
    assert "35 more" in told
    assert len(told) < 400
