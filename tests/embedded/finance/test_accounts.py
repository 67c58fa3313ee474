"""Own accounts are found by their bank, their currency and their kind, one or several at once."""

from __future__ import annotations

import pytest

from embedded import runner
from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import accounts, answer
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.finance.rereading import BILL, reread
from runwright.minds.embedded.query import Query, Span
from tools.money import books, bought, euros

RECORDS = books({
    "nationwide": euros(
        None,
        bought("2026-10-02", "-10.00", "TESCO STORES"),
        bought("2026-10-03", "-800.00", "HALIFAX MORTGAGES"),
        booked("2026-10-05", "-70.00", "TESCO NEWRY ATM", type="cash"),
        booked("2026-10-20", "-33.00", "AMERICAN EXPRESS", type="card_settlement"),
        booked("2026-10-25", "-2.00", "", counterparty_raw="OVERDRAFT FEE", type="fee"),
        bank="Nationwide",
    ),
    "aib": euros(
        "930067",
        booked("2026-10-04", "-4.50", "", counterparty_raw="QUARTER FEE", type="fee"),
        booked("2026-10-06", "-60.00", "CASH AIB CORK", type="cash"),
        bank="AIB",
    ),
    "wise": [
        each.model_copy(update={"currency": "USD"})
        for each in euros("8310", bought("2026-10-07", "-9.00", "FIGMA"), bank="Wise")
    ],
    "amex": euros(
        "1009",
        bought("2026-10-08", "-33.00", "TESCO STORES"),
        booked("2026-10-20", "33.00", "PAYMENT", type="card_settlement"),
        account_kind="credit card",
        bank="Amex",
    ),
})  # fmt: skip
BOOK = open_book(RECORDS.items)


def test_an_account_is_found_by_its_bank() -> None:
    outcome = ask("sum", "out", "C bank fees", "ACC the AIB", records=RECORDS)
    assert outcome.first_line == "You spent €4.50 on bank fees on the AIB."


def test_the_bank_that_charges_is_the_account_and_no_cash_machine_of_its_name() -> None:
    outcome = ask("sum", "out", "M AIB", "C bank fees", records=RECORDS)
    assert "€4.50" in outcome.first_line


def test_the_bank_that_charges_is_the_account_also_where_it_was_paid_itself() -> None:
    lines = {
        "hilltop": euros(
            "1",
            booked("2026-10-04", "-35.00", "OVERDRAFT FEE", type="fee"),
            bought("2026-10-05", "-900.00", "WELLS FARGO BANK"),
            bank="Wells Fargo",
        ),
        "card": euros("2", booked("2026-10-06", "-95.00", "ANNUAL FEE", type="fee"), bank="Chase"),
    }
    outcome = ask("sum", "out", "M wells fargo", "C fees", records=books(lines))
    assert outcome.first_line == "You spent €35.00 on fees on “wells fargo”."


def test_an_account_is_found_in_spite_of_a_slip() -> None:
    items = euros("4409", bought("2026-10-08", "-3.00", "TESCO"), bank="Barclaycard Rewards")
    named = [each.model_copy(update={"account": "Barclaycard 4409"}) for each in items]
    book = open_book(books({"card": named}).items)
    assert accounts.match_of("the barclycard", book) == {"any_of": ["Barclaycard 4409"]}
    assert accounts.match_of("the barclycrad", BOOK) is None


def test_an_account_is_found_by_its_currency() -> None:
    assert accounts.match_of("my dollar account", BOOK) == {"any_of": ["8310"]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("the RBS account's", "the RBS account"),
        ("my savings account’s", "your savings account"),
        ("Sainsbury's", "“Sainsbury's”"),
    ],
)
def test_an_account_is_told_without_the_genitive_that_it_was_asked_in(
    words: str, told: str
) -> None:
    assert accounts.called(words) == told


def test_accounts_that_are_named_together_are_taken_together() -> None:
    outcome = ask("sum", "out", "M tesco", "ACC card", "ACC current account", records=RECORDS)
    assert outcome.first_line.startswith("You spent €43.00 at TESCO STORES on “card” and")
    assert "was taken as Nationwide, AIB 930067 and Wise 8310" in outcome.text


