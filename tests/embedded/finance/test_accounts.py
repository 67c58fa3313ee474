"""Own accounts are found by their bank, their currency and their kind, one or several at once."""

from __future__ import annotations

from tests.embedded.finance.household import ask
from tests.records.books import booked
from tests.tools.money import books, bought, euros

from runwright.minds.embedded.finance import accounts
from runwright.minds.embedded.finance.book import open_book

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


def test_an_account_is_found_by_its_currency() -> None:
    assert accounts.match_of("my dollar account", BOOK) == {"any_of": ["8310"]}


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


def test_a_mortgage_without_a_file_of_its_own_is_what_is_paid() -> None:
    outcome = ask("sum", "out", "C mortgage", records=RECORDS)
    assert outcome.first_line == "You spent €800.00 on mortgage."
