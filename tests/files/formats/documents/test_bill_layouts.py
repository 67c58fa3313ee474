"""Layouts and labels of bills: one line or one head at a time, in English and German."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.formats.documents.test_describe import described


@pytest.mark.parametrize(
    "name",
    ["Lastschriftanzeige 3. Quartal 2026", "Beitragsvorschreibung 2026", "Gebührenbescheid",
     "Zahlungsaufforderung"],
)  # fmt: skip
def test_what_an_authority_asks_for_is_a_bill(tmp_path: Path, name: str) -> None:
    text = f"Gemeinde Seeham\n\n{name}\n\nGesamtforderung EUR   81,20\nFällig am 15.05.2026\n"
    facts = described(tmp_path, text)
    assert (facts.document, facts.total, facts.due) == ("invoice", "81.20", "2026-05-15")


@pytest.mark.parametrize(
    ("lines", "day"),
    [
        ("Date of this bill    1 September 2026", "2026-09-01"),
        ("Date of the invoice: 1 September 2026", "2026-09-01"),
        ("Bescheiddatum 15.04.2026", "2026-04-15"),
        ("Visit 13/08/2026 · Invoice date 15/08/2026", "2026-08-15"),
        ("Order 5510 — Tax point: 12 November 2026", "2026-11-12"),
        ("Tax point: 1 May 2026\nInvoice date: 3 May 2026", "2026-05-03"),
        ("Visit 13/08/2026", None),
    ],
)
def test_the_day_of_a_bill_stands_beside_its_label(
    tmp_path: Path, lines: str, day: str | None
) -> None:
    text = f"Invoice no. 12-34\n\n{lines}\n\nTotal: 20.00 EUR\n"
    assert described(tmp_path, text).date == day


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ("Customer reference   7719 0042\nBill reference   BR-66120", "BR-66120"),
        ("Ref 4711", None),
        ("Receipt ID 7f3c-e410-88b2", "7f3c-e410-88b2"),
        ("Receipt no. see-page 12", None),
        ("Schlussrechnung SR-63\nabzüglich 1. Abschlagsrechnung AR-11: 30,00", "SR-63"),
        ("Invoice no. 63-1\nless invoice no. 11-1 of 3 May 2026: 30.00", "63-1"),
        ("Teilrechnung TR-11\nTeilrechnung TR-12", None),
    ],
)
def test_the_number_is_the_one_by_which_the_bill_goes(
    tmp_path: Path, lines: str, number: str | None
) -> None:
    assert described(tmp_path, f"Invoice\n\n{lines}\nTotal: 20.00 EUR\n").number == number


@pytest.mark.parametrize("label", ["Restforderung", "Restzahlung", "Schlusszahlung"])
def test_what_is_left_to_pay_is_the_total_of_a_last_bill(tmp_path: Path, label: str) -> None:
    text = f"Rechnung 12-34\n\nSumme brutto: 90,00 €\nabzüglich 40,00 €\n{label}: 50,00 €\n"
    assert described(tmp_path, text).total == "50.00"


@pytest.mark.parametrize(
    "line",
    ["Amount payable: €20.00 by 26/11/2026", "Amount due: EUR 20.00 by 26 November 2026"],
)
def test_a_bill_is_due_on_the_day_behind_its_total(tmp_path: Path, line: str) -> None:
    assert described(tmp_path, f"Invoice no. 12-34\n\n{line}\n").due == "2026-11-26"


@pytest.mark.parametrize(
    ("head", "issuer"),
    [
        ("HOFLADEN ELSTERAUE\nInh. Jana Mewes e.K.\nDorfstr. 3, 06712 Zeitz", "HOFLADEN ELSTERAUE"),
        ("Gemeinde Seeham          5164 Seeham\nFinanzen     Dorf 3\nUID: ATU37712904",
         "Gemeinde Seeham"),
        ("Invoice     3 May 2026\nAnn Adler", None),
    ],
)  # fmt: skip
def test_the_head_of_a_bill_names_who_issued_it(
    tmp_path: Path, head: str, issuer: str | None
) -> None:
    assert described(tmp_path, f"{head}\n\nRechnung 12-34\nSumme: 20,00 EUR\n").issuer == issuer
