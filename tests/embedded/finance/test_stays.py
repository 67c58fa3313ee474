"""Days that are named by what one did then: a stay is found by its title, its place, its month."""

from __future__ import annotations

from embedded.finance.household import ask, household, trip
from runwright.minds.embedded.finance.rereading import reread
from runwright.minds.embedded.query import Query, Span

LISBON = trip("Lisbon with Sara", "2026-10-08", "2026-10-14")
VISITS = household(
    events=(
        LISBON,
        trip("Lisbon with Tom", "2026-03-02", "2026-03-05"),
        trip("Collect the Lisbon tickets", "2026-10-01", "2026-10-02"),
        trip("Summer house", "2026-07-01", "2026-07-05").model_copy(
            update={"place": "Roscoff, Brittany"}
        ),
    )
)


def test_a_clause_that_no_span_carries_bounds_the_days() -> None:
    text = "what did I put on the card while we were in Lisbon in October"
    query = Query(text, "finance", "list", "out",
                  spans=(Span("ACC", "the card", 18), Span("P", "in October", 51)))  # fmt: skip
    assert reread(query).words("PE") == ("while we were in Lisbon",)
    other = query._replace(text="when did we pay the card in October")
    assert not reread(other).words("PE")


def test_the_period_beside_it_says_which_stay_is_meant() -> None:
    text = ask("sum", "out", "PE while we were in Lisbon", "P in October", records=VISITS).text
    assert text.startswith("You spent €296.50 from 8 to 13 October 2026.")


def test_a_stay_is_found_by_its_place() -> None:
    text = ask("sum", "out", "PE when we were in Brittany", records=VISITS).text
    assert "from 1 to 4 July 2026" in text


def test_what_no_event_tells_is_named_as_left_aside_beside_a_period() -> None:
    text = ask("sum", "out", "PE before the move", "P in October", records=VISITS).text
    assert "in October 2026" in text
    assert "“before the move” was not taken into account" in text


def test_a_season_is_no_event() -> None:
    assert "since 1 September 2026" in ask("sum", "out", "PE after the summer").text


def test_days_that_are_said_need_no_event() -> None:
    spans = ("PE while we were in Lisbon", "P 8 to 10 October")
    assert "from 8 to 10 October 2026" in ask("sum", "out", *spans, records=VISITS).text
