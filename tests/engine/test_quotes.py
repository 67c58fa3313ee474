"""Quoted text is found, whatever the signs, and apostrophes are left alone."""

import pytest

from runwright.engine.quotes import MASK, mask, unquote


@pytest.mark.parametrize(
    "text", ['"ab"', "“ab”", "„ab“", "«ab»", "`ab`", "'ab'", "\u2018ab\u2019", "'it's'"]
)
def test_a_quotation_is_blanked(text: str) -> None:
    assert mask(f"x {text} y") == f"x {MASK * len(text)} y"


@pytest.mark.parametrize("text", ["don't say it's his", "the users' guide", 'one " only', "“open"])
def test_what_is_no_quotation_stays(text: str) -> None:
    assert mask(text) == text


def test_a_full_stop_inside_the_last_sign_stays_visible() -> None:
    assert mask('"Hi there." Bye') == MASK * 9 + '." Bye'


@pytest.mark.parametrize(
    ("text", "inside"), [('"a b"', "a b"), (" “a” ", "a"), ("a", "a"), ('"a" b', '"a" b')]
)
def test_unquote_takes_off_one_pair_of_signs(text: str, inside: str) -> None:
    assert unquote(text) == inside
