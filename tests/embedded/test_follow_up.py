"""A follow-up keeps what it does not name, and changes what it does."""

from __future__ import annotations

from typing import Any

import pytest

from runwright.minds.embedded.follow_up import inherit, leans
from runwright.minds.embedded.query import Query, Span

LIDL = Query(
    "how much did I spend at Lidl in May",
    "finance",
    "sum",
    "out",
    spans=(Span("M", "Lidl", 24), Span("P", "in May", 29)),
)
ANNA = Query(
    "what do I have with Anna on Friday afternoon",
    "calendar",
    "list",
    spans=(Span("PS", "Anna", 20), Span("P", "on Friday", 25), Span("TI", "afternoon", 35)),
)


def after(earlier: Query, text: str, measure: str = "", **fields: object) -> Query:
    """What becomes of a later clause; its spans are written `[in May|P]`."""
    heads = {"route": earlier.route, "measure": measure or earlier.measure, **fields}
    return inherit(earlier, annotated(text)._replace(is_follow_up=True, **heads))  # type: ignore[arg-type]


def annotated(text: str) -> Query:
    plain, spans = "", []
    for piece in text.replace("]", "[").split("["):
        words, bar, code = piece.partition("|")
        if bar:
            spans.append(Span(code, words, len(plain)))
        plain += words
    return Query(plain, "finance", spans=tuple(spans))


def says(query: Query) -> dict[str, str]:
    return {span.code: span.text for span in query.spans}


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("and [in September|P]?", {"P": "in September", "M": "Lidl"}),
        ("what about [Aldi|M]", {"P": "in May", "M": "Aldi"}),
        ("same for [groceries|C]", {"P": "in May", "C": "groceries"}),
        ("only [groceries|C]", {"P": "in May", "M": "Lidl", "C": "groceries"}),
        ("and without the [wine|XC]?", {"P": "in May", "M": "Lidl", "XC": "wine"}),
        ("ok now only [weekends|WD]", {"P": "in May", "M": "Lidl", "WD": "weekends"}),
        ("and [the month before|P]?", {"P": "in May a month earlier", "M": "Lidl"}),
        ("[in dollars|UNIT] please", {"P": "in May", "M": "Lidl", "UNIT": "in dollars"}),
        ("what about [since the move|PE]", {"PE": "since the move", "M": "Lidl"}),
    ],
)
def test_a_fragment_changes_the_spans_that_it_names(text: str, spans: dict[str, str]) -> None:
    query = after(LIDL, text, "list")
    assert says(query) == spans
    assert (query.route, query.measure, query.direction) == ("finance", "sum", "out")
    assert not query.is_follow_up


def test_a_second_shop_takes_the_place_of_the_shop_and_not_of_the_category() -> None:
    both = LIDL._replace(spans=(*LIDL.spans, Span("C", "wine", 0)))
    assert says(after(both, "and at [Aldi|M]?")) == {"M": "Aldi", "P": "in May", "C": "wine"}


def test_another_measure_keeps_the_filters() -> None:
    query = after(LIDL, "how many payments was that", "count", direction="out")
    assert query.measure == "count"
    assert says(query) == {"M": "Lidl", "P": "in May"}


def test_another_form_keeps_everything_else() -> None:
    query = after(LIDL, "as a chart", "list", form="chart")
    assert (query.measure, query.form) == ("sum", "chart")
    assert says(query) == {"M": "Lidl", "P": "in May"}


def test_another_grouping_keeps_the_direction() -> None:
    query = after(LIDL, "monthly?", "avg", direction="in", group="month")
    assert (query.measure, query.direction, query.group) == ("avg", "out", "month")


def test_why_after_a_question_about_money_asks_for_the_reason() -> None:
    for text in ("why?", "and why is that", "how come"):
        query = after(LIDL, text, "x", route="general")
        assert (query.route, query.measure) == ("finance", "why")
        assert says(query) == {"M": "Lidl", "P": "in May"}


