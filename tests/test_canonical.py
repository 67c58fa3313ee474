"""Canonical JSON: one byte string for one value, whoever wrote it down and in which order."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright import canonical

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


def _shuffled(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        pairs = [(key, _shuffled(inner, chance)) for key, inner in value.items()]
        chance.shuffle(pairs)
        return dict(pairs)
    if isinstance(value, list):
        return [_shuffled(inner, chance) for inner in value]
    return value


def _by_the_book(value: Any) -> str:
    """RFC 8785 for what we take, written independently: keys by UTF-16, shortest escapes."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return (
            "{" + ",".join(_by_the_book(key) + ":" + _by_the_book(value[key]) for key in keys) + "}"
        )
    if isinstance(value, list):
        return "[" + ",".join(_by_the_book(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


@given(VALUES)
def test_reading_it_back_gives_the_value(value: Any) -> None:
    assert json.loads(canonical.dumps(value)) == value


@given(VALUES, st.randoms())
def test_the_order_of_keys_does_not_matter(value: Any, chance: random.Random) -> None:
    assert canonical.dumps(_shuffled(value, chance)) == canonical.dumps(value)


@given(VALUES)
def test_doing_it_twice_changes_nothing(value: Any) -> None:
    once = canonical.dumps(value)
    assert canonical.dumps(json.loads(once)) == once


@given(VALUES)
def test_it_is_rfc_8785(value: Any) -> None:
    # json escapes DEL as itself and control characters as RFC 8785 does.
    assert canonical.dumps(value).decode() == _by_the_book(value)


@given(VALUES, VALUES)
def test_different_values_have_different_bytes(one: Any, other: Any) -> None:
    same = canonical.dumps(one) == canonical.dumps(other)
    assert same == (_by_the_book(one) == _by_the_book(other))


def test_keys_sort_by_utf_16_units_even_beyond_the_plane() -> None:
    # U+FF61 is above U+1F600's first surrogate (0xD83D) but below it as a code point.
    value = {"\uff61": 1, "😀": 2, "a": 3}
    assert canonical.dumps(value) == '{"a":3,"😀":2,"｡":1}'.encode()
    nested = [{"inner": value}]
    assert canonical.dumps(nested) == '[{"inner":{"a":3,"😀":2,"｡":1}}]'.encode()


def test_the_examples_of_the_rfc_hold() -> None:
    value = {"\u20ac": "a", "\r": "b", "\ufb33": "c", "1": "d", "\U0001f600": "e", "\u0080": "f"}
    shown = canonical.dumps({**value, "\u00f6": "g"}).decode()
    assert shown == '{"\\r":"b","1":"d","\u0080":"f","ö":"g","€":"a","😀":"e","\ufb33":"c"}'
    assert (
        canonical.dumps('\u20ac$\u000f\nA\'B"\\\\"/')
        == b'"\xe2\x82\xac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'
    )


FLOATS = st.floats(allow_nan=True, allow_infinity=True)


@given(FLOATS | st.lists(FLOATS, min_size=1) | st.dictionaries(TEXT, FLOATS, min_size=1))
def test_floats_are_refused_wherever_they_are(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical.dumps(value)


@pytest.mark.parametrize("value", [{1: "a"}, {None: 1}, b"x", {"a": {1}}, object(), 1j])
def test_what_is_no_json_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical.dumps(value)


@given(st.integers(min_value=2**53) | st.integers(max_value=-(2**53)))
def test_integers_that_readers_would_round_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="53 bits"):
        canonical.dumps([number])


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb"])
def test_lone_surrogates_are_refused(text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        canonical.dumps({"a": text})
    with pytest.raises((TypeError, ValueError)):
        canonical.dumps({text: "a"})


def test_the_hash_is_sha256_in_hexadecimal() -> None:
    assert canonical.sha256(b"") == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
