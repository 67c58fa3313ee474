"""Text and cells that other programs left broken are read as they were printed."""

import pytest

from runwright.engine.tables.mending import mended, mended_rows, mended_text
from runwright.engine.types import Item


def test_spaced_punctuation_is_closed_up_and_each_sentence_gets_its_line() -> None:
    text = (
        "sales were $ 28.5 billion at june 30 , 2015 , and ( 2.5 % ) of u.s . sales . costs rose ."
    )
    assert mended_text(text) == (
        "sales were $28.5 billion at june 30, 2015, and (2.5%) of u.s. sales.\ncosts rose."
    )


def test_text_as_it_was_printed_is_left_alone() -> None:
    text = "Sales were $28.5 million. In 2019, costs (net) rose by 5%. See Note 4."
    assert mended_text(text) == text


@pytest.mark.parametrize(
    ("cell", "meant"),
    [
        ("-21 ( 21 )", "-21"),
        ("12.9% ( 12.9 % )", "12.9%"),
        ("( 3.2 ) % (  % )", "-3.2%"),
        ("december 312017", "december 31 2017"),
        ("three months ended dec . 282013", "three months ended dec 28 2013"),
        ("8310 ( c )", "8310 ( c )"),
    ],
)
def test_a_cell_says_each_thing_once(cell: str, meant: str) -> None:
    assert mended_rows([["label", cell]])[0][1] == meant


def test_codes_of_lost_characters_become_the_characters() -> None:
    item = Item("a", "files", "the company 2019s notes of 20ac500 are listed 2014continued")
    assert mended([item])[0].text == "the company’s notes of €500 are listed — continued"


def test_a_dash_that_became_its_code_is_a_dash_again_but_a_year_stays() -> None:
    rows = [["", "2014", "2013"], ["gains", "$ 2014", "29"], ["losses", "2014", "3"]]
    assert mended_rows(rows) == (("", "2014", "2013"), ("gains", "—", "29"), ("losses", "—", "3"))


def test_a_single_figure_that_looks_like_a_year_is_kept() -> None:
    rows = [["", "employees"], ["north", "2014"], ["south", "310"]]
    assert mended_rows(rows)[1][1] == "2014"
