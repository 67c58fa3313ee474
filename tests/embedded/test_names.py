"""Names that a person writes are found in records."""

from __future__ import annotations

import pytest

from runwright.minds.embedded import names

SHOPS = ["REWE City", "REWE Markt 4711", "Lidl", "TK Maxx", "Marks and Spencer", "Deutsche Bahn"]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("rewe", ("REWE City", "REWE Markt 4711")),
        ("the Lidl", ("Lidl",)),
        ("Lidl's", ("Lidl",)),
        ("tkmaxx", ("TK Maxx",)),
        ("lidl store", ("Lidl",)),
        ("city rewe", ("REWE City",)),
    ],
)
def test_a_name_is_found_by_its_words(wanted: str, expected: tuple[str, ...]) -> None:
    assert names.find(wanted, SHOPS).names == expected
    assert names.find(wanted, SHOPS).is_plain


def test_a_longer_spelling_is_found_by_its_beginning() -> None:
    assert names.find("amazon", ["AMAZONMKTPLC", "Amt"]).names == ("AMAZONMKTPLC",)
    assert names.find("standups", ["Daily standup"]).names == ("Daily standup",)


def test_a_beginning_that_is_another_name_does_not_fit() -> None:
    assert not names.find("Ann", ["Annabel Lee"])
    assert not names.find("car", ["Carla Bruni"])


def test_a_beginning_that_ends_in_a_digit_is_the_name() -> None:
    assert names.find("jet2", ["JET2HOLIDAYS", "Jetstream"]).names == ("JET2HOLIDAYS",)
    assert not names.find("20", ["2024 Wines"])


def test_somebody_is_found_by_surname_and_initial_as_banks_write_them() -> None:
    found = names.find("Nora Quinn", ["N QUINN BIRTHDAY", "P QUINN", "QUINN N"])
    assert (found.names, found.is_plain) == (("N QUINN BIRTHDAY",), False)


def test_a_name_of_two_words_is_found_within_a_longer_one() -> None:
    assert names.contained("urban sports club", ["Urban Sports", "Urban"]).names == (
        "Urban Sports",
    )
    assert not names.contained("amazon gift cards", ["Amazon"])


def test_initials_stand_for_a_name_and_are_a_guess() -> None:
    found = names.find("M&S", SHOPS)
    assert (found.names, found.is_plain) == (("Marks and Spencer",), False)


def test_a_slip_in_a_long_name_is_forgiven() -> None:
    found = names.find("Deutshe Bahn", SHOPS)
    assert (found.names, found.how) == (("Deutsche Bahn",), "typo")


def test_swapped_letters_are_one_slip() -> None:
    assert names.find("Nteflix", ["Netflix", "Nestle"]).names == ("Netflix",)


def test_a_slip_in_a_short_name_is_only_near() -> None:
    found = names.find("Lydl", SHOPS)
    assert (found.names, found.near) == ((), ("Lidl",))


def test_nothing_alike_is_nothing() -> None:
    assert names.find("Carrefour", SHOPS) == names.Found("Carrefour")
    assert names.find("", SHOPS) == names.Found("")


def test_a_word_that_only_follows_names_is_no_name_by_itself() -> None:
    assert not names.find("the bill", SHOPS)
    assert names.find("booking", ["Booking.com"]).names == ("Booking.com",)
