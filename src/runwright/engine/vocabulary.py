"""The words that a set of patterns can match: a cheap first look before trying any of them.

A part with a word outside the vocabulary cannot match as a whole, and most prompts have one.
"""

from __future__ import annotations

from collections.abc import Iterable

from runwright.engine.patterns import lazily

_ESCAPE = lazily(r"\\u[0-9a-f]{4}|\\.")
_WORD = lazily(r"([a-z]+)(\?)?")


def words_in(patterns: Iterable[str]) -> frozenset[str]:
    """Every word in some texts or patterns; with `days?`, both "days" and "day"."""
    found: set[str] = set()
    for pattern in patterns:
        for word, optional in _WORD.findall(_ESCAPE.sub(" ", pattern.lower())):
            found.add(word)
            if optional:
                found.add(word[:-1])
    return frozenset(found)
