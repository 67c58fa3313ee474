"""What accounts held on a day, from the balances that statements show."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from records.books import CARD, GIRO, SAVINGS, booked, on
from runwright.records.facts import Transaction
from runwright.tools.base import InvalidCall
from runwright.tools.get_balances import TOOL, GetBalancesResult
from runwright.tools.memory import RecordList
from tools.money import books, bought, euros

SHARED = books(
    {
        "giro": euros(
            GIRO,
            bought("10-02", "-30.00", "REWE", balance="970.00"),
            bought("10-05", "-80.00", "Lidl", balance="890.00"),
            bought("11-01", "-5.00", "REWE"),
        ),
        "savings": euros(
            SAVINGS, booked("06-30", "1.00", "Interest", balance="501.00"), account_kind="savings"
        ),
        "card": euros(CARD, bought("10-07", "-12.00", "Cinema"), account_kind="credit card"),
    }
)


def balances(records: RecordList = SHARED, **arguments: Any) -> GetBalancesResult:
    return TOOL.run(TOOL.arguments.model_validate(arguments), records)


def held(result: GetBalancesResult) -> dict[str, str | None]:
    return {each.account: each.balance for each in result.balances}


def test_a_balance_is_the_last_stated_one_and_what_was_booked_since() -> None:
    result = balances()
    assert held(result) == {"DE02…2051": "501.00", "DE89…3000": "885.00", "XXXX…4711": None}
    giro = next(each for each in result.balances if each.account == "DE89…3000")
    assert (giro.stated, giro.stated_on, giro.bookings_since) == ("890.00", "2026-10-05", 1)
    assert (giro.last_booking, giro.age) == ("2026-11-01", 15)
    assert set(result.items) == {"giro/2", "giro/3", "savings/1"}
    assert [note.code for note in result.notes] == ["balance_unknown"]
    assert [(total.amount, total.currency) for total in result.totals] == [("1386.00", "EUR")]


@pytest.mark.parametrize(
    ("day", "expected"),
    [("2026-10-02", "970.00"), ("2026-10-04", "970.00"), ("2026-10-31", "890.00")],
)
def test_a_day_in_between_has_the_balance_of_that_day(day: str, expected: str) -> None:
    assert held(balances(day=day, account={"any_of": ["3000"]})) == {"DE89…3000": expected}


def test_a_day_before_the_first_balance_is_reckoned_backwards() -> None:
    result = balances(day="2026-10-01", account={"any_of": [GIRO]})
    [giro] = result.balances
    assert (giro.balance, giro.bookings_since, giro.last_booking) == ("1000.00", 1, None)


def test_an_account_whose_currency_is_not_known_has_a_sum_of_its_own() -> None:
    rows = on("DE77", bought("10-02", "-30.00", "REWE", balance="970.00"))
    [total] = balances(books({"giro": rows})).totals
    assert (total.amount, total.currency, total.account) == ("970.00", None, "DE77")


def test_a_day_to_come_is_refused() -> None:
    with pytest.raises(InvalidCall, match="days to come"):
        balances(day="2026-11-17")


def test_an_account_in_two_currencies_has_two_balances() -> None:
    rows = [
        bought("10-02", "-1.00", "A", currency="EUR", balance="9.00"),
        bought("10-02", "-1.00", "B", currency="USD", balance="4.00"),
    ]
    result = balances(books({"a": on("wallet", *rows)}))
    assert [(each.currency, each.balance) for each in result.balances] == [
        ("EUR", "9.00"),
        ("USD", "4.00"),
    ]
    assert [each.balance for each in balances(books({"a": rows}), currency="USD").balances] == [
        "4.00"
    ]


def test_a_file_of_one_day_that_begins_with_its_last_booking_is_recognised() -> None:
    rows = [
        bought("10-02", "-3.00", "C", balance="4.00"),
        bought("10-02", "-2.00", "B", balance="7.00"),
        bought("10-02", "-1.00", "A", balance="9.00"),
    ]
    for given_rows in (rows, rows[::-1]):
        assert list(held(balances(books({"a": euros(GIRO, *given_rows)}))).values()) == ["4.00"]


def test_the_call_in_words() -> None:
    arguments = TOOL.arguments.model_validate(
        {"account": {"any_of": ["savings"]}, "day": "2026-10-31"}
    )
    assert TOOL.describe(arguments) == "balances of savings on 31 October 2026"


def test_nothing_on_record_gives_no_balances() -> None:
    assert balances(books({})).balances == ()


FIRST = date(2026, 3, 1)


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(-9_000, 9_000)), min_size=2, max_size=25),
    st.data(),
)
def test_every_day_has_the_sum_of_all_bookings_until_then(
    moves: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Two statements of an account, cut anywhere, in either order, with some balances missing."""
    opening, day, sum_so_far = Decimal(100), FIRST, Decimal(100)
    rows: list[Transaction] = []
    for n, (after, cents) in enumerate(moves):
        day += timedelta(days=after)
        amount = Decimal(cents or 1) / 100
        sum_so_far += amount
        stated = f"{sum_so_far:f}" if data.draw(st.booleans()) or n == 0 else None
        rows.append(booked(day.isoformat(), f"{amount:f}", f"Shop{n}", balance=stated))
    cut = data.draw(st.integers(1, len(rows)))
    overlap = data.draw(st.integers(0, cut))
    # Two statements of one day that share no booking do not show which of them came first.
    assume(overlap < cut or cut == len(rows) or rows[0].day != rows[cut].day)
    parts = [euros(GIRO, *rows[:cut]), euros(GIRO, *rows[overlap:])]
    files = {name: part for name, part in zip("ab", parts, strict=True) if part}
    if data.draw(st.booleans()) and all(len({row.day for row in part}) > 1 for part in parts):
        files = {name: part[::-1] for name, part in files.items()}
    asked = FIRST + timedelta(days=data.draw(st.integers(-2, 60)))
    expected = opening + sum(
        (Decimal(row.amount or 0) for row in rows if (row.day or "") <= asked.isoformat()),
        Decimal(),
    )
    [account] = balances(books(files), day=asked.isoformat()).balances
    assert Decimal(account.balance or "NaN") == expected
