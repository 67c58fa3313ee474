"""Invoices, bills, receipts, reminders and credit notes: every field, or none where none is sure.

Each bill is written out whole, as its issuer would have printed it. What must stay empty is as
much a part of what is expected as what must be there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from files.formats.documents.test_describe import described
from runwright.records.facts import Document

BILLS: dict[str, tuple[str, dict[str, str | None]]] = {
    "the invoice of a painter, with a discount for paying early": (
        """Malerbetrieb Osterkamp
Inhaber: Jens Osterkamp
Deichweg 4 · 26721 Emden

Wohnbau Nord eG
Hafenring 11
26723 Emden

Rechnung                                        Emden, 4. Mai 2026
Rechnungs-Nr.  2026-0088
Kunden-Nr.     1204

Pos  Leistung                    Menge     Preis      Gesamt
1    Treppenhaus streichen         1    1.800,00    1.800,00
2    Türen lackieren               6       95,00      570,00

Nettobetrag                                         2.370,00
zzgl. 19 % MwSt.                                      450,30
Gesamtbetrag                                        2.820,30 €

Zahlbar innerhalb von 10 Tagen mit 2 % Skonto oder innerhalb von 30 Tagen ohne Abzug.
""",
        {
            "document": "invoice", "issuer": "Malerbetrieb Osterkamp", "number": "2026-0088",
            "date": "2026-05-04", "total": "2820.30", "currency": "EUR", "due": "2026-06-03",
        },
    ),
    "an invoice whose deposit has been paid": (
        """INVOICE

Fenwick Marquees Ltd
Unit 3, Mill Lane, Skipton BD23 1RT

Invoice No     Invoice Date     Due Date
FM-3071        12/05/2026       26/05/2026

Bill to:
Rosa Whitlock
2 Castle View, Skipton

Marquee hire, 3 days                     £1,450.00
Lighting                                   £220.00
Total                                    £1,670.00
Deposit paid 2 March 2026                 -£500.00
Balance due                              £1,170.00
""",
        {
            "document": "invoice", "issuer": "Fenwick Marquees Ltd", "number": "FM-3071",
            "date": "2026-05-12", "total": "1170.00", "currency": "GBP", "due": "2026-05-26",
        },
    ),
    "a reminder with a fee, of an invoice long due": (
        """Gartenbau Lohse GmbH
Am Bruch 7, 33602 Bielefeld

Frau
Dilek Aydin
Sieker 12
33605 Bielefeld

Bielefeld, 18.08.2026

Zahlungserinnerung
Rechnung Nr. 4471 vom 01.07.2026, fällig am 15.07.2026

Sehr geehrte Frau Aydin,

sicher haben Sie es nur übersehen: unsere Rechnung ist noch offen.

Rechnungsbetrag          310,00 EUR
Mahngebühr                 4,50 EUR
Gesamtbetrag             314,50 EUR

Bitte überweisen Sie den Betrag bis zum 01.09.2026. Sollten Sie bereits bezahlt haben,
ist dieses Schreiben gegenstandslos.

Mit freundlichen Grüßen
Gartenbau Lohse GmbH
""",
        {
            "document": "invoice", "issuer": "Gartenbau Lohse GmbH", "number": "4471",
            "date": "2026-08-18", "total": "314.50", "currency": "EUR", "due": "2026-09-01",
        },
    ),
    "a credit note that writes its figures without a sign": (
        """Brightwater Supplies Ltd
40 Dock Street, Leeds LS10 1JF

CREDIT NOTE
Credit note number: CN-0093
Date: 9 June 2026
Against invoice no. 55120 of 2 May 2026

Returned: 2 pallets                   180.00
VAT 20%                                36.00
Total credit                      GBP 216.00

Refunds reach your account within 10 days.
""",
        {
            "document": "invoice", "issuer": "Brightwater Supplies Ltd", "number": "CN-0093",
            "date": "2026-06-09", "total": "-216.00", "currency": "GBP", "due": None,
        },
    ),
    "a credit note without a number of its own": (
        """Papeterie Adler OHG
Marktgasse 2, 78462 Konstanz

Gutschrift
zu Rechnung Nr. 80213 vom 03.02.2026

Datum: 20.02.2026

Rückgabe Füllhalter       -49,00 EUR
Gutschriftsbetrag         -49,00 EUR
""",
        {
            "document": "invoice", "issuer": "Papeterie Adler OHG", "number": None,
            "date": "2026-02-20", "total": "-49.00", "currency": "EUR", "due": None,
        },
    ),
    "a till receipt": (
        """BROOKSIDE GARDEN CENTRE
Tel 01706 555 0199

TOMATO PLANTS X6      4.50
COMPOST 40L           6.99
GLOVES                3.25
TOTAL               £14.74
CASH                £20.00
CHANGE               £5.26

