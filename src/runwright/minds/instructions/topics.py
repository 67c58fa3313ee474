"""What a topic is made of, and whether a text touches it.

A topic is met by its own words in any form, by the ledger's words for the same thing, and by the
words that belong to one of a few large themes. A long text is about a theme only if it says more
than one of its words; its own name is always enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from runwright.minds.instructions.subjects import category_of
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set

_THEMES: Mapping[str, str] = {
    "health medical medicine illness": """
        health healthcare medical medicine medication doctor physician dentist hospital clinic
        illness disease sick sickness symptom diagnosis therapy therapist surgery vaccine
        prescription pregnant pregnancy cancer depression diabetes patient nurse pharmacy
    """,
    "politics political": """
        politics political politician election vote voting voter party parliament government
        president minister senator congress senate referendum democrat republican campaign
        chancellor legislation
    """,
    "religion religious faith": """
        religion religious church god faith prayer bible quran mosque synagogue temple islam
        muslim christian christianity jewish hindu buddhist priest
    """,
    "salary wage pay payroll": """
        salary wage payroll paycheck paycheque payslip earn earning remuneration compensation
        bonus
    """,
    "law legal": "law legal lawyer attorney lawsuit court sue litigation judge solicitor notary",
    "investment investing crypto": """
        investment invest investor stock share bond etf fund portfolio crypto bitcoin dividend
        brokerage
    """,
    "sex sexuality": "sex sexual sexuality porn erotic",
    "relationship dating": "relationship dating girlfriend boyfriend divorce affair partner",
    "finance money": """
        finance financial money bank spend spent payment pay paid cost budget transaction booking
        expense income salary invoice price account
    """,
    "calendar appointment schedule": """
        calendar appointment meeting event schedule agenda diary
    """,
}
_HOLLOW = word_set("""
    a an the my our your his her their any anyone's anybody's everyone's someone's other others
    all every people's somebody's matter matters issue issues topic topics subject subjects
    question questions detail details information anything something everything things stuff
    related concerning regarding about of on to do with and or nor such as like kind kinds
    advice opinion opinions figures figure data word words please ever talk
""")
_SPLIT = re.compile(r"\s*(?:,|;|/|\bor\b|\band\b|\bnor\b|\bas well as\b)\s*", re.I)
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_LONG = 60
"""A text of more words than this can say a word in passing."""


class Topic(NamedTuple):
    """A topic as texts are held against it."""

    own: frozenset[str]
    """The stems that must all be there."""
    near: frozenset[str]
    """The stems of its theme, of which some must be there."""
    category: str
    """The kind of spending that it is, if it is one."""


def listed(text: str) -> tuple[str, ...]:
    """The topics of a list, each in its own words: "health, politics or my salary"."""
    found = (" ".join(_telling(piece)) for piece in _SPLIT.split(text))
    return tuple(dict.fromkeys(filter(None, found)))


@lru_cache(256)
def topic(words: str) -> Topic:
    """What the words of a topic stand for."""
    own = _stems(words)
    return Topic(own, _near(own), category_of(words))


def is_theme(words: str) -> bool:
    """Whether the topic is one of the large themes."""
    return bool(topic(words).near)


def is_known(words: str) -> bool:
    """Whether there is more to the topic than its own words."""
    meant = topic(words)
    return bool(meant.near or meant.category)


def touched(topics: Iterable[str], text: str) -> str | None:
    """The first of the topics that the text touches."""
    said = _stems(text)
    enough = 2 if len(text) > _LONG and len(_WORD.findall(text)) > _LONG else 1
    for words in topics:
        own, near, _ = topic(words)
        if own and own <= said:
            return words
        if len(near & said) >= enough:
            return words
    return None


def _stems(text: str) -> frozenset[str]:
    words = (word.removesuffix("'s") for word in split_words(fold(text)))
    return frozenset(stem(word) for word in words if word not in STOP_WORDS)


def _near(own: frozenset[str]) -> frozenset[str]:
    """The words of the theme that is named, if the topic is that theme and nothing narrower."""
    for names, words in _THEMES.items():
        if own and own <= _stems(names):
            return frozenset(map(stem, words.split()))
    return frozenset()


def _telling(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word.lower() not in _HOLLOW]
