"""A reading is said in words."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.asking import in_other_words, reading_in_words
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


@pytest.mark.parametrize(
    ("query", "reading"),
    [
        (LIDL, "payments to Lidl in May, added up"),
        (
            finance("avg", "out", ("C", "food"), ("P", "last year"), group="month"),
            "payments for food last year, on average, per month",
        ),
        (
            finance("sum", "out", ("MP", "the cleaner"), ("P", "2025"), ("A>", "50 euros")),
            "payments of at least 50 euros to the cleaner in 2025, added up",
        ),
        (
            finance("sum", "in", ("M", "Acme"), ("XC", "fees"), group="quarter", order="desc"),
            "payments received from Acme without fees, added up, by quarter, largest first",
        ),
        (
            calendar("next", ("T", "hairdresser"), ("PS", "Anna")),
            "the next of “hairdresser” events with Anna",
        ),
        (
            calendar("free", ("D>", "an hour"), ("P", "on Friday"), ("TI", "after 4pm")),
            "free time for at least an hour on Friday after 4pm",
        ),
        (
            calendar("exists", ("OW", "Dad's"), ("P", "tomorrow")),
            "whether there are events in Dad's calendar tomorrow",
        ),
        (
            _query("documents", "summary", "", ("DOC", "the lease")),
            "a summary of the lease",
        ),
    ],
)
def test_a_reading_has_words(query: Query, reading: str) -> None:
    assert reading_in_words(query) == reading


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


def test_what_cannot_be_looked_up_is_no_answer_and_says_how_it_was_read() -> None:
    answer = in_other_words(LIDL)
    assert not answer.is_answer
    assert answer.text == (
        "I read this as: payments to Lidl in May, added up. That cannot be looked up as it "
        "stands: please ask it in other words."
    )


@pytest.mark.parametrize("route", ["arithmetic", "change", "compose", "mixed", "general"])
def test_every_other_route_has_words_too(route: str) -> None:
    assert reading_in_words(Query("…", route))


def test_what_a_prompt_says_over_and_over_is_not_said_back() -> None:
    spans = tuple(Span("P", f"in week {week}") for week in range(40))
    told = in_other_words(Query("…", "calendar", "list", spans=spans, confidence=0.01)).text
    assert "35 more" in told
    assert len(told) < 400