RETURNS WITHIN 28 DAYS
08/04/2026 14:07   TILL 3
""",
        {
            "document": "receipt", "issuer": "BROOKSIDE GARDEN CENTRE", "number": None,
            "date": "2026-04-08", "total": "14.74", "currency": "GBP", "due": None,
        },
    ),
    "a bill that is collected by direct debit": (
        """Aquaworks Regional
Customer services, PO Box 12, Hull

Your water bill
Bill number: 300 4417
Date of issue: 2 October 2026
Account number: 9981-2201

Balance from your last bill              £61.20
Payment received, thank you             -£61.20
Water used                               £44.10
Standing charge                          £18.35
Total amount due                         £62.45

We will collect payment on or around 16 October 2026 by Direct Debit.
""",
        {
            "document": "invoice", "issuer": "Aquaworks Regional", "number": "300 4417",
            "date": "2026-10-02", "total": "62.45", "currency": "GBP", "due": "2026-10-16",
        },
    ),
    "an invoice that runs from when it arrives": (
        """Rechtsanwältin Vera Conradi
Neuer Wall 9, 20354 Hamburg

Kostenrechnung Nr. 17/26
Datum: 11.03.2026

Gebühr nach RVG                      420,00 EUR
19 % USt                              79,80 EUR
Zu zahlen                            499,80 EUR

Zahlbar innerhalb von 14 Tagen nach Erhalt der Rechnung.
Die Widerrufsfrist endet am 25.03.2026.
""",
        {
            "document": "invoice", "issuer": "Rechtsanwältin Vera Conradi", "number": "17/26",
            "date": "2026-03-11", "total": "499.80", "currency": "EUR", "due": None,
        },
    ),
    "an invoice that names neither a number nor a day nor a currency": (
        """Invoice

From: Tove Strand
To: Harbour School

Piano lessons, autumn      240.00
Total                      240.00

Delivered 3 May 2026. Thank you!
""",
        {
            "document": "invoice", "issuer": "Tove Strand", "number": None,
            "date": None, "total": "240.00", "currency": None, "due": None,
        },
    ),
    "two invoices in one file": (
        """Lindqvist Translations
Storgatan 8, Lund

Invoice no. 201                          Date: 2 March 2026
Amount due: 300.00 EUR                   Due date: 1 April 2026

Invoice no. 202                          Date: 9 March 2026
Amount due: 450.00 EUR                   Due date: 8 April 2026
""",
        {
            "document": "invoice", "issuer": "Lindqvist Translations", "number": None,
            "total": None, "currency": "EUR", "due": None,
        },
    ),
    "an invoice that has been paid by card": (
        """Fahrradladen Speiche GmbH
Ringstraße 2, 50667 Köln

Rechnung Nr. F-5512            Rechnungsdatum: 06.07.2026

Inspektion                        89,00
Bremszug                          14,50
Rechnungsbetrag brutto EUR       103,50
darin 19 % MwSt.                  16,53

Zahlungsziel: 14 Tage. Der Betrag wurde bereits vollständig bezahlt.
""",
        {
            "document": "invoice", "issuer": "Fahrradladen Speiche GmbH", "number": "F-5512",
            "date": "2026-07-06", "total": "103.50", "currency": "EUR", "due": None,
        },
    ),
    "a letter of a landlord with a sum to pay": (
        """Hausverwaltung Brinkmann KG
Königsallee 40, 40212 Düsseldorf

Herrn
Paul Ostrowski
Lindenweg 3
40225 Düsseldorf

Düsseldorf, den 2. Juni 2026

Betriebskostenabrechnung 2025

Sehr geehrter Herr Ostrowski,

Summe Ihrer Kosten                   2.140,00 EUR
abzüglich Vorauszahlungen           -1.920,00 EUR
Nachzahlung                            220,00 EUR

Wir bitten Sie, den Betrag bis zum 30.06.2026 zu überweisen.

Mit freundlichen Grüßen
Hausverwaltung Brinkmann KG
""",
        {
            "document": "invoice", "issuer": "Hausverwaltung Brinkmann KG", "number": None,
            "date": "2026-06-02", "total": "220.00", "currency": "EUR", "due": "2026-06-30",
        },
    ),
    "an invoice with points in its thousands and one comma a line": (
        """Jansen & Partner Steuerberater
Postfach 12, 10115 Berlin

Gebührenrechnung Nr. 2026/33 vom 9. April 2026

Jahresabschluss 2025          1.500,00
Zwischensumme                 1.500,00
USt 19%                         285,00
Endbetrag                     1.785,00 EUR
abzgl. Vorschuss               -500,00 EUR
Noch zu zahlen                1.285,00 EUR

