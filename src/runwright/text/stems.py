"""The stem of an English word, by Porter's second algorithm: what search compares."""

from __future__ import annotations

from functools import lru_cache

import snowballstemmer

_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(32_768)
def stem(word: str) -> str:
    """What the forms of a folded word share: `payments` and `payment` are `payment`."""
    return str(_STEMMER.stemWord(word))
