"""The stem of an English word, by Porter's second algorithm: what search compares."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any


@lru_cache(32_768)
def stem(word: str) -> str:
    """What the forms of a folded word share: `payments` and `payment` are `payment`."""
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
