"""Statements as banks of several countries write them: every booking, exact, with its sign."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from runwright.files.formats.bank import csv
from runwright.files.formats.types import Draft, Reading

NOW = datetime(2026, 11, 15, tzinfo=UTC)
IBAN = "DE89370400440532013000"

STATEMENTS = {
    "German, quoted, with a preamble and a delimiter at the end": (
        f'"Kontonummer:";"{IBAN} / Girokonto";\n\n"Von:";"01.01.2024";\n'
        '"Kontostand vom 31.01.2024:";"1.234,56 EUR";\n\n'
        '"Buchungstag";"Wertstellung";"Buchungstext";"Auftraggeber / Begünstigter";'
        '"Verwendungszweck";"Kontonummer";"BLZ";"Betrag (EUR)";"Gläubiger-ID";\n'
        '"31.01.2024";"30.01.2024";"Lastschrift";"REWE Markt";"Kauf; 12";"DE02120300000000202051"'
        ';"X";"-1.042,10";"";\n'
        '"30.01.2024";"30.01.2024";"Gutschrift";"Max";"Miete";"DE02500105170137075030";"X";"500,00";'
        '"";\n',
        [("2024-01-31", "-1042.10", "EUR", "REWE Markt"), ("2024-01-30", "500.00", "EUR", "Max")],
    ),
    "German, balances around the bookings": (
        ';\n"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.234,56 EUR";\n\n'
        '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n'
        '"15.01.2024";"15.01.2024";"Lastschrift";"Vodafone";"-39,99";\n'
        '"14.01.2024";"14.01.2024";"Lastschrift";"Bahn";"-10,00";\n\n'
        '"Alter Kontostand";"1.284,55 EUR";\n',
        [("2024-01-15", "-39.99", "EUR", "Vodafone"), ("2024-01-14", "-10.00", "EUR", "Bahn")],
    ),
    "German, two columns called Währung": (
        f"Umsatzanzeige;Datei erstellt am: 15.01.2024 10:00\n\nIBAN;{IBAN}\nSaldo;1.000,00;EUR\n\n"
        "Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;"
        "Währung\n"
        "12.01.2024;12.01.2024;VISA REWE;Lastschrift;NR 1234;1.000,00;EUR;-25,50;EUR\n"
        "11.01.2024;11.01.2024;ACME;Gehalt;Lohn;1.025,50;EUR;1.025,50;EUR\n",
        [("2024-01-12", "-25.50", "EUR", "REWE"), ("2024-01-11", "1025.50", "EUR", "ACME")],
    ),
    "Swiss, apostrophes and two columns": (
        "IBAN:;CH93 0076 2011 6238 5295 7;\nBewertet in:;CHF;\n\n"
        "Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Saldo;Beschreibung\n"
        "2024-01-05;2024-01-05;CHF;-12.50;;1'087.50;Migros\n"
        "2024-01-04;2024-01-04;CHF;;1'100.00;1'100.00;Lohn\n",
        [("2024-01-05", "-12.50", "CHF", "Migros"), ("2024-01-04", "1100.00", "CHF", "Lohn")],
    ),
    "Dutch, a column that says Af or Bij": (
        '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";'
        '"Mutatiesoort";"Mededelingen"\n'
        '"20240131";"Albert Heijn";"NL91ABNA0417164300";"";"BA";"Af";"12,34";"Pin";"Pas 1"\n'
        '"20240130";"J. Jansen";"NL91ABNA0417164300";"NL20INGB0001234567";"OV";"Bij";"50,00"'
        ';"X";""\n',
        [("2024-01-31", "-12.34", "EUR", "Albert Heijn"),
         ("2024-01-30", "50.00", "EUR", "J. Jansen")],
    ),
    "French, blanks in thousands": (
        "Date;Libellé;Débit euros;Crédit euros;\n05/02/2024;CARTE MONOPRIX;12,50;;\n"
        "04/02/2024;VIR SALAIRE;;1 850,00;\n",
        [("2024-02-05", "-12.50", "EUR", "MONOPRIX"),
         ("2024-02-04", "1850.00", "EUR", "SALAIRE")],
    ),
    "Spanish": (
        "Fecha operación;Fecha valor;Concepto;Importe;Saldo\n"
        "05/02/2024;06/02/2024;COMPRA MERCADONA;-12,50;1.087,50\n"
        "04/02/2024;04/02/2024;NOMINA;1.100,00;1.100,00\n",
        [("2024-02-05", "-12.50", None, "MERCADONA"),
         ("2024-02-04", "1100.00", None, "NOMINA")],
    ),
    "Italian": (
        "Data contabile,Data valuta,Dare,Avere,Divisa,Causale,Descrizione\n"
        '05/02/2024,05/02/2024,"12,50",,EUR,43,Pagamento POS\n'
        '04/02/2024,04/02/2024,,"1.100,00",EUR,48,Bonifico\n',
        [("2024-02-05", "-12.50", "EUR", "Pagamento POS"),
         ("2024-02-04", "1100.00", "EUR", "Bonifico")],
    ),
    "American, a summary above": (
        "Description,,Summary Amt.\nBeginning balance as of 12/01/2023,,\"1,000.00\"\n"
        'Total credits,,"500.00"\n\nDate,Description,Amount,Running Bal.\n'
        '12/01/2023,Beginning balance as of 12/01/2023,,"1,000.00"\n'
        '12/05/2023,"STARBUCKS, SEATTLE","-20.50","979.50"\n'
        '12/16/2023,PAYROLL,"500.00","1,479.50"\n',
        [("2023-12-05", "-20.50", "USD", "STARBUCKS"),
         ("2023-12-16", "500.00", "USD", "PAYROLL")],
    ),
    "American, a column of kinds in front of the texts": (
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n"
        "DEBIT,11/01/2026,HILLSIDE PROP MGMT WEB PMTS  5CC4CG   WEB ID: 1320211,-1525.00,"
        "ACH_DEBIT,900.00,\n"
        "CREDIT,10/30/2026,NORTHSHORE REHAB  PAYROLL                    PPD ID: 9141774022,"
        "2291.35,ACH_CREDIT,2425.00,\n"
        "CHECK,10/02/2026,CHECK 1043,-135.00,CHECK_PAID,133.65,1043\n",
        [("2026-11-01", "-1525.00", "USD", "HILLSIDE PROP MGMT"),
         ("2026-10-30", "2291.35", "USD", "NORTHSHORE REHAB"),
         ("2026-10-02", "-135.00", "USD", "CHECK")],
    ),
    "American, no heading": (
        '"01/29/2024","-12.00","*","","STARBUCKS"\n"01/28/2024","-3.50","*","","7-ELEVEN"\n'
        '"01/25/2024","900.00","*","","PAYROLL"\n',
        [("2024-01-29", "-12.00", None, "STARBUCKS"), ("2024-01-28", "-3.50", None, "7-ELEVEN"),
         ("2024-01-25", "900.00", None, "PAYROLL")],
    ),
    "British, paid out and paid in": (
        '"Account Name:","Current"\n"Account Balance:","£100.00"\n\n'
        '"Date","Transaction type","Description","Paid out","Paid in","Balance"\n'
        '"01 Feb 2024","Visa","TESCO","£5.20","","£94.80"\n'
        '"03 Feb 2024","Bank credit","J SMITH","","£1,005.20","£1,100.00"\n',
        [("2024-02-01", "-5.20", "GBP", "TESCO"), ("2024-02-03", "1005.20", "GBP", "J SMITH")],
    ),
    "British, Value beside a balance": (
        "Date, Type, Description, Value, Balance\n01/02/2024,D/D,RENT,-500.00,10.00\n"
        "31/01/2024,BAC,PAY,510.00,510.00\n",
        [("2024-02-01", "-500.00", None, "RENT"), ("2024-01-31", "510.00", None, "PAY")],
    ),
    "Indian, lakhs": (
        "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"
        '01/02/24,UPI-SWIGGY,0001,01/02/24,"1,23,456.50",,"10,00,000.00"\n'
        '13/02/24,SALARY,0002,13/02/24,,"2,00,000.00","12,00,000.00"\n',
        [("2024-02-01", "-123456.50", "INR", "UPI-SWIGGY"),
         ("2024-02-13", "200000.00", "INR", "SALARY")],
    ),
    "a payment service, net of fees": (
        '"Date","Time","Name","Type","Status","Currency","Gross","Fee","Net"\n'
        '"01/02/2024","10:00:00","Spotify","Sub","Completed","EUR","-9,99","0,00","-9,99"\n'
        '"15/02/2024","10:00:00","Joe","Payment","Completed","EUR","20,00","-0,70","19,30"\n',
        [("2024-02-01", "-9.99", "EUR", "Spotify"), ("2024-02-15", "19.30", "EUR", "Joe")],
    ),
    "no heading, two columns and a balance": (
        "01/31/2024,GROCER,12.50,,87.50\n01/30/2024,PAY,,50.00,100.00\n"
        "01/29/2024,X1 SHOP,10.00,,50.00\n",
        [("2024-01-31", "-12.50", None, "GROCER"), ("2024-01-30", "50.00", None, "PAY"),
         ("2024-01-29", "-10.00", None, "X1 SHOP")],
    ),
    "credits with a minus": (
        "Status,Date,Description,Debit,Credit\nCleared,01/13/2024,SHOP,12.50,\n"
        "Pending,01/15/2024,PAYMENT,,-100.00\n",
        [("2024-01-13", "-12.50", "USD", "SHOP"), ("2024-01-15", "100.00", "USD", "")],
    ),
    "headings in one word": (
        "dateOp;dateVal;label;category;amount\n2024-02-05;2024-02-05;CARTE X;Food;-12,50\n"
        "2024-02-06;2024-02-06;CARTE Y;Food;-1 012,50\n",
        [("2024-02-05", "-12.50", "EUR", "CARTE X"), ("2024-02-06", "-1012.50", "EUR", "CARTE Y")],
    ),
}  # fmt: skip


def transactions(text: str, zone: str = "UTC") -> list[Draft]:
    reading = Reading("x.csv", NOW, ZoneInfo(zone))
    parts = [part for part in csv.read(text, reading) if isinstance(part, Draft)]
    return [draft for draft in parts if draft.kind == "transaction"]


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_read_exactly(name: str) -> None:
    text, expected = STATEMENTS[name]
    assert csv.looks_like(text)
    found = transactions(text)
    assert [(d.at, d.amount, d.currency, d.title) for d in found] == expected
    assert [d.row for d in found] == list(range(1, len(found) + 1))


def test_the_own_account_is_taken_from_the_words_above() -> None:
    text, _ = STATEMENTS["German, quoted, with a preamble and a delimiter at the end"]
    first = transactions(text)[0]
    assert [(m.kind, m.key) for m in first.mentions] == [
        ("account", IBAN), ("organisation", "rewe markt"), ("account", "DE02120300000000202051"),
    ]  # fmt: skip
    assert first.text == (
        "31 January 2024: -1042.10 EUR to REWE Markt, Lastschrift, Kauf; 12, "
        "checking account DE89…3000"
    )


def test_an_instant_is_kept_where_the_file_has_a_zone() -> None:
    text = "Date,Description,Amount\n2024-01-02T10:11:12+01:00,Shop,-1.00\n2024-01-03,Shop,-2.00\n"
    first, second = transactions(text)
    assert first.at is not None
    assert first.at.startswith("2024-01-02T09:11:12")
    assert second.at == "2024-01-03"


def test_the_projects_place_decides_what_nothing_else_does() -> None:
    days = ("03/03/2024", "03/04/2024", "05/05/2024")
    text = "Date,Description,Amount\n" + "\n".join(f"{day},Shop,-1.00" for day in days)
    assert transactions(text, "America/New_York")[1].at == "2024-03-04"
    assert transactions(text, "Europe/London")[1].at == "2024-04-03"
