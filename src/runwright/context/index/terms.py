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

import snowballstemmer

from runwright.context.index import dates, names
from runwright.context.index.words import STOP, fold

TITLE_WEIGHT = 3
"""A word of the title counts as often as this many in the text."""
WITHIN = 0.3
"""A year within a period is worth this part of a year that is named."""
_MOST = 255
_LONGEST = 40
_STEMMER = snowballstemmer.stemmer("english")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*(?!\w)|[^\W_]+(?:['’][^\W_]+)*")
_YEAR = re.compile(r"[12]\d{3}")
# Chinese, Japanese and Thai, Lao, Burmese, Khmer: no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


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
    spaced = folded.isascii() or not _UNSPACED.search(folded)
    for token in _TOKEN.findall(folded):
        if spaced or not _UNSPACED.search(token):
            if term := _term(token):
                yield term
        else:
            yield from _pairs(token)
    yield from dates.written(folded)


@lru_cache(32_768)
def _term(token: str) -> str:
    """What a token is indexed as; empty for one that tells nothing."""
    if token[0].isdecimal() and token[-1].isdecimal() and not token.isalnum():
        return _number(token)[:_LONGEST]
    token = token.replace("’", "'").removesuffix("'s")
    if token in STOP:
        return ""
    if len(token) > _LONGEST:
        return token[:_LONGEST]
    return str(_STEMMER.stemWord(token.replace("'", "")))


def _number(token: str) -> str:
    """1,234.50 and 1234.5 are the same; what is no number is kept as it is."""
    whole = re.sub(r",(?=\d{3}(?:\D|\Z))", "", token)
    return re.sub(r"\.?0*\Z", "", whole) if whole.count(".") == 1 and "," not in whole else whole


def _pairs(token: str) -> Iterator[str]:
    if len(token) == 1:
        yield token
    for at in range(len(token) - 1):
        yield token[at : at + 2]
