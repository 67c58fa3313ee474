"""Words for subscriptions, which are not all that is paid regularly."""

from __future__ import annotations

from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

SUBSCRIPTIONS = "subscriptions"
"""The flag of a question that goes on about subscriptions without saying so."""
_SUBSCRIPTION = word_set("subscription subscriptions subs membership memberships abo abos")


def speaks_of_subscriptions(text: str) -> bool:
    """Whether a clause says that it is about subscriptions."""
    return bool(_SUBSCRIPTION & set(split_words(fold(text))))
