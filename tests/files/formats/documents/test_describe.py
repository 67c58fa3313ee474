"""Whole documents: their kind, day, parties and language, and what a bill asks for."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from files.formats.pdf_maker import Sheet, make
from runwright.files.formats.text import reader
from runwright.files.formats.types import Draft, Reading
from runwright.records.facts import Document

PAPERS = Path(__file__).parent / "papers"
BERLIN = ZoneInfo("Europe/Berlin")


def reading(name: str) -> Reading:
    return Reading(name, datetime(2026, 11, 15, tzinfo=UTC), BERLIN)


def document(path: Path) -> Draft:
    parts = reader.read(path, reading(path.name))
    [found] = [part for part in parts if isinstance(part, Draft) and part.kind == "document"]
    return found


def described(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "upload.txt"
    path.write_text(text, "utf-8")
    facts = document(path).facts
    assert isinstance(facts, Document)
    return facts


EXPECTED = {
    "invoice_en.md": Document(
        document="invoice",
        title="Northlight Energy",
        date="2026-11-12",
        parties=("Northlight Energy", "Ann Adler"),
        language="en",
        issuer="Northlight Energy",
        number="NE-2026-88107",
        total="85.40",
        currency="EUR",
        due="2026-11-30",
    ),
    "rechnung_de.txt": Document(
        document="invoice",
        title="rechnung de",
        date="2026-03-03",
        parties=("Stadtwerke Lindau GmbH", "Anna Berg"),
        language="de",
        issuer="Stadtwerke Lindau GmbH",
        number="SL-2026/0417",
        total="1190.00",
        currency="EUR",
        due="2026-03-17",
    ),
    "receipt_de.txt": Document(
        document="receipt",
        title="receipt de",
        date="2026-02-14",
        parties=("REWE Markt GmbH",),
        issuer="REWE Markt GmbH",
        number="4711",
        total="6.67",
        currency="EUR",
    ),
    "mietvertrag_de.txt": Document(
        document="contract",
        title="Mietvertrag",
        date="2026-03-12",
        parties=("Anna Berg", "Tom Okafor"),
        language="de",
    ),
    "contract_en.md": Document(
        document="contract",
        title="Consulting Agreement",
        date="2026-03-01",
        parties=("Brightwater Ltd", "Mara Lindqvist"),
        language="en",
    ),
    "letter_en.txt": Document(
        document="letter",
        title="letter en",
        date="2026-05-12",
        parties=("Peter Hall", "Ms Adler"),
        language="en",
    ),
    "brief_de.txt": Document(
        document="letter",
        title="brief de",
        date="2026-02-04",
        parties=("Karin Schmidt", "Herr Okafor"),
        language="de",
    ),
    "minutes_en.md": Document(
        document="minutes",
        title="Minutes of the policy committee",
        date="2026-03-03",
        parties=("Ann Adler", "Tom Okafor", "Mara Lindqvist"),
        language="en",
    ),
    "protokoll_de.txt": Document(
        document="minutes",
        title="Protokoll der Eigentümerversammlung vom 14.04.2026",
        date="2026-04-14",
        parties=("Karin Schmidt", "Anna Berg", "Tom Okafor"),
        language="de",
    ),
    "chat.txt": Document(
        document="chat", title="chat", parties=("Ann Adler", "Tom"), language="en"
    ),
    "transcript.md": Document(
        document="transcript",
        title="Interview with the harbour master",
        date="2026-03-03",
        parties=("Ann", "Mr Hall"),
        language="en",
    ),
    "report.md": Document(
        document="report", title="Annual report 2025", date="2026-02-15", language="en"
    ),
    "policy.txt": Document(
        document="policy", title="TRAVEL POLICY", date="2026-06-01", language="en"
    ),
    "manual_de.txt": Document(
        document="manual", title="Bedienungsanleitung Wasserkocher WK 200", language="de"
    ),
    "notes.txt": Document(title="Shopping for the weekend", language="en"),
}


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_document_says_what_it_is(name: str) -> None:
    assert document(PAPERS / name).facts == EXPECTED[name]


def test_every_paper_is_expected() -> None:
    assert {path.name for path in PAPERS.iterdir()} == set(EXPECTED)


def test_the_line_for_people_is_made_from_the_facts() -> None:
    assert document(PAPERS / "invoice_en.md").text == (
        "Invoice NE-2026-88107 from Northlight Energy, 12 November 2026: 85.40 EUR, "
        "due 30 November 2026"
    )


def test_those_whom_a_document_names_can_be_found() -> None:
    found = document(PAPERS / "mietvertrag_de.txt").mentions
    assert [mention.key for mention in found] == ["anna berg", "tom okafor"]


def test_a_pdf_invoice_is_described_with_its_pages(tmp_path: Path) -> None:
    from runwright.files.formats.pdf import reader as pdf

    head = Sheet().write(50, 50, "Kestrel Ltd", size=18)
    for n, line in enumerate(["Invoice no. K-204", "Invoice date: 2 June 2026", "Net 30"]):
        head.write(50, 90 + 20 * n, line)
    rest = Sheet().write(50, 50, "Amount due: GBP 1,204.50")
    path = tmp_path / "a.pdf"
    path.write_bytes(make([head, rest]))
    *_, last = pdf.read(path, reading("a.pdf"))
    assert isinstance(last, Draft)
    assert last.text == (
        "Invoice K-204 from Kestrel Ltd, 2 June 2026, 2 pages: 1,204.50 GBP, due 2 July 2026"
    )


def test_two_totals_that_differ_are_none(tmp_path: Path) -> None:
    facts = described(
        tmp_path, "Invoice 4711\n\nTotal for May: 20.00 EUR\nTotal for June: 30.00 EUR\n"
    )
    assert (facts.document, facts.number, facts.total) == ("invoice", "4711", None)


def test_the_amount_due_counts_before_a_total(tmp_path: Path) -> None:
    facts = described(
        tmp_path, "Invoice 4711\n\nTotal: 100.00 EUR\nPaid: 40.00 EUR\nAmount due: 60.00 EUR\n"
    )
    assert (facts.total, facts.currency) == ("60.00", "EUR")


def test_a_net_total_is_not_what_is_to_be_paid(tmp_path: Path) -> None:
    facts = described(
        tmp_path, "Rechnung 4711\n\nWir berechnen Ihnen:\n\nSumme netto: 100 EUR\nUSt: 19 EUR\n"
    )
    assert facts.total is None


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Invoice No:      2026-0117", "2026-0117"),
        ("Rechnungs-Nr.: 118/26", "118/26"),
        ("Rechnungsnummer 88 4410 2207", "88 4410 2207"),
        ("Receipt #00871", "00871"),
        ("Invoice date: 4 May 2026", None),
        ("Invoice 2026-1 and invoice 2026-2", None),
        ("Invoice total 374.40", None),
    ],
)
def test_the_number_is_read_beside_its_label(tmp_path: Path, line: str, number: str | None) -> None:
    assert described(tmp_path, f"Invoice\n\n{line}\nTotal: 20.00 EUR\n").number == number


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Total     3     1,300.00", "1300.00"),
        ("Total due by 3 June 2026: 374.40", "374.40"),
        ("Gesamtbetrag inkl. 19 % USt 1.504,56 €", "1504.56"),
        ("Netto 424,00   MwSt. 80,56   Brutto 504,56", "504.56"),
        ("Total CHF 1'204.50", "1204.50"),
        ("Total items: 3", None),
        ("Total VAT 20 %: 12.00", None),
    ],
)
def test_the_total_is_the_last_figure_of_its_line(
    tmp_path: Path, line: str, total: str | None
) -> None:
    assert described(tmp_path, f"Invoice no. 12-34\n\nFor our work.\n\n{line}\n").total == total


@pytest.mark.parametrize(
    ("head", "issuer"),
    [
        ("INVOICE\n\nHarbour Plumbing\n12 Station Road, York", "Harbour Plumbing"),
        ("*** Café Mole ***\nAm Markt 2", "Café Mole"),
        ("Invoice\n\nFrom: Mara Lindqvist\nTo: Brightwater", "Mara Lindqvist"),
        ("Kestrel Ltd, 12 Station Road, York\n\nInvoice", "Kestrel Ltd"),
        ("Page 1 of 2\n\nInvoice", None),
        ("Invoice\n\nthank you for your order", None),
    ],
)
def test_the_issuer_is_the_head_of_the_letter(
    tmp_path: Path, head: str, issuer: str | None
) -> None:
    assert described(tmp_path, f"{head}\n\nInvoice no. 12-34\nTotal: 20.00 EUR\n").issuer == issuer


def test_the_day_of_supply_is_not_that_of_the_invoice(tmp_path: Path) -> None:
    text = "Invoice 12-34\n\nDate of supply: 1 May 2026\nDate: Monday, 4 May 2026\nTotal: 2 EUR\n"
    assert described(tmp_path, text).date == "2026-05-04"


def test_a_currency_may_stand_apart_from_its_figure(tmp_path: Path) -> None:
    facts = described(tmp_path, "Invoice 4711\n\nSubtotal      12.00\nTOTAL   EUR        13.50\n")
    assert (facts.total, facts.currency) == ("13.50", "EUR")


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("Please pay by 30 June 2026.", "2026-06-30"),
        ("Zahlbar bis 30.06.2026", "2026-06-30"),
        ("Fällig am 30. Juni 2026", "2026-06-30"),
        ("Bitte überweisen Sie den Betrag bis spätestens zum 30.06.2026.", "2026-06-30"),
        ("Zahlbar innerhalb von 14 Tagen nach Rechnungsdatum.", "2026-06-15"),
        ("Payment terms: net 30", "2026-07-01"),
        ("Payable within 14 days of receipt.", None),
        ("Payment terms: 30 days", "2026-07-01"),
        ("Den Betrag buchen wir am 12.06.2026 von Ihrem Konto ab.", "2026-06-12"),
        ("Der Betrag wird am 12.06.2026 eingezogen.", "2026-06-12"),
        ("Due date: see above", None),
    ],
)
def test_the_due_day_is_read_beside_its_label(tmp_path: Path, line: str, due: str | None) -> None:
    text = f"Invoice 4711\n\nInvoice date: 1 June 2026\nTotal: 20.00 EUR\n\n{line}\n"
    assert described(tmp_path, text).due == due


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Dear all,\n\nthe contract comes tomorrow.\n\nBest regards\nAnn", "letter"),
        ("Bill Smith\n\nlikes long walks by the sea.", "other"),
        ("Please read the manual.\n\nIt has all the answers.", "other"),
        ("Policy manual\n\nHow we work.", "manual"),
        ("Jahresabrechnung Strom 2025\n\nSie haben gespart.", "invoice"),
        ("Gehaltsabrechnung Mai 2026\n\nIhr Gehalt wurde gezahlt.", "other"),
        ("Employment contract\n\nArticle 1\nWork is done.", "contract"),
        ("Sitzungsprotokoll\n\nWir trafen uns.", "minutes"),
        ("Jahresbericht 2025\n\nEs war ein gutes Jahr.", "report"),
        ("Meeting notes\n\nWe met.", "minutes"),
        ("Application form\n\nName: ______\nStreet: ______\nTown: ______\nDate: ______", "form"),
    ],
)
def test_the_kind_is_what_the_document_calls_itself(tmp_path: Path, text: str, kind: str) -> None:
    assert described(tmp_path, text).document == kind


def test_the_name_of_the_file_does_not_say_what_a_document_is(tmp_path: Path) -> None:
    path = tmp_path / "invoice.txt"
    path.write_text("We met by the sea, and it was fine.")
    facts = document(path).facts
    assert isinstance(facts, Document)
    assert (facts.document, facts.title) == ("other", "invoice")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The ship came in with the tide and it was late.", "en"),
        ("Das Schiff kam mit der Flut und es war sehr spät.", "de"),
        ("Le bateau est arrivé avec la marée et il était dans le port.", "fr"),
        ("Aurora 12 34 Bergen", None),
        ("Adler, Berg, Hall, Okafor in Rome", None),
    ],
)
def test_the_language_is_told_by_its_small_words(
    tmp_path: Path, text: str, language: str | None
) -> None:
    assert described(tmp_path, text).language == language


def test_a_party_that_may_be_half_a_name_is_none(tmp_path: Path) -> None:
    text = "Agreement\n\nThis agreement is made between Berg and Sons Ltd and Tom Okafor.\n"
    assert described(tmp_path, text).parties == ()


INSURED = """HARBOUR MUTUAL
Home contents insurance for tenants
{head}

