"""Event words: an English word and the German one for the same are known as such."""

from __future__ import annotations

import pytest

from runwright.text.event_words import are_translations


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dentist", "zahnarzt"),
        ("zahnarzt", "dentist"),
        ("choir", "chorprobe"),
        ("rehearsal", "chorprobe"),
        ("party", "weihnachtsfeier"),
        ("birthday", "geburtstagsfeier"),
        ("tax adviser", "steuerberaterin"),
    ],
)
def test_a_word_and_its_translation_mean_the_same(one: str, other: str) -> None:
    assert are_translations(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("dinner", "mittagessen"),
        ("doctor", "zahnarzt"),
        ("choir", "choreography"),
        ("dinner", "essential"),
        ("dentist", "dentist"),
    ],
)
def test_a_word_that_only_looks_alike_is_no_translation(one: str, other: str) -> None:
    assert not are_translations(one, other)
