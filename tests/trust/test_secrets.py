"""A secret's text carries its own check."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.trust import secrets

KNOWN = "rw_iZn87iVegDLmDHsciuSGwpk3urR89GF9_1IPBQF"  # nobody's: it was never stored


def test_secrets_are_well_formed_and_never_the_same() -> None:
    made = {secrets.new_secret() for _ in range(500)}
    assert len(made) == 500
    assert all(secrets.is_well_formed(secret) for secret in made)


@given(st.integers(0, len(KNOWN) - 1), st.characters())
def test_one_wrong_character_is_noticed(place: int, character: str) -> None:
    wrong = KNOWN[:place] + character + KNOWN[place + 1 :]
    assert secrets.is_well_formed(wrong) is (wrong == KNOWN)


@given(st.integers(3, 33))
def test_two_exchanged_neighbours_are_noticed(place: int) -> None:
    text = KNOWN[:place] + KNOWN[place + 1] + KNOWN[place] + KNOWN[place + 2 :]
    assert secrets.is_well_formed(text) is (text == KNOWN)


@pytest.mark.parametrize("text", ["", "rw_", "rw__", KNOWN + "\n", " " + KNOWN, KNOWN.upper()])
def test_what_is_no_key_is_not_well_formed(text: str) -> None:
    assert not secrets.is_well_formed(text)


def test_the_shape_of_keys_out_there_stays_valid() -> None:
    assert secrets.is_well_formed(KNOWN)


@given(st.text(max_size=60))
def test_any_text_can_be_asked_about(text: str) -> None:
    assert secrets.is_well_formed(text) is False


def test_the_digest_is_plain_sha256() -> None:
    assert secrets.digest(KNOWN) == hashlib.sha256(KNOWN.encode()).hexdigest()
