"""On which side of now events are asked for: `still`, `so far`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words

Side = Literal["", "ahead", "over"]

_AHEAD = tuple(
    tuple(phrase.split())
    for phrase in (
        "still", "left", "remaining", "rest", "later", "to come", "from now on", "from now",
        "how many more",
    )
)  # fmt: skip
_OVER = tuple(
    tuple(phrase.split())
    for phrase in (
        "so far", "up to now", "until now", "till now", "up till now", "up until now", "by now",
        "up to today", "until today", "till today", "to date", "thus far", "as of today",
        "as of now", "already had", "already been", "already done",
    )
)  # fmt: skip
_MEASURES = ("list", "count", "duration", "exists", "first")


def side_of(query: Query) -> Side:
    """What the adverbs of a clause say; nothing for measures that have a side of their own."""
    if query.measure not in _MEASURES:
        return ""
    words = split_words(fold(query.text))
    if any(_has(words, phrase) for phrase in _OVER):
        return "over"
    # "More than last year" compares.
    is_ahead = any(_has(words, phrase) for phrase in _AHEAD) and "than" not in words
    return "ahead" if is_ahead else ""


def is_over_phrase(words: Sequence[str]) -> bool:
    """Whether words say nothing but `so far`."""
    return tuple(words) in _OVER


def _has(words: Sequence[str], phrase: tuple[str, ...]) -> bool:
    size = len(phrase)
    return any(tuple(words[at : at + size]) == phrase for at in range(len(words) - size + 1))
