"""Which account a question means, where statements say its kind or only a number."""

import pytest
from tests.engine.ledger.books import booking

from runwright.engine.ledger.accounts import fits, shown
from runwright.engine.ledger.subjects import subject_in
from runwright.engine.ledger.words import stems
from runwright.engine.types import Item


def nameless(n: int, amount: str, title: str, account: str, currency: str = "") -> Item:
    """A booking of August whose file may name no currency."""
    item = booking(n, f"2026-08-{n:02}", amount, currency, title, "", account)
    return item._replace(currency=currency or None)


CARD = (
    nameless(1, "-12.50", "Buchladen", "credit card"),
    nameless(2, "-35.00", "Trattoria Elba", "credit card"),
    nameless(3, "47.50", "Thank you", "credit card"),
)
BANK = (
    nameless(4, "-20.00", "Hofer", "DE89…3000", "EUR"),
    nameless(5, "-61.00", "Wien Energie", "DE89…3000", "EUR"),
)
LEDGER = (*CARD, *BANK)


@pytest.mark.parametrize(
    ("text", "account"),
    [
        ("1 August 2026: -2.00 EUR to Kiosk, credit card account 5412", "5412 (credit card)"),
        ("1 August 2026: -2.00 EUR to Kiosk, account savings", "savings"),
        ("1 August 2026: -2.00 EUR to Kiosk, my new account, then more", ""),
    ],
)
def test_a_text_ends_with_its_account(text: str, account: str) -> None:
    assert shown(text) == account


@pytest.mark.parametrize(
    ("said", "account", "fitting"),
    [
        ("credit card", "5412 (credit card)", True),
        ("card", "Visa Gold", True),
        ("visa", "credit card", True),
        ("visa", "Mastercard (credit card)", False),
        ("credit card", "DE89…3000", False),
        ("debit", "DE89…3000", True),
        ("debit", "credit card", False),
        ("current", "checking", True),
        ("current", "DE89…3000 (savings)", False),
        ("checking", "Revolut", False),
        ("bank", "Revolut", True),
        ("savings", "77 (savings)", True),
        ("travel", "Travel card", True),
    ],
)
def test_an_account_is_known_by_its_kind(said: str, account: str, fitting: bool) -> None:
    assert fits(said, frozenset(stems(account))) is fitting


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("What did I put on my credit card", "@credit card"),
        ("How much is on the card", "@card"),
        ("paid from my current account", "@current"),
        ("with my debit card", "@debit"),
        ("my credit card spending", "@credit card"),
        ("spent with the card shop", ""),
    ],
)
def test_a_question_names_its_account(text: str, packed: str) -> None:
    found = subject_in(text).encoded().get("subject", "")
    assert found == packed or (not packed and "@" not in found)


@pytest.mark.parametrize(
    ("question", "sum_"),
    [
        ("What did I put on my credit card in August 2026?", "47.50 EUR"),
        ("How much did I spend with my card in August 2026?", "47.50 EUR"),
        ("How much did I spend on the Visa in August 2026?", "47.50 EUR"),
        ("How much did I pay from my bank account in August 2026?", "81.00 EUR"),
        ("How much did I spend from my current account in August 2026?", "81.00 EUR"),
    ],
)
def test_the_card_is_told_from_the_bank_account(think, question: str, sum_: str) -> None:
    thought = think(question, LEDGER, ["finance"])
    assert thought.last.value == sum_
    assert "came back" not in thought.summary


def test_a_card_that_no_booking_knows_is_left_aside(think) -> None:
    summary = think("How much did I spend with my card at Hofer?", LEDGER, ["finance"]).summary
    assert "20.00 EUR" in summary
    assert "No booking says “card”" in summary


def test_accounts_can_be_held_against_each_other(think) -> None:
    question = "Did I spend more on my credit card or from my bank account in August 2026?"
    summary = think(question, LEDGER, ["finance"]).summary
    assert "more from the bank account (81.00 EUR) than from the credit card (47.50 EUR)" in summary


def test_a_booking_without_a_currency_takes_the_one_that_all_others_share(think) -> None:
    thought = think("How much did I spend in August 2026?", LEDGER, ["finance"])
    assert thought.last.value == "128.50 EUR"
    assert "2 bookings name no currency and are taken as EUR" in thought.summary


def test_a_booking_without_a_currency_stays_apart_where_others_have_several(think) -> None:
    pounds = nameless(6, "-7.00", "Pub", "DE89…3000", "GBP")
    thought = think("How much did I spend in August 2026?", (*LEDGER, pounds), ["finance"])
    assert "no currency" not in thought.summary
    assert set(thought.last.value.split("; ")) == {"81.00 EUR", "47.50", "7.00 GBP"}
