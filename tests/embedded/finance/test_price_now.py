"""A price that changed is told as it is now, and how often it changed is counted."""

from __future__ import annotations

from embedded.finance.household import ask
from runwright.minds.embedded.finance.rereading import reread
from runwright.minds.embedded.query import Query, Span
from tools.money import books, bought, euros


def test_a_price_that_is_no_longer_so_is_told_as_it_is_now() -> None:
    done = ask("exists", "out", "M Netflix", "A= €12.99", text="is Netflix still €12.99")
    assert done.first_line.startswith("Not lately")
    assert "The latest of all was €14.99 on Tuesday 3 November 2026." in done.text
    never = ask("exists", "out", "M Netflix", "A= €9.99", text="is Netflix still €9.99")
    assert never.first_line.startswith("No.")
    assert "The latest of all was €14.99" in never.text


def test_an_exact_amount_is_that_of_a_booking_and_no_limit_on_a_total() -> None:
    query = Query("is Netflix still 12.99", "finance", "exists", "out", is_on_total=True,
                  spans=(Span("M", "Netflix", 3), Span("A=", "12.99", 17)))  # fmt: skip
    assert not reread(query).is_on_total
    limit = query._replace(spans=(Span("A>", "600", 17),))
    assert reread(limit).is_on_total


def test_a_price_that_is_still_so_is_told_once() -> None:
    done = ask("exists", "out", "M Netflix", "A= €14.99", text="is Netflix still €14.99")
    assert done.first_line.startswith("Yes")
    assert "The latest of all" not in done.text


def test_how_many_times_a_price_changed_is_counted() -> None:
    prices = ["10.99"] * 3 + ["11.99"] * 3 + ["12.99"] * 4
    rows = [bought(f"2026-{n:02}-03", f"-{price}", "HULU") for n, price in enumerate(prices, 1)]
    done = ask("trend", "out", "M hulu", records=books({"giro": euros("111111", *rows)}),
               text="how many times did hulu raise it", ask="count")  # fmt: skip
    assert done.first_line == (
        "2 times: HULU went from €10.99 to €11.99 on 3 April 2026, then to €12.99 on 3 July 2026."
    )


def test_by_how_much_a_monthly_price_rose_is_told_by_the_price() -> None:
    done = ask("trend", "out", "M Netflix", "P this year", group="month", ask="amount")
    assert done.first_line.startswith("Up by €2.00")


def test_two_periods_are_compared_though_a_word_beside_the_name_stands_nowhere() -> None:
    said = "what did Vodafone charge in May 2026 for the furnace vs in June 2026"
    spans = ("M Vodafone", "C furnace", "P in May 2026", "P2 in June 2026")
    done = ask("compare", "out", *spans, text=said)
    assert "May 2026" in done.first_line
    assert "June 2026" in done.first_line
