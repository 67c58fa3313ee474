"""What is said beside a question: it is no question of its own."""

from __future__ import annotations

import pytest

from runwright.minds.embedded import conditions
from runwright.minds.embedded.query import Query, Span

LIDL = Query("how much at Lidl", "finance", "sum", "out", spans=(Span("M", "Lidl", 12),))
ALDI = Query("how much at Aldi", "finance", "sum", "out", spans=(Span("M", "Aldi", 12),))


@pytest.mark.parametrize(
    ("prompt", "kept"),
    [
        (
            "What did we spend in May? Don't count moving our own money.",
            "What did we spend in May?",
        ),
        ("Income in March, but not money we moved ourselves?", "Income in March?"),
        ("Income, no transfers between my own accounts, by month", "Income, by month"),
        ("Ausgaben im Mai, ohne Umbuchungen zwischen meinen eigenen Konten", "Ausgaben im Mai"),
    ],
)
def test_own_money_is_left_out_of_the_question(prompt: str, kept: str) -> None:
    found = conditions.asked(prompt)
    assert found.leaves_out_own_money
    assert found.text.rstrip(".") == kept


@pytest.mark.parametrize(
    "prompt",
    [
        "How much did I transfer between my own accounts?",
        "What did we spend without the flights?",
        "No transfers between my own accounts",
        "Did we not move house in May?",
    ],
)
def test_what_is_asked_about_stays(prompt: str) -> None:
    assert conditions.asked(prompt) == (prompt, False)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("how many rehearsals in May, counting the moved ones", ""),
        ("how many rehearsals in May? include those moved", ""),
        ("how many rehearsals were moved in May", "moved"),
    ],
)
def test_what_counts_as_well_does_not_narrow_what_counts(text: str, state: str) -> None:
    left_out = Span("XT", "the cancelled ones", 40), Span("XT", "cancelled yoga", 60)
    query = Query(text, "calendar", "count", state="moved", spans=left_out)
    found = conditions.with_all_states(query)
    assert found.state == state
    assert [each.text for each in found.spans] == ["cancelled yoga"]


def test_together_makes_one_question_of_two() -> None:
    [query] = conditions.joined([LIDL, ALDI], Query("together", "finance", "sum")) or []
    assert query.words("M") == ("Lidl", "Aldi")


def test_and_together_asks_for_one_figure_more() -> None:
    found = conditions.joined([LIDL, ALDI], Query("and together?", "finance", "sum")) or []
    assert [query.words("M") for query in found] == [("Lidl",), ("Aldi",), ("Lidl", "Aldi")]


def test_several_periods_that_are_meant_together_are_one() -> None:
    march, april = (LIDL._replace(spans=(Span("P", each),)) for each in ("in March", "April"))
    [query] = conditions.joined([march, april], Query("together", "finance", "sum")) or []
    assert query.words("P") == ("March and April",)


def test_a_question_that_has_the_word_is_one_of_its_own() -> None:
    other = Query("and together with Tom?", "calendar", "list")
    assert conditions.joined([LIDL], other) is None


def test_what_is_done_anyway_need_not_be_answered() -> None:
    assert conditions.holds_anyway(Query("amounts in their own currency", "finance", "balance"))
    assert not conditions.holds_anyway(Query("amounts in euro", "finance", "sum"))


def in_period(text: str, period: str) -> Query:
    return LIDL._replace(
        text=f"{text} {period}", spans=(*LIDL.spans, Span("P", period, len(text) + 1))
    )


def test_a_second_month_without_a_preposition_belongs_to_the_first() -> None:
    may = in_period("how much at Lidl", "in May")
    june = Query("june", "finance", "sum", "out", spans=(Span("P", "june"),))
    longer = conditions.with_period_added(may, june)
    assert longer is not None
    assert longer.words("P") == ("May and june",)
    assert longer.words("M") == ("Lidl",)


def test_a_second_month_may_leave_something_out_of_both() -> None:
    may = in_period("how much at Lidl", "in May")
    spans = (Span("P", "june", 4), Span("XC", "fees", 32), Span("M", "Lidl", -1))
    june = Query("and june together, not counting fees", "finance", "sum", "out", spans=spans)
    longer = conditions.with_period_added(may, june)
    assert longer is not None
    assert longer.words("P") == ("May and june",)
    assert longer.words("XC") == ("fees",)
    assert longer.words("M") == ("Lidl",)
    other = june._replace(spans=(*spans, Span("M", "Aldi", 10)))
    assert conditions.with_period_added(may, other) is None


def test_a_second_period_of_its_own_is_another_question() -> None:
    may = in_period("how much at Lidl", "in May")
    anew = Query("and in June", "finance", "sum", "out", spans=(Span("P", "in June"),))
    assert conditions.with_period_added(may, anew) is None
    since = in_period("how much at Lidl", "since May")
    june = Query("and June", "finance", "sum", "out", spans=(Span("P", "June"),))
    assert conditions.with_period_added(since, june) is None
