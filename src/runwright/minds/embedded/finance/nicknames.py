"""What people call the big chains in everyday speech, where statements never do."""

from __future__ import annotations

from runwright.text.folding import fold
from runwright.text.words import split_words

_NICKNAMES = {
    "woolworths": "woolies, woolys",
    "mcdonald's": "maccas, macca's, maccies, macdonalds, mcd, mcds, mickey d's, mcdo, mecces",
    "marks & spencer": "marks and sparks, m and s, marks",
    "wetherspoon": "spoons, weatherspoons",
    "sainsburys": "sainsbos, sainos",
    "dan murphys": "dans, dan's",
    "bunnings": "bunno's, bunnos",
    "tim hortons": "timmies, timmy's, tims",
    "dunkin": "dunkies, dunks",
    "starbucks": "starbies, starbs",
    "target": "tarjay",
    "kmart": "kmarche",
    "the warehouse": "the wharry, warewhare",
}


def _key(text: str) -> str:
    return " ".join(split_words(fold(text)))


_NAMES = {_key(call): name for name, calls in _NICKNAMES.items() for call in calls.split(",")}


def spelled_out(wanted: str) -> str:
    """The name that a nickname stands for, or nothing."""
    return _NAMES.get(_key(wanted), "")
