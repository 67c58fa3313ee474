"""Whether a record has the names or words that arguments ask for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.fields import Match


def fits(match: Match, texts: Iterable[str | None]) -> bool:
    """Whether one of the texts has what is asked for, and none has what is not wanted."""
    if not match.any_of and not match.none_of:
        return True
    given = [_words(text) for text in texts if text]
    if any(_has(given, term) for term in match.none_of):
        return False
    return not match.any_of or any(_has(given, term) for term in match.any_of)


def _has(texts: list[frozenset[str]], term: str) -> bool:
    wanted = _words(term)
    return bool(wanted) and any(wanted <= words for words in texts)


@lru_cache(maxsize=8192)
def _words(text: str) -> frozenset[str]:
    return frozenset(split_words(fold(text)))
