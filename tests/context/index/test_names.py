"""Names are found by how they are written, and two spellings of one are one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.context.index import names


def _kinds(text: str, title: str = "") -> dict[str, str]:
    return {mention.key: mention.kind for mention in names.find(text, title)}


def _keys(text: str, title: str = "") -> list[str]:
    return [mention.key for mention in names.find(text, title)]


def test_people_organisations_and_places_are_told_apart() -> None:
    text = (
        "The letter from Maria Adler reached Northwind Trading GmbH in Lisbon, and a copy went"
        " to the University of Antwerp, to Lake Constance and to John F. Okafor."
    )
    assert _kinds(text) == {
        "maria adler": "person",
        "northwind trading": "organisation",
        "lisbon": "place",
        "university of antwerp": "organisation",
        "lake constance": "place",
        "john f okafor": "person",
    }


def test_what_the_item_is_about_comes_first() -> None:
    assert _keys("A ship of the line.", title="HMS Victory")[0] == "hms victory"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mercury (planet)", "Mercury"),
        ("The Hague", "the hague"),
        ("Zoë Peña", "Zoe Pena"),
        ("Apple Inc.", "Apple"),
        ("Adler's", "Adler"),
        ("J. R. Okafor", "J R Okafor"),
        ("St. Gallen", "St Gallen"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert names.key(one) == names.key(other) != ""


def test_a_title_is_known_without_what_follows_its_comma() -> None:
    assert _keys("", title="Albany, New York") == ["albany new york", "albany"]


def test_the_first_word_of_a_sentence_is_no_name_for_its_capital() -> None:
    assert _keys("Ships came in. Harbours were full. However, nobody paid.") == []


def test_a_name_that_opens_a_sentence_is_found_if_it_is_one_elsewhere() -> None:
    assert _keys("Okafor paid. They thanked Okafor.") == ["okafor"]


def test_openers_are_no_part_of_the_name_after_them() -> None:
    assert _keys("In Lisbon it rained. After Maria Adler left, it stopped.") == [
        "lisbon",
        "maria adler",
    ]


def test_particles_are_within_names() -> None:
    assert _keys("a song by Ludwig van Beethoven for the Bank of England") == [
        "ludwig van beethoven",
        "bank of england",
    ]


def test_two_people_joined_by_and_are_two_names() -> None:
    assert _keys("were Maria Adler and John Okafor there") == ["maria adler", "john okafor"]


def test_a_form_of_address_makes_a_person() -> None:
    kinds = _kinds("we met Dr. Okafor and President Maria Adler")
    assert kinds == {
        "okafor": "person",
        "president maria adler": "person",
        "maria adler": "person",
    }


def test_quoted_titles_are_names_and_are_not_cut() -> None:
    assert _keys("his novel “The Ship and the Harbour” sold") == ["ship and the harbour"]


def test_addresses_are_people_by_their_address() -> None:
    (mention,) = names.find("write to Maria.Adler@example.com today")
    assert mention == ("person", "Maria.Adler@example.com", "maria.adler@example.com")


def test_a_year_before_a_name_may_be_left_out() -> None:
    assert _keys("won the 1994 Harbour Cup") == ["1994 harbour cup", "harbour cup"]


@pytest.mark.parametrize(
    "text", ["on a Monday in December", "the Company and the Board", "PAY WITHIN TEN DAYS"]
)
def test_weekdays_months_and_common_words_are_no_names(text: str) -> None:
    assert _keys(text) == []


def test_an_item_has_at_most_so_many_names() -> None:
    text = ", ".join(f"with Name{chr(97 + n % 26)}{n} Adler" for n in range(200))
    assert len(names.find(text)) == names.MOST


@given(st.text(max_size=400), st.text(max_size=60))
def test_any_text_has_bounded_names(text: str, title: str) -> None:
    found = names.find(text, title)
    assert len({mention.key for mention in found}) == len(found) <= names.MOST
    assert all(mention.key and mention.name and len(mention.key) <= 80 for mention in found)
    assert found == names.find(text, title)


def test_the_headings_that_lead_to_a_passage_are_names_of_their_own() -> None:
    found = [mention.key for mention in names.find("It ends in March.", "Offices › Oslo, Norway")]
    assert found == ["oslo norway", "oslo", "offices"]
