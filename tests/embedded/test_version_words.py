"""Which version of a document a question asks for."""

from __future__ import annotations

import pytest

from runwright.minds.embedded.version_words import wanted


@pytest.mark.parametrize(
    ("text", "which", "rest"),
    [
        ("what's my excess now", "newest", "what's my excess"),
        ("the policy I have now, what's the excess", "newest", "the policy, what's the excess"),
        ("does my current renters insurance pay", "newest", "does my renters insurance pay"),
        ("under this year's insurance, is glass covered", "newest",
         "under the insurance, is glass covered"),
        ("what was the rent under the old lease", "older", "what was the rent under the lease"),
        ("what cover do I have now", "newest", "what cover do I have"),
        ("what did last year's schedule say", "older", "what did the schedule say"),
        ("what was the excess last year", "older", "what was the excess last year"),
        ("rent on the old lease and on the new one", "both", "rent on the lease"),
        ("did the limit for jewellery change", "both", "did the limit for jewellery change"),
        ("and on the old one?", "older", ""),
        ("and now?", "newest", ""),
    ],
)  # fmt: skip
def test_words_that_name_a_version_choose_it_and_are_left_out(
    text: str, which: str, rest: str
) -> None:
    assert wanted(text) == (which, rest)


@pytest.mark.parametrize(
    "text",
    [
        "is my old bicycle covered",
        "how much is a new key",
        "who do I call before a move",
        "now that the lease is over, what do I owe",
    ],
)
def test_what_is_old_or_new_itself_names_no_version(text: str) -> None:
    assert wanted(text) == ("newest", text)