def test_who_got_the_most_is_not_asked_of_one_shop() -> None:
    query = after(LIDL, "and who got the biggest payment", "max", direction="out", ask="payee")
    assert says(query) == {"P": "in May"}
    query = after(LIDL, "who was the biggest of those", "max", direction="out", ask="payee")
    assert says(query) == {"M": "Lidl", "P": "in May"}


def test_a_limit_on_a_total_is_no_filter_of_what_is_listed_next() -> None:
    over = LIDL._replace(
        measure="exists", is_on_total=True, spans=(*LIDL.spans, Span("A>", "200", 0))
    )
    assert says(after(over, "list them", "list", direction="out")) == {"M": "Lidl", "P": "in May"}


def test_another_time_of_day_keeps_the_day() -> None:
    query = after(ANNA, "and [in the evening|TI]?")
    assert says(query) == {"TI": "in the evening", "PS": "Anna", "P": "on Friday"}


def test_the_next_one_is_looked_for_beyond_the_earlier_period() -> None:
    assert says(after(ANNA, "when's the next one then", "next")) == {
        "PS": "Anna",
        "TI": "afternoon",
    }


def test_free_time_has_nothing_to_do_with_who_was_met() -> None:
    query = after(ANNA, "am I free after work", "free")
    assert says(query) == {"P": "on Friday", "TI": "afternoon"}


def test_a_name_after_a_question_about_money_is_who_was_paid() -> None:
    query = after(LIDL, "and [Anna|PS]?", "list", route="calendar")
    assert query.route == "finance"
    assert says(query) == {"MP": "Anna", "P": "in May"}


def test_that_week_is_the_earlier_one_and_persons_go_along_to_other_records() -> None:
    paid = Query("what did Mia get in June", "finance", "sum", "out",
                 spans=(Span("MP", "Mia", 9), Span("P", "in June", 17)))  # fmt: skip
    query = after(paid, "and when did I see her [that month|P]", "list", route="calendar")
    assert query.route == "calendar"
    assert says(query) == {"P": "in June", "PS": "Mia"}


def test_what_comes_after_something_else_than_records_stands_alone() -> None:
    moved = Query("move it to Saturday", "change")
    later = Query("what else is on that day", "calendar", "list")
    assert inherit(moved, later) == later


def test_spans_taken_over_stand_nowhere_in_the_later_clause() -> None:
    query = after(LIDL, "and [in September|P]?")
    assert {span.code: span.start for span in query.spans} == {"P": 4, "M": -1}


def test_a_clause_that_asks_nothing_itself_leans_on_the_one_before() -> None:
    assert leans(Query("and at Aldi?", "finance", "sum", "out", spans=(Span("M", "Aldi", 7),)))
    assert not leans(LIDL)


def test_what_is_named_is_no_longer_left_out() -> None:
    without = LIDL._replace(spans=(*LIDL.spans, Span("XM", "Aldi", 0)))
    assert says(after(without, "now only [Aldi|M]")) == {"M": "Aldi", "P": "in May"}


def test_a_question_to_one_document_is_asked_of_another() -> None:
    lease = Query(
        "what is the notice period in the lease",
        "documents",
        "answer",
        spans=(Span("DOC", "the lease", 29),),
    )
    query = after(lease, "and in [the other contract|DOC]?")
    assert query.text == "what is the notice period in the other contract"


def test_anything_else_leaves_out_what_was_asked_about() -> None:
    query = after(ANNA, "is there anything else that day", "exists")
    assert says(query) == {"P": "on Friday", "TI": "afternoon", "XPS": "Anna"}


def test_when_it_ends_is_asked_of_the_one_that_was_chosen() -> None:
    last = Query("what's the last thing on Thursday", "calendar", "first", order="newest",
                 spans=(Span("P", "on Thursday", 22),))  # fmt: skip
    query = after(last, "and when does it end", "when", flags=("end",))
    assert (query.measure, query.order, query.flags) == ("first", "newest", ("end",))
    assert says(query) == {"P": "on Thursday"}


