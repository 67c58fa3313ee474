"""Folding: spellings that people take for the same are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.text.folding import LONGEST_NAME, fold, name_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAFÉ", "cafe"),
        ("Straße", "STRASSE"),
        ("ﬁnance", "finance"),
        ("Παρίσι", "παρισι"),
        ("Åsa", "asa"),
        ("½", "1⁄2"),
    ],
)
def test_search_ignores_case_accents_and_compatibility_forms(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Guardian", "guardian"),
        ("Böhm GmbH", "Bohm"),
        ("Northwind Trading Co. Ltd.", "northwind trading"),
        ("Ed Wood (film)", "Ed  Wood"),
        ("Sainsbury’s", "Sainsbury"),
        ("AT&T", "at&t"),
        ("Jean-Luc", "jean luc"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("name", ["The", "Limited", "AG", "Co"])
def test_a_name_is_never_folded_away(name: str) -> None:
    assert name_key(name) == name.lower()


@given(st.text(alphabet=st.characters(max_codepoint=0x17F)))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=500))
def test_a_key_is_short_and_its_own_key(name: str) -> None:
    assert len(name_key(name)) <= LONGEST_NAME
    assert name_key(name) == name_key(f"  {name[:100]} ") or len(name) > 100
