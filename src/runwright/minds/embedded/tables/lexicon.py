"""The words that a question about figures is asked with, and how words are compared."""

from __future__ import annotations

import re

from runwright.text.calendar_words import UNITS
from runwright.text.folding import fold, strip_possessives
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.table_arguments import Measure

MEASURES: dict[str, Measure] = {
    "many": "count",
    **dict.fromkeys(word_set("average avg mean typical typically usual usually"), "average"),
    **dict.fromkeys(word_set("total totals sum altogether together combined overall"), "sum"),
    **dict.fromkeys(word_set("highest most maximum max biggest largest dearest peak"), "max"),
    **dict.fromkeys(word_set("lowest least fewest minimum min smallest cheapest"), "min"),
    **dict.fromkeys(word_set("share percentage percent proportion fraction"), "share"),
    **dict.fromkeys(
        word_set("""
            more less fewer change changed difference differ increase increased decrease decreased
            rise rose risen fall fell drop dropped grow grew grown higher lower up down compared
            compare versus vs
            """),
        "change",
    ),
}  # fmt: skip
"""What a word says is to be worked out."""
USING = word_set("use used using usage consume consumed consumption burn burned")
LIGHT = (
    STOP_WORDS
    | USING
    | word_set("""
    need needed take takes get gets got go went
    gone tell show give list find look much many figure figures value table per expensive us
    whats hows im ive
    """)
)
"""What names nothing in a table."""
MONEY = word_set("cost costs price prices priced pricing fee fees charge charges rate rates")
"""What a column of money may be called by, whatever its header is."""
PAYING = MONEY | word_set("""
    spend spends spent spending pay pays paid paying payment payments bought buy bill bills
    """)
"""What sounds like bookings."""
UNANSWERED = word_set("""
    without except excluding excluded minus besides apart ignoring not when where why whose whom
    """)
"""What leaves something out, or asks for no figure."""
CALENDAR = {word: grain for word, grain in UNITS.items() if word.isascii()}
CALENDAR |= {"daily": "day", "monthly": "month", "quarterly": "quarter", "yearly": "year"}
CALENDAR |= {"annual": "year", "annually": "year"}
FLOWS = {
    **{each: each for each in word_set("km l h min therms therm ccf miles gallons litres hours")},
    "kwh": "kWh", "mwh": "MWh", "wh": "Wh", "m3": "m³", "m³": "m³", "gb": "GB",
}  # fmt: skip
"""Units of what flows, so that months of it may be added; in a header they may be part of it."""
# `electricKwh`, `FY2025`; but `m3` is one word.
_INNER = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=(?:19|20)\d\d\b)")
_SHORTEST = 5
"""A beginning that two words share must be so long: `electric` is one of `electricity`."""


def words_of(text: str) -> list[str]:
    """The folded words of a text, a header or a file name."""
    return split_words(strip_possessives(fold(_INNER.sub(" ", text.replace("_", " ")))))


def is_same(one: str, other: str) -> bool:
    """Whether two folded words name the same: by their stem, or one begins with the other."""
    first, second = sorted((stem(one), stem(other)), key=len)
    if first == second:
        return True
    return first.isalpha() and len(first) >= _SHORTEST and second.startswith(first)


def matched(asked: frozenset[str], text: str) -> frozenset[str]:
    """The words of a question that a text has."""
    own = words_of(text)
    return frozenset(word for word in asked if any(is_same(word, each) for each in own))
