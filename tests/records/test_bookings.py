"""What counts as spent and earned over all files: currencies, moves, card bills, refunds, cash."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from records.books import CARD, GIRO, SAVINGS, Books, booked, on
from runwright.records.entries import KnownFile
from runwright.records.facts import Transaction

EURO = "EUR"


def euros(account: str | None, *rows: Transaction, **shared: Any) -> list[Transaction]:
    return on(account, *rows, currency="EUR", **shared)


def test_the_currency_is_the_files_then_the_accounts_then_the_owners_then_the_projects() -> None:
    row = booked("11-02", "-1.00", "Shop")
    known = {"c": KnownFile(currency="GBP")}
    books = Books(known, currency="CHF")
    books.add("a", on(GIRO, row, currency="EUR")).add("b", on(GIRO, booked("11-03", "-2.00", "X")))
    books.add("c", on(SAVINGS, row)).add("d", on("4711", row))
    assert [books.treatment(f"{file}/1").currency for file in "abcd"] == [
        "EUR", "EUR", "GBP", "CHF",
    ]  # fmt: skip
    assert [note.text for note in books.resolve().notes] == [
        "1 booking without a currency taken as CHF"
    ]


def test_an_unknown_currency_is_one_of_its_own_for_each_account() -> None:
    row = booked("11-02", "-1.00", "Shop")
    books = Books().add("a", on(GIRO, row)).add("b", on(SAVINGS, row)).add("c", on(None, row))
    books.add("d", on(GIRO, booked("11-09", "-5.00", "Shop")))
    assert sorted(books.spent().values()) == [Decimal(1), Decimal(1), Decimal(6)]
    assert books.treatment("a/1").currency is None
    assert books.notes() == ["currency_unknown"]


def test_an_account_in_two_currencies_lends_neither() -> None:
    rows = [
        booked("11-02", "-1.00", "A", currency="EUR"),
        booked("11-02", "-1.00", "B", currency="USD"),
        booked("11-02", "-1.00", "C"),
    ]
    assert Books().add("a", on("wallet", *rows)).treatment("a/3").currency is None


def test_exports_without_account_that_overlap_share_their_unknown_currency() -> None:
    rows = [booked(f"11-0{n}", "-1.00", "Shop") for n in range(1, 6)]
    books = Books().add("a", rows[:4]).add("b", rows[1:])
    assert list(books.spent().values()) == [Decimal(5)]


TO_SAVINGS = booked("11-02", "-500.00", "Max Muster", type="transfer", purpose="Sparen")
FROM_GIRO = booked("11-03", "500.00", "Max Muster", type="transfer", purpose="Sparen")


def test_a_move_to_an_account_on_record_is_neither_spent_nor_earned() -> None:
    leaving = TO_SAVINGS.model_copy(update={"counterparty_account": SAVINGS})
    books = Books().add("a", euros(GIRO, leaving)).add("b", euros(SAVINGS, FROM_GIRO))
    assert books.spent() == books.earned() == {}
    assert books.treatment("a/1")[1:5] == (False, "own_transfer", "b/1", "own_transfer")
    assert books.treatment("b/1").of == "a/1"
    assert [note.text for note in books.resolve().notes] == [
        "2 bookings between own accounts left out"
    ]


def test_a_move_is_recognised_by_its_national_number_too() -> None:
    leaving = TO_SAVINGS.model_copy(update={"counterparty_account": "12030000/0000202051"})
    books = Books().add("a", euros(GIRO, leaving))
    books.add("b", euros(SAVINGS, booked("11-20", "-1.00", "Fee", type="fee")))
    assert books.treatment("a/1").reason == "own_transfer"


def test_transfers_that_name_nobody_else_are_a_move_when_both_sides_are_there() -> None:
    leaving = booked("11-02", "-200.00", "Online Transfer to SAV 9921", type="transfer")
    arriving = booked("11-03", "200.00", "Deposit", type="other")
    books = Books().add("a", euros("1188", leaving)).add("b", euros("9921", arriving))
    assert books.spent() == books.earned() == {}


@pytest.mark.parametrize(
    ("leaving", "arriving"),
    [
        ({"name": "Ben Roth", "type": "transfer"}, {"name": "Ida Klee", "type": "transfer"}),
        ({"name": "Shoe Shop", "type": "purchase"}, {"name": "Deposit", "type": "other"}),
        ({"name": "", "type": "other"}, {"name": "", "type": "other"}),
        (
            {"name": "", "type": "transfer", "counterparty_account": "DE02500105170137075030"},
            {"name": "", "type": "transfer"},
        ),
    ],
)
def test_equal_amounts_on_one_day_are_no_move(
    leaving: dict[str, Any], arriving: dict[str, Any]
) -> None:
    books = Books().add("a", euros(GIRO, booked("11-02", "-50.00", **leaving)))
    books.add("b", euros(SAVINGS, booked("11-02", "50.00", **arriving)))
    assert books.spent() == books.earned() == {EURO: Decimal("50.00")}


def test_both_sides_must_be_near_in_time_and_of_one_currency() -> None:
    leaving = booked("11-02", "-200.00", "Transfer", type="transfer")
    late = booked("11-12", "200.00", "Transfer", type="transfer")
    assert Books().add("a", euros("1", leaving)).add("b", euros("2", late)).spent()
    foreign = on("2", booked("11-02", "200.00", "Transfer", type="transfer"), currency="USD")
    assert Books().add("a", euros("1", leaving)).add("b", foreign).spent()


def test_a_transfer_to_a_person_is_spent() -> None:
    row = booked("11-02", "-80.00", "Ben Roth", type="transfer")
    assert Books().add("a", euros(GIRO, row)).spent() == {EURO: Decimal("80.00")}


def test_the_own_name_makes_a_transfer_a_move() -> None:
    row = booked("11-02", "-80.00", "MUSTER, MAX", type="transfer")
    assert Books(own_names=["Max Muster"]).add("a", euros(GIRO, row)).spent() == {}
    assert Books().add("a", euros(GIRO, row, holder="Herr Max Muster")).spent() == {}
    assert Books(own_names=["Eva Muster"]).add("a", euros(GIRO, row)).spent()


def test_the_own_name_is_learnt_from_a_move_between_accounts_on_record() -> None:
    known = TO_SAVINGS.model_copy(update={"counterparty_account": SAVINGS})
    elsewhere = booked("11-20", "-70.00", "Max Muster", type="transfer")
    books = Books().add("a", euros(GIRO, known, elsewhere)).add("b", euros(SAVINGS, FROM_GIRO))
    assert books.spent() == {}


@pytest.mark.parametrize(
    ("name", "is_own"),
    [
        ("ACH MAX MUELLER FIDELITY", True),
        ("Mueller, Max", True),
        ("M Müller", False),
        ("Klaus Müller", False),
        ("Max Müller Malerbetrieb", False),
    ],
)
def test_the_own_name_may_stand_beside_a_bank_and_be_spelled_without_accents(
    name: str, is_own: bool
) -> None:
    row = booked("11-02", "-200.00", name, type="purchase")
    books = Books(own_names=["Max Müller"]).add("a", euros(GIRO, row))
    assert (books.treatment("a/1").reason == "own_transfer") is is_own


def test_a_firm_with_the_own_name_is_somebody_else() -> None:
    row = booked("11-02", "-200.00", "Max Müller", counterparty_raw="Max Müller GmbH")
    assert Books(own_names=["Max Müller"]).add("a", euros(GIRO, row)).treatment("a/1").counts


def test_an_own_name_with_initials_needs_both_sides() -> None:
    leaving = booked("11-02", "-200.00", "HARTLEY O", type="transfer")
    arriving = booked("11-02", "200.00", "HARTLEY O SAVE", type="other")
    books = Books(own_names=["Oliver Hartley"]).add("a", euros(GIRO, leaving))
    assert books.treatment("a/1").counts
    books.add("b", euros(SAVINGS, arriving))
    assert books.spent() == books.earned() == {}


def test_an_own_name_with_initials_is_own_where_it_is_saved_or_its_account_bears_the_name() -> None:
    other = {"counterparty_account": SAVINGS, "type": "transfer"}
    rows = (
        booked("11-02", "-1.00", "O HARTLEY", purpose="sparen", type="transfer"),
        booked("11-03", "-2.00", "O HARTLEY", **other),
        booked("11-04", "-3.00", "Oliver Hartley", **other),
        booked("11-05", "-4.00", "E HARTLEY", purpose="sparen", type="transfer"),
    )
    books = Books(own_names=["Oliver Hartley"]).add("a", euros(GIRO, *rows))
    assert [books.treatment(f"a/{n}").counts for n in (1, 2, 3, 4)] == [False, False, False, True]


def test_money_that_crosses_currencies_to_an_own_name_with_initials_is_a_move() -> None:
    leaving = booked("11-02", "-500.00", "Oliver Hartley", type="transfer")
    arriving = booked("11-04", "585.20", purpose="WT /ORG=O HARTLEY SRF# 1", type="other")
    books = Books(own_names=["Oliver Hartley"]).add("b", on("77", arriving, currency="USD"))
    assert books.treatment("b/1").counts
    books.add("a", euros(GIRO, leaving))
    assert books.treatment("b/1").of == "a/1"


def test_what_one_gives_back_to_oneself_is_a_move_and_a_returned_debit_is_not() -> None:
    back = booked("11-02", "75.00", "Hartley, Oliver", purpose="Rueckzahlung", type="refund")
    debit = booked("11-02", "29.00", "Oliver Hartley", purpose="Rücklastschrift", type="refund")
    books = Books(own_names=["Oliver Hartley"]).add("a", euros(GIRO, back, debit))
    assert [books.treatment(f"a/{n}").counts for n in (1, 2)] == [False, True]


def test_a_text_that_begins_with_the_own_name_is_own_when_money_was_sent() -> None:
    sent = booked("11-02", "-75.00", "Oliver Hartley Housekeeping", type="transfer")
    bought = booked("11-02", "-12.00", "Oliver Hartley Bakery", type="purchase")
    books = Books(own_names=["Oliver Hartley"]).add("a", euros(GIRO, sent, bought))
    assert [books.treatment(f"a/{n}").counts for n in (1, 2)] == [False, True]


def test_transfers_that_name_only_banks_are_a_move_when_both_sides_are_there() -> None:
    leaving = booked("11-02", "-300.00", "BOFA ...8830", type="transfer")
    arriving = booked("11-02", "300.00", "JPMORGAN CHASE", type="transfer")
    books = Books().add("a", euros("1188", leaving)).add("b", euros("8830", arriving))
    assert books.spent() == books.earned() == {}


def test_a_move_has_two_sides_though_one_file_knows_no_currency() -> None:
    leaving = booked("11-02", "-300.00", "Transfer", type="transfer")
    arriving = booked("11-02", "300.00", "Deposit", type="other")
    books = Books().add("a", on(GIRO, leaving, currency="GBP")).add("b", on(None, arriving))
    assert books.treatment("a/1").of == "b/1"
    assert books.treatment("b/1").currency is None


def test_the_account_that_one_side_names_is_the_other_side_whatever_that_says() -> None:
    leaving = TO_SAVINGS.model_copy(update={"counterparty_account": SAVINGS})
    arriving = booked("11-02", "500.00", "CH.. Max Muster Zürich", type="income")
    books = Books().add("a", euros(GIRO, leaving)).add("b", euros(SAVINGS, arriving))
    assert books.treatment("b/1").of == "a/1"


def test_what_only_own_accounts_are_called_is_a_move_by_itself_and_said() -> None:
    row = booked("11-02", "-500.00", "Umbuchung Tagesgeld", type="own_transfer")
    books = Books().add("a", euros(GIRO, row))
    assert books.spent() == {}
    assert books.notes() == ["one_sided_transfers"]


def test_an_account_beside_its_own_fees_is_no_move() -> None:
    row = booked("11-30", "-4.90", "Sparkasse", type="fee", counterparty_account=GIRO)
    assert Books().add("a", euros(GIRO, row)).spent() == {EURO: Decimal("4.90")}


def test_money_put_into_a_wallet_is_spent_once_from_the_wallet() -> None:
    bank = euros(GIRO, booked("11-02", "-9.99", "SPOTIFY", counterparty_raw="PAYPAL *SPOTIFY",
                              type="purchase"))  # fmt: skip
    wallet = euros(
        None,
        booked("11-01", "9.99", "Bank deposit", type="own_transfer"),
        booked("11-01", "-9.99", "Spotify", type="purchase"),
    )
    books = Books().add("bank", bank).add("paypal", wallet)
    assert books.spent() == {EURO: Decimal("9.99")}
    assert books.treatment("bank/1").of == "paypal/1"


def card_rows(*months: int) -> list[Transaction]:
    return [
        booked(f"{month:02}-{day:02}", "-30.00", f"Shop {day}", type="purchase")
        for month in months
        for day in (3, 12, 19, 27)
    ]


def bill(day: str, amount: str = "-120.00", **facts: Any) -> Transaction:
    return booked(day, amount, "Kreditkartenabrechnung", type="card_settlement", **facts)


def test_a_bill_is_spending_when_the_card_is_not_on_record() -> None:
    books = Books().add("bank", euros(GIRO, bill("11-05")))
    assert books.spent() == {EURO: Decimal("120.00")}
    assert books.treatment("bank/1").type == "card_settlement"
    assert [note.text for note in books.resolve().notes] == [
        "1 card payment counted as spending, since the card's own bookings of that time are not"
        " on record"
    ]


def test_a_bill_is_left_out_when_the_card_is_on_record() -> None:
    paid = booked("11-06", "120.00", "Zahlung erhalten", type="card_settlement")
    card = euros(CARD, *card_rows(10), paid, account_kind="credit card")
    books = Books().add("bank", euros(GIRO, bill("11-05"))).add("card", card)
    assert books.spent() == {EURO: Decimal("120.00")}
    assert books.earned() == {}
    assert books.treatment("bank/1")[1:4] == (False, "card_settlement", "card/5")


def test_a_bill_of_a_time_that_the_card_is_not_on_record_for_is_spending() -> None:
    bank = euros(GIRO, bill("09-05", "-80.00"), bill("10-05", "-95.00"), bill("11-05"))
    card = euros(CARD, *card_rows(10), account_kind="credit card")
    books = Books().add("bank", bank).add("card", card)
    assert [books.treatment(f"bank/{n}").counts for n in (1, 2, 3)] == [True, True, False]
    assert books.spent() == {EURO: Decimal("295.00")}
    assert books.notes() == ["card_left_out", "card_not_on_record"]


def test_a_bill_in_part_is_left_out_where_the_cards_bookings_cover_its_time() -> None:
    card = euros(CARD, *card_rows(9, 10), account_kind="credit card")
    books = Books().add("bank", euros(GIRO, bill("11-05", "-50.00"))).add("card", card)
    assert not books.treatment("bank/1").counts


def test_a_bill_names_its_card() -> None:
    card = euros(CARD, *card_rows(9, 10), account_kind="credit card")
    bank = euros(GIRO, bill("11-05", card="4711"), bill("11-05", card="9999"))
    books = Books().add("bank", bank).add("card", card)
    assert [books.treatment(f"bank/{n}").counts for n in (1, 2)] == [False, True]


def test_a_bill_without_its_payment_on_the_card_or_in_another_currency_is_another_cards() -> None:
    paid = booked("10-06", "80.00", "Thank you", type="card_settlement")
    rows = (*card_rows(9), paid, *card_rows(10, 11))
    card = euros(CARD, *rows, account_kind="credit card")
    bank = euros(GIRO, bill("10-05", "-80.00"), bill("10-09", "-33.00"))
    books = Books().add("bank", bank).add("card", card)
    assert [books.treatment(f"bank/{n}").counts for n in (1, 2)] == [False, True]
    foreign = on(SAVINGS, bill("11-29", "-41.00"), currency="USD")
    assert books.add("other", foreign).treatment("other/1").counts


def test_of_two_cards_a_nameless_bill_is_that_of_the_payment_it_made() -> None:
    paid = booked("11-06", "120.00", "Thank you", type="card_settlement")
    one = euros(CARD, *card_rows(10), paid, account_kind="credit card")
    two = euros("5555", *card_rows(9), account_kind="credit card")
    books = Books().add("bank", euros(GIRO, bill("11-05"))).add("one", one).add("two", two)
    assert books.treatment("bank/1").of == "one/5"
    alone = Books().add("bank", euros(GIRO, bill("11-05"))).add("one", one[:4]).add("two", two)
    assert alone.treatment("bank/1").counts


def test_a_refund_reduces_what_was_spent_and_is_not_earned() -> None:
    rows = euros(
        GIRO,
        booked("11-02", "-60.00", "Shoe Shop", type="purchase"),
        booked("11-05", "20.00", "Shoe Shop", type="other"),
        booked("11-06", "5.00", "Somewhere", type="refund"),
        booked("11-07", "7.00", "Anybody", type="other"),
    )
    books = Books().add("a", rows)
    assert books.spent() == {EURO: Decimal("35.00")}
    assert books.earned() == {EURO: Decimal("7.00")}
    assert books.treatment("a/2").type == "refund"


@pytest.mark.parametrize("status", ["pending", "reversed"])
def test_what_is_not_booked_counts_nowhere_and_is_said(status: str) -> None:
    rows = [
        booked("11-02", "-60.00", "Lamp Shop", type="purchase", status=status),
        booked("11-03", "-5.00", "Cafe", type="purchase"),
    ]
    books = Books().add("a", euros(GIRO, *rows))
    assert books.spent() == {EURO: Decimal("5.00")}
    assert books.treatment("a/1").reason == status
    assert [note.text for note in books.resolve().notes] == [f"1 {status} booking left out"]


def test_a_transfer_from_a_shop_is_a_refund_if_the_shop_had_got_as_much() -> None:
    shop = booked("11-02", "-29.95", "Blokkendoos", type="purchase")
    less = booked("11-09", "20.00", "Blokkendoos", type="transfer")
    more = booked("11-09", "90.00", "Blokkendoos", type="transfer")
    books = Books().add("a", euros(GIRO, shop, less, more))
    assert [books.treatment(f"a/{n}").type for n in (2, 3)] == ["refund", "transfer"]


def test_money_that_arrives_without_a_reason_is_income() -> None:
    row = booked("11-02", "60.00", "Jonas Brandt")
    assert Books().add("a", euros(GIRO, row)).treatment("a/1").type == "income"


def test_salary_from_a_shop_where_one_buys_is_earned() -> None:
    rows = euros(
        GIRO,
        booked("11-02", "-60.00", "Shoe Shop", type="purchase"),
        booked("11-05", "2000.00", "Shoe Shop", type="salary"),
    )
    assert Books().add("a", rows).earned() == {EURO: Decimal("2000.00")}


def test_cash_is_spent_unless_the_purse_is_on_record() -> None:
    row = euros(GIRO, booked("11-02", "-100.00", "Geldautomat", type="cash"))
    assert Books().add("a", row).spent() == {EURO: Decimal("100.00")}
    purse = euros(
        "Purse",
        booked("11-02", "100.00", "", type="other"),
        booked("11-03", "-8.00", "Market", type="purchase"),
        account_kind="cash",
    )
    assert Books().add("a", row).add("b", purse).spent() == {EURO: Decimal("8.00")}


def test_a_transfer_between_banks_under_the_own_name_is_a_move() -> None:
    drawn = booked(
        "11-05", "-80.00", "LAKEVIEW CU", type="transfer",
        purpose="LAKEVIEW CU DES:TRANSFER ID:XX71 INDN:HOLT INA CO ID:XX99 PPD",
    )  # fmt: skip
    came = booked("11-06", "30.00", "BANK OF AMERICA", type="transfer", purpose="HOLT INA TRANSFER")
    books = Books(own_names=["Ina Holt"]).add("a", on(None, drawn)).add("b", on(None, came))
    assert {books.treatment(item).reason for item in ("a/1", "b/1")} == {"own_transfer"}


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("LAKEVIEW CU", "DES:LOAN PMT ID:XX71 INDN:HOLT INA CO ID:XX99"),
        ("LAKEVIEW CU", "DES:TRANSFER ID:XX71 INDN:BECK JO CO ID:XX99"),
        ("LAKEVIEW POWER", "DES:TRANSFER ID:XX71 INDN:HOLT INA CO ID:XX99"),
        ("PAYPAL BANK", "DES:TRANSFER ID:XX71 INDN:HOLT INA CO ID:XX99"),
    ],
)
def test_what_a_direct_debit_says_of_the_holder_alone_makes_no_move(name: str, drawn: str) -> None:
    facts = booked("11-05", "-80.00", name, type="transfer", purpose=f"{name} {drawn}")
    assert Books(own_names=["Ina Holt"]).add("a", on(None, facts)).treatment("a/1").counts


def test_an_initial_that_is_a_word_for_and_elsewhere_is_an_initial() -> None:
    facts = booked("11-05", "-80.00", "E HOLT", type="transfer", purpose="ISA top up")
    books = Books(own_names=["Eva Holt"]).add("a", on(GIRO, facts))
    assert books.treatment("a/1").reason == "own_transfer"


def test_the_bank_of_whoever_ordered_a_wire_is_not_who_ordered_it() -> None:
    out = booked("11-03", "-500.00", "Ina Holt", type="transfer", currency="EUR")
    came = booked(
        "11-05", "580.00", "I HOLT", counterparty_raw="WT 77 DELTA BANK N.V. /ORG=I HOLT SRF# 9",
        purpose="WT 77 DELTA BANK N.V. /ORG=I HOLT SRF# 9", type="other",
    )  # fmt: skip
    books = Books(own_names=["Ina Holt"]).add("a", on(GIRO, out)).add("b", on(None, came))
    assert books.treatment("b/1").reason == "own_transfer"


def test_money_that_goes_to_a_name_at_a_bank_and_comes_from_it_is_moved() -> None:
    books = Books()
    books.add("a", euros("A1", booked("06-08", "-650.00", "O KERR NATIONWIDE SEPA")))
    books.add("b", on("B2", booked("06-09", "551.28", "O KERR AIB EUR INWARD"), currency="GBP"))
    assert {books.treatment(item).reason for item in ("a/1", "b/1")} == {"own_transfer"}


def test_two_people_at_banks_are_no_move() -> None:
    books = Books()
    books.add("a", euros("A1", booked("06-08", "-650.00", "O KERR NATIONWIDE SEPA")))
    books.add("b", on("B2", booked("06-09", "551.28", "J SMITH AIB INWARD"), currency="GBP"))
    assert books.treatment("a/1").counts
    assert books.treatment("b/1").counts


def test_a_savings_account_whose_number_is_hidden_is_ones_own() -> None:
    raw = "FLEX SAVER ****90213 O & M KERR"
    hidden = booked("06-29", "-250.00", "FLEX SAVER", counterparty_raw=raw, type="transfer")
    shop = booked("06-30", "-9.00", "Super Saver", counterparty_raw="SUPER SAVER 0213")
    books = Books().add("a", euros("A1", hidden, shop))
    assert books.treatment("a/1").reason == "own_transfer"
    assert books.treatment("a/2").counts


def _paid_card(*, on_account: str, on_card: str, **account: Any) -> Books:
    bill = booked("11-12", on_account, "TD VISA", type="purchase")
    thanks = booked("11-13", on_card, "", type="card_settlement")
    bought = booked("11-02", "-9.90", "Shop", type="purchase")
    return (
        Books(currency="CHF")
        .add("giro", on(GIRO, bill, currency="CAD", **account))
        .add("card", on(None, bought, thanks, account_kind="credit card"))
    )


def test_a_card_that_an_account_pays_to_the_cent_is_in_its_currency() -> None:
    books = _paid_card(on_account="-1764.13", on_card="1764.13")
    assert books.treatment("card/1").currency == "CAD"
    assert "currency_assumed" not in books.notes()


def test_accounts_of_one_export_share_the_currency_that_is_known_of_one_of_them() -> None:
    shares = on("S1", booked("11-02", "30.00", "Lodgement"), currency="EUR")
    loan = on("L2", booked("11-03", "-9.72", "Interest"), booked("11-04", "60.00", "Repayment"))
    books = Books().add("union", [*shares, *loan])
    assert {books.treatment(f"union/{row}").currency for row in (1, 2, 3)} == {"EUR"}
    assert "currency_assumed" in books.notes()
    apart = Books().add("a", shares).add("b", loan)
    assert apart.treatment("b/1").currency is None


def test_an_export_of_two_currencies_tells_none_of_its_other_accounts() -> None:
    euros_of, pounds_of = (
        on(account, booked("11-02", "30.00", "Lodgement"), currency=code)
        for account, code in (("S1", "EUR"), ("S2", "GBP"))
    )
    books = Books().add("bank", [*euros_of, *pounds_of, *on("L2", booked("11-03", "-9.72"))])
    assert books.treatment("bank/3").currency is None


def test_one_round_payment_or_another_amount_proves_no_currency() -> None:
    assert _paid_card(on_account="-500", on_card="500").treatment("card/1").currency == "CHF"
    assert _paid_card(on_account="-9.10", on_card="9.20").treatment("card/1").currency == "CHF"


def test_an_account_of_which_only_the_end_is_written_is_the_whole_one() -> None:
    row = booked("11-02", "-1.00", "Shop", currency="GBP")
    later = booked("11-09", "-2.00", "Shop", currency="GBP")
    books = Books().add("a", on("12345661837", row)).add("b", on("****61837", row, later))
    assert list(books.spent().values()) == [Decimal(3)]
