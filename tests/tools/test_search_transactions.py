"""`search_transactions`: the bookings that fit a text best, of each payee one."""

from __future__ import annotations

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from runwright.records.facts import Transaction
from runwright.tools import search_transactions
from runwright.tools.base import Item
from runwright.tools.memory import RecordList


def paid(n: int, day: str, counterparty: str, purpose: str = "") -> Item[Transaction]:
    facts = Transaction(
        day=day, amount="-9.00", currency="EUR", counterparty=counterparty, purpose=purpose
    )
    text = f"{counterparty} {purpose}"
    return Item(f"b{n}", "finance", facts, file="bank", row=n, text=text)


POOL = [paid(n, f"2026-0{n}-05", "LEISUREWORLD", "gym membership") for n in (3, 4, 5)]
SHOP = paid(9, "2026-05-06", "DUNNES", "shopping")


def search(*items: Any, **arguments: Any) -> search_transactions.Result:
    records = RecordList(items=items, today=date(2026, 11, 16), zone=ZoneInfo("UTC"))
    read = search_transactions.Arguments.model_validate(arguments)
    return search_transactions.run(read, records)


def test_of_each_payee_the_newest_booking_comes() -> None:
    result = search(*POOL, SHOP, text="the gym")
    assert [(row.id, row.counterparty) for row in result.rows] == [("b5", "LEISUREWORLD")]
    assert result.looked_at == 3
    assert [(note.code, note.count) for note in result.notes] == [("repeated_payees", 2)]


def test_a_day_in_the_banks_line_makes_no_other_payee() -> None:
    lines = [paid(1, "2026-01-23", "POS23JAN CIRCLE K"), paid(2, "2026-11-16", "POS16NOV CIRCLE K")]
    result = search(*lines, text="circle")
    assert [row.id for row in result.rows] == ["b2"]


def test_nothing_that_fits_gives_nothing() -> None:
    result = search(SHOP, text="dentist")
    assert (result.kept, result.rows, result.items) == (0, (), ())


def test_a_call_reads_as_words() -> None:
    arguments = search_transactions.Arguments(text="the gym")
    assert search_transactions.describe(arguments) == "payments about “the gym”"