def test_what_a_card_takes_from_another_account_is_its_bill() -> None:
    outcome = ask(
        "sum", "out", "M amex", "ACC the nationwide", records=RECORDS,
        text="amex took out of the nationwide",
    )  # fmt: skip
    assert "€33.00 to pay off “amex” from the nationwide" in outcome.first_line


def test_what_goes_to_a_card_is_its_bill() -> None:
    for text in ("what comes off for the amex", "biggest amex payment", "how much went to my amex"):
        outcome = ask("max", "out", "M amex", records=RECORDS, text=text)
        assert "€33.00" in outcome.first_line, text
        assert "to pay off “amex”" in outcome.first_line
    taken = ask("max", "out", "M amex", "ACC my account", records=RECORDS,
                text="the most that amex ever took from my account")  # fmt: skip
    assert "to pay off “amex”" in taken.first_line
    for text in ("the biggest thing on amex", "the most that was charged to my amex"):
        bought = ask("max", "out", "M amex", records=RECORDS, text=text)
        assert "to pay off" not in bought.first_line


def test_what_is_asked_next_about_a_card_is_of_its_bill() -> None:
    first = Query("the biggest amex payment", "finance", "max", "out",
                  spans=(Span("M", "amex", 12),))  # fmt: skip
    second = first._replace(text="when did it go out", ask="day", before=first.text,
                            spans=(Span("M", "amex", -1),))  # fmt: skip
    outcome = runner.run(answer(second, runner.surroundings(RECORDS)), RECORDS)
    assert "to pay off “amex”" in outcome.first_line


def test_a_mortgage_without_a_file_of_its_own_is_what_is_paid() -> None:
    outcome = ask("sum", "out", "C mortgage", records=RECORDS)
    assert outcome.first_line == "You spent €800.00 on mortgage."


SEVERAL = books({
    "chase": euros(
        None,
        bought("2026-10-02", "-10.00", "HILLTOP COMM CU"),
        booked("2026-10-09", "-300.00", "TRANSFER", type="transfer", balance="90.00"),
        bank="Chase",
    ),
    "hilltop": euros(
        "7730",
        booked("2026-10-09", "300.00", "TRANSFER", type="transfer"),
        booked("2026-10-10", "-120.00", "", counterparty_raw="TFR", type="own_transfer",
               balance="5486.16"),
        account_kind="savings",
        bank="Hilltop Community CU",
    ),
    "other": euros(
        "9911",
        booked("2026-10-10", "1.00", "", counterparty_raw="INTEREST", type="interest",
               balance="7.00"),
        account_kind="savings",
        bank="Ally",
    ),
})  # fmt: skip


def test_a_bank_and_a_kind_narrow_each_other_where_a_balance_is_asked_for() -> None:
    outcome = ask("balance", "any", "ACC savings", "M Hilltop", records=SEVERAL,
                  text="how much is in savings at Hilltop")  # fmt: skip
    assert "5,486.16" in outcome.text
    assert "7.00" not in outcome.first_line


IRISH = books({
    "boi": euros(None, bought("2026-10-02", "-10.00", "ALDI", balance="75.00"), bank="BOI"),
    "cu": euros(
        "L2 CAR LOAN", bought("2026-10-02", "-9.00", "INTEREST", balance="-1340.74"),
        bank="Thurles CU",
    ),
})  # fmt: skip


def test_an_account_is_found_by_the_whole_name_of_a_bank_that_a_file_names_shortly() -> None:
    outcome = ask("balance", "any", "ACC the Bank of Ireland account", records=IRISH)
    assert "75.00" in outcome.first_line


def test_a_loan_is_known_by_the_name_of_its_account() -> None:
    outcome = ask("balance", "any", "ACC the car loan", records=IRISH,
                  text="how much is left to pay on the car loan")  # fmt: skip
    assert outcome.answer.is_answer
    assert "1,340.74" in outcome.first_line


UNTOLD = books({
    "known": euros("1111", bought("2026-10-02", "-10.00", "SHOP"), bank="Starling"),
    "savings": euros(
        "2222",
        booked("2026-10-09", "250.00", "E MARCH", type="other"),
        booked("2026-10-28", "1.25", "", counterparty_raw="INTEREST", type="interest"),
        account_kind="savings",
    ),
})  # fmt: skip


