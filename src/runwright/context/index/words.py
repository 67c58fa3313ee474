"""Words as they are compared: folded, and without those that tell nothing."""

from __future__ import annotations

import unicodedata


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def fold(text: str) -> str:
    """The text in lower case, without accents, in plain forms."""
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in spread if not unicodedata.combining(c)))


STOP = word_set("""
    a about after all also am an and any are as at be because been before being between both but by
    can could did do does doing down during each few for from further had has have having he her
    here hers herself him himself his how i if in into is it its itself just let me more most my
    myself no nor not now of off on once only or other our ours ourselves out over own please same
    shall she should so some such than that the their theirs them themselves then there these they
    this those through to too under until up upon very was we were what when where which while who
    whom whose why will with would you your yours yourself yourselves
    """)
"""They are in nearly every text, and tell nothing of it."""
