"""Which account a question means, where statements say its kind or only a number."""

import pytest

from engine.ledger.books import booking
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
