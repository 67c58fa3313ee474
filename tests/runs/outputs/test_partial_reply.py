"""The model's own words in an answer that is not finished."""

from __future__ import annotations

import json

import pytest

from runwright.runs.outputs.streaming.partial_reply import own_words

PARTS = [
    {"type": "fact", "text": "You spent {r1.total}."},
    {"type": "text", "text": "Dear Ms Vogt,\nthank you for {r1.count} letters."},
    {"type": "text", "text": "Yours"},
]
WHOLE = json.dumps({"language": "en", "parts": PARTS})


def test_only_the_models_own_words_are_shown_early() -> None:
    shown = own_words("answer", WHOLE)
    assert shown == "Dear Ms Vogt,\nthank you for … letters.\n\nYours"


@pytest.mark.parametrize("end", range(0, len(WHOLE), 3))
def test_what_was_shown_is_only_added_to(end: int) -> None:
    now, later = own_words("answer", WHOLE[:end]), own_words("answer", WHOLE[: end + 3])
    assert later.startswith(now.rstrip("…"))


@pytest.mark.parametrize(
    "given", ["", "{", "[1, 2", "no JSON", '{"parts": 3', '{"parts": [3, {"type"']
)
def test_rubbish_shows_nothing(given: str) -> None:
    assert own_words("answer", given) == ""


def test_no_other_call_is_shown() -> None:
    assert own_words("find_events", WHOLE) == ""
