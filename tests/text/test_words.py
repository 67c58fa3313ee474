"""Words, stems and stop words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import is_unspaced, pairs, split_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What's due on 4th May?", ["What's", "due", "on", "4th", "May"]),
        ("It cost 1,234.56 euros.", ["It", "cost", "1,234.56", "euros"]),
        ("p53 and v1.2", ["p53", "and", "v1", "2"]),
        ("snake_case, half-term", ["snake", "case", "half", "term"]),
        ("", []),
    ],
)
def test_words_are_cut_where_people_would(text: str, expected: list[str]) -> None:
    assert split_words(text) == expected


@given(st.text())
def test_a_word_stands_where_it_says(text: str) -> None:
    for word, start, end in words(text):
        assert text[start:end] == word


@pytest.mark.parametrize(
    ("one", "other"),
    [("payments", "payment"), ("paying", "pays"), ("companies", "company"), ("booked", "booking")],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_scripts_without_spaces_are_cut_into_pairs() -> None:
    assert is_unspaced("東京都")
    assert not is_unspaced("Tokyo")
    assert not is_unspaced("Łódź")
    assert list(pairs("東京都")) == ["東京", "京都"]
    assert list(pairs("東")) == ["東"]


def test_stop_words_say_nothing_of_a_subject() -> None:
    assert {"the", "what", "did", "my", "between"} <= STOP_WORDS
    assert not {"rent", "may", "paid", "last", "meeting"} & STOP_WORDS
