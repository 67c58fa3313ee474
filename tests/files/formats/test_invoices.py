"""A CSV that is an invoice is a document and a table; it holds no booking."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from runwright.files.formats.bank import csv
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Document

LABELLED = (
    "Invoice No.,NE-2026-17,,\nFrom,Northlight Energy,,\nBill to,Ana Reis,,\n"
    "Invoice date,2026-03-02,,\nDue date,2026-03-30,,\n\n"
    "Description,Quantity,Unit price,Amount\nPower,2,30.00,60.00\nMeter,1,11.76,11.76\n"
    ",,Subtotal,71.76\n,,VAT 19%,13.64\nTotal due,,,EUR 85.40\n"
)
GERMAN = (
    "Rechnungsnummer:;R-17;;\nRechnungsdatum:;01.02.2026;;\nZahlbar bis:;15.02.2026;;\n"
    "Bezeichnung;Menge;Einzelpreis;Gesamt\nBeratung;2;600,00;1.200,00\nFahrt;1;34,50;34,50\n"
    "Gesamtbetrag;;;1.234,50 €\n"
)
FLAT = (
    "Invoice Number,Invoice Date,Due Date,Vendor,Description,Quantity,Unit Price,Amount\n"
    "A-1,2026-03-02,2026-04-01,Alm Ltd,Lamp,1,20.00,20.00\n"
    "A-1,2026-03-02,2026-04-01,Alm Ltd,Desk,2,50.00,100.00\n"
)
REGISTER = (
    "Invoice Number,Date,Description,Amount\nA-1,2026-03-02,Lamp,20.00\nA-2,2026-03-09,Desk,50.00\n"
)


def drafts(text: str) -> list[Draft]:
    reading = Reading("bill.csv", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))
    return [part for part in csv.read(text, reading) if isinstance(part, Draft)]


def invoice(text: str) -> Document:
    first, *rest = drafts(text)
    assert {draft.kind for draft in rest} <= {"passage", "table"}
    assert isinstance(first.facts, Document)
    return first.facts


def test_what_stands_beside_labels_is_what_the_invoice_says() -> None:
    assert invoice(LABELLED) == Document(
        document="invoice",
        title="bill",
        date="2026-03-02",
        parties=("Northlight Energy", "Ana Reis"),
        issuer="Northlight Energy",
        number="NE-2026-17",
        total="85.40",
        currency="EUR",
        due="2026-03-30",
    )


def test_its_text_is_made_from_its_facts() -> None:
    assert drafts(LABELLED)[0].text == (
        "Invoice NE-2026-17 from Northlight Energy: 2 March 2026, total 85.40 EUR, "
        "due 30 March 2026"
    )


def test_an_invoice_in_german() -> None:
    found = invoice(GERMAN)
    assert (found.number, found.date, found.due) == ("R-17", "2026-02-01", "2026-02-15")
    assert (found.total, found.currency) == ("1234.50", "EUR")


def test_an_invoice_whose_columns_never_change() -> None:
    found = invoice(FLAT)
    assert (found.number, found.issuer, found.due) == ("A-1", "Alm Ltd", "2026-04-01")
    assert found.total is None


def test_a_list_of_invoices_is_a_table_alone() -> None:
    assert {draft.kind for draft in drafts(REGISTER)} <= {"passage", "table"}
    assert not any(isinstance(draft.facts, Document) for draft in drafts(REGISTER))


def test_a_price_list_is_no_invoice() -> None:
    text = "Description,Quantity,Unit price,Amount\nLamp,1,20.00,20.00\nDesk,2,50.00,100.00\n"
    reading = Reading("prices.csv", datetime(2026, 11, 15, tzinfo=UTC), ZoneInfo("UTC"))
    found = [part for part in csv.read(text, reading) if isinstance(part, Draft)]
    assert not any(draft.kind in ("document", "transaction") for draft in found)
