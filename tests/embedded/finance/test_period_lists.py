"""Months in a row are each of them, and a day behind `since` opens a period."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import booked
from tools.money import books, euros


@pytest.mark.parametrize(
    "months",
    [
        "July August and September",
        "jul + aug + sep",
        "july & august & september",
        "july august n september",
    ],
)
def test_months_in_a_row_are_all_of_them(months: str) -> None:
    assert ask("sum", "out", "M Vodafone", f"P {months}").first_line.startswith(
        "You spent €120.00 at Vodafone from 1 July to 30 September 2026"
    )


def test_what_began_in_a_period_lasts_until_today() -> None:
    done = ask("sum", "out", "M Vodafone", "P in september",
               text="what did Vodafone get since she started uni in september")  # fmt: skip
    assert done.first_line == "You spent €120.00 at Vodafone since 1 September 2026."


def test_a_change_that_something_began_with_is_looked_for_in_its_period() -> None:
    done = ask("trend", "in", "M Acme", "P in april",
               text="how much more does Acme pay since my pay went up in april")  # fmt: skip
    assert "since 1 April 2026" not in done.text


def test_a_reason_with_since_opens_nothing() -> None:
    done = ask("sum", "out", "M Vodafone", "P in september",
               text="since I forgot, what did Vodafone get in september")  # fmt: skip
    assert done.first_line == "You spent €40.00 at Vodafone in September 2026."


def test_one_account_with_and_without_a_card_has_one_lowest_balance() -> None:
    rows = [
        booked("2026-03-01", "-5.00", "Lidl", balance="95.00"),
        booked("2026-04-01", "-15.00", "Aldi", balance="80.00", card="4417"),
    ]
    records = books({"giro": euros("111111", *rows, account_kind="checking")})
    done = ask("balance", "any", "ACC my current account", records=records,
               text="whats the lowest my current account has got to")  # fmt: skip
    assert done.first_line.startswith("€80.00 on Wednesday 1 April 2026")
