"""What bookings come to: sums, averages, extremes, shares, groups and comparisons."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from records.books import GIRO, SAVINGS, booked
from runwright.records.facts import Transaction
from runwright.tools.base import frozen
from runwright.tools.measure_transactions import TOOL, MeasureTransactionsResult
from runwright.tools.memory import RecordList
from tools.money import OCTOBER, SEPTEMBER, TODAY, books, bought, euros

SHARED = books(
    {
        "giro": euros(
            GIRO,
            bought("09-10", "-50.00", "REWE", category="Food"),
            bought("10-02", "-30.00", "REWE", category="Food"),
            bought("10-05", "-80.00", "Lidl", category="food"),
            booked("10-06", "10.00", "Lidl", type="refund", category="Food"),
            bought("10-09", "-40.00", "Cinema"),
            booked("10-28", "2500.00", "Acme", type="salary"),
        )
    }
)


def measure(records: RecordList = SHARED, **arguments: Any) -> MeasureTransactionsResult:
    return TOOL.run(TOOL.arguments.model_validate(arguments), records)


def test_refunds_reduce_what_was_spent_and_stay_out_of_averages_and_extremes() -> None:
    result = measure(direction="spent", period=OCTOBER)
    [unit] = result.units
    assert (unit.total, unit.count, unit.refunds) == ("140.00", 4, 1)
    assert (unit.average, unit.median) == ("50.00", "40.00")
    assert unit.smallest
    assert unit.largest
    assert (unit.smallest.id, unit.largest.id, unit.largest.amount) == ("giro/2", "giro/3", "80.00")
    assert [row.id for row in result.rows] == ["giro/2", "giro/3"]
    assert result.total
    assert (result.total.amount, result.total.currency) == ("140.00", "EUR")


def test_an_average_is_not_divided_by_what_is_left_out() -> None:
    year = {"start": "2026-01-01", "end": "2026-11-01"}
    [unit] = measure(direction="spent", period=year, per="month", outside=[SEPTEMBER]).units
    assert (unit.total, unit.average_per, unit.stretches) == ("140.00", "140.00", "1")


def test_types_are_left_out() -> None:
    [unit] = measure(period=OCTOBER, types_left_out=["salary"]).units
    assert (unit.received, unit.spent) == ("0", "140.00")


def test_both_directions_give_what_is_left() -> None:
    [unit] = measure(period=OCTOBER).units
    assert (unit.spent, unit.received, unit.total) == ("140.00", "2500.00", "2360.00")


def test_who_is_given_a_category_is_in_it_unless_the_file_says_otherwise() -> None:
    given = [{"called": "leisure", "members": ["cinema", "REWE"]}]
    result = measure(direction="spent", period=OCTOBER, by="category", categories=given)
    assert [(each.group, each.total) for each in result.groups] == [
        ("Food", "100.00"),
        ("leisure", "40.00"),
    ]
    assert "1 booking put in a category by the name alone" in {note.text for note in result.notes}


def test_groups_of_other_spellings_are_one_and_those_without_a_name_come_too() -> None:
    groups = measure(direction="spent", period=OCTOBER, by="category").groups
    assert [(g.group, g.total, g.count, g.share) for g in groups] == [
        ("Food", "100.00", 3, "71.4"),
        (None, "40.00", 1, "28.6"),
    ]


def test_a_comparison_gives_difference_and_percentage_in_all_and_by_group() -> None:
    result = measure(direction="spent", period=OCTOBER, compared=SEPTEMBER, by="category")
    [unit] = result.units
    assert unit.compared
    assert (unit.compared.total, unit.compared.difference, unit.compared.percent) == (
        "50.00", "90.00", "180.0",
    )  # fmt: skip
    food, rest = result.groups
    assert food.compared
    assert rest.compared
    assert (food.compared.difference, food.compared.percent) == ("50.00", "100.0")
    assert (rest.compared.total, rest.compared.percent) == ("0", None)
    assert set(result.items) == {"giro/1", "giro/2", "giro/3", "giro/4", "giro/5"}


def test_a_currency_of_the_other_period_alone_is_compared_with_nothing() -> None:
    records = books({"a": [bought("09-02", "-10.00", "A", currency="USD")], "b": []})
    [unit] = measure(records, direction="spent", period=OCTOBER, compared=SEPTEMBER).units
    assert (unit.total, unit.count) == ("0", 0)
    assert unit.compared
    assert (unit.compared.difference, unit.compared.percent) == (
        "-10.00",
        "-100.0",
    )


def test_stretches_of_the_calendar_cannot_be_compared() -> None:
    with pytest.raises(ValidationError, match="not by stretches of the calendar"):
        measure(period=OCTOBER, compared=SEPTEMBER, by="month")
    assert measure(period=OCTOBER, compared=SEPTEMBER, by="weekday").groups


def test_a_share_is_of_the_whole_in_the_same_direction_and_period() -> None:
    food: dict[str, Any] = {
        "category": {"any_of": ["food"]},
        "direction": "spent",
        "period": OCTOBER,
    }
    assert [unit.share for unit in measure(**food, share_of={}).units] == ["71.4"]
    written_down = TOOL.arguments.model_validate({**food, "share_of": {}}).model_dump(mode="json")
    assert [unit.share for unit in measure(**written_down).units] == ["71.4"]
    whole = {"who": {"any_of": ["rewe", "lidl"]}}
    assert [unit.share for unit in measure(**food, share_of=whole).units] == ["100.0"]
    assert [unit.share for unit in measure(period=OCTOBER, share_of={}).units] == [None]


def test_months_without_a_booking_are_groups_and_those_to_come_are_not() -> None:
    year = {"start": "2026-01-01", "end": "2027-01-01"}
    result = measure(period=year, direction="spent", by="month", who={"any_of": ["cinema"]})
    assert [(g.group, g.total) for g in result.groups] == [("2026-09", "0"), ("2026-10", "40.00")]
    first = measure(period=year, direction="spent", by="month", order="largest", limit=1)
    assert [(g.group, first.more_groups) for g in first.groups] == [("2026-10", 1)]


@pytest.mark.parametrize(
    ("by", "label"),
    [
        ("day", "2026-10-05"), ("week", "2026-10-05"), ("month", "2026-10"),
        ("quarter", "2026-Q4"), ("year", "2026"), ("weekday", "Monday"),
        ("counterparty", "Lidl"), ("account", "DE89…3000"), ("type", "purchase"),
    ],
)  # fmt: skip
def test_each_grouping_names_its_groups(by: str, label: str) -> None:
    result = measure(period={"start": "2026-10-05", "end": "2026-10-06"}, by=by)
    assert [group.group for group in result.groups if group.count] == [label]


def test_an_average_for_each_month_divides_by_the_months_that_have_records() -> None:
    [unit] = measure(direction="spent", per="month").units
    assert (unit.stretches, unit.average_per) == ("2", "95.00")
    half = measure(direction="spent", per="month", period={"start": "2026-10-17"})
    assert half.units == ()
    days = measure(direction="spent", per="day", period=OCTOBER).units[0]
    assert (days.stretches, days.average_per) == ("28", "5.00")


def test_a_bill_that_came_this_month_makes_the_month_a_whole_one() -> None:
    bills = [bought(f"{month:02}-05", "-60.00", "Power") for month in (8, 9, 10)]
    shops = [bought(f"{month:02}-{day:02}", "-8.00", "Lidl") for month in (8, 9, 10)
             for day in range(3, 13)]  # fmt: skip
    records = books({"a": [*bills, *shops]})
    period = {"start": "2026-08-01", "end": "2026-10-13"}

    def per_month(name: str) -> tuple[str | None, str | None]:
        [unit] = measure(
            records, direction="spent", per="month", period=period, who={"any_of": [name]}
        ).units
        return unit.stretches, unit.average_per

    assert per_month("power") == ("3", "60.00")
    assert per_month("lidl") == ("2.39", "100.54")


def test_an_unknown_currency_is_a_unit_of_its_own_for_each_account() -> None:
    row = bought("10-02", "-10.00", "A")
    records = books({"a": [row.model_copy(update={"account": GIRO})], "b": [row], "c": [row]})
    result = measure(records, direction="spent")
    assert sorted((u.account or "", u.total) for u in result.units) == [
        ("DE89…3000", "10.00"),
        ("an account without a name", "10.00"),
        ("an account without a name", "10.00"),
    ]
    assert result.total is None
    assert "currency_unknown" in [note.code for note in result.notes]


def test_figures_are_frozen_without_rows() -> None:
    kept = frozen(measure(direction="spent", period=OCTOBER))
    assert "rows" not in kept
    assert kept["units"][0]["total"] == "140.00"


def test_nothing_on_record_gives_an_empty_result() -> None:
    assert measure(books({}), by="month", per="month", share_of={}) == MeasureTransactionsResult()


def test_the_call_in_words() -> None:
    arguments = TOOL.arguments.model_validate(
        {"direction": "spent", "period": OCTOBER, "compared": SEPTEMBER, "by": "category"}
    )
    expected = "payments, October 2026, by category, compared with September 2026"
    assert TOOL.describe(arguments) == expected


# Against a reference that knows what each booking is, because it made it --------------------------

FIRST = date(2026, 2, 1)
ACCOUNTS = {"giro": (GIRO, "EUR"), "savings": (SAVINGS, "EUR"), "abroad": ("US-99887766", "USD")}

plans = st.lists(
    st.tuples(
        st.sampled_from(["bought", "back", "salary", "fee", "cash", "moved"]),
        st.sampled_from(sorted(ACCOUNTS)),
        st.integers(0, 120),
        st.integers(1, 50_000),
        st.sampled_from(["Food", "Home", None]),
    ),
    max_size=40,
)
MAKES: dict[str, tuple[int, str]] = {
    "bought": (-1, "purchase"), "back": (1, "refund"), "salary": (1, "salary"), "fee": (-1, "fee"),
    "cash": (-1, "cash"),
}  # fmt: skip
SPENT = {"bought": 1, "back": -1, "fee": 1, "cash": 1}


def files_of(plan: list[Any]) -> dict[str, list[Transaction]]:
    """The statements that a plan makes; the giro's second half is exported twice."""
    files: dict[str, list[Transaction]] = {name: [] for name in ACCOUNTS}
    for n, (what, where, after, cents, category) in enumerate(plan):
        day, amount = (FIRST + timedelta(days=after)).isoformat(), Decimal(cents) / 100
        account, currency = ACCOUNTS[where]
        shared = {"category": category, "currency": currency, "account": account}
        if what == "moved":
            to, back = ("savings", "giro") if where == "giro" else ("giro", "savings")
            for own, other, sign in ((back, to, -1), (to, back, 1)):
                files[own].append(
                    booked(
                        day,
                        f"{sign * amount:f}",
                        "Max Muster",
                        type="transfer",
                        currency="EUR",
                        account=ACCOUNTS[own][0],
                        counterparty_account=ACCOUNTS[other][0],
                        purpose=f"Move {n}",
                        category=category,
                    )
                )
        else:
            sign, kind = MAKES[what]
            name = f"{what} {n}"
            files[where].append(booked(day, f"{sign * amount:f}", name, type=kind, **shared))
    return {**files, "again": files["giro"][len(files["giro"]) // 2 :]}


@given(plans, st.integers(0, 120), st.integers(1, 60), st.sampled_from(["spent", "received"]))
def test_totals_are_those_of_whoever_made_the_bookings(
    plan: list[Any], start: int, length: int, direction: str
) -> None:
    wanted: dict[str, Fraction] = {}
    months: dict[tuple[str, str], Fraction] = {}
    for what, where, after, cents, category in plan:
        weight = SPENT.get(what, 0) if direction == "spent" else int(what == "salary")
        if weight and start <= after < start + length and category == "Food":
            currency = ACCOUNTS[where][1]
            value = Fraction(weight * cents, 100)
            wanted[currency] = wanted.get(currency, Fraction()) + value
            month = (currency, (FIRST + timedelta(days=after)).isoformat()[:7])
            months[month] = months.get(month, Fraction()) + value
    period = {
        "start": (FIRST + timedelta(days=start)).isoformat(),
        "end": (FIRST + timedelta(days=start + length)).isoformat(),
    }
    result = measure(
        books(files_of(plan)),
        period=period, direction=direction, category={"any_of": ["food"]}, by="month",
    )  # fmt: skip
    assert {unit.currency: Fraction(unit.total) for unit in result.units} == wanted
    found = {(g.currency, g.group): Fraction(g.total) for g in result.groups if g.count}
    assert found == months
    assert result.kept == len(result.items) == len(set(result.items))


@given(plans, st.integers(1, 119))
def test_two_parts_of_a_time_add_up_to_the_whole(plan: list[Any], cut: int) -> None:
    records = books(files_of(plan), today=TODAY)
    middle = (FIRST + timedelta(days=cut)).isoformat()
    sums: dict[str | None, Decimal] = {}
    for part in ({"end": middle}, {"start": middle}):
        for unit in measure(records, period=part).units:
            sums[unit.currency] = sums.get(unit.currency, Decimal()) + Decimal(unit.total)
    assert {u.currency: Decimal(u.total) for u in measure(records).units} == sums
