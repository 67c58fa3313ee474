"""What people mean in everyday speech: the price of now, money put aside, the card that was paid,
names as nobody writes them on statements."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import booked, on
from runwright.tools.memory import RecordList
from tools.money import books, bought

_EVERYDAY, _SAVINGS, _CARD = "06400011114821", "06400012347730", "516337002094"


def _records() -> RecordList:
    """An everyday account, savings and a card."""
    prices = ["85.00"] * 4 + ["93.00"] * 4
    everyday = [
        *(
            bought(f"2026-{month:02}-12", f"-{price}", "REEF BROADBAND")
            for month, price in enumerate(prices, start=3)
        ),
        bought("2026-10-03", "-61.20", "WOOLWORTHS"),
        bought("2026-10-04", "-20.00", "PAK N SAVE ROYAL"),
        bought("2026-10-04", "-74.60", "CALEDONIAN MACBRAYNE"),
        booked("2026-10-05", "-900.00", "", type="own_transfer", counterparty_account=_SAVINGS),
        booked("2026-10-09", "300.00", "", type="own_transfer", counterparty_account=_SAVINGS),
        booked("2026-10-22", "-500.00", "HARBOUR CARDS", type="card_settlement"),
    ]
    savings = [
        booked("2026-10-05", "900.00", "", type="own_transfer", counterparty_account=_EVERYDAY),
        booked("2026-10-09", "-300.00", "", type="own_transfer", counterparty_account=_EVERYDAY),
    ]
    card = [
        bought("2026-10-14", "-28.37", "UBER"),
        booked("2026-10-23", "500.00", "PAYMENT", type="card_settlement"),
        bought("2026-05-27", "-16.45", "AUDIBLE"),
    ]
    return books({
        "everyday": on(_EVERYDAY, *everyday, currency="AUD"),
        "savings": on(_SAVINGS, *savings, currency="AUD", account_kind="savings"),
        "card": on(_CARD, *card, currency="AUD", account_kind="credit card"),
    })  # fmt: skip


RECORDS = _records()


def test_what_something_costs_is_the_price_of_now() -> None:
    said = ask("avg", "out", "C internet", records=RECORDS, text="How much do I pay for internet?")
    assert said.first_line.startswith("A$93.00 now, since 12 July 2026; A$85.00 before")


def test_an_average_is_given_where_it_is_asked_for() -> None:
    text = "What do I pay for internet on average?"
    said = ask("avg", "out", "C internet", records=RECORDS, text=text)
    assert said.first_line.startswith("A$89.00 a payment on average")


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("How much did I move into savings?", "You moved A$900.00 to “savings”"),
        ("How much did I transfer from savings?", "You moved A$300.00 from “savings”"),
        ("How much have I dipped into savings?", "You moved A$300.00 from “savings”"),
    ],
)
def test_money_is_moved_to_savings_and_back(text: str, moved: str) -> None:
    said = ask("sum", "out", "ACC savings", records=RECORDS, text=text)
    assert said.first_line.startswith(moved)


def test_paying_the_card_is_settling_it_and_not_buying_with_it() -> None:
    paid = "When did I last pay the credit card?"
    bought_with = "When did I last pay with the credit card?"
    settled = ask("last", "out", "ACC the credit card", records=RECORDS, text=paid)
    assert (
        "October 2026: the last payment to pay off the credit card, A$500.00" in settled.first_line
    )
    used = ask("last", "out", "ACC the credit card", records=RECORDS, text=bought_with)
    assert "28.37" in used.first_line


@pytest.mark.parametrize(
    ("name", "total"), [("woolies", "A$61.20"), ("Pak'nSave", "A$20.00"), ("CalMac", "A$74.60")]
)
def test_a_chain_is_known_as_people_call_it(name: str, total: str) -> None:
    assert total in ask("sum", "out", f"M {name}", records=RECORDS).first_line


def test_since_one_started_is_all_that_is_on_record() -> None:
    said = ask("sum", "out", "M Reef", "PE since I started", records=RECORDS)
    assert "A$712.00" in said.first_line


def test_whether_something_was_cancelled_is_answered_by_its_last_payment() -> None:
    said = ask("exists", "out", "M Audible", records=RECORDS, state="cancelled")
    assert said.first_line.startswith("Wednesday 27 May 2026")
    assert "None has come since" in said.answer.text


def test_brackets_that_say_a_day_again_change_no_period() -> None:
    said = ask("sum", "out", "M Uber", "P since last Monday (9 Nov", records=RECORDS)
    assert "Monday" not in said.first_line
    assert "9 November 2026" in said.answer.text


def test_a_list_of_all_bookings_is_no_answer_to_words_that_name_none() -> None:
    unread = ask("list", "out", records=RECORDS, text="which of their offers had the fee")
    assert not unread.answer.is_answer
    assert ask("list", "out", records=RECORDS, text="list all my payments").answer.is_answer
