"""Tables that spaces or dots keep in line."""

from __future__ import annotations

from runwright.files.formats.structure import columns


def rows(text: str) -> list[tuple[tuple[str, ...], ...]]:
    return [table.rows for table in columns.find(text.split("\n"))]


def test_totals_below_a_rule_need_not_keep_to_the_columns() -> None:
    text = """
  Datum      Leistung            Satz     Betrag
  03.02.26   Beratung           24,50      24,50
  10.02.26   Messung            33,80      33,80
                                        --------
  Rechnungsbetrag                EUR       58,30
"""
    assert rows(text) == [
        (
            ("Datum", "Leistung", "Satz", "Betrag"),
            ("03.02.26", "Beratung", "24,50", "24,50"),
            ("10.02.26", "Messung", "33,80", "33,80"),
        )
    ]


def test_dots_lead_to_a_price() -> None:
    text = """
Fare ............ CHF 27.90
Booking fee ..... CHF 11.80
Voucher ......... CHF -3.00
"""
    bought = (("Fare", "CHF 27.90"), ("Booking fee", "CHF 11.80"), ("Voucher", "CHF -3.00"))
    assert rows(text) == [bought]


def test_dots_of_a_table_of_contents_lead_to_no_price() -> None:
    assert rows("Preface ........ 3\nBeginnings ..... 12\nLater ......... 140\n") == []
