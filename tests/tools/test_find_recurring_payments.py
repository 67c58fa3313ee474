"""What comes again and again: how often, how much, when next, and what may have ended."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.books import GIRO, booked
from runwright.records.facts import Transaction
from runwright.text.durations import add_months
from runwright.tools.find_recurring_payments import (
    TOOL,
    FindRecurringPaymentsResult,
    RecurringPayment,
)
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros

LATEST = bought("2026-11-15", "-1.23", "Bakery")
"""Shows that the records of the account go on until then."""


def recurring(records: RecordList, **arguments: Any) -> FindRecurringPaymentsResult:
    return TOOL.run(TOOL.arguments.model_validate(arguments), records)


def series(name: str, *payments: tuple[str, str], kind: str = "purchase") -> list[Transaction]:
    return [booked(day, amount, name, type=kind) for day, amount in payments]


def only(*rows: Transaction, **arguments: Any) -> RecurringPayment:
    result = recurring(books({"a": euros(GIRO, *rows, LATEST)}), **arguments)
    [payment] = result.payments
    return payment


def none_of(*rows: Transaction, **arguments: Any) -> bool:
    return not recurring(books({"a": euros(GIRO, *rows, LATEST)}), **arguments).payments


def monthly(amount: str, day: int, first: int = 6, last: int = 11) -> list[tuple[str, str]]:
    return [(f"2026-{month:02}-{day:02}", amount) for month in range(first, last + 1)]


def test_a_subscription_has_its_interval_price_and_next_day() -> None:
    payment = only(*series("Netflix", *monthly("-12.99", 3)))
    assert (payment.counterparty, payment.interval, payment.amount) == (
        "Netflix", "monthly", "12.99",
    )  # fmt: skip
    assert (payment.first, payment.last, payment.next) == ("2026-06-03", "2026-11-03", "2026-12-03")
    assert (payment.times, payment.per_month, payment.may_have_ended) == (6, "12.99", False)
    assert (payment.direction, payment.changes, payment.varies) == ("spent", (), False)


def test_weekends_and_a_missing_month_do_not_break_the_rhythm() -> None:
    days = ["2026-05-01", "2026-06-01", "2026-07-01", "2026-09-04", "2026-10-01", "2026-11-02"]
    payment = only(*series("Landlord", *((day, "-900.00") for day in days)))
    assert (payment.interval, payment.next) == ("monthly", "2026-12-01")


def test_rent_of_the_last_day_of_the_month_is_expected_on_the_last_day() -> None:
    days = ["2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31"]
    payment = only(*series("Landlord", *((day, "-900.00") for day in days)))
    assert payment.next == "2026-11-30"


def test_a_rise_of_the_price_is_named_and_one_odd_payment_is_not() -> None:
    amounts = ["-9.99", "-9.99", "-9.99", "-12.99", "-12.99", "-12.99"]
    rows = [(f"2026-{n:02}-05", amount) for n, amount in enumerate(amounts, start=6)]
    payment = only(*series("Spotify", *rows))
    [change] = payment.changes
    assert (change.day, change.before, change.after) == ("2026-09-05", "9.99", "12.99")
    assert payment.amount == "12.99"
    odd = ["-30.00", "-30.00", "-30.00", "-45.00", "-30.00", "-30.00"]
    rows = [(f"2026-{n:02}-05", amount) for n, amount in enumerate(odd, start=6)]
    assert only(*series("Gym", *rows)).changes == ()


def test_what_did_not_come_though_the_account_goes_on_may_have_ended() -> None:
    rows = series("Gym", *monthly("-30.00", 5, 3, 8))
    payment = only(*rows)
    assert (payment.may_have_ended, payment.next) == (True, None)
    assert none_of(*rows, state="active")
    assert only(*rows, state="ended") == payment


def test_an_account_whose_records_end_tells_nothing_about_later() -> None:
    result = recurring(books({"a": euros(GIRO, *series("Gym", *monthly("-30.00", 5, 3, 8)))}))
    assert [(p.may_have_ended, p.next) for p in result.payments] == [(False, "2026-09-05")]


def test_bills_that_vary_are_recurring_and_shopping_on_saturdays_is_not() -> None:
    amounts = ["-80.00", "-95.10", "-70.30", "-88.00", "-91.00", "-84.00"]
    rows = [(f"2026-{n:02}-15", amount) for n, amount in enumerate(amounts, start=6)]
    payment = only(*series("Electricity", *rows))
    assert (payment.varies, payment.amount) == (True, "86.00")
    start = date(2026, 9, 5)
    days = [(start + timedelta(days=7 * n)).isoformat() for n in range(8)]
    assert none_of(*(bought(day, f"-{40 + n}.10", "REWE") for n, day in enumerate(days)))
    assert only(*(bought(day, "-40.00", "Box") for day in days)).interval == "weekly"


def test_two_subscriptions_of_one_firm_are_two() -> None:
    rows = [*series("Apple", *monthly("-0.99", 4)), *series("Apple", *monthly("-10.99", 20, 5, 10))]
    result = recurring(books({"a": euros(GIRO, *rows)}))
    assert [payment.amount for payment in result.payments] == ["10.99", "0.99"]


def test_salaries_are_received_and_sums_are_apart() -> None:
    rows = [
        *series("Acme", *monthly("2500.00", 28, 5, 10), kind="salary"),
        *series("Netflix", *monthly("-12.00", 3)),
        *series("Insurance", ("2024-11-10", "-240.00"), ("2025-11-10", "-240.00")),
        bought("2026-11-10", "-240.00", "Insurance"),
    ]
    result = recurring(books({"a": euros(GIRO, *rows, LATEST)}))
    assert [(p.counterparty, p.interval, p.per_month) for p in result.payments] == [
        ("Acme", "monthly", "2500.00"),
        ("Insurance", "yearly", "20.00"),
        ("Netflix", "monthly", "12.00"),
    ]
    [month] = result.per_month
    assert (month.spent.amount, month.received.amount) == ("32.00", "2500.00")
    assert [row.id for row in result.rows] == [p.last_id for p in result.payments]


@pytest.mark.parametrize("times", [1, 2])
def test_less_than_three_times_is_no_rhythm_unless_asked_for(times: int) -> None:
    rows = series("Netflix", *monthly("-12.99", 3, 12 - times))
    assert none_of(*rows)
    assert none_of(*rows, least_times=2) == (times == 1)


def test_irregular_payments_are_not_recurring() -> None:
    days = ["2026-01-03", "2026-01-20", "2026-04-02", "2026-04-09", "2026-08-30", "2026-10-30"]
    assert none_of(*(bought(day, "-20.00", "Shop") for day in days))


def test_nothing_on_record_gives_nothing() -> None:
    assert recurring(books({})) == FindRecurringPaymentsResult()


@given(
    st.sampled_from([("weekly", 7, 0), ("fortnightly", 14, 0), ("monthly", 0, 1),
                     ("bimonthly", 0, 2), ("quarterly", 0, 3), ("half-yearly", 0, 6),
                     ("yearly", 0, 12)]),
    st.dates(date(2016, 1, 1), date(2019, 12, 31)),
    st.integers(4, 7),
    st.integers(1, 99_999),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_a_series_is_recognised_and_goes_on_whatever_order_it_comes_in(
    rhythm: tuple[str, int, int], first: date, times: int, cents: int, order: Any
) -> None:
    interval, days, months = rhythm

    def nth(n: int) -> date:
        return first + timedelta(days=days * n) if days else add_months(first, months * n)

    rows = [bought(nth(n).isoformat(), f"-{Decimal(cents) / 100:f}", "Club") for n in range(times)]
    order.shuffle(rows)
    [payment] = recurring(books({"a": euros(GIRO, *rows)})).payments
    assert (payment.interval, payment.times) == (interval, times)
    assert Decimal(payment.amount) * 100 == cents
    expected = date.fromisoformat(payment.next or "")
    # In short months the last day stands for the 29th to 31st, and which was meant is open.
    is_open = not days and first.day > 28
    assert abs((expected - nth(times)).days) <= (3 if is_open else 0)


def test_wages_of_the_middle_and_the_end_of_each_month_come_twice_a_month() -> None:
    days = ["2026-08-14", "2026-08-31", "2026-09-15", "2026-09-30", "2026-10-15", "2026-10-30",
            "2026-11-13"]  # fmt: skip
    payment = only(*series("Meridian", *((day, "2000.00") for day in days), kind="salary"))
    assert (payment.interval, payment.next, payment.per_month) == (
        "semi-monthly", "2026-11-30", "4000.00",
    )  # fmt: skip
    days = ["2026-08-01", "2026-08-15", "2026-09-01", "2026-09-15", "2026-10-01", "2026-10-15",
            "2026-11-02", "2026-11-13"]  # fmt: skip
    payment = only(*series("Meridian", *((day, "2000.00") for day in days), kind="salary"))
    assert (payment.interval, payment.next) == ("semi-monthly", "2026-12-01")


def test_every_second_week_drifts_through_the_month() -> None:
    days = [(date(2026, 8, 14) + timedelta(days=14 * n)).isoformat() for n in range(7)]
    payment = only(*series("Meridian", *((day, "2000.00") for day in days), kind="salary"))
    assert payment.interval == "fortnightly"
