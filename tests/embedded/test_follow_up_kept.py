"""What a follow-up leaves open stays as it was: direction, measure, month, the event."""

from __future__ import annotations

import pytest

from embedded.test_follow_up import after, says
from runwright.minds.embedded.follow_up import leans
from runwright.minds.embedded.query import Query, Span

WAGES = Query("how much were my wages in October", "finance", "sum", "in",
              spans=(Span("C", "wages", 12), Span("P", "in October", 18)))  # fmt: skip


def test_what_says_nothing_of_paying_is_asked_of_the_same_money() -> None:
    query = after(WAGES, "more or less than [september|P2] then?", "compare", direction="out")
    assert (query.measure, query.direction) == ("compare", "in")
    turned = after(WAGES, "and what did I spend", "sum", direction="out")
    assert turned.direction == "out"


def test_a_preposition_in_front_of_a_name_asks_nothing_of_its_own() -> None:
    largest = Query("biggest single thing on the amex", "finance", "max", "out",
                    spans=(Span("ACC", "the amex", 24),))  # fmt: skip
    query = after(largest, "and off [the debit card|ACC]", "list")
    assert (query.measure, says(query)) == ("max", {"ACC": "the debit card"})


def test_a_person_named_after_those_who_accepted_is_asked_for_their_answer() -> None:
    accepted = Query("who's accepted for Friday", "calendar", "who", state="accepted",
                     spans=(Span("P", "Friday", 19),))  # fmt: skip
    query = after(accepted, "and [tina|PS]?", "who")
    assert (query.measure, query.state) == ("exists", "accepted")
    assert says(query) == {"PS": "tina", "P": "Friday"}


@pytest.mark.parametrize("text", ["and then who", "and the one after that, sounds early"])
def test_who_is_then_and_a_remark_behind_it_leave_the_next_of_the_same(text: str) -> None:
    birthday = Query("whose birthday is next", "calendar", "next", spans=(Span("T", "birthday"),))
    assert leans(Query(text, "calendar", "who"))
    query = after(birthday, text, "who")
    assert (query.measure, query.flags, says(query)) == ("next", ("after",), {"T": "birthday"})


def test_what_was_sent_the_other_way_is_a_sum_as_before() -> None:
    sent = Query("how much has Terrence sent me", "finance", "sum", "in",
                 spans=(Span("M", "Terrence", 13),))  # fmt: skip
    query = after(sent, "and what did i send him", "last", ask="amount", direction="out")
    assert (query.measure, query.ask, query.direction) == ("sum", "", "out")
    last = after(sent, "and the last i sent him", "last", ask="amount", direction="out")
    assert (last.measure, last.ask) == ("last", "amount")


def test_that_month_is_the_month_that_was_named_and_that_week_may_be_of_a_trip() -> None:
    lessons = Query("how many lessons in October", "calendar", "count",
                    spans=(Span("T", "lessons", 9), Span("P", "in October", 17)))  # fmt: skip
    assert says(after(lessons, "how long [that month|P]", "duration"))["P"] == "in October"
    madeira = Query(
        "Madeira, what day do we go", "calendar", "when", spans=(Span("PL", "Madeira"),)
    )
    assert says(after(madeira, "what will I miss [that week|P]", "list")) == {
        "PE": "the week of Madeira"
    }


def test_a_preposition_that_leads_no_name_is_no_part_of_a_fragment() -> None:
    tenovus = Query("when am I next in the shop", "calendar", "next", spans=(Span("PL", "shop"),))
    query = after(tenovus, "did I do [last Thursday|P] or was it off", "exists")
    assert query.measure == "exists"


def test_the_last_time_is_not_bound_by_the_days_of_the_next() -> None:
    club = Query(
        "where's book group this month, is it Beti's again",
        "calendar",
        "where",
        spans=(Span("T", "book group"), Span("P", "this month"), Span("PS", "Beti's")),
    )
    query = after(club, "who had it last time", "last", ask="payee")
    assert says(query) == {"T": "book group"}


def test_marks_in_front_of_a_name_are_no_word() -> None:
    assert leans(Query("– Lidl?", "finance", "sum", "out", spans=(Span("M", "Lidl", 2),)))
