"""Exports of real banks: their facts, and what they come to together."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from files.formats import bank_exports as exports
from runwright.files.formats.bank import csv, names
from runwright.files.formats.bank.bookings import Booking, facts_of
from runwright.files.formats.types import Draft, Reading
from runwright.records import bookings
from runwright.records.bookings import Resolution
from runwright.records.entries import Item
from runwright.records.facts import Transaction

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def read(text: str, filename: str = "export.csv") -> list[Transaction]:
    reading = Reading(filename, NOW, ZoneInfo("UTC"))
    parts = [part for part in csv.read(text, reading) if isinstance(part, Draft)]
    assert all(isinstance(draft.facts, Transaction) for draft in parts)
    return [draft.facts for draft in parts if isinstance(draft.facts, Transaction)]


def resolve(**files: str) -> tuple[Resolution, dict[str, Decimal]]:
    """What files come to: every treatment, and what was spent in each currency."""
    items = [
        Item(f"{name}/{row}", name, facts, row)
        for name, text in files.items()
        for row, facts in enumerate(read(text), start=1)
    ]
    found = bookings.resolve(items)
    spent: dict[str, Decimal] = {}
    for item in items:
        treatment = found.treatments[item.id]
        amount = bookings.spent(treatment, Decimal(item.facts.amount or 0))
        spent[treatment.unit] = spent.get(treatment.unit, Decimal()) + amount
    return found, spent


EXPECTED = {
    "SPARKASSE": [
        ("-54.20", "EUR", "REWE", "purchase"), ("2400.00", "EUR", "Alm", "salary"),
        ("-9.99", "EUR", "Spotify", "purchase"),
        ("-100.00", "EUR", "GA NR00002211", "cash"),
        ("-4.90", "EUR", "", "fee"), ("-12.00", "EUR", "Kino Lux", "purchase"),
    ],
    "DKB": [
        ("-500.00", "EUR", "Max Muster", "transfer"), ("-900.00", "EUR", "Ina Holt", "transfer"),
        ("12.50", "EUR", "Ben Roth", "other"),
    ],
    "ING": [
        ("500.00", "EUR", "Max Muster", "other"), ("12.00", "EUR", "Zins/Dividende", "interest"),
    ],
    "N26": [
        ("-9.20", "EUR", "Blue Door", "purchase"), ("40.00", "EUR", "Ida Klee", "transfer"),
    ],
    "REVOLUT": [
        ("-3.50", "EUR", "Cafe Blau", "purchase"), ("20.00", "EUR", "Zara", "refund"),
        ("-20.00", "EUR", "Rosa Lind", "transfer"),
        ("-50.00", "EUR", "Exchanged to USD", "own_transfer"),
        ("100.00", "EUR", "Top-Up by", "own_transfer"),
        ("-40.00", "EUR", "Main Street", "cash"),
    ],
    "MONZO": [
        ("-4.10", "GBP", "Pret", "purchase"), ("-50.00", "GBP", "Holiday Pot", "own_transfer"),
        ("-15.00", "GBP", "Sam Hill", "transfer"), ("-8.70", "GBP", "Le Pain", "purchase"),
    ],
    "CHASE": [
        ("-5.40", "USD", "STARBUCKS", "purchase"),
        ("-200.00", "USD", "SAV", "own_transfer"),
        ("-120.00", "USD", "Chase card", "card_settlement"),
        ("1500.00", "USD", "ACME", "salary"),
        ("-60.00", "USD", "ATM WITHDRAWAL", "cash"),
    ],
    "CHASE_CARD": [
        ("-80.00", "USD", "Whole Foods", "purchase"),
        ("-55.00", "USD", "TRANSFER CITY TOYS", "purchase"),
        ("15.00", "USD", "TRANSFER CITY TOYS", "refund"),
        ("120.00", "USD", "", "card_settlement"),
    ],
    "BANK_OF_AMERICA": [
        ("-20.50", "USD", "TARGET", "purchase"),
        ("-100.00", "USD", "AMERICAN EXPRESS", "card_settlement"),
        ("1500.00", "USD", "ACME", "salary"),
    ],
    "BARCLAYS": [
        ("-12.00", "GBP", "TESCO STORES", "purchase"),
        ("-30.00", "GBP", "COUNCIL TAX LEEDS", "tax"),
        ("25.00", "GBP", "S HILL RENT SHARE", "transfer"),
    ],
    "PAYPAL": [
        ("9.99", "EUR", "", "own_transfer"), ("-9.99", "EUR", "Spotify", "purchase"),
        ("30.00", "EUR", "Shoe Shop", "refund"),
    ],
    "WISE": [
        ("-7.00", "GBP", "Pret", "purchase"), ("-20.00", "GBP", "Sam Hill", "transfer"),
        ("-30.00", "GBP", "Converted", "own_transfer"),
    ],
    "UBS": [
        ("-12.50", "CHF", "Migros M", "purchase"), ("-100.00", "CHF", "Bancomat UBS", "cash"),
    ],
    "PLAIN": [("-54.20", None, "REWE", "purchase"), ("900.00", None, "Salary", "salary")],
}  # fmt: skip


@pytest.mark.parametrize("bank", EXPECTED)
def test_every_booking_has_its_amount_currency_name_and_type(bank: str) -> None:
    found = read(getattr(exports, bank))
    assert [(f.amount, f.currency, f.counterparty, f.type) for f in found] == EXPECTED[bank]


def test_the_line_of_the_bank_is_kept_beside_the_name() -> None:
    first, _, wallet, *_ = read(exports.SPARKASSE)
    assert first.counterparty_raw == "REWE SAGT DANKE 4711//Berlin/DE"
    assert wallet.counterparty_raw == "PayPal Europe S.a.r.l."
    assert wallet.counterparty_account == "LU89751000135104200E"


def test_state_other_day_balance_and_id_are_read() -> None:
    assert [f.status for f in read(exports.SPARKASSE)] == ["booked"] * 5 + ["pending"]
    assert read(exports.SPARKASSE)[0].valued == "2026-11-03"
    assert [f.balance for f in read(exports.CHASE)][:2] == ["994.60", "794.60"]
    assert [f.bank_id for f in read(exports.MONZO)] == ["tx_01", "tx_02", "tx_03", "tx_04"]
    assert read(exports.WISE)[0].bank_id == "CARD-1"
    assert read(exports.CHASE)[0].bank_id is None


def test_what_was_paid_abroad_is_kept() -> None:
    (abroad,) = (f for f in read(exports.MONZO) if f.original_currency)
    assert (abroad.original_amount, abroad.original_currency) == ("-10.00", "EUR")
    assert read(exports.N26)[0].original_amount == "-10.00"


def test_the_account_its_holder_and_the_card_are_read() -> None:
    saving = read(exports.ING)[0]
    assert (saving.account, saving.holder) == (exports.SAVINGS, "Max Muster")
    assert [f.card for f in read(exports.CHASE)][2] == "7788"
    card = read(exports.CHASE_CARD)[0]
    assert (card.card, card.account_kind) == ("7788", "credit card")
    assert read(exports.WISE)[0].card == "4711"


def test_the_files_own_category_decides_over_words() -> None:
    found = read(exports.CHASE_CARD)
    assert [f.category for f in found] == ["Groceries", "Shopping", "Shopping", None]
    text = "Date,Description,Category,Amount\n2026-11-02,Transfer to savings,{},-5.00\n"
    assert read(text.format("Toys"))[0].type == "purchase"
    assert read(text.format("General"))[0].type == "own_transfer"
    assert read(text.format("Credit Card Payment"))[0].type == "card_settlement"


def test_a_move_to_savings_with_both_sides_is_not_spent() -> None:
    found, spent = resolve(giro=exports.DKB, savings=exports.ING)
    assert found.treatments["giro/1"].of == "savings/1"
    assert spent == {"EUR": Decimal("900.00")}


def test_a_month_that_was_exported_twice_counts_once() -> None:
    _, once = resolve(a=exports.SPARKASSE)
    head, *rows = exports.SPARKASSE.splitlines(keepends=True)
    early, late = head + "".join(rows[2:]), head + "".join(rows[:5])
    assert resolve(a=early, b=late)[1] == once == {"EUR": Decimal("169.09")}


def test_a_bill_is_spent_until_the_cards_statement_is_there() -> None:
    found, spent = resolve(giro=exports.CHASE)
    assert spent == {"USD": Decimal("185.40")}
    assert [note.code for note in found.notes] == ["one_sided_transfers", "card_not_on_record"]
    found, spent = resolve(giro=exports.CHASE, card=exports.CHASE_CARD)
    assert found.treatments["giro/3"].of == "card/4"
    assert spent == {"USD": Decimal("185.40")}


def test_a_wallet_and_the_bank_that_feeds_it_count_a_purchase_once() -> None:
    bank = exports.SPARKASSE.replace('"01.11.26";"01.11.26";"FOLGE', '"03.11.26";"03.11.26";"FOLGE')
    found, spent = resolve(bank=bank, paypal=exports.PAYPAL)
    assert found.treatments["bank/3"].reason == "own_transfer"
    assert spent == {"EUR": Decimal("139.09")}


def test_a_plain_table_has_a_currency_of_its_own() -> None:
    _, spent = resolve(plain=exports.PLAIN, card=exports.CHASE_CARD)
    assert spent["USD"] == Decimal("120.00")
    assert spent["unknown plain/"] == Decimal("54.20")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("REWE SAGT DANKE. 44120//Berlin/DE", "REWE"),
        ("PAYPAL *SPOTIFY", "SPOTIFY"),
        ("SumUp  *Cafe Blau", "Cafe Blau"),
        ("UBER *TRIP HELP.UBER", "UBER"),
        ("AMZN Mktp US*2K4RT", "Amazon"),
        ("TRADER JOE'S #552 PORTLAND OR", "TRADER JOE'S"),
        ("PURCHASE AUTHORIZED ON 01/05 WHOLE FOODS", "WHOLE FOODS"),
        ("CARTE 05/02 MONOPRIX", "MONOPRIX"),
        ("ALBERT HEIJN 1521\\AMSTERDAM\\NL", "ALBERT HEIJN"),
        ("LIDL DIENSTLEISTUNG BERLIN DEU", "LIDL DIENSTLEISTUNG"),
        ("EDEKA Center Nr. 12", "EDEKA Center"),
        ("O2 12345678", "O2"),
        ("H&M 0123", "H&M"),
        ("7-ELEVEN", "7-ELEVEN"),
        ("Card Factory", "Card Factory"),
        ("Credit Suisse", "Credit Suisse"),
        ("KARL      KAUFMANN", "KARL KAUFMANN"),
        ("1&1 Telecom GmbH", "1&1 Telecom"),
        ("Pagamento POS", "Pagamento POS"),
        ("REWE Markt GmbH-Zw//Hannover/DE", "REWE Markt"),
        ("eBay S.a.r.l.", "eBay"),
        ("AG Spielwaren", "AG Spielwaren"),
        ("Shell Deutschland", "Shell"),
        ("Spotify.AB/Stockholm", "Spotify"),
        ("SPOTIFY P7D6735CF STOCKHOLM", "SPOTIFY"),
        ("SPOTIFY P16B7BCA3, STOCKHOLM", "SPOTIFY"),
        ("REWE.SAGT.DANKE.44120311//LEIPZIG/DE", "REWE"),
        ("AMZNMKTPLACE*3643D0  AMAZON.CO.", "Amazon"),
        ("Card transaction of 15.00 USD issued by Figma Inc San Francisco", "Figma"),
        ("MUSTER,MAX", "MAX MUSTER"),
        ("Rundfunk ARD, ZDF, DRadio", "Rundfunk ARD, ZDF, DRadio"),
        ("TESCO STORES 3297      \t ON 05 MAY          BCC", "TESCO STORES"),
        ("CASTLE & MOOR LETTINGS  \t FLAT 4 HARBOUR RD    STO", "CASTLE & MOOR LETTINGS"),
        ("Coop-1123 Zuerich;Zuerich", "Coop"),
        ("Wincasa AG;8401 Winterthur", "Wincasa"),
        ("VISA H&M 0412 KOELN", "H&M"),
        ("Zelle payment to Jordan Pike 221", "Jordan Pike"),
        ("Payment Thank You - Web", ""),
        ("AMERICAN EXPRESS ACH PMT", "AMERICAN EXPRESS"),
        ("EPOCH COFFEE AUSTIN TX", "EPOCH COFFEE"),
        ("Online Transfer to SAV ...9921", "SAV"),
        ("Übertrag Reto Keller", "Reto Keller"),
        ("KAUF/DIENSTLEISTUNG VOM 11.02.2025 KARTEN NR. XXXX4412 APOTHEKE", "APOTHEKE"),
        ("GA NR00004711 BLZ25050180 0", "GA NR00004711"),
        ("NS GROEP IZ NS REIZIGERS", "NS GROEP"),
        ("STANDING ORDER VIA FASTER PAYMENT TO ELM LETS REFERENCE RENT, MANDATE NO 3", "ELM LETS"),
        ("BANK GIRO CREDIT REF OAK SURVEYS, SALARY MAR", "OAK SURVEYS"),
        ("FASTER PAYMENTS RECEIPT REF.RENT FROM J SMITH", "J SMITH"),
        ("CARD PAYMENT TO HOBBS,12.50 GBP, RATE 1.00/GBP ON 03-02-2025", "HOBBS"),
        ("1234 03FEB25 , TESCO STORES 3312 , LEEDS GB", "TESCO STORES"),
        ("ZELLE TO CRUZ DANA ON 05/12 REF #RP0ABC", "CRUZ DANA"),
        ("WT FED#1 CHASE BANK /ORG=JOHN DOE SRF# 12 TRN#34", "JOHN DOE"),
        ("RECURRING PAYMENT AUTHORIZED ON 07/14 NETFLIX.COM LOS GATOS CA S385", "NETFLIX.COM"),
        ("PAIEMENT CB 0502 CARREFOUR CITY FR CARTE 4978", "CARREFOUR CITY"),
        ("VIR SEPA RECU /DE M DUPONT JEAN /MOTIF LOYER /REF 123", "M DUPONT JEAN"),
        ("PRLV SEPA EDF CLIENTS ECH/050225 ID EMETTEUR/FR12", "EDF CLIENTS"),
        ("COMPRA EN MERCADONA, TARJETA 5489123412341234 , COMISION 0,00", "MERCADONA"),
        ("PAGAMENTO POS 03/02 14:20 CARTA 1234 ESSELUNGA MILANO IT", "ESSELUNGA"),
        ("BONIFICO DISPOSTO DA MITT.: ROSSI MARIO BENEF.: BIANCHI ANNA", "ROSSI MARIO"),
        ("Apotheke//Bonn/DE 2025-04-08T17:31:20 Debitk.11 2028-12", "Apotheke"),
        ("Strom Nord GmbH Abschlag Mai End-to-End-Ref.: NOTPROVIDED CORE / M-2", "Strom Nord"),
        ("Eva Roth Alles Gute Kundenreferenz: NOTPROVIDED", "Eva Roth"),
        ("ALDI SUED DORTMUND DE", "ALDI SUED"),
        ("WATERSTONES         PENARTH", "WATERSTONES"),
        ("TFL TRAVEL CH", "TFL TRAVEL CH"),
        ("APPLE STORE US", "APPLE STORE"),
        ("Stadtwerke Köln GmbH", "Stadtwerke Köln"),
        ("SVA Zürich", "SVA Zürich"),
        ("University of Leeds", "University of Leeds"),
        ("MONTHLY ACCOUNT FEE", ""),
        ("FRAIS DE TENUE DE COMPTE", ""),
        ("Interest Capital Partners", "Interest Capital Partners"),
    ],
)
def test_a_name_is_freed_of_what_stands_around_it(written: str, name: str) -> None:
    assert names.cleaned(written).name == name


def test_a_person_who_may_have_an_account_keeps_a_surname_that_is_a_town() -> None:
    assert names.cleaned("Jack London", at_shop=False).name == "Jack London"
    assert names.cleaned("Decathlon London").name == "Decathlon"


def test_a_line_that_names_nobody_is_kept_as_the_bank_wrote_it() -> None:
    facts = facts_of(Booking(counterparty="MONTHLY ACCOUNT FEE"))
    assert facts.counterparty == ""
    assert facts.counterparty_raw == facts.purpose == "MONTHLY ACCOUNT FEE"
