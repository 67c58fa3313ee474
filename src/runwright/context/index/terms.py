"""The terms of a text: what it is found by, word for word.

Words are folded (case, accents) and lightly stemmed, numbers keep their exact value however they
are grouped, dates and times get one spelling, and scripts without spaces are cut into pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

import snowballstemmer

from runwright.context.index import dates


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


TITLE_WEIGHT = 2
"""A word of the title counts as often as this many in the text."""
_MOST = 255
_LONGEST = 40
_STEMMER = snowballstemmer.stemmer("english")
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*(?!\w)|[^\W_]+(?:['’][^\W_]+)*")
# Chinese, Japanese and Thai, Lao, Burmese, Khmer: no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
STOP = word_set("""
    a about after all also am an and any are as at be because been before being between both but by
    can could did do does doing down during each few for from further had has have having he her
    here hers herself him himself his how i if in into is it its itself just let me more most my
    myself no nor not now of off on once only or other our ours ourselves out over own please same
    shall she should so some such than that the their theirs them themselves then there these they
    this those through to too under until up upon very was we were what when where which while who
    whom whose why will with would you your yours yourself yourselves
    """)


def analyse(text: str, title: str = "") -> dict[str, int]:
    """How often each term is in an item."""
    counts = Counter(_terms(text))
    for term in _terms(title):
        counts[term] += TITLE_WEIGHT
    return {term: min(count, _MOST) for term, count in counts.items()}


def query_terms(text: str, now: datetime | None = None) -> dict[str, int]:
    """The terms of a question; dates that it reckons from `now` are among them."""
    counts = Counter(_terms(text))
    if now is not None:
        for term in dates.relative(fold(text), now):
            counts[term] = 1
    return dict(counts)


def fold(text: str) -> str:
    """The text in lower case, without accents, in plain forms."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in spread if not unicodedata.combining(c)))


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
