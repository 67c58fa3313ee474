"""What was paid abroad is told in its own currency where bookings state it."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from tools.money import books, bought, euros

RECORDS = books({
    "giro": euros(
        "111111",
        bought("2026-03-01", "-136.07", "CN TOWER",
               counterparty_raw="CN TOWER 07/21 Canadian D 186.45 X 0.729800 (EXCHG RTE)"),
        bought("2026-03-02", "-27.13", "PUB", counterparty_raw="PUB LEEDS GBR 31.50 GBP"),
        bought("2026-03-03", "-40.00", "MARKET", purpose="AMOUNT IN CHF 44.10 ON 18 AUG"),
        bought("2026-03-04", "-5.00", "KIOSK", original_amount="-6.20", original_currency="USD"),
        bought("2026-03-05", "-9.00", "BAKERY"),
    )
})  # fmt: skip


@pytest.mark.parametrize(
    ("name", "unit", "amount"),
    [
        ("CN Tower", "in canadian dollars", "CA$186.45"),
        ("Pub", "in pounds", "£31.50"),
        ("Market", "in swiss francs", "44.10 CHF"),
        ("Kiosk", "in american dollars", "$6.20"),
    ],
)
def test_the_amount_that_a_booking_states_comes_first(name: str, unit: str, amount: str) -> None:
    done = ask("sum", "out", f"M {name}", f"UNIT {unit}", records=RECORDS)
    assert done.first_line == f"{amount}, as your booking states it."
    assert "exchange rates" not in done.text


def test_how_many_of_a_currency_asks_for_it_as_well() -> None:
    done = ask("last", "out", "M Pub", records=RECORDS, text="how many pounds was the Pub")
    assert done.first_line.startswith("£31.50")


def test_what_states_no_amount_is_not_converted() -> None:
    done = ask("sum", "out", "M Bakery", "UNIT in pounds", records=RECORDS)
    assert done.first_line == "You spent €9.00 at BAKERY."
    assert "I have no exchange rates" in done.text
