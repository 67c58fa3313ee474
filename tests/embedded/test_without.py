"""What a question finds without a name that stands nowhere is shown, and never stated."""

from __future__ import annotations

from embedded.finance.household import household, trip
from embedded.runner import run, surroundings
from runwright.minds.embedded import routes, without
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query, Span

SWEDEN = Span("PL", "Sweden", 15)
LIDL = Span("M", "Lidl", 7)


def test_a_place_that_no_booking_names_is_left_aside() -> None:
    records = household()
    asked = Query("paid to Lidl in Sweden in total", "finance", "sum", "out", spans=(LIDL, SWEDEN))
    said = run(routes.answer(asked, surroundings(records)), records)
    assert not said.answer.is_answer
    assert said.first_line.startswith("I found no booking with “Sweden”")
    assert "Without that: You spent €" in said.text
    assert said.answer.items


def test_a_day_of_the_calendar_is_shown_whatever_it_is_called() -> None:
    records = household(events=(trip("Ness Voices", "2026-11-19", "2026-11-20"),))
    asked = Query("is choir on Thursday", "calendar", "exists",
                  spans=(Span("T", "choir", 3), Span("P", "on Thursday", 9)))  # fmt: skip
    said = run(routes.answer(asked, surroundings(records)), records)
    assert not said.answer.is_answer
    assert "Ness Voices" in said.text


def test_nothing_is_asked_without_all_that_narrows_it() -> None:
    alone = Query("paid to Lidl", "finance", "sum", "out", spans=(LIDL,))
    assert without.asked_without(alone, ["Lidl"]) is None
    in_may = alone._replace(spans=(LIDL, Span("P", "in May", 12)))
    assert without.asked_without(in_may, ["Lidl"]) is None
    assert without.asked_without(in_may, []) is None


def test_a_long_list_is_not_worth_showing() -> None:
    declined = Answer("I found no booking with “Sweden”.", is_answer=False)
    many = Answer("\n".join(map(str, range(20))), items=("a",))
    assert without.shown(declined, many) == declined
    assert without.shown(declined, Answer("Nothing.", is_answer=True)) == declined
