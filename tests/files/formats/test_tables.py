"""Units, scale and header of tables."""

from __future__ import annotations

import pytest

from runwright.files.formats.tables import header_rows, measure

ROWS = [["Revenue", "1,452.4", "1,146.2"], ["Costs", "1,204.0", "-"]]


@pytest.mark.parametrize(
    ("caption", "header", "units", "scale"),
    [
        ("Revenue (in millions)", ["", "2019", "2018"], (), 10**6),
        ("", ["(EUR '000)", "2019", "2018"], ("", "EUR", "EUR"), 1000),
        ("", ["in TEUR", "2019", "Change (%)"], ("", "EUR", "%"), 1000),
        ("Amounts in US$ millions", ["", "2019", "2018"], ("", "USD", "USD"), 10**6),
        ("Angaben in Mio. €", ["", "2019", "2018"], ("", "EUR", "EUR"), 10**6),
        ("Table 3: Costs, EUR bn", ["", "2019", "2018"], ("", "EUR", "EUR"), 10**9),
        ("", ["", "Sales (EUR m)", "Costs (EUR m)"], ("", "EUR", "EUR"), 10**6),
        ("", ["", "Sales in Mio. €", "Anteil in %"], ("", "EUR", "%"), 10**6),
        ("", ["", "Sales (EUR m)", "Staff"], ("", "EUR", ""), 1),
        ("", ["", "Weight (kg)", "Betrag EUR"], ("", "kg", "EUR"), 1),
        ("Sales in Germany", ["Top", "All", "Try"], (), 1),
        ("Members of the board (since May)", ["", "2019", "2018"], (), 1),
    ],
)
def test_units_and_scale_are_what_the_table_says(
    caption: str, header: list[str], units: tuple[str, ...], scale: int
) -> None:
    assert measure(header, ROWS, caption) == (units, scale)


def test_a_unit_that_every_cell_carries_is_the_columns() -> None:
    body = [["Pen", "1.20 €", "12 km", "$5"], ["Ink", "3.50 €", "7 m", "$6"]]
    assert measure(["", "Price", "Way", "Fee"], body).units == ("", "EUR", "", "$")


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([["", "2019"], ["Sales", "7"]], 1),
        ([["", "Years ended"], ["", "2019"], ["Sales", "7"]], 2),
        ([["Rent", "900.00"], ["Power", "85.40"]], 0),
        ([["Day", "31.12.2025", "31.12.2024"], ["Cash", "4", "5"]], 1),
        ([["Month", "1", "2", "3"], ["Rain", "30", "40", "50"]], 1),
        ([["City", "Mayor"], ["Bonn", "Ann"]], 1),
        ([["total", "7"]], 0),
        ([], 0),
    ],
)
def test_the_header_is_what_stands_over_the_figures(rows: list[list[str]], count: int) -> None:
    assert header_rows(rows) == count
