"""Where something was bought narrows what else is named."""

from __future__ import annotations

from embedded.finance.household import ask
from records.books import booked
from runwright.minds.embedded.finance import places
from runwright.minds.embedded.finance.book import open_book
from tools.money import books, bought, euros

RECORDS = books({
    "bank": euros(
        "1",
        bought("2026-10-02", "-10.00", "DUNNES CORK"),
        bought("2026-10-03", "-20.00", "DUNNES SLIGO"),
        bought("2026-10-04", "-40.00", "ALDI CORK"),
        bought("2026-10-05", "-5.00", "REST CAN PERE", purpose="REST CAN PERE POLLENCA ES"),
        bought("2026-10-06", "-7.00", "PASTEIS", purpose="PASTEIS, LISBOA"),
        booked("2026-10-07", "-50.00", "ATM CORK", type="cash"),
    ),
})  # fmt: skip
BOOK = open_book(RECORDS.items)


def test_a_shop_in_a_town_is_neither_the_shop_elsewhere_nor_another_one_there() -> None:
    outcome = ask("sum", "out", "M Dunnes", "PL Cork", text="Dunnes in Cork", records=RECORDS)
    assert outcome.first_line == "You spent €10.00 at Dunnes in Cork."


def test_a_kind_of_booking_is_narrowed_by_a_town() -> None:
    assert "€50.00" in ask("sum", "out", "C cash", "PL Cork", records=RECORDS).first_line


def test_a_country_is_known_by_its_code_at_the_end_of_a_line() -> None:
    outcome = ask("sum", "out", "PL Spain", records=RECORDS)
    assert outcome.first_line == "You spent €5.00 in Spain."


def test_a_town_is_found_by_what_it_is_called_at_home() -> None:
    assert places.terms_of("Lisbon", BOOK) == ("lisboa",)


def test_a_place_that_stands_nowhere_is_not_left_aside() -> None:
    outcome = ask("sum", "out", "M Dunnes", "PL Galway", records=RECORDS)
    assert not outcome.answer.is_answer
    assert "Galway" in outcome.text