Policy number:        HM-TC-554190
Policyholder:         Ms N Okafor
{period}

Excess for every claim ............... £100
Contents ............................. £20,000
Money at home ........................ £250
Pedal cycles, each ................... £350
Total premium: £143.60, paid by card
"""


@pytest.mark.parametrize(
    ("head", "period", "day"),
    [
        ("RENEWAL - issued 9 February 2026 - replaces that of 2025", "", "2026-02-09"),
        ("SCHEDULE", "Period of insurance:  14 June 2025 to 13 June 2026", "2025-06-14"),
        ("SCHEDULE", "Premium paid          Policy period: 1 May 2026 to 30 April 2027",
         "2026-05-01"),
        ("SCHEDULE", "Period: 1 February 2026 to 31 January 2027, both included", "2026-02-01"),
        ("SCHEDULE", "**Insured:** Ann Lee · **Policy period:** March 1, 2026 – February 28, 2027",
         "2026-03-01"),
        ("SCHEDULE", "12 instalments · Period 1 October 2025 to 30 September 2026", "2025-10-01"),
        ("SCHEDULE", "", None),
    ],
)  # fmt: skip
def test_what_bears_the_number_of_a_policy_is_one(
    tmp_path: Path, head: str, period: str, day: str | None
) -> None:
    facts = described(tmp_path, INSURED.format(head=head, period=period))
    assert (facts.document, facts.number, facts.date) == ("policy", "HM-TC-554190", day)


def test_an_edition_of_a_handbook_bears_the_day_from_which_on_it_holds(tmp_path: Path) -> None:
    facts = described(
        tmp_path,
        "# Staff handbook\n\nEffective from 1 September 2026 · Marlow Books\n\n## Breaks\n\n"
        "The lunch break was moved on 3 May 2026. It takes 45 minutes.\n",
    )
    assert (facts.document, facts.date) == ("manual", "2026-09-01")


@pytest.mark.parametrize(
    ("enclosed", "kind"), [("NEW SCHEDULE\nContents    £20,000\n", "policy"), ("", "letter")]
)
def test_a_letter_that_encloses_the_schedule_of_a_policy_is_a_version_of_it(
    tmp_path: Path, enclosed: str, kind: str
) -> None:
    facts = described(
        tmp_path,
        "12 October 2026\n\nDear Mrs Reed\n\nYOUR HOME INSURANCE\nPolicy number HM-TC-554190\n\n"
        f"Your premium will be £318.72.\n\n{enclosed}\nYours sincerely\nFiona Gray\n",
    )
    assert (facts.document, facts.date) == (kind, "2026-10-12")


@pytest.mark.parametrize(
    "text",
    [
        "Riverside Allotments\n\nCommittee meeting, Wednesday 14 October 2026, 7 pm at Brian's\n\n"
        "Present: Brian Youngs, Sheila Mace\nApologies: none\n\nMinutes of 11 March 2026 agreed.",
        "Minutes of the annual meeting, Wednesday, 14 October 2026, in the lobby lounge at 6:30 pm"
        "\n\nPresent: Ann Adler\n\nDues go up on 1 July 2027.",
        "Board minutes\n\nWednesday, 14 October 2026, meeting room 2. Called to order at 6:34 pm."
        "\n\nPresent: Ann Adler\n",
    ],
)
def test_minutes_bear_the_day_of_their_meeting(tmp_path: Path, text: str) -> None:
    facts = described(tmp_path, text)
    assert (facts.document, facts.date) == ("minutes", "2026-10-14")


def test_an_invoice_bears_the_day_beside_its_number(tmp_path: Path) -> None:
    text = (
        "J. LUCEY PLUMBING\n\nINVOICE 0731                    9 October 2026\n\n"
        "Date of visit: Tuesday 6 October 2026\nTotal: 236.80 EUR\n"
    )
    facts = described(tmp_path, text)
    assert (facts.document, facts.number, facts.date) == ("invoice", "0731", "2026-10-09")
