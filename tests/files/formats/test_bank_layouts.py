"""Layouts of statements that say day, money or direction in ways of their own."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import blocks
from runwright.files.formats.text import reader
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

_NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


def _read(text: str, name: str = "statement.csv") -> list[Transaction]:
    parts = reader.read_bytes(text.encode(), Reading(name, _NOW, ZoneInfo("UTC")))
    return [p.facts for p in parts if isinstance(p, Draft) and isinstance(p.facts, Transaction)]


_BLOCKS = """From: 01/01/2026 to 31/03/2026

Account: XXXX XXXX XXXX 4410

Date: 16/03/2026
Description: CARD PAYMENT TO GREENGROCER
Amount: -12.40
Balance: 87.60

Date: 13/03/2026
Description: CASH PAID IN
Amount: 100.00
Balance: 100.00
"""


def test_a_statement_of_blocks_with_words_before_colons_is_read() -> None:
    found = _read(_BLOCKS, "statement.txt")
    assert [(f.day, f.amount, f.balance) for f in found] == [
        ("2026-03-16", "-12.40", "87.60"),
        ("2026-03-13", "100.00", "100.00"),
    ]
    assert found[0].account == "XXXX XXXX XXXX 4410"


def test_the_top_of_a_letter_is_no_statement_of_blocks() -> None:
    assert not blocks.looks_like("Date: 16/03/2026\nAmount: 12.40\nSubject: Your order\n")


def test_columns_without_headings_are_known_by_balances_before_and_after() -> None:
    row = "511122233\tEUR\t{day}\t{before}\t{after}\t{day}\t{amount}\t{text}\n"
    found = _read(
        row.format(day=20260701, before="200,00", after="150,50", amount="-49,50", text="Kapper")
        + row.format(day=20260702, before="150,50", after="250,50", amount="100,00", text="Oma An")
        + row.format(
            day=20260703,
            before="250,50",
            after="240,50",
            amount="-10,00",
            text="/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/NAME/J DE BOER/REMI/lunch",
        )
    )
    assert [(f.day, f.amount, f.balance) for f in found] == [
        ("2026-07-01", "-49.50", "150.50"),
        ("2026-07-02", "100.00", "250.50"),
        ("2026-07-03", "-10.00", "240.50"),
    ]
    last = found[-1]
    assert (last.account, last.currency) == ("511122233", "EUR")
    assert (last.counterparty, last.counterparty_account) == ("J DE BOER", "NL91ABNA0417164300")


_OPEN = """"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";
"offen";"--";"Kartenverfügung";" Buchungstext: Kiosk Nord//Kiel/DE 2026-06-30T07:11:02";"-3,50";
"27.06.2026";"27.06.2026";"Übertrag / Überweisung";" Empfänger: Jan MaiKto/IBAN: DE02120300000000202051 BLZ/BIC: BYLADEM1001  Buchungstext: Miete";"-90,00";
"25.06.2026";"25.06.2026";"Kontoführungsentgelt";" Buchungstext: Kontoführungsentgelt Mai";"-4,90";
"24.06.2026";"24.06.2026";"Lastschrift / Belastung";" Auftraggeber: Stadtwerke Buchungstext: Strom";"-60,00";
"23.06.2026";"23.06.2026";"Lastschrift / Belastung";" Auftraggeber: Stadtwerke Buchungstext: Gas";"-40,00";
"""  # noqa: E501


def test_a_word_where_the_day_should_stand_makes_a_line_pending() -> None:
    found = _read(_OPEN)
    assert [(f.day, f.amount, f.status) for f in found[:3]] == [
        (None, "-3.50", "pending"),
        ("2026-06-27", "-90.00", "booked"),
        ("2026-06-25", "-4.90", "booked"),
    ]


def test_fields_inside_a_text_name_the_other_side() -> None:
    kiosk, rent, fee, *_ = _read(_OPEN)
    assert kiosk.counterparty == "Kiosk Nord"
    assert (rent.counterparty, rent.counterparty_account) == ("Jan Mai", "DE02120300000000202051")
    assert (fee.counterparty, fee.type) == ("", "fee")


_OWED = """Date,Description,Card Member,Account #,Amount
20/03/2026,PAYMENT RECEIVED - THANK YOU,A READER,-61004,-120.00
10/03/2026,BOOKSHOP,A READER,-61004,{amount}
"""


def test_a_card_that_writes_what_is_owed_is_turned_round() -> None:
    assert [f.amount for f in _read(_OWED.format(amount="31.40"))] == ["120.00", "-31.40"]


def test_a_card_whose_payments_arrive_stays_as_it_is() -> None:
    text = _OWED.replace("-120.00", "120.00").format(amount="-31.40")
    assert [f.amount for f in _read(text)] == ["120.00", "-31.40"]


_BALANCED = """Date,Description,Debit,Credit,Balance
12/03/2026,BOOKSHOP,31.40,,{0}
11/03/2026,PAYMENT - THANK YOU,,120.00,{1}
10/03/2026,GROCER,20.00,,{2}
"""


@pytest.mark.parametrize(
    ("balances", "held"),
    [
        (("151.40", "120.00", "240.00"), ["-151.40", "-120.00", "-240.00"]),
        (("-151.40", "-120.00", "-240.00"), ["-151.40", "-120.00", "-240.00"]),
    ],
    ids=["what is owed", "what is held"],
)
def test_a_card_holds_less_with_each_purchase_whichever_way_its_balance_is_written(
    balances: tuple[str, ...], held: list[str]
) -> None:
    found = _read(_BALANCED.format(*balances))
    assert [f.amount for f in found] == ["-31.40", "120.00", "-20.00"]
    assert [f.balance for f in found] == held


_PURCHASES = "Date,Description,Amount\n" + "".join(
    f"1{n}/03/2026,SHOP {name},{n}.40\n" for n, name in enumerate(("A", "B", "C", "D", "E"), 1)
)


def test_a_card_that_shows_no_payment_is_known_by_what_most_rows_are() -> None:
    text = _PURCHASES + "16/03/2026,SHOP A,-1.40\n"
    amounts = [f.amount for f in _read(text, "my visa card.csv")]
    assert amounts == ["-1.40", "-2.40", "-3.40", "-4.40", "-5.40", "1.40"]


def test_money_that_comes_to_another_account_stays_as_it_is() -> None:
    assert {f.amount for f in _read(_PURCHASES, "savings.csv") if f.amount} >= {"1.40", "5.40"}


_SHARED = "Date,Description,Card Member,Account #,Amount,Address,Town/City,Postcode,Country\n"


def _currencies(*countries: str) -> set[str | None]:
    rows = (f"1{n}/05/2026,SHOP,A HOLT,-41,{n}.50,,X,,{c}\n" for n, c in enumerate(countries, 3))
    return {facts.currency for facts in _read(_SHARED + "".join(rows))}


def test_the_countries_of_shops_tell_the_currency_of_a_layout_that_countries_share() -> None:
    assert _currencies("UNITED KINGDOM", "FRANCE", "FRANCE") == {"GBP"}
    assert _currencies("AUSTRALIA", "AUSTRALIA", "UNITED KINGDOM") == {"AUD"}
    assert _currencies("FRANCE", "SPAIN", "FRANCE") == {None}


def test_whole_amounts_have_cents_where_others_of_the_column_have() -> None:
    head = "Buchungstag;Empfänger;Verwendungszweck;Betrag;Währung\n"
    mixed = _read(f"{head}02.08.2026;Bad;Eintritt;-4;EUR\n03.08.2026;Amt;Pass;-37,50;EUR\n")
    assert [facts.amount for facts in mixed] == ["-4.00", "-37.50"]
    whole = _read(f"{head}02.08.2026;Bad;Eintritt;-400;JPY\n03.08.2026;Amt;Pass;-3700;JPY\n")
    assert [facts.amount for facts in whole] == ["-400", "-3700"]
