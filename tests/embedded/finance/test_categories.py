"""Which names and words stand for a category of money."""

from __future__ import annotations

import pytest

from embedded.finance.household import ask
from records.books import GIRO
from runwright.minds.embedded.finance import categories
from tools.money import books, bought, euros


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("DUNNES STORES 417", "groceries"),
        ("SUPERVALU KNOCKNACARRA", "groceries"),
        ("Centra Salthill", "groceries"),
        ("ICA Nära", "groceries"),
        ("PENNEYS EYRE SQ", "clothes"),
        ("MAXOL", "fuel"),
        ("SSE AIRTRICITY", "electricity"),
        ("LAYA HEALTHCARE", "insurance"),
        ("APPLE.COM/BILL", "software"),
        ("WOODIES DIY", "home and garden"),
        ("Iarnród Éireann Irish Rail", "public transport"),
    ],
)
def test_chains_of_several_countries_stand_for_their_trade(name: str, category: str) -> None:
    assert category in categories.of_counterparty(name)


@pytest.mark.parametrize("name", ["REAL ESTATE MAGAZINE", "PRIME ENERGY DRINKS", "Sigma Dirk"])
def test_ordinary_words_and_first_names_stand_for_no_category(name: str) -> None:
    assert not categories.of_counterparty(name) & {"groceries", "electricity"}


def test_a_name_does_not_stand_for_a_category_where_the_file_gives_another() -> None:
    records = books({"bank": euros(
        None,
        bought("2026-10-02", "-80.00", "Mighty Power Fuels", category="Fuel"),
        bought("2026-10-03", "-120.00", "Northern Power", category="Other"),
    )})  # fmt: skip
    text = ask("sum", "out", "C power", records=records).text
    assert "€120.00" in text


def test_a_meal_that_was_served_is_no_shopping() -> None:
    records = books({"bank": euros(
        None,
        bought("2026-10-02", "-80.00", "TRADER JOE S", category="Merchandise"),
        bought("2026-10-03", "-12.00", "FLOUR BAKERY", category="Dining"),
    )})  # fmt: skip
    text = ask("sum", "out", "C groceries", records=records).text
    assert "€80.00" in text
    assert "BAKERY" not in text


def test_a_file_may_give_a_wider_category_than_the_one_that_is_asked_for() -> None:
    records = books({"bank": euros(
        None,
        bought("2026-10-02", "-4.00", "STARBUCKS", category="Restaurants"),
        bought("2026-10-03", "-17.99", "NETFLIX.COM", category="Entertainment"),
    )})  # fmt: skip
    assert "€4.00" in ask("sum", "out", "C coffee", records=records).text
    assert "€17.99" in ask("sum", "out", "C streaming", records=records).text


def test_only_a_longer_term_of_another_category_takes_a_name_away() -> None:
    records = books({"bank": euros(
        None,
        bought("2026-03-11", "-612.75", "AXA INSURANCE MOTOR"),
        bought("2026-03-12", "-12.00", "UBER TRIP"),
        bought("2026-03-13", "-30.00", "UBER EATS"),
    )})  # fmt: skip
    assert "€612.75" in ask("sum", "out", "C car insurance", records=records).text
    assert "€12.00" in ask("sum", "out", "C taxis", records=records).text


def test_a_word_without_its_first_letter_is_another_word() -> None:
    assert categories.lookup_slip("electricty") == "electricity"
    assert categories.lookup_slip("light") == ""


def test_words_that_each_call_one_category_call_it_together() -> None:
    assert categories.lookup("heating gas") == categories.lookup("heating")
    assert categories.lookup("gas netflix") is None


def test_who_fits_boilers_and_was_paid_once_supplies_no_gas() -> None:
    supplied = [bought(f"2026-0{n}-13", "-88.00", "FIRMUS ENERGY") for n in range(1, 6)]
    fitted = bought("2026-02-12", "-486.00", "GORMLEY HEATING INV")
    given = books({"giro": euros(GIRO, *supplied, fitted)})
    assert ask("max", "out", "C gas bill", records=given).first_line.startswith("€88.00")
    assert "€486.00" in ask("sum", "out", "M Gormley Heating", records=given).first_line
    alone = books({"giro": euros(GIRO, fitted)})
    assert "€486.00" in ask("sum", "out", "C heating", records=alone).first_line
