"""Bookings are found by name, category, account, direction, type, size and day."""

from __future__ import annotations

from typing import Any

import pytest

from records.books import CARD, GIRO, SAVINGS, booked
from runwright.tools.find_transactions import TOOL, FindTransactionsResult
from runwright.tools.memory import RecordList
from tools.money import OCTOBER, books, bought, euros

SHARED = books(
    {
        "giro": euros(
            GIRO,
            bought("10-02", "-30.00", "REWE", counterparty_raw="REWE MARKT 77", category="Food"),
            bought("10-05", "-80.00", "Lidl", purpose="party drinks"),
            booked("10-28", "2500.00", "Acme", type="salary"),
            booked("10-29", "-400.00", "Max Muster", type="transfer", counterparty_account=SAVINGS),
            bought("11-01", "-5.00", "REWE", category="Restaurants"),
            bought("10-30", "-9.00", "Kiosk", status="pending"),
        ),
        "savings": euros(
            SAVINGS,
            booked("10-30", "400.00", "Max Muster", type="transfer", counterparty_account=GIRO),
            account_kind="savings",
        ),
        "card": euros(
            CARD,
            bought("10-07", "-12.00", "Cinema"),
            booked("10-09", "7.00", "Lidl", type="refund"),
            account_kind="credit card",
            card="4711",
        ),
    }
)


def find(records: RecordList = SHARED, **arguments: Any) -> FindTransactionsResult:
    return TOOL.run(TOOL.arguments.model_validate(arguments), records)


def ids(**arguments: Any) -> set[str]:
    return set(find(**arguments).items)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"who": {"any_of": ["rewe"]}}, {"giro/1", "giro/5"}),
        ({"who": {"any_of": ["markt"]}}, {"giro/1"}),
        ({"who": {"any_of": ["party"]}}, {"giro/2"}),
        ({"who": {"any_of": ["rew"]}}, set()),
        ({"who": {"none_of": ["rewe", "lidl"]}}, {"giro/3", "card/1"}),
        ({"category": {"any_of": ["food"]}}, {"giro/1"}),
        ({"about": {"any_of": ["food", "lidl"]}}, {"giro/1", "giro/2", "card/2"}),
        ({"account": {"any_of": ["4711"]}}, {"card/1", "card/2"}),
        ({"account": {"any_of": ["credit card"]}}, {"card/1", "card/2"}),
        ({"account": {"any_of": ["DE89 3704 0044 0532 0130 00"]}, "types": ["salary"]}, {"giro/3"}),
        ({"account": {"any_of": ["3000"]}, "types": ["salary"]}, {"giro/3"}),
        ({"direction": "received"}, {"giro/3"}),
        ({"direction": "spent", "period": OCTOBER}, {"giro/1", "giro/2", "card/1", "card/2"}),
        ({"amount": {"least": "12", "most": "30.0"}}, {"giro/1", "card/1"}),
        ({"currency": "USD"}, set()),
        ({"own_transfers": "only"}, {"giro/4", "savings/1"}),
        ({"own_transfers": "only", "direction": "spent"}, {"giro/4"}),
        ({"types": ["own_transfer"], "direction": "received"}, {"savings/1"}),
    ],
)
def test_each_filter_keeps_what_it_means(arguments: dict[str, Any], expected: set[str]) -> None:
    assert ids(**arguments) == expected


def test_the_files_category_decides_and_names_stand_in_where_it_gives_none() -> None:
    groceries = {"category": {"any_of": ["food"]}, "category_names": {"any_of": ["rewe", "lidl"]}}
    assert ids(**groceries, direction="spent") == {"giro/1", "giro/2", "card/2"}
    assert ids(category_names={"any_of": ["rewe"]}) == set()


def test_a_result_says_what_was_left_out_of_what_was_asked_for_and_nothing_else() -> None:
    assert [note.text for note in find(period=OCTOBER).notes] == [
        "1 pending booking left out",
        "2 bookings between own accounts left out",
    ]
    assert [n.count for n in find(direction="received", period=OCTOBER).notes] == [1]
    assert find(who={"any_of": ["rewe"]}).notes == ()
    assert [n.code for n in find(own_transfers="include").notes] == ["not_booked"]


def test_pending_lines_are_listed_when_asked_for() -> None:
    result = find(who={"any_of": ["kiosk"]}, status="any")
    assert [(row.id, row.status) for row in result.rows] == [("giro/6", "pending")]