@pytest.mark.parametrize(
    ("text", "flags"),
    [("and the one after that?", ("after",)), ("and before that?", ("before",))],
)
def test_the_one_beside_that_is_the_next_of_the_same(text: str, flags: tuple[str, ...]) -> None:
    physio = Query("when's my next physio", "calendar", "next", spans=(Span("T", "physio", 15),))
    assert leans(Query(text, "calendar", "next"))
    query = after(physio, text)
    assert (query.measure, query.flags, says(query)) == ("next", flags, {"T": "physio"})
    assert after(query, text).flags == (*flags, *flags)


def test_what_points_back_keeps_the_period() -> None:
    busy = Query(
        "how many meetings do I have at work this Wednesday",
        "calendar",
        "count",
        spans=(Span("P", "this Wednesday", 36),),
    )
    later = Query("how much time in work meetings does that make", "calendar", "duration",
                  spans=(Span("T", "work", 17),))  # fmt: skip
    assert leans(later)
    assert says(inherit(busy, later)) == {"T": "work", "P": "this Wednesday"}
    assert not leans(Query("what did I spend last month", "finance", "sum"))


CLUB = Query(
    "how many book clubs have there been this year",
    "calendar",
    "count",
    spans=(Span("T", "book clubs", 9), Span("P", "this year", 36)),
)


@pytest.mark.parametrize(
    ("text", "fields", "measure"),
    [
        ("and when was the last one", {"route": "finance", "measure": "last"}, "last"),
        ("and until when", {"route": "documents", "measure": "answer"}, "when"),
        ("when is the next one", {"route": "finance", "measure": "when"}, "when"),
    ],
)
def test_what_names_nothing_is_asked_of_what_was_named_before(
    text: str, fields: dict[str, Any], measure: str
) -> None:
    assert leans(Query(text, **fields))
    query = after(CLUB, text, **fields)
    assert (query.route, query.measure, query.direction) == ("calendar", measure, "")
    assert says(query)["T"] == "book clubs"


def test_a_price_is_asked_of_the_bookings_whatever_was_asked_before() -> None:
    query = after(CLUB, "and how much was it", "last", route="finance", ask="amount")
    assert query.route == "finance"


def test_a_name_alone_takes_the_place_of_the_one_before() -> None:
    query = after(CLUB, "and the flight home?", "exists", route="finance")
    assert (query.route, query.measure) == ("calendar", "count")
    assert says(query) == {"T": "flight home", "P": "this year"}


def test_the_booking_before_the_last_one_is_asked_of_the_bookings() -> None:
    last = LIDL._replace(measure="last", ask="amount")
    query = after(last, "and the one before that?", "last", route="calendar")
    assert (query.route, query.measure, query.ask, query.flags) == (
        "finance", "last", "amount", ("before",),
    )  # fmt: skip


def test_that_day_is_the_day_of_the_event_before() -> None:
    birthday = Query(
        "When is Mum's birthday",
        "calendar",
        "when",
        spans=(Span("PS", "Mum's"), Span("T", "birthday")),
    )
    working = Query(
        "and am I working that day", "calendar", "exists",
        spans=(Span("T", "working"), Span("P", "that day")), is_follow_up=True,
    )  # fmt: skip
    found = inherit(birthday, working)
    assert found.words("PE") == ("on Mum's birthday",)
    assert found.words("T") == ("working",)
    assert not found.words("PS", "P")


def test_somebody_elses_takes_the_place_of_the_person_before() -> None:
    slot = Query(
        "What time is Zach's slot on Thursday", "calendar", "when",
        spans=(Span("PS", "Zach's"), Span("T", "slot"), Span("P", "on Thursday")),
    )  # fmt: skip
    found = inherit(slot, Query("and Ife's?", "calendar", "when", is_follow_up=True))
    assert found.words("PS") == ("Ife's",)
    assert found.words("T", "P") == ("slot", "on Thursday")


def test_what_it_was_before_is_asked_of_the_price() -> None:
    price = Query("how much is Netflix now", "finance", "recur", "out", ask="amount",
                  spans=(Span("M", "Netflix"),))  # fmt: skip
    before = Query("and what was it before", "calendar", "when", state="moved", is_follow_up=True)
    found = inherit(price, before)
    assert (found.route, found.measure, found.state) == ("finance", "trend", "")
    assert found.words("M") == ("Netflix",)


