"""Figures by group, and files made of them."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask, household
from runwright.tools.make_file import MadeFile


def test_which_month_begins_with_the_month() -> None:
    outcome = ask("sum", "out", "P in 2026", group="month", order="desc")
    assert outcome.first_line == "October 2026: €1,305.49, spent the most in 2026."


def test_each_month_is_a_line_in_the_order_of_the_calendar() -> None:
    lines = ask("sum", "out", "M Lidl", "P from August to October", group="month").text.splitlines()
    assert lines[1:4] == [
        "- August 2026: €20.00",
        "- September 2026: €20.00",
        "- October 2026: €20.00",
    ]


def test_the_top_few_are_so_many() -> None:
    lines = ask(
        "sum", "out", "N 2", "P in October", group="merchant", order="desc"
    ).text.splitlines()
    assert lines[1:3] == ["- Hausverwaltung Meyer: €900.00", "- IKEA: €250.00"]
    assert not lines[3].startswith("-")


def test_groups_that_tie_are_named_together() -> None:
    outcome = ask("sum", "out", "C rent", "P in 2026", group="month", order="desc")
    assert outcome.first_line.startswith("11 months have the most, €900.00 each: January 2026,")


def test_whoever_got_the_least_got_something() -> None:
    outcome = ask("sum", "out", "P in September", group="merchant", order="asc")
    assert outcome.first_line.startswith("Netflix: €14.99, spent the least")


def test_groups_are_bounded_by_their_total() -> None:
    outcome = ask(
        "sum", "out", "A> 200", "P in October", group="merchant", is_on_total=True, order="desc"
    )
    assert outcome.first_line == "2 merchants above €200.00 in October 2026:"


def test_counts_are_ordered_by_number() -> None:
    outcome = ask("count", "out", "P in October", group="merchant", order="desc")
    assert "1 payment" in outcome.first_line


def test_a_table_is_markdown() -> None:
    text = ask("sum", "out", "P in October", group="category", form="table").text
    assert "| Category | Total | Bookings |" in text
    assert "| Rent | €900.00 | 1 |" in text


@pytest.mark.parametrize("form", ["csv", "chart"])
def test_a_file_is_made_of_the_figures(form: str) -> None:
    outcome = ask("sum", "out", "P in 2026", group="month", form=form)
    made = outcome.results[-1]
    assert isinstance(made, MadeFile)
    assert made.row_count == 11
    assert made.name in outcome.text


def test_groups_that_bookings_do_not_have_are_declined() -> None:
    assert not ask("sum", "out", group="hour").answer.is_answer


def test_what_has_no_category_of_the_bank_is_sorted_by_its_name_and_that_is_said() -> None:
    text = ask("sum", "out", "P in October", group="category").text
    assert "- Shopping: €250.00" in text
    assert "- coffee: €7.50" in text
    assert "5 bookings put in a category by the name alone" in text


def test_without_any_category_names_alone_tell_and_the_rest_comes_last() -> None:
    records = household(categorised=False)
    outcome = ask("sum", "out", "P in August", group="category", order="desc", records=records)
    lines = outcome.text.splitlines()
    assert "- groceries: €50.00" in lines
    listed = [line for line in lines if line.startswith("- ")]
    assert listed[-1] == "- without a category: €60.00"
    assert outcome.first_line.startswith("Rent")
