"""The words of labels and questions as they are compared: stemmed, without the idle ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import snowballstemmer

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine.patterns import lazily

_STEMMER = snowballstemmer.stemmer("english")
_WORD = lazily(r"\d+(?:[.,]\d+)*(?!\w)|[^\W_]+(?:['’][^\W_]+)*")
_FOOTNOTE = lazily(r"(?<=[^\W\d_]{3})\d$")
# What a question says about a figure without telling which one.
_EMPTY = word_set("""
    amount amounts much many value values company companies group fiscal financial year years ended
    ending end table respective respectively according following based number figure figures
    reported recorded shown given listed us did does made inc corp ltd also
    """)
_KEPT = word_set("other under before after more no not")
# A first quarter is Q1 in another report, and "one year" the column "1 year".
_ORDINALS = {"first": "q1", "second": "q2", "third": "q3", "fourth": "q4"}
_ORDINALS |= {"1st": "q1", "2nd": "q2", "3rd": "q3", "4th": "q4"}
_COUNTS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_MONTHS = word_set(
    "january february march april june july august september october november december"
)
_SHORT_MONTHS = {name[:3]: name for name in _MONTHS} | {"sept": "september"}
# What reports and those who ask about them write short.
_IN_FULL = {
    "pp&e": "property plant equipment",
    "ppe": "property plant equipment",
    "capex": "capital expenditures",
    "r&d": "research development",
    "rd&e": "research development engineering",
    "sg&a": "selling general administrative",
    "g&a": "general administrative",
    "d&a": "depreciation amortization",
    "eps": "earnings per share",
    "cogs": "cost of goods sold",
    "aoci": "accumulated other comprehensive income",
    "oci": "other comprehensive income",
    "fx": "foreign exchange",
}
_SHORTENED = lazily(r"\b(?:pp&e|ppe|cap[\s-]?ex|r&d|rd&e|sg&a|g&a|d&a|eps|cogs|aoci|oci|fx)\b")
_SPELLED = _SHORT_MONTHS | _ORDINALS | _COUNTS


def words(text: str) -> Iterator[str]:
    """The comparable words, in order, repeated as they stand."""
    text = fold(text)
    if _SHORTENED.search(text):
        text = _SHORTENED.sub(_in_full, text)
    for token in _WORD.findall(text):
        if term := term_of(token):
            yield term


def _in_full(found: re.Match[str]) -> str:
    return _IN_FULL[re.sub(r"[\s.-]", "", found[0])]


def terms(text: str) -> frozenset[str]:
    """The comparable words, each once."""
    return frozenset(words(text))


@lru_cache(16_384)
def term_of(token: str) -> str:
    """What a word is compared as; empty for one that says nothing."""
    token = _FOOTNOTE.sub("", token.replace("’", "'").removesuffix("'s"))
    if token in _EMPTY or (token in STOP and token not in _KEPT):
        return ""
    token = _SPELLED.get(token, token)
    if len(token) > 40 or not token.isalpha():
        return token[:40].replace(",", "")
    return str(_STEMMER.stemWord(token.replace("'", "")))


def run_of(text: str) -> tuple[str, ...]:
    """The comparable words as a sequence, to look for one within another."""
    return tuple(words(text))


def within(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether the one sequence stands in the other, unbroken."""
    size = len(short)
    if not size or size > len(long):
        return False
    return any(long[at : at + size] == short for at in range(len(long) - size + 1))


def weight_of(wanted: Iterable[str], weights: dict[str, float], other: float) -> float:
    """The weights of the words together; `other` for one that has none of its own."""
    return sum(weights.get(term, other) for term in sorted(wanted))