def test_only_pending_lines_are_listed_when_they_alone_are_asked_for() -> None:
    assert [row.id for row in find(status="pending").rows] == ["giro/6"]
    assert find(status="reversed").rows == ()


def test_bookings_are_chosen_by_the_day_of_the_week() -> None:
    assert [row.id for row in find(period=OCTOBER, weekdays=["monday"]).rows] == ["giro/2"]


def test_bookings_of_a_period_are_left_out() -> None:
    around = find(who={"any_of": ["rewe"]}, outside=[OCTOBER])
    assert [row.id for row in around.rows] == ["giro/5"]


def test_what_came_twice_within_days_is_found_and_what_came_again_later_is_not() -> None:
    twice = books(
        {
            "giro": euros(
                GIRO,
                bought("10-02", "-9.00", "Uber"),
                bought("10-04", "-9.00", "UBER"),
                bought("10-12", "-9.00", "Uber"),
                bought("10-04", "-8.00", "Uber"),
            )
        }
    )
    result = find(twice, repeated=True)
    assert sorted(row.id for row in result.rows) == ["giro/1", "giro/2"]


def test_a_transfer_is_recognised_though_its_other_side_lies_outside_the_period() -> None:
    result = find(period={"start": "2026-10-29", "end": "2026-10-30"})
    assert (result.looked_at, result.kept) == (1, 0)


def test_a_period_without_any_booking_is_told_from_one_without_the_wanted_ones() -> None:
    assert [n.code for n in find(period={"end": "2026-09-01"}).notes] == ["outside_records"]
    assert find(period=OCTOBER, who={"any_of": ["nobody"]}).notes == ()


def test_rows_come_in_the_order_asked_for_and_the_rest_is_counted() -> None:
    newest = find(limit=2)
    assert [row.id for row in newest.rows] == ["giro/5", "giro/3"]
    assert (newest.kept, newest.more) == (6, 4)
    assert [row.id for row in find(order="oldest", limit=2).rows] == ["giro/1", "giro/2"]
    assert [row.id for row in find(order="largest", limit=2).rows] == ["giro/3", "giro/2"]
    assert [row.id for row in find(order="smallest", limit=2).rows] == ["giro/5", "card/2"]


def test_sizes_are_compared_within_a_currency() -> None:
    records = books(
        {
            "a": euros(GIRO, bought("10-01", "-1.00", "A"), bought("10-02", "-2.00", "B")),
            "b": [bought("10-01", "-900", "C", currency="JPY")],
        }
    )
    result = find(records, order="largest")
    assert [row.id for row in result.rows] == ["a/2", "a/1", "b/1"]
    assert [(s.spent.amount, s.spent.currency) for s in result.sums] == [
        ("3.00", "EUR"),
        ("900", "JPY"),
    ]


def test_what_has_no_day_is_in_all_time_alone_and_comes_last() -> None:
    undated = bought("10-01", "-1.00", "A").model_copy(update={"day": None})
    records = books({"a": euros(GIRO, undated, bought("10-02", "-2.00", "B"))})
    for order in ("newest", "oldest"):
        assert [row.id for row in find(records, order=order).rows] == ["a/2", "a/1"]
    assert find(records, period=OCTOBER).items == ("a/2",)


def test_an_amount_that_cannot_be_read_is_left_out_and_said() -> None:
    unclear = bought("10-01", "-1.00", "A").model_copy(update={"amount": None})
    records = books({"a": euros(GIRO, unclear, bought("10-02", "-2.00", "B"))})
    assert [note.text for note in find(records, period=OCTOBER).notes] == [
        "1 booking without a readable amount left out"
    ]
    assert find(records, period={"start": "2026-10-02"}).notes == ()


def test_a_row_shows_the_currency_that_was_assumed() -> None:
    records = books({"a": [bought("10-01", "-1.00", "A")]}, currency="CHF")
    result = find(records)
    assert result.rows[0].currency == "CHF"
    assert [note.code for note in result.notes] == ["currency_assumed"]


def test_the_call_in_words() -> None:
    arguments = TOOL.arguments.model_validate(
        {"direction": "spent", "who": {"any_of": ["REWE", "Lidl"]}, "period": OCTOBER}
    )
    assert TOOL.describe(arguments) == "payments to REWE or Lidl, October 2026"


def test_nothing_on_record_gives_an_empty_result() -> None:
    assert find(books({})) == FindTransactionsResult()
