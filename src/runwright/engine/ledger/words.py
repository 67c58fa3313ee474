"""Words as questions and bookings are compared by: folded, and without plural endings.

The stem is lighter than the one of the search index, so what the index finds is a superset; names
of shops are not bent the way English words are.
"""

from __future__ import annotations

from functools import lru_cache

from runwright.context.index.words import fold
from runwright.engine.patterns import lazily

_TOKEN = lazily(r"\w+(?:['\u2019]\w+)*")
_HISSING = ("sses", "shes", "ches", "xes", "zzes")


def tokens(text: str) -> list[str]:
    """The words of a text in their order, folded."""
    return _TOKEN.findall(fold(text).replace("_", " "))


def stems(text: str) -> tuple[str, ...]:
    """The stems of the words of a text, in their order."""
    return tuple(map(stem, tokens(text)))


@lru_cache(16_384)
def stem(word: str) -> str:
    """A folded word in the form that its singular and plural share."""
    word = word.replace("\u2019", "'").removesuffix("'s").replace("'", "")
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1] if word[-1] == "s" and word[-2] not in "siu" else word
