"""Whether two names are of the same person, firm or place, as far as their words tell."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from runwright.text.folding import LEGAL_FORMS, fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

Agreement = Literal["same", "part"]
"""All words are shared, or one name has all words of the other and more."""

_COMMON = word_set("""
    bank group holding international service services shop store online payment europe germany
    deutschland markt stadt energy energie market cafe restaurant hotel bar club verein street
    strasse str herr frau mr mrs ms dr und der die das von
    berlin hamburg munchen koln london paris wien zurich new york
    """)
"""Words that many names have, so that they alone say nothing."""
_NOT_NAMES = LEGAL_FORMS | STOP_WORDS
# Banks write umlauts with an e: `Krüger` is `KRUEGER` in a statement. Both become `kruger`.
_WITH_E = re.compile("(?<=[aou])e")
_SHORTEST = 3
_ENOUGH, _LONG_ENOUGH = 3, 8
"""Words, and letters, that are left of a name."""
_MOST_REMEMBERED = 65_536


@lru_cache(maxsize=_MOST_REMEMBERED)
def name_words(name: str) -> frozenset[str]:
    """The words of a name without legal forms and stop words."""
    words = split_words(fold(name))
    return frozenset(
        _WITH_E.sub("", word) for word in words if len(word) > 1 and word not in _NOT_NAMES
    )


def is_telling(words: frozenset[str]) -> bool:
    """Whether some of the words name somebody: neither `Bank Berlin` nor `2026` does."""
    return any(
        len(word) >= _SHORTEST and not word.isdecimal() and word not in _COMMON for word in words
    )


@lru_cache(maxsize=_MOST_REMEMBERED)
def agreement(one: str, other: str) -> Agreement | None:
    """`REWE` and `REWE Markt GmbH` agree in part; `Anna Berg` and `Anna Roth` not at all."""
    first, second = name_words(one), name_words(other)
    shorter = first if len(first) <= len(second) else second
    if not is_telling(shorter):
        return None
    if first == second:
        return "same"
    return "part" if shorter == first & second else None


def stands_in(name: str, text: str) -> bool:
    """Whether a text has all words of a name."""
    words = name_words(name)
    return is_telling(words) and words <= name_words(text)


def is_cut_off(name: str, text: str) -> bool:
    """Whether a bank has cut a name off: its text begins like the name and ends within it
    (`LONGMAN AUTO CENTR`), or three telling words or their beginnings are those of the name
    (`COLLISTER CREEK VET BOISE` of Collister Creek Veterinary Clinic). Two are not enough: so many
    are shared by the members of a family."""
    whole, shown = (" ".join(split_words(fold(each))) for each in (name, text))
    if " " in shown and len(shown) >= _LONG_ENOUGH and whole.startswith(shown):
        return is_telling(name_words(text))
    known = name_words(text)
    shared = [
        word
        for word in name_words(name)
        if is_telling(frozenset({word})) and any(_begins(word, each) for each in known)
    ]
    return len(shared) >= _ENOUGH


def _begins(word: str, cut: str) -> bool:
    return len(cut) >= _SHORTEST and word.startswith(cut)
