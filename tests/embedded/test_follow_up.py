"""A question that leans on the one before keeps what still holds of it, and changes the rest."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.planning import understood
from runwright.minds.embedded.query import Query

ALL = ("calendar", "documents", "finance")


def read(*prompts: str) -> Query:
    """How the last of several prompts is understood."""
    *earlier, last = prompts
    [query] = understood(last, earlier, ALL, 8)
    return query


def words(query: Query) -> set[tuple[str, str]]:
    return {(span.code, span.text) for span in query.spans}


def test_another_period_replaces_the_one_before() -> None:
    query = read("how much did I spend at Lidl in May", "and in June?")
    assert (query.route, query.measure, query.direction) == ("finance", "sum", "out")
    assert words(query) == {("M", "Lidl"), ("P", "in June")}
    assert query.before == "how much did I spend at Lidl in May"


def test_what_was_kept_is_kept_on() -> None:
    query = read("how much did I spend at Lidl in May", "and in June?", "how often did I go")
    assert query.measure == "count"
    assert words(query) == {("M", "Lidl"), ("P", "in June")}


@pytest.mark.parametrize(
    ("asked", "measure"), [("where is that again", "where"), ("who with", "who")]
)
def test_another_detail_is_asked_of_the_same_event(asked: str, measure: str) -> None:
    query = read("when's my next physio", asked)
    assert (query.route, query.measure) == ("calendar", measure)
    assert words(query) == {("T", "physio")}


def test_a_name_goes_over_to_the_other_kind_of_records() -> None:
    query = read("when's my next physio", "what's it cost me so far this year")
    assert (query.route, query.measure) == ("finance", "sum")
    assert words(query) == {("C", "physio"), ("P", "so far this year")}


def test_a_question_of_its_own_keeps_nothing() -> None:
    query = read("what's on tomorrow", "how much did I spend on groceries in May")
    assert words(query) == {("C", "groceries"), ("P", "in May")}
    assert not query.is_follow_up


def test_documents_are_searched_for_both_questions() -> None:
    query = read("what notice do I have to give on the flat", "what if I just leave")
    assert query.route == "documents"
    assert query.whole == "what if I just leave (what notice do I have to give on the flat)"


def test_a_period_is_reckoned_from_the_one_before() -> None:
    query = read("how much did I spend on takeaways last month", "and the month before")
    assert ("P", "last month a month earlier") in words(query)


def test_that_day_is_the_day_of_the_event() -> None:
    query = read("when is Mum's birthday", "am I working that day?")
    assert ("PE", "on Mum's birthday") in words(query)
    assert ("T", "working") in words(query)


@pytest.mark.parametrize(
    ("first", "then", "measure", "way"),
    [
        ("last time I paid the plumber", "and the one before that", "last", "before"),
        ("when's my next haircut", "and the one after that?", "next", "after"),
    ],
)
def test_the_next_record_of_the_same(first: str, then: str, measure: str, way: str) -> None:
    query = read(first, then)
    assert query.measure == measure
    assert way in query.flags


def test_a_form_alone_is_that_of_the_question_before() -> None:
    query = read("what did I pay for parking this year", "as a chart")
    assert query.form == "chart"
    assert words(query) == {("C", "parking"), ("P", "this year")}


@pytest.mark.parametrize("last", ["October then", "october as well pls"])
def test_a_month_takes_the_place_of_one_that_was_taken_over(last: str) -> None:
    query = read("how much did we spend in Lidl in august, all cards", "and september", last)
    months = {text.lower() for code, text in words(query) if code == "P"}
    assert months == {"october"}


def test_a_year_holds_for_the_months_that_are_asked_for_next() -> None:
    query = read("what did I spend at Lidl last year", "and in May?")
    assert ("P", "in May") in words(query)
