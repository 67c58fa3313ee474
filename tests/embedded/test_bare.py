"""Clauses that are nothing but what is asked: `and how much`, `who with`."""

from __future__ import annotations

import pytest

from runwright.minds.embedded import bare
from runwright.minds.embedded.query import Query, Span

PAID = Query(
    "did I pay interest this year", "finance", "exists", "in",
    spans=(Span("C", "interest"), Span("P", "this year")),
)  # fmt: skip
LAST = PAID._replace(measure="last")
DINNER = Query("when is dinner with Nadia", "calendar", "when", spans=(Span("T", "dinner"),))


@pytest.mark.parametrize(
    ("earlier", "text", "measure", "ask"),
    [
        (PAID, "and when", "list", ""),
        (PAID, "how much", "sum", ""),
        (PAID, "If so when and how much", "list", ""),
        (PAID._replace(measure="recur"), "and since when", "trend", ""),
        (LAST, "and how much was it", "last", "amount"),
        (LAST, "when was that", "last", "day"),
        (PAID, "and who with", "list", "payee"),
        (DINNER, "where at", "where", ""),
        (DINNER, "and who with", "who", ""),
        (DINNER, "how long is it", "duration", ""),
    ],
)
def test_it_is_asked_of_what_was_asked_before(
    earlier: Query, text: str, measure: str, ask: str
) -> None:
    taken_for = (
        Query(text, "calendar", "gap")
        if earlier.route == "finance"
        else Query(text, "finance", "max", "out")
    )
    found = bare.of_what_was_asked(earlier, taken_for)
    assert (found.route, found.measure, found.ask) == (earlier.route, measure, ask)
    assert found.direction == earlier.direction


@pytest.mark.parametrize("text", ["what's next", "how much did Tesco take", "when is the dentist"])
def test_what_says_something_itself_is_not_bare(text: str) -> None:
    assert not bare.is_alone(Query(text, "calendar", "when"))