def test_a_bank_that_keeps_no_other_account_keeps_the_one_of_which_nothing_is_known() -> None:
    assert accounts.match_of("Marcus", open_book(UNTOLD.items)) == {"any_of": ["2222"]}
    assert accounts.match_of("my Bank of Scotland account", BOOK) is None


def test_what_came_into_savings_is_counted_where_no_booking_says_whose_it_was() -> None:
    outcome = ask("sum", "out", "ACC my savings", records=UNTOLD,
                  text="how much have I put into my savings")  # fmt: skip
    assert "€250.00" in outcome.first_line
    assert "since none says whose money it was" in outcome.text


def test_an_account_is_found_by_its_country() -> None:
    assert accounts.match_of("the US account", BOOK) == {"any_of": ["8310"]}


def test_an_account_that_is_topped_up_is_fed() -> None:
    assert accounts.moved("revolut", "how much have I topped up revolut by") == "to"


def test_what_is_taken_out_of_savings_was_moved() -> None:
    assert accounts.moved("savings", "how much did I take out of savings") == "from"
    assert accounts.moved("savings", "did it take long to open savings") is None


CARDS = books({
    "checking": euros(
        None,
        booked("2026-10-12", "-753.05", "CAPITAL ONE CRCARDPMT", type="card_settlement"),
        booked("2026-10-20", "-890.39", "CHASE CREDIT CRD AUTOPAY", type="card_settlement"),
        bought("2026-10-21", "-12.00", "DELI"),
        bank="Chase",
    ),
    "chase card": euros(
        None,
        bought("2026-10-08", "-33.00", "TARGET"),
        booked("2026-10-20", "890.39", "PAYMENT THANK YOU", type="card_settlement"),
        account_kind="credit card",
        bank="Chase",
    ),
    "capital one": euros(
        None,
        bought("2026-10-09", "-44.00", "COSTCO"),
        booked("2026-10-12", "753.05", "PAYMENT", type="card_settlement"),
        account_kind="credit card",
        bank="Capital One",
    ),
})  # fmt: skip


def test_the_bill_of_one_of_several_cards_is_told_apart() -> None:
    text = "how much did I pay off on the Chase card"
    outcome = ask("sum", "out", "ACC the Chase card", records=CARDS, text=text)
    assert "€890.39 to pay off the Chase card" in outcome.first_line
    outcome = ask("sum", "out", "ACC Capital One", records=CARDS, flags=(BILL,))
    assert "€753.05" in outcome.first_line


def test_a_bill_is_asked_for_by_the_word_behind_the_name_of_the_card() -> None:
    assert accounts.is_bill("Amex", "what was the Amex bill that went out")
    assert accounts.is_bill("Discover", "what was my Discover card payment this month")
    assert not accounts.is_bill("Amex", "what did I spend on Amex in bills")
    span = Span("ACC", "Discover", 12)
    asked = Query("what was my Discover payment", "finance", "sum", "out", spans=(span,))
    assert BILL in reread(asked).flags


def test_the_card_of_a_bank_is_not_the_account_that_it_keeps() -> None:
    outcome = ask("sum", "out", "ACC the Chase card", records=CARDS)
    assert "€33.00" in outcome.first_line


def test_what_the_bank_takes_or_gives_is_asked_for_beside_its_name() -> None:
    text = "AIB fees in total"
    assert "€4.50" in ask("sum", "out", "ACC AIB", records=RECORDS, text=text).first_line
    given = books({
        "discover": euros(
            None,
            bought("2026-10-08", "-33.00", "TARGET"),
            booked("2026-10-20", "42.75", "CASHBACK BONUS REDEMPTION", type="refund"),
            account_kind="credit card",
            bank="Discover",
        ),
    })  # fmt: skip
    text = "how much Discover cashback have I redeemed"
    assert "€42.75" in ask("sum", "out", "M Discover", records=given, text=text).first_line


def test_that_nothing_regular_is_found_tells_no_amount() -> None:
    text = "how much do I send DELI a month"
    outcome = ask("recur", "out", "M TARGET", "ACC Capital One", records=CARDS, ask="amount",
                  text=text)  # fmt: skip
    assert not outcome.answer.is_answer
