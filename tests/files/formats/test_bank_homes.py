"""Who keeps an account, of which kind and in which currency, where no column says it."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import names
from runwright.files.formats.text import reader
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

_NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
_PLAIN = (
    "Date,Description,Amount\n13/11/2026,CORNER SHOP,-5.00\n14/11/2026,BAKER,-4.00\n"
    "15/11/2026,GROCER,-3.00\n"
)


def _read(text: str, name: str, encoding: str = "utf-8") -> list[Transaction]:
    parts = reader.read_bytes(text.encode(encoding), Reading(name, _NOW, ZoneInfo("UTC")))
    return [p.facts for p in parts if isinstance(p, Draft) and isinstance(p.facts, Transaction)]


@pytest.mark.parametrize(
    ("name", "bank", "kind", "currency"),
    [
        ("download.csv", None, None, None),
        ("TD_UNLIMITED_CHEQUING_5017731.csv", "TD", "checking", "CAD"),
        ("TD_US_DAILY_CHEQUING.csv", "TD", "checking", "USD"),
        ("TD_EVERYDAY_SAVINGS.csv", "TD", "savings", None),
        ("MonzoDataExport.csv", "Monzo", None, "GBP"),
        ("Chase4417_Activity.CSV", "Chase", None, "USD"),
        ("CommBank_GoalSaver_xx7730.csv", "Commbank", "savings", "AUD"),
        ("statement_31847266_EUR_2026.csv", None, None, "EUR"),
        ("Barclaycard.csv", "Barclaycard", "credit card", "GBP"),
    ],
)
def test_the_name_of_a_file_tells_bank_kind_and_currency(
    name: str, bank: str | None, kind: str | None, currency: str | None
) -> None:
    facts = _read(_PLAIN, name)[0]
    assert (facts.bank, facts.account_kind, facts.currency) == (bank, kind, currency)


_SAVER = (
    '"Account Name:","Flex Instant Saver ****61837"\n"Account Balance:","£5239.01"\n'
    '"Available Balance: ","£5239.01"\n\n'
    '"Date","Transaction type","Description","Paid out","Paid in","Balance"\n'
    '"31 Oct 2026","Interest added","Interest added","","£9.66","£5239.01"\n'
    '"28 Oct 2026","Bank credit","Bank credit A READER","","£250.00","£5229.35"\n'
    '"20 Jul 2026","Transfer","Transfer to A READER 30-94-57 44120968","£600.00","","£4979.35"\n'
)


def test_the_lines_above_a_heading_tell_the_account_its_kind_and_the_bank() -> None:
    interest, _, moved = _read(_SAVER, "Statement Download.csv", "latin-1")
    known = (interest.bank, interest.account_kind, interest.account, interest.currency)
    assert known == ("Nationwide", "savings", "****61837", "GBP")
    assert interest.counterparty == ""
    assert (moved.counterparty, moved.counterparty_account) == ("A READER", "44120968")


@pytest.mark.parametrize(
    ("organisation", "bank"),
    [
        ("Hilltop Community CU", "Hilltop Community CU"),
        ("TD Canada Trust", "TD"),
        ("B1", None),
    ],
)
def test_the_bank_that_signs_an_ofx_file_keeps_the_account(
    organisation: str, bank: str | None
) -> None:
    text = (
        f"OFXHEADER:100\n\n<OFX><SONRS><FI><ORG>{organisation}<FID>3190</FI></SONRS><STMTRS>"
        "<CURDEF>USD<BANKACCTFROM><ACCTID>1<ACCTTYPE>SAVINGS</BANKACCTFROM><BANKTRANLIST><STMTTRN>"
        "<TRNTYPE>INT<DTPOSTED>20251031<TRNAMT>7.66<NAME>Dividend Paid</STMTTRN></BANKTRANLIST>"
        "</STMTRS></OFX>"
    )
    facts = _read(text, "export.qfx")[0]
    assert (facts.bank, facts.account_kind) == (bank, "savings")


@pytest.mark.parametrize(
    ("above", "first", "currency"),
    [
        ("Sort Code,30-94-57", "CORNER SHOP", "GBP"),
        ("Sort Code,93-00-67", "CORNER SHOP", None),
        ("BSB,062-000", "CORNER SHOP", "AUD"),
        ("Statement,", "INTERAC E-TRANSFER", "CAD"),
        ("Statement,", "ZELLE TO ANNA", "USD"),
    ],
)
def test_what_only_one_country_has_tells_the_currency(
    above: str, first: str, currency: str | None
) -> None:
    rows = _PLAIN.replace("CORNER SHOP", f"{first} 1").replace("BAKER", f"{first} 2")
    assert _read(f"{above}\n{rows}", "download.csv")[0].currency == currency


def test_ways_to_pay_of_two_countries_tell_no_currency() -> None:
    rows = "".join(
        f"{day}/11/2026,{text},-3.00\n"
        for day, text in enumerate(("ZELLE A", "ZELLE B", "INTERAC C", "INTERAC D"), 10)
    )
    assert _read(f"Date,Description,Amount\n{rows}", "x.csv")[0].currency is None


_NECTAR = (
    "Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,Town/City,"
    "Postcode,Country,Reference,Category\n"
    "16/11/2026,TOYSHOP GLASGOW,69.93,,TOYSHOP,,GLASGOW,,UNITED KINGDOM,'AT26',Shops\n"
    "13/11/2026,PAYMENT RECEIVED - THANK YOU,-40.00,,,,,,,'AT27',\n"
)


def test_the_country_of_the_shops_tells_a_card_without_its_members() -> None:
    assert {facts.currency for facts in _read(_NECTAR, "activity.csv")} == {"GBP"}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("NETFLIX.COM CD 4821", "NETFLIX.COM"),
        ("BELL CANADA       BPY", "BELL CANADA"),
        ("KETTLE & FINCH C  AP", "KETTLE & FINCH C"),
        ("DUNDAS W PROPS    RLS", "DUNDAS W PROPS"),
        ("TD VISA          PYMT", "TD VISA"),
        ("PC665 TFR-TO 5017731", ""),
        ("SPOTIFY PUMXCWY", "SPOTIFY"),
        ("SPOTIFY P8WCMKC", "SPOTIFY"),
        ("CITY FARE/RB3T7", "CITY FARE"),
        ("INCOMING WIRE FEE", ""),
        ("SEND E-TFR ***Spm", "E-TRANSFER"),
        ("A READER 30-94-57 44120968", "A READER"),
    ],
)
def test_channel_words_and_codes_behind_a_name_are_dropped(written: str, name: str) -> None:
    assert names.cleaned(written).name == name


@pytest.mark.parametrize(
    "name",
    ["BAKERY SCHMIDT", "CAFE RHYTHMS", "GREEN LANDSCAPE", "UBER CANADA/UBEREATS", "SIX MONTHS"],
)
def test_words_of_many_consonants_stay(name: str) -> None:
    assert names.cleaned(name).name == name


_KIWI = (
    "Account number,Date,Memo/Description,Source Code (payment type),TP ref,TP part,TP code,"
    "OP ref,OP part,OP code,OP name,OP Bank Account Number,Amount (credit),Amount (debit),"
    "Amount,Balance\n"
    "38-9001-0123456-00,01-10-2026,POS W/D PAK N SAVE ALBANY-14:57,EFTPOS,,,,,,,,,,28.42,"
    "-28.42,2112.13\n"
    "38-9001-0123456-00,02-10-2026,POS W/D PAK N SAVE ALBANY-09:05,EFTPOS,,,,,,,,,,20.00,"
    "-20.00,2092.13\n"
    "38-9001-0123456-00,06-10-2026,TRANSFER TO A READER - 01,TRANSFER,,,,,,,,,,200.00,-200.00,"
    "1892.13\n"
)


def test_a_shop_has_one_name_whenever_the_card_was_used() -> None:
    names_found = {facts.counterparty for facts in _read(_KIWI, "export.csv")[:2]}
    assert names_found == {"PAK N SAVE ALBANY"}


def test_the_suffix_of_an_account_in_new_zealand_names_another_of_the_customer() -> None:
    moved = _read(_KIWI, "export.csv")[2]
    assert (moved.counterparty, moved.counterparty_account) == ("A READER", "38-9001-0123456-01")
    assert (moved.bank, moved.currency) == ("Kiwibank", "NZD")


_PLAIN_KIWI = "06-0145-0234567-00_Transactions_2025-10-01.csv"


def test_the_number_of_an_account_in_the_name_of_a_file_tells_it_and_its_country() -> None:
    facts = _read(_PLAIN, _PLAIN_KIWI)[0]
    assert (facts.account, facts.currency) == ("06-0145-0234567-00", "NZD")


def test_a_hidden_card_number_is_nobody_who_was_paid() -> None:
    text = (
        "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,"
        "ConversionCharge\n"
        "Visa Purchase,4835-****-****-7719  Df,,Hammer 9470 Glenfield,,-164.68,14/11/2026,,\n"
        "Direct Credit,D Reader,PLUMBING,,INV1195,1410.50,14/11/2026,,\n"
    )
    bought, paid = _read(text, "export.csv")
    assert (bought.counterparty, bought.card, bought.bank) == ("Hammer", "7719", "ANZ")
    assert paid.counterparty == "D Reader"


@pytest.mark.parametrize(
    ("name", "bank"),
    [
        ("ClontarfCU_20418_statement.csv", "Clontarf CU"),
        ("statement hilltop community credit union.csv", "Hilltop Community Credit Union"),
        ("cu_boulder.csv", None),
    ],
)
def test_a_credit_union_is_known_by_the_name_of_its_file(name: str, bank: str | None) -> None:
    assert _read(_PLAIN, name)[0].bank == bank


_BY_CURRENCY = (
    '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1",'
    '"Description 2","CAD$","USD$"\n'
    + "".join(
        f'Chequing,02820-511438{n % 2},10/{n}/2026,,"Contactless Interac purchase - 60{n}",'
        f'"SAFEWAY #4931",-43.1{n % 10},,\n'
        for n in range(1, 25)
    )
    + 'Chequing,02820-5114380,11/2/2026,,"Misc Payment","BRIGHT MEDIA LLC",,1120.00,\n'
)


def test_amounts_in_one_column_for_each_currency_are_bookings() -> None:
    *bought, paid = _read(_BY_CURRENCY, "csv48213.csv")
    assert (bought[0].amount, bought[0].currency, bought[0].bank) == ("-43.11", "CAD", "RBC")
    assert (paid.amount, paid.currency) == ("1120.00", "USD")
    assert (bought[0].account, bought[0].counterparty_account) == ("02820-5114381", None)


def test_the_name_stands_behind_what_says_how_it_was_paid() -> None:
    assert {facts.counterparty for facts in _read(_BY_CURRENCY, "x.csv")} == {
        "SAFEWAY", "BRIGHT MEDIA",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("PURCHASE AUTHORIZED ON 11/11 H-E-B #425 AUSTIN TX P5786613 CARD 4417", "H-E-B"),
        ("Fast Transfer From DANIEL REYES Child support A and F", "DANIEL REYES"),
        ("Osko Deposit - Receipt 609448 T READER", "T READER"),
        ("Interest Credit - Receipt 720314", ""),
        ("SPOTIFY P2F81C STOCKHOLM", "SPOTIFY"),
        ("DIRECT DEBIT -2DEGREES BROADBAND 771204", "2DEGREES BROADBAND"),
        ("KIWIBANK HOME LOAN PAYMENT 38-9012-0771204-50", "KIWIBANK HOME LOAN"),
        ("POS W/D Z WAIRAU-09:10", "Z WAIRAU"),
    ],
)
def test_what_banks_write_around_a_name_is_no_part_of_it(line: str, name: str) -> None:
    assert names.cleaned(line).name == name


def test_a_long_line_of_a_card_begins_with_the_shop() -> None:
    line = "NORTHCOTE PLZ NORTHCOTE VI AUS Card xx4417 Value Date: 07/11/2026 NetBank"
    rows = "".join(f'{day}/11/2026,"WOOLWORTHS {3120 + day} {line}",-1.00\n' for day in (13, 14))
    facts = _read(f"Date,Description,Amount\n{rows}", "CSVData.csv")[0]
    assert (facts.counterparty, facts.bank) == ("WOOLWORTHS", "Commbank")


_AMEX = (
    "Date,Description,Card Member,Account #,Amount,Extended Details,Appears On Your Statement As,"
    "Address,City/State,Zip Code,Country,Reference,Category\n"
    '11/15/2026,TOYSHOP SALEM OR,A READER,-41008,36.00,,TOYSHOP SALEM OR,,"SALEM\nOR",97301,'
    "UNITED STATES,'3201',Merchandise-Toys\n"
    '11/13/2026,MUSEUM TORONTO,A READER,-41008,12.50,,MUSEUM TORONTO,,"TORONTO",M5V,CANADA,'
    "'3202',Entertainment\n"
)
_AMEX_SHORT = (
    "Date,Description,Card Member,Account #,Amount\n"
    "15/11/2026,TOYSHOP,A READER,-61004,36.00\n13/11/2026,BAKER,A READER,-61004,4.00\n"
)
_SIC = (
    "Transaction Date,Posting Date,Billing Amount,Merchant,Merchant City ,Merchant State ,"
    "Merchant Zip ,Reference Number ,Debit/Credit Flag ,SICMCC Code\n"
    "11/11/2026,12/11/2026,11.99,TOYSHOP,LEEDS,GBR,,7453,D,5815\n"
    "10/11/2026,11/11/2026,3.90,BAKER,LEEDS,GBR,,7454,D,5462\n"
)
_NAVY = (
    "Posting Date,Transaction Date,Amount,Credit Debit Indicator,type,Type Group,Reference,"
    "Instructed Currency,Currency Exchange Rate,Instructed Amount,Description,Category,"
    "Check Serial Number,Card Ending\n"
    "11/13/2026,11/12/2026,5.00,Debit,POS,Card,1,,,,TOYSHOP,Shopping,,4410\n"
    "11/10/2026,11/10/2026,4.00,Debit,POS,Card,2,,,,BAKER,Dining,,4410\n"
)
_TD_IN_AMERICA = (
    "Date,Bank RTN,Account Number,Transaction Type,Description,Debit,Credit,Check Number,"
    "Account Running Balance\n"
    "2026-11-13,011103093,4410,DEBIT,TOYSHOP,5.00,,,95.00\n"
    "2026-11-10,011103093,4410,DEBIT,BAKER,4.00,,,100.00\n"
)


@pytest.mark.parametrize(
    ("text", "bank", "currency"),
    [
        (_AMEX, "Amex", "USD"),
        (_AMEX_SHORT, "Amex", None),
        (_SIC, None, "GBP"),
        (_NAVY, "Navy Federal", "USD"),
        (_TD_IN_AMERICA, "TD", "USD"),
    ],
)
def test_headings_of_one_bank_tell_it_and_where_it_is_that_of_one_country_the_currency(
    text: str, bank: str | None, currency: str | None
) -> None:
    assert {(f.bank, f.currency) for f in _read(text, "x.csv")} == {(bank, currency)}
