"""Whether a record has the names or words that arguments ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from runwright.text.folding import fold
from runwright.text.words import split_words
from runwright.tools.fields import Match


class TextIndex:
    """Some texts by their words: for questions that are asked of tens of thousands of records."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts: dict[str, set[str]] = {}
        for text in texts:
            for word in frozenset(split_words(fold(text))):
                self._texts.setdefault(word, set()).add(text)

    def having(self, terms: Iterable[str]) -> frozenset[str]:
        """The texts that have all words of one of the terms."""
        found: set[str] = set()
        for term in terms:
            known = [self._texts.get(word, _NO_TEXTS) for word in _words(term)]
            found |= set.intersection(*known) if known else _NO_TEXTS
        return frozenset(found)


_NO_TEXTS: set[str] = set()


class IndexedMatch:
    """A match that is looked for in an index once: it says the same as `fits`."""

    def __init__(self, match: Match, index: TextIndex) -> None:
        self._any_of = index.having(match.any_of) if match.any_of else None
        self._none_of = index.having(match.none_of)

    def fits(self, texts: Collection[str | None]) -> bool:
        """Whether one of the texts has what is asked for, and none has what is not wanted."""
        return self._none_of.isdisjoint(texts) and (
            self._any_of is None or not self._any_of.isdisjoint(texts)
        )


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
