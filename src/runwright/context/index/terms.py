"""The terms of a text: what it is found by, word for word.

Words are folded (case, accents) and lightly stemmed, numbers keep their exact value however they
are grouped, dates and times get one spelling, and scripts without spaces are cut into pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache

from runwright.context.index import dates, names
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import is_unspaced, pairs, split_words

TITLE_WEIGHT = 3
"""A word of the title counts as often as this many in the text."""
WITHIN = 0.3
"""A year within a period is worth this part of a year that is named."""
_MOST = 255
_LONGEST = 40
_YEAR = re.compile(r"[12]\d{3}")


def analyse(text: str, title: str = "") -> dict[str, int]:
    """How often each term is in an item; the names of what it is about are terms too."""
    counts = Counter(_terms(text))
    for term in _terms(title):
        counts[term] += TITLE_WEIGHT
    counts.update(map(about, names.of_title(title)))
    return {term: min(count, _MOST) for term, count in counts.items()}


def about(key: str) -> str:
    """The term of the items that are about what has this key, by their title."""
    return f"~{key}"


def query_terms(text: str, now: datetime | None = None) -> dict[str, float]:
    """The weight of each term of a question.

    Dates that it reckons from `now` are among them, and the years within a period that it names.
    """
    folded = fold(text)
    weights: dict[str, float] = dict(Counter(_terms(text)))
    for year in dates.within(folded):
        weights.setdefault(year, WITHIN)
    if now is not None:
        weights.update(dict.fromkeys(dates.relative(folded, now), 1.0))
    return weights


def is_dated(terms: Iterable[str]) -> bool:
    """Whether a date, a time or a year is among the terms."""
    return any(term[0] == "=" or _YEAR.fullmatch(term) for term in terms)


def _terms(text: str) -> Iterator[str]:
    folded = fold(text)
    spaced = not is_unspaced(folded)
    for word in split_words(folded):
        if spaced or not is_unspaced(word):
            if term := _term(word):
                yield term
        else:
            yield from pairs(word)
    yield from dates.written(folded)


@lru_cache(32_768)
def _term(word: str) -> str:
    """What a word is indexed as; empty for one that tells nothing."""
    if word[0].isdecimal() and word[-1].isdecimal() and not word.isalnum():
        return _number(word)[:_LONGEST]
    word = word.replace("’", "'").removesuffix("'s")
    if word in STOP_WORDS:
        return ""
    if len(word) > _LONGEST:
        return word[:_LONGEST]
    return stem(word.replace("'", ""))


def _number(word: str) -> str:
    """1,234.50 and 1234.5 are the same; what is not a number is kept as it is."""
    whole = re.sub(r",(?=\d{3}(?:\D|\Z))", "", word)
    return re.sub(r"\.?0*\Z", "", whole) if whole.count(".") == 1 and "," not in whole else whole
