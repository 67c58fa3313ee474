"""Bookings are recognised by their names, in several languages; the longer sign wins."""

import pytest

from runwright.engine.ledger.categories import (
    by_name,
    categories_of,
    leaves,
    named_in,
    search_words,
)
from runwright.engine.ledger.words import stems


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("TESCO STORES 2041", "groceries"),
        ("Sainsbury's S/MKTS", "groceries"),
        ("REWE Markt GmbH", "groceries"),
        ("INTERMARCHÉ PARIS 15", "groceries"),
        ("Uber *Trip", "taxis"),
        ("UBER *EATS", "restaurants"),
        ("Amazon Prime", "subscriptions"),
        ("AMZN Mktp DE", "shopping"),
        ("Shell 1234", "fuel"),
        ("SNCF Voyageurs", "trains"),
        ("Apotheke am Markt", "pharmacy"),
        ("Café Central", "coffee"),
        ("Miete Februar", "rent"),
        ("Finanzamt Berlin", "taxes"),
        ("Allianz Versicherung", "insurance"),
        ("Deutsche Telekom", "internet and phone"),
        ("Save the Children", "donations and gifts"),
        ("Geldautomat Hauptbahnhof", "cash"),
    ],
)
def test_a_booking_has_its_category(text: str, category: str) -> None:
    assert categories_of(stems(text), arrives=False)[0] == category


def test_income_is_only_what_arrives() -> None:
    assert categories_of(stems("Gehalt Mai"), arrives=True) == ("salary",)
    assert categories_of(stems("Gehalt Mai"), arrives=False) == ()


def test_what_is_unknown_has_none() -> None:
    assert categories_of(stems("Xyzzy Holding"), arrives=False) == ()


@pytest.mark.parametrize(
    ("question", "category"),
    [
        ("eating out", "restaurants"),
        ("public transport", "public transport"),
        ("food shopping", "groceries"),
        ("food", "food"),
        ("my electricity bill", "electricity"),
        ("utilities", "utilities"),
    ],
)
def test_a_question_names_a_category(question: str, category: str) -> None:
    assert [found.category for found in named_in(stems(question))] == [category]


def test_a_wide_category_has_the_narrow_ones() -> None:
    assert {"groceries", "restaurants", "coffee"} < leaves("food")
    assert "lidl" in search_words("food")


def test_every_part_is_a_category() -> None:
    for name in by_name():
        assert leaves(name) <= by_name().keys()


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("EDP Comercial", "electricity"),
        ("Galp Energia", "electricity"),
        ("Galp Lisboa", "fuel"),
        ("Green Energy Ltd", "electricity"),
        ("Recibo luz agosto", "electricity"),
        ("Aguas do Porto", "water"),
        ("Wessex Water Services", "water"),
        ("Lisboagas", "gas and heating"),
        ("Premium plan fee", "bank fees"),
    ],
)
def test_what_a_household_pays_for_is_known_in_several_countries(said: str, category: str) -> None:
    assert categories_of(stems(said), arrives=False)[:1] == (category,)


def test_a_premium_is_an_insurance_only_where_it_says_so() -> None:
    assert named_in(stems("premium plan")) == []
    assert [found.category for found in named_in(stems("insurance premium"))] == ["insurance"]


def test_a_credit_of_a_german_bank_is_no_refund() -> None:
    assert categories_of(stems("Gutschrift Gehalt"), arrives=True) == ("salary",)
