"""Who or what a rule names: people, shops, places and kinds of spending."""

from __future__ import annotations

import re
from typing import NamedTuple

from runwright.minds.embedded.finance import categories
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_SEPARATED = re.compile(r"\s*(?:[,/+]|\band\b|\bor\b)\s*", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:excluding|except(?: for)?|without|other than|apart from|not including|besides)\b",
    re.IGNORECASE,
)
_FRAME = STOP_WORDS | word_set("""
    bookings booking payments payment transactions transaction purchases purchase spending money
    amounts amount events event meetings meeting appointments appointment entries entry items item
    documents document only anything everything something things thing
    """)


class Demand(NamedTuple):
    """One thing that an item must have."""

    said: str
    """The words of the rule."""
    category: str = ""
    """The kind of spending that they call, if they call one."""


Alternative = tuple[Demand, ...]


class Subject(NamedTuple):
    """What is meant, and what is not; empty when everything is meant."""

    alternatives: tuple[Alternative, ...] = ()
    but: tuple[Alternative, ...] = ()


def subject_in(text: str) -> Subject:
    """What a rule is about, once its days and amounts are taken out."""
    cut = _EXCEPT.search(text)
    wanted, but = (text[: cut.start()], text[cut.end() :]) if cut else (text, "")
    return Subject(_alternatives(wanted), _alternatives(but))


def stems_of(text: str) -> frozenset[str]:
    """The words of a text as they are compared."""
    return frozenset(stem(word.removesuffix("'s")) for word in split_words(fold(text)))


def category_of(words: str) -> str:
    """The kind of spending that words call; nothing if they call none."""
    found = categories.lookup(words)
    return found.name if found else ""


def _alternatives(text: str) -> tuple[Alternative, ...]:
    found = dict.fromkeys(map(_alternative, _SEPARATED.split(text)))
    return tuple(each for each in found if each)


def _alternative(piece: str) -> Alternative:
    words = [word for word in split_words(piece) if fold(word) not in _FRAME]
    whole = " ".join(words)
    if words and (category := category_of(whole)):
        return (Demand(whole, category),)
    return tuple(map(Demand, words))