@pytest.mark.parametrize(
    ("text", "taken_for"), [("and what did that cost me?", "last"), ("what did it come to", "max")]
)
def test_what_that_cost_is_asked_of_all_of_them(text: str, taken_for: str) -> None:
    often = Query("How many times did I go to Starbucks in October", "finance", "count", "out",
                  spans=(Span("M", "Starbucks"), Span("P", "in October")))  # fmt: skip
    cost = Query(text, "finance", taken_for, "out", ask="amount", is_follow_up=True)
    found = inherit(often, cost)
    assert (found.measure, found.ask) == ("sum", "")
    assert found.words("M", "P") == ("Starbucks", "in October")


@pytest.mark.parametrize(
    ("text", "measure", "leaning"),
    [
        ("what was the dearest one [this year|P]?", "max", True),
        ("how much has he sent in total [this year|P]?", "sum", True),
        ("how much has she sent to [Anna|MP] [this year|P]?", "sum", False),
        ("what was the dearest [Lidl|M] one [this year|P]?", "max", False),
        ("how much did I spend there [in May|P]", "sum", True),
        ("is there a fee [in May|P]", "exists", False),
        ("how much was the last visit", "last", True),
        ("what was my last payment", "last", False),
        ("what did [Lidl|M] cost me [that month|P]", "sum", True),
        ("what did [Lidl|M] cost me [the following week|P]", "sum", True),
        ("what did [Lidl|M] cost me [in May|P]", "sum", False),
    ],
)
def test_whom_and_which_one_is_meant_was_said_before(
    text: str, measure: str, leaning: bool
) -> None:
    assert leans(annotated(text)._replace(measure=measure)) == leaning


def test_who_is_asked_of_the_event_that_was_named_and_where_it_is_of_all_who_come() -> None:
    accepted = Query("who's accepted the kick-off", "calendar", "who", state="accepted",
                     spans=(Span("T", "kick-off", 19),))  # fmt: skip
    assert leans(Query("who declined?", "calendar", "who"))
    query = after(accepted, "where is it", "where")
    assert (query.measure, query.state, says(query)) == ("where", "", {"T": "kick-off"})


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("the next", "on 10 December a day later"),
        ("the next morning", "on 10 December a day later"),
        ("the following week", "on 10 December a week later"),
        ("the week after", "on 10 December a week later"),
    ],
)
def test_the_next_day_is_reckoned_from_the_one_that_was_named(words: str, read: str) -> None:
    first = Query("what's on 10 December", "calendar", "list", spans=(Span("P", "on 10 December"),))
    assert says(after(first, f"when do I start [{words}|P]", "first")) == {"P": read}


def test_a_weekday_after_another_is_that_of_the_next_week() -> None:
    first = Query("is Kuba coming on Wednesday", "calendar", "exists",
                  spans=(Span("PS", "Kuba"), Span("P", "on Wednesday")))  # fmt: skip
    assert says(after(first, "and [the Wednesday after|P]?"))["P"] == "on Wednesday a week later"


def test_what_accounts_come_to_altogether_is_no_spending() -> None:
    held = Query("what's in my savings", "finance", "balance", "any",
                 spans=(Span("ACC", "my savings"),))  # fmt: skip
    query = after(held, "what does that come to across all accounts", "sum", direction="out")
    assert (query.measure, query.direction, query.spans) == ("balance", "any", ())


def test_how_long_it_is_is_asked_of_the_one_that_was_chosen() -> None:
    first = Query("what's next today", "calendar", "next", spans=(Span("P", "today", 12),))
    query = after(first, "how long is that for?", "duration")
    assert (query.measure, query.ask, says(query)) == ("next", "length", {"P": "today"})


RECITAL = Query("when is the piano recital", "calendar", "when", spans=(Span("T", "recital", 18),))
APPRAISAL = Query(
    "has Graham accepted my appraisal",
    "calendar",
    "exists",
    state="accepted",
    spans=(Span("PS", "Graham", 4), Span("T", "appraisal", 23)),
)
INSURANCE = Query(
    "how much is State Farm a month now", "finance", "recur", "out", ask="amount",
    spans=(Span("M", "State Farm", 12),),
)  # fmt: skip


