"""Which categories a booking belongs to, and which category a question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from runwright.engine.ledger.lexicon import CATEGORIES
from runwright.engine.ledger.lexicon.types import Category
from runwright.engine.ledger.words import stems, tokens

_EVERYDAY = (
    "boots shell orange roller tiger saturn target spectrum magenta sunrise progressive lemonade"
    " admiral grab bolt opal presto sky salt puma lush next three"
)
Phrase = tuple[str, ...]
_Index = dict[str, list[tuple[Phrase, str]]]


class Named(NamedTuple):
    """A category that some words name."""

    category: str
    start: int
    end: int
    """The words from the first to before the second."""


@cache
def by_name() -> dict[str, Category]:
    """Every category by its name."""
    return {category.name: category for category in CATEGORIES}


@cache
def leaves(name: str) -> frozenset[str]:
    """The category itself and every one that it is made of."""
    found = {name}
    for part in _listed(by_name()[name].parts):
        found |= leaves(part)
    return frozenset(found)


@cache
def search_words(name: str) -> tuple[str, ...]:
    """Every word that a booking of the category may be found by."""
    found: dict[str, None] = {}
    for category in CATEGORIES:
        if category.name in leaves(name):
            for phrase in _listed(f"{category.asked},{category.signs}"):
                found.update(dict.fromkeys(tokens(phrase)))
    return tuple(found)


def categories_of(said: Sequence[str], arrives: bool, head: int = 0) -> tuple[str, ...]:
    """The categories that the stems of a booking are signs of, the surest first.

    The first `head` stems, the counterparty's, tell more than the rest.
    """
    found = [
        (start >= head, start - end, start, name)
        for name, start, end in _scan(said, _signs())
        if (arrives or not by_name()[name].arrives)
        and (start < head or not head or end - start > 1 or said[start] not in _everyday())
    ]
    return tuple(dict.fromkeys(name for *_, name in sorted(found)))


@lru_cache(1_024)
def kinds_called(said: str) -> tuple[str, ...]:
    """The categories of spending that are called just so, as a bank calls them: "Health"."""
    words = stems(said)
    named = _asked().get(words[0], ()) if words else ()
    return tuple(name for phrase, name in named if phrase == words and not by_name()[name].arrives)


def named_in(words: Sequence[str]) -> list[Named]:
    """The categories that the stems of a question name, in their order."""
    return list(_scan(words, _asked()))


def _scan(words: Sequence[str], index: _Index) -> Iterator[Named]:
    """The longest phrase at each place, and then on behind it."""
    behind = 0
    for at, word in enumerate(words):
        if at < behind or word not in index:
            continue
        fitting = [
            (len(phrase), name)
            for phrase, name in index[word]
            if len(phrase) == 1 or tuple(words[at : at + len(phrase)]) == phrase
        ]
        length = max((size for size, _ in fitting), default=1)
        yield from (Named(name, at, at + size) for size, name in fitting if size == length)
        behind = at + length


@cache
def _everyday() -> frozenset[str]:
    """Names that are plain words too: they tell something only of the counterparty."""
    return frozenset(stems(_EVERYDAY))


@cache
def _signs() -> _Index:
    listed: list[tuple[str, str]] = []
    for category in CATEGORIES:
        plain = [word for word in _listed(category.asked) if not word.endswith("*")]
        listed += [(phrase, category.name) for phrase in (*plain, *_listed(category.signs))]
    return _indexed(listed)


@cache
def _asked() -> _Index:
    return _indexed(
        [
            (phrase.rstrip("*"), category.name)
            for category in CATEGORIES
            for phrase in (category.name, *_listed(category.asked))
        ]
    )


def _indexed(listed: list[tuple[str, str]]) -> _Index:
    index: _Index = {}
    for text, name in listed:
        phrase = stems(text)
        entry = (phrase, name)
        if entry not in index.setdefault(phrase[0], []):
            index[phrase[0]].append(entry)
    return index


def _listed(text: str) -> list[str]:
    return [word for piece in text.split(",") if (word := piece.strip())]