Zahlungsziel 14 Tage
""",
        {
            "document": "invoice", "issuer": "Jansen & Partner Steuerberater", "number": "2026/33",
            "date": "2026-04-09", "total": "1285.00", "currency": "EUR", "due": "2026-04-23",
        },
    ),
    "a year's bill after which money comes back": (
        """Stadtwerke Ahlen GmbH
Hafenweg 1, 59227 Ahlen

Jahresabrechnung 2025
Rechnungsnummer: 20260114
Datum: 14.01.2026

Verbrauch und Grundpreis     800,00 EUR
Ihre Abschläge               900,00 EUR
Ihr Guthaben                 100,00 EUR

Das Guthaben überweisen wir Ihnen bis zum 31.01.2026.
""",
        {
            "document": "invoice", "issuer": "Stadtwerke Ahlen GmbH", "number": "20260114",
            "date": "2026-01-14", "total": None, "currency": "EUR", "due": None,
        },
    ),
    "a message with an invoice in it": (
        """Dear Sam,

Your invoice for March is ready.

Invoice number: 99812-A
Amount: $45.00
Due date: March 28, 2026

You can return items within 30 days.

Best regards,
The Billing Team
Cloudly LLC
""",
        {
            "document": "invoice", "issuer": "Cloudly LLC", "number": "99812-A",
            "date": None, "total": "45.00", "currency": "USD", "due": "2026-03-28",
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BILLS)
def test_a_bill_says_what_it_asks_for(tmp_path: Path, name: str) -> None:
    text, expected = BILLS[name]
    facts = described(tmp_path, text)
    assert {field: getattr(facts, field) for field in expected} == expected


def bill(tmp_path: Path, *lines: str) -> Document:
    """An invoice of 1 June 2026 over 20.00 EUR, with some lines more."""
    head = "Kestrel Ltd\n4 Quay, York\n\nInvoice no. 12-34\nDate: 1 June 2026\nTotal: 20.00 EUR"
    return described(tmp_path, "\n".join((head, "", *lines)))


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("Zahlbar netto 30 Tage.", "2026-07-01"),
        ("Zahlbar binnen 2 Wochen.", "2026-06-15"),
        ("Payable within 30 days, 2 % discount within 8 days.", "2026-07-01"),
        ("2/10 net 30", "2026-07-01"),
        ("Payment is due no later than Friday, 12 June 2026.", "2026-06-12"),
        ("AutoPay is scheduled for June 9, 2026", "2026-06-09"),
        ("Bitte begleichen Sie die Rechnung innerhalb von 5 Werktagen.", None),
        ("Waren können innerhalb von 14 Tagen zurückgegeben werden.", None),
        ("Payment not received within 30 days incurs a fee.", None),
        ("Balance due as of 3 May 2026", None),
        ("Net 30 for some customers, net 60 for others.", None),
        ("Netto 15 EUR", None),
    ],
)
def test_a_term_is_counted_from_the_day_of_the_bill(
    tmp_path: Path, line: str, due: str | None
) -> None:
    assert bill(tmp_path, line).due == due


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        (["Gesamtbetrag 100,00 EUR", "Anzahlung 40,00 EUR", "Rechnungsbetrag 60,00 EUR"], "60.00"),
        (["Gesamtbetrag 100,00 EUR", "Rechnungsbetrag 60,00 EUR"], None),
        (["Gesamtbetrag 100,00 EUR", "Im Rechnungsbetrag sind 30,00 EUR Lohn."], "100.00"),
        (["Der Gesamtbetrag von 100,00 EUR ist sofort fällig."], "100.00"),
        (["Total paid  €80.30", "Balance due  €0.00"], "80.30"),
        (["Amount due  €0.00"], "0.00"),
        (["Zwischentotal  100.00", "Arbeitslohn brutto  30.00"], None),
    ],
)
def test_the_total_is_what_its_rows_lead_to(
    tmp_path: Path, lines: list[str], total: str | None
) -> None:
    text = "\n".join(["Rechnung Nr. 12-34", "", "Für unsere Arbeit im Mai.", "", *lines])
    assert described(tmp_path, text).total == total


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Rg-Nr. 114228", "114228"),
        ("Rechn.-Nr.: A 77", "A 77"),
        ("Honorarrechnung 2026-04", "2026-04"),
        ("Beleg-Nr.:          W 2401877", "W 2401877"),
        ("RECHNUNG                Nr.: 88-1", "88-1"),
        ("Rechnung Nr. 12, ersetzt Rechnung Nr. 11", "12"),
        ("Kunden-Nr. 4711", None),
        ("Kosten laut Beleg 14,20", None),
        ("Order no. 4711", None),
    ],
)
def test_only_its_own_number_is_that_of_a_bill(
    tmp_path: Path, line: str, number: str | None
) -> None:
    assert described(tmp_path, f"Invoice\n\n{line}\nTotal: 20.00 EUR\n").number == number


def test_an_order_is_the_number_of_a_receipt_that_has_no_other(tmp_path: Path) -> None:
    text = "Your receipt\n\nOrder   #HP-2044\nPlaced on   April 2, 2026\nTotal paid   €80.30\n"
    facts = described(tmp_path, text)
    assert (facts.number, facts.date) == ("HP-2044", "2026-04-02")


def test_the_subject_of_a_message_says_what_it_is(tmp_path: Path) -> None:
    text = (
        'From: "Pine & Co" <shop@pine.example>\nSubject: Your receipt\n\nHi Noor,\n\n'
        "thanks for your order.\n\nTotal   €8.30\n\nBest regards\nPine & Co Ltd, Leeds\n"
    )
    facts = described(tmp_path, text)
    assert (facts.document, facts.issuer) == ("receipt", "Pine & Co Ltd")


def test_an_offer_is_no_bill(tmp_path: Path) -> None:
    text = "Angebot Nr. A-771\nHolz GmbH\n\nGesamtbetrag   900,00 EUR\nGültig bis 28.02.2026\n"
    facts = described(tmp_path, text)
    assert (facts.document, facts.total, facts.due) == ("other", None, None)


def test_a_receipt_for_a_ride_has_an_amount(tmp_path: Path) -> None:
    text = "Taxi-Quittung\n\nDatum 12.09.2026\nBetrag: 24,50 EUR inkl. 7% MwSt\nDankend erhalten\n"
    facts = described(tmp_path, text)
    assert (facts.document, facts.total, facts.due) == ("receipt", "24.50", None)


def test_whoever_is_greeted_did_not_issue_the_bill(tmp_path: Path) -> None:
    text = (
        "Ann Adler\n5 Mill Lane, Leith\n\nInvoice no. 12-34\nTotal: 20.00 EUR\n\n"
        "Dear Ms Adler,\n\nplease find our invoice above.\n\nKind regards\nKestrel Ltd\n"
    )
    assert described(tmp_path, text).issuer == "Kestrel Ltd"


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("Wir buchen die Nachzahlung am 10.06.2026 von Ihrem Konto ab.", "2026-06-10"),
        ("We will collect this by Direct Debit on or just after 17 June 2026.", "2026-06-17"),
        ("Neuer Abschlag 91,00 €, erstmals fällig am 03.07.2026.", None),
        (
            "Bitte zahlen Sie bis zum 02.06.2026. Die Rechnung 0425/7 vom 21.04.2026 ist bereits "
            "beglichen.",
            "2026-06-02",
        ),
        ("Zahlbar bis 02.06.2026. Die Rechnung 12-34 ist bereits beglichen.", None),
    ],
)
def test_a_bill_is_due_when_it_says_so_of_itself(
    tmp_path: Path, line: str, due: str | None
) -> None:
    text = f"Rechnung 12-34\nRechnungsdatum 20.05.2026\nGesamtbetrag   20,00 EUR\n\n{line}\n"
    assert described(tmp_path, text).due == due


def test_tax_within_a_total_is_not_the_total(tmp_path: Path) -> None:
    text = (
        "Thank you for your order, Callum!\n\nHill Wool Ltd, Old Mill, Hawick TD9 7AB\n\n"
        "Receipt no. 12-34\nTotal paid £98.45 (includes £16.41 VAT)\n"
    )
    facts = described(tmp_path, text)
    assert (facts.total, facts.currency, facts.issuer) == ("98.45", "GBP", "Hill Wool Ltd")


def test_the_end_of_a_word_is_no_currency(tmp_path: Path) -> None:
    text = "Rechnung Nr. 12-34\n\nText      Total CHF\nÖl   20.00\nTotal inkl. MWST   20.00\n"
    assert described(tmp_path, text).currency == "CHF"


def test_a_sign_in_front_of_other_figures_tells_the_currency(tmp_path: Path) -> None:
    text = "Guest folio\nFolio No.: 40718\nRate: $164.00\n\nTotal   658.02\n"
    assert described(tmp_path, text).currency == "USD"


def test_what_is_sold_does_not_say_what_the_document_is(tmp_path: Path) -> None:
    text = (
        "Brann Design\n22 Quay Lane, Galway\n\nInvoice no.:  AB/25/038\n\n"
        "Brand guidelines, 24 pp     EUR  1,450.00\n\nAmount payable    EUR  1,450.00\n"
    )
    facts = described(tmp_path, text)
    assert (facts.document, facts.number, facts.total) == ("invoice", "AB/25/038", "1450.00")
