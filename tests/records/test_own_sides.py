"""Both sides of a move, shown by numbers, by banks, and by payments that go hand in hand."""

from __future__ import annotations

import pytest

from records.books import Books, booked, on
from runwright.records.facts import Transaction


def _monthly(amount: str, name: str, first: int = 1, **facts: str) -> list[Transaction]:
    return [booked(f"2026-{month:02}-{first:02}", amount, name, **facts) for month in range(3, 9)]


def test_money_to_a_bank_that_keeps_another_own_account_is_moved() -> None:
    bank = on("111", *_monthly("-250.00", "CLONTARF CU", type="purchase"), bank="AIB")
    union = on(None, *_monthly("250.00", "AIB", 2, type="transfer"), bank="Clontarf CU")
    books = Books().add("bank", bank).add("union", union)
    assert books.treatment("bank/1").reason == "own_transfer"
    assert books.treatment("union/1").of == "bank/1"


def test_a_loan_of_the_own_bank_is_not_moved() -> None:
    bank = on("111", *_monthly("-250.00", "AIB MORTGAGES", type="purchase"), bank="Revolut")
    other = on("222", *_monthly("250.00", "Anna Berg", 2, type="transfer"), bank="AIB")
    assert Books().add("bank", bank).add("other", other).treatment("bank/1").counts


def test_an_account_without_a_currency_has_that_of_the_bank_it_is_fed_from() -> None:
    bank = on("111", *_monthly("-250.00", "CLONTARF CU", type="purchase", currency="EUR"))
    union = on(None, *_monthly("250.00", "Standing order", 2, type="other"), bank="Clontarf CU")
    assert Books().add("bank", bank).add("union", union).treatment("union/1").currency == "EUR"


@pytest.mark.parametrize(
    ("payer", "is_moved"), [("WALKER PLUMBING", True), ("COASTAL LETTINGS", False)]
)
def test_payments_of_one_family_go_hand_in_hand(payer: str, is_moved: bool) -> None:
    firm = on("111", *_monthly("-1450.00", "H & A Walker", type="purchase", currency="NZD"))
    home = on("222", *_monthly("1450.00", payer, 2, type="other"))
    books = Books().add("firm", firm).add("home", home)
    assert books.treatment("firm/1").counts is not is_moved
    assert books.treatment("home/1").counts is not is_moved
    assert books.treatment("home/1").currency == ("NZD" if is_moved else None)


def test_payments_that_are_mostly_alone_do_not_go_hand_in_hand() -> None:
    alone = [booked(f"2026-10-{day:02}", "-90.00", "H & A Walker") for day in range(1, 28)]
    firm = on("111", *_monthly("-1450.00", "H & A Walker", type="purchase"), *alone)
    home = on("222", *_monthly("1450.00", "WALKER PLUMBING", 2, type="other"))
    assert Books().add("firm", firm).add("home", home).treatment("home/1").counts
