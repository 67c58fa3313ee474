"""A question whose name stands in no booking is asked of the calendar, and the other way round."""

from __future__ import annotations

from embedded.finance.household import household, trip
from embedded.runner import run, surroundings
from runwright.minds.embedded import routes
from runwright.minds.embedded.elsewhere import asked_elsewhere, of_time_off
from runwright.minds.embedded.query import Query, Span


def test_the_last_time_of_something_may_be_an_appointment() -> None:
    haircut = Query(
        "When did I last get a haircut?", "finance", "last", "out", spans=(Span("C", "haircut"),)
    )
    there = asked_elsewhere(haircut)
    assert there is not None
    assert (there.route, there.measure, there.direction) == ("calendar", "last", "")
    assert there.words("T") == ("haircut",)


def test_what_was_paid_is_never_an_appointment() -> None:
    paid = Query("When did Cascadia last pay me?", "finance", "last", "in",
                 spans=(Span("M", "Cascadia"),))  # fmt: skip
    assert asked_elsewhere(paid) is None


def test_whom_one_has_for_something_is_no_payee() -> None:
    seen = Query("When am I seeing my accountant?", "calendar", "when",
                 spans=(Span("PS", "my accountant"),))  # fmt: skip
    assert asked_elsewhere(seen) is None


def test_a_day_that_comes_again_may_be_the_next_event() -> None:
    renewal = Query(
        "when is my licence due",
        "finance",
        "recur",
        "out",
        ask="day",
        spans=(Span("C", "licence"),),
    )
    there = asked_elsewhere(renewal)
    assert there is not None
    assert (there.route, there.measure, there.ask) == ("calendar", "next", "")


def test_an_event_that_is_unknown_may_be_a_payment() -> None:
    visit = Query("how often was I at Aldi in May", "calendar", "count",
                  spans=(Span("T", "Aldi"), Span("P", "in May")))  # fmt: skip
    there = asked_elsewhere(visit)
    assert there is not None
    assert (there.route, there.measure, there.direction) == ("finance", "count", "out")
    assert there.words("C") == ("Aldi",)
    assert there.words("P") == ("in May",)


def test_no_amount_is_looked_for_in_a_calendar() -> None:
    assert (
        asked_elsewhere(Query("how much was X", "finance", "sum", "out", spans=(Span("M", "X"),)))
        is None
    )
    last = Query(
        "how much was the last X", "finance", "last", "out", ask="amount", spans=(Span("M", "X"),)
    )
    assert asked_elsewhere(last) is None


def test_of_two_names_one_may_be_there_by_chance() -> None:
    evenings = Query("how often have I babysat for Helen", "calendar", "count",
                     spans=(Span("T", "babysat"), Span("PS", "Helen")))  # fmt: skip
    assert asked_elsewhere(evenings) is None


def test_what_only_one_kind_of_record_has_keeps_a_question_there() -> None:
    card = Query(
        "what was the last thing on my Visa",
        "finance",
        "last",
        "out",
        spans=(Span("ACC", "my Visa"),),
    )
    assert asked_elsewhere(card) is None
    assert (
        asked_elsewhere(Query("who comes to X", "calendar", "who", spans=(Span("T", "X"),))) is None
    )


def test_why_one_was_off_is_told_by_the_calendar() -> None:
    day = Span("P", "on 30 October", 14)
    off = Query("why was I off on 30 October?", "finance", "why", "out", spans=(day,))
    there = of_time_off(off)
    assert (there.route, there.measure, there.words("P")) == (
        "calendar",
        "list",
        ("on 30 October",),
    )
    dear = off._replace(text="why was I out of money, what did I spend on 30 October?")
    assert of_time_off(dear).route == "finance"


def test_whether_money_came_is_never_told_by_an_event() -> None:
    sent = Query("Has Gwenda sent me any money?", "finance", "exists", "in",
                 spans=(Span("M", "Gwenda", 4),))  # fmt: skip
    assert asked_elsewhere(sent) is None


def test_two_names_that_no_booking_bears_are_looked_for_together() -> None:
    hair = Query("how many times have I been to Lorraine for my hair", "finance", "count", "out",
                 spans=(Span("M", "Lorraine", 30), Span("C", "hair", 46)))  # fmt: skip
    there = asked_elsewhere(hair)
    assert there is not None
    assert there.words("T") == ("Lorraine", "hair")


def test_an_answer_of_other_records_says_so() -> None:
    cut = trip("Haircut at Lorraine's", "2026-10-08", "2026-10-09")
    records = household(events=(cut,))
    asked = Query("when did I last get a haircut", "finance", "last", "out",
                  spans=(Span("C", "haircut", 22),))  # fmt: skip
    said = run(routes.answer(asked, surroundings(records)), records).text
    assert said.endswith("No booking bears that name; this is from your calendar.")