def test_whether_somebody_comes_is_asked_of_the_event_before() -> None:
    coming = annotated("has [Luis|PS] said if he is coming?")
    coming = coming._replace(route="calendar", measure="exists", state="accepted")
    assert leans(coming)
    assert says(inherit(RECITAL, coming)) == {"PS": "Luis", "T": "recital"}
    assert not leans(coming._replace(text="have I told Luis that I am coming?"))


def test_when_an_event_is_does_not_depend_on_who_has_accepted_it() -> None:
    query = after(APPRAISAL, "when is it?", "when", route="calendar")
    assert (query.measure, query.state) == ("when", "")
    assert says(query) == {"PS": "Graham", "T": "appraisal"}


def test_his_last_one_is_of_the_records_that_were_asked_about() -> None:
    dentist = Query("when is Jonah's next dentist", "calendar", "next", spans=(
        Span("PS", "Jonah's", 8), Span("T", "dentist", 21)))  # fmt: skip
    query = inherit(dentist, Query("when was his last one?", "finance", "last", "out"))
    assert (query.route, query.measure) == ("calendar", "last")
    assert says(query) == {"PS": "Jonah's", "T": "dentist"}


def test_that_evening_is_the_evening_of_the_event() -> None:
    birthday = Query("what day is Chloe's birthday this year", "calendar", "when", spans=(
        Span("PS", "Chloe's", 12), Span("T", "birthday", 20), Span("P", "this year", 29),
    ))  # fmt: skip
    later = annotated("have I got anything on [that evening|TI]?")
    assert leans(later._replace(route="calendar"))
    query = after(birthday, "have I got anything on [that evening|TI]?", "exists")
    assert says(query) == {"TI": "that evening", "PE": "on Chloe's birthday"}
    assert says(after(ANNA, "and [that evening|TI]?"))["P"] == "on Friday"


def test_a_price_before_a_day_is_not_what_is_due_until_then() -> None:
    query = after(INSURANCE, "and [before April|P]?")
    assert (query.measure, query.group) == ("avg", "month")


def test_what_regular_payments_come_to_is_no_average_of_all_spending() -> None:
    subscriptions = Query("what subscriptions do I have", "finance", "recur", "out")
    query = after(subscriptions, "what's that a month all in?", "avg", group="month")
    assert (query.measure, query.group, query.flags) == ("recur", "", ("subscriptions",))
    query = after(INSURANCE, "and how much have I paid them so far?", "sum")
    assert query.measure == "sum"


def test_when_a_change_started_is_no_first_payment() -> None:
    rise = Query("what has my wage gone up by", "finance", "trend", "in", spans=(
        Span("C", "wage", 12),))  # fmt: skip
    assert after(rise, "which month did that start?", "first").measure == "trend"


def test_what_points_to_an_event_and_speaks_of_no_money_stays_with_the_calendar() -> None:
    later = Query("who was that with?", "finance", "last", "in", ask="payee", is_follow_up=True)
    assert inherit(RECITAL, later)[1:3] == ("calendar", "who")
    # What the calendar hardly tells is asked back.
    assert inherit(RECITAL, later._replace(text="who sent that?")).confidence == 0
    cost = later._replace(text="what did that cost?", ask="amount")
    assert inherit(RECITAL, cost).route == "finance"


def test_a_weekday_stays_the_day_that_it_was() -> None:
    friday = Query("what time do I start on Friday", "calendar", "first",
                   spans=(Span("P", "on Friday", 21),))  # fmt: skip
    assert says(after(friday, "who did I swap with?", "who"))["P"] == "this friday"
    assert says(after(friday, "who am I with?", "who"))["P"] == "on Friday"


def test_where_that_was_is_asked_of_all_that_was_added_up() -> None:
    query = after(LIDL, "where was that?", "last", ask="payee", direction="out")
    assert query.measure == "list"
