"""Bank files without a heading: read by what their columns hold, or left alone."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import csv
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Transaction

NOW = datetime(2026, 11, 15, tzinfo=UTC)


def _read(text: str, filename: str = "download.csv") -> list[Transaction]:
    parts = csv.read(text, Reading(filename, NOW, ZoneInfo("UTC")))
    drafts = [part for part in parts if isinstance(part, Draft)]
    return [draft.facts for draft in drafts if isinstance(draft.facts, Transaction)]


_TD_VISA = """11/14/2026,HARBOUR NOODLE BAR,24.86,,1487.98
11/12/2026,PAYMENT - THANK YOU,,1764.10,1463.12
11/12/2026,MUSIC STREAM 77,14.11,,3227.22
11/11/2026,GROCER 765,17.18,,3213.11
11/09/2026,OUTDOOR CO TORONTO,,214.69,3195.93
"""
STATEMENTS = {
    "TD, Canada: an account": (
        "11/13/2026,TD ATM W/D    002232,60.00,,18040.59\n"
        "11/12/2026,E-TRANSFER ***NdT,,180.00,18100.59\n"
        "11/11/2026,BELL CANADA       BPY,90.40,,17920.59\n"
        "11/09/2026,TORONTO HYDRO     BPY,59.43,,18010.99\n",
        ["-60.00", "180.00", "-90.40", "-59.43"],
    ),
    "TD, Canada: a savings account that money mostly comes to": (
        "11/05/2026,PC665 TFR-FR 5017731,,300.00,6385.56\n"
        "10/31/2026,INTEREST CREDIT,,6.33,6085.56\n"
        "10/18/2026,VM420 TFR-TO 5017731,600.00,,6079.23\n"
        "10/05/2026,MK163 TFR-FR 5017731,,300.00,6679.23\n",
        ["300.00", "6.33", "-600.00", "300.00"],
    ),
    "TD, Canada: a card whose balance is what is owed": (
        _TD_VISA,
        ["-24.86", "1764.10", "-14.11", "-17.18", "214.69"],
    ),
    "CIBC, Canada: a card with its number in every row": (
        '2026-11-12,"TIM\'S DINER #2244 OTTAWA, ON",8.28,,4500********1234\n'
        '2026-11-11,"PAYMENT THANK YOU/PAIEMEN T MERCI",,500.00,4500********1234\n'
        '2026-11-10,"BOOKS & CO KANATA, ON",31.05,,4500********1234\n',
        ["-8.28", "500.00", "-31.05"],
    ),
    "Scotiabank, Canada: the amount in front of two texts": (
        '11/13/2026,-24.86,-,"POS Purchase","LOCAL GROCER"\n'
        '11/12/2026,1500.00,-,"Payroll dep.","ACME LTD"\n'
        '11/11/2026,-12.00,-,"Service charge","MONTHLY FEES"\n',
        ["-24.86", "1500.00", "-12.00"],
    ),
    "Barclaycard, Britain: what came back with a minus, in front of what was bought": (
        '13 Nov 26,"Music Stream P2F81C4, Stockholm",Visa,MRS A READER,Entertainment,,21.99\n'
        '11 Nov 26,"Toyshop 118, Leeds",Visa,MRS A READER,Shopping,,76.50\n'
        '10 Nov 26,"Payment, Thank You",Visa,MRS A READER,Transfer,-338.81,\n'
        '03 Nov 26,"Big Store, Leeds",Visa,MRS A READER,Shopping,-39.00,\n',
        ["-21.99", "-76.50", "338.81", "39.00"],
    ),
    "HSBC, Britain: day, text, signed amount": (
        '13/11/2026,"CORNER STORES 3317 )))",-93.57\n'
        '12/11/2026,"CITY COUNCIL      DD","-1,112.50"\n'
        '11/11/2026,"HOSPITAL TRUST    CR","2,194.55"\n',
        ["-93.57", "-1112.50", "2194.55"],
    ),
    "Wells Fargo, America: a star, and a column for checks": (
        '"11/13/2026","-52.40","*","","PURCHASE AUTHORIZED ON 11/12 FIELD GROCER AUSTIN TX"\n'
        '"11/12/2026","-300.00","*","1042","CHECK # 1042"\n'
        '"11/10/2026","2150.00","*","","ACME CORP PAYROLL 261110"\n',
        ["-52.40", "-300.00", "2150.00"],
    ),
    "Commonwealth Bank, Australia: the amount in front of the text, the balance behind": (
        '15/11/2026,"-60.08","GROCERS ASHGROVE QL AUS Card xx4821","+9607.97"\n'
        '12/11/2026,"-1000.00","Transfer to xx7730 savings","+9668.05"\n'
        '11/11/2026,"+3104.62","Salary DEPT OF EDUCATION","+10668.05"\n',
        ["-60.08", "-1000.00", "3104.62"],
    ),
    "ANZ, Australia: day, amount, text": (
        '13/11/2026,"-24.90","EFTPOS GREENGROCER CARLTON VI"\n'
        '12/11/2026,"-56.00","VISA DEBIT PURCHASE CARD 1234 GYM"\n'
        '11/11/2026,"2400.00","PAY/SALARY FROM UNIVERSITY"\n',
        ["-24.90", "-56.00", "2400.00"],
    ),
    "NAB, Australia: a reference and the kind of booking between": (
        '13-Nov-26,-25.00,071234567891,,"DEBIT CARD PURCHASE","GROCERS 4417",1234.56\n'
        '12-Nov-26,-40.00,071234567892,,"AUTOMATIC DRAWING","WATER BOARD",1259.56\n'
        '11-Nov-26,900.00,071234567893,,"INTER-BANK CREDIT","J SMITH",1299.56\n',
        ["-25.00", "-40.00", "900.00"],
    ),
    "ABN AMRO, Netherlands: the balance before and after, with tabs": (
        "417164300\tEUR\t20261113\t1000,00\t987,50\t20261113\t-12,50\tBEA NR:1 Bakker/AMSTERDAM\n"
        "417164300\tEUR\t20261114\t987,50\t1487,50\t20261114\t500,00\tSEPA Overboeking Jansen\n"
        "417164300\tEUR\t20261115\t1487,50\t1480,00\t20261115\t-7,50\tBEA NR:2 Kiosk/UTRECHT\n",
        ["-12.50", "500.00", "-7.50"],
    ),
    "Rabobank, Netherlands: a mark for the direction, and both accounts": (
        '"NL91ABNA0417164300","EUR","20261113","D","12.50","NL20INGB0001234567","Jumbo","20261113",'
        '"ba","","Boodschappen"\n'
        '"NL91ABNA0417164300","EUR","20261112","C","850.00","NL20INGB0001234567","Werk BV",'
        '"20261112","cb","","Salaris"\n'
        '"NL91ABNA0417164300","EUR","20261111","D","40.00","","Geldautomaat","20261111",'
        '"ga","","Geldopname"\n',
        ["-12.50", "850.00", "-40.00"],
    ),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_file_without_a_heading_is_read_by_its_columns(name: str) -> None:
    text, amounts = STATEMENTS[name]
    assert [facts.amount for facts in _read(text)] == amounts


def test_payments_that_lower_the_balance_make_it_a_card_that_shows_what_is_owed() -> None:
    found = _read(_TD_VISA)
    assert {facts.account_kind for facts in found} == {"credit card"}
    assert (found[0].balance, found[0].counterparty) == ("-1487.98", "HARBOUR NOODLE BAR")
    assert found[1].type == "card_settlement"


def test_the_name_of_a_card_and_most_rows_tell_what_is_owed_where_no_payment_does() -> None:
    rows = [row for row in _TD_VISA.splitlines() if "PAYMENT" not in row][1:]
    found = _read("\n".join(rows), "CASH_BACK_VISA_4417.csv")
    assert [facts.amount for facts in found] == ["-14.11", "-17.18", "214.69"]


def test_columns_that_say_the_same_in_every_row_are_no_purpose() -> None:
    text, _ = STATEMENTS[
        "Barclaycard, Britain: what came back with a minus, in front of what was bought"
    ]
    found = _read(text + text.replace("Nov", "Oct"), "Barclaycard.csv")[:4]
    assert (found[0].holder, found[0].category, found[0].purpose) == (
        "MRS A READER",
        "Entertainment",
        "",
    )
    assert [facts.type for facts in found] == ["purchase", "purchase", "card_settlement", "refund"]


def test_both_accounts_are_known_by_their_shape() -> None:
    text, _ = STATEMENTS["Rabobank, Netherlands: a mark for the direction, and both accounts"]
    first = _read(text)[0]
    assert (first.account, first.counterparty_account, first.currency) == (
        "NL91ABNA0417164300",
        "NL20INGB0001234567",
        "EUR",
    )


OTHERS = {
    "prices": "2026-11-01,Widget blue,19.99\n2026-11-02,Widget red,24.50\n2026-11-03,Gear,3.75\n",
    "temperatures": (
        "2026-01-01,Oslo,-3.25,1013.20\n2026-01-02,Oslo,-4.50,1009.80\n"
        "2026-01-03,Oslo,1.75,1011.40\n"
    ),
    "temperatures of one station": (
        "2026-01-01,Oslo,-3.25\n2026-01-02,Oslo,-4.50\n2026-01-03,Oslo,1.75\n"
    ),
    "hours, plain or overtime": (
        "2026-11-02,Site Elm Road,7.50,\n2026-11-03,Site Elm Road,8.00,\n"
        "2026-11-07,Site Mill Lane,,3.25\n"
    ),
    "hours with a running total": (
        "2026-11-02,Elm Road,7.50,7.50\n2026-11-03,Mill Lane,8.00,15.50\n"
        "2026-11-04,Elm Road,6.25,21.75\n"
    ),
    "a journal of double entries": (
        "2026-11-02,Bank account,,1200.00\n2026-11-02,Office rent,1200.00,\n"
        "2026-11-05,Bank account,,80.00\n2026-11-05,Postage,80.00,\n"
    ),
    "a budget with what it was missed by": (
        "2026-09-01,Marketing,1000.00,1100.00,100.00\n2026-09-01,Travel,500.00,450.00,-50.00\n"
        "2026-09-01,Tools,300.00,310.00,10.00\n"
    ),
    "trades": (
        "2026-11-02,ACME,10,25.10,-251.00\n2026-11-03,ACME,4,26.00,104.00\n"
        "2026-11-04,Rail Co,7,12.50,-87.50\n"
    ),
    "exchange rates": (
        "2026-11-02,Euro against dollar,1.08,0.93\n2026-11-03,Euro against dollar,1.09,0.92\n"
        "2026-11-04,Euro against dollar,1.07,0.94\n"
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_tables_of_other_things_are_no_statement(name: str) -> None:
    assert _read(OTHERS[name], f"{name}.csv") == []
