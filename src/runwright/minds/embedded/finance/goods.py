"""What was bought, which no booking says: it says where, when and how much."""

from __future__ import annotations

from itertools import pairwise

from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_BUYING = word_set("buy bought buying order ordered purchase purchased")
_AUXILIARIES = word_set("""
    did do does have has had is was were are i we i've ive we've my our the of all kind else
    payment payments shop shops store stores place places card account day date time month much many
    """)
"""What may follow `what` or `which` where no goods are asked for: `what did I buy at Lidl` may as
well ask for the payments."""


def is_asked(query: Query) -> bool:
    """`Which books did I buy at Waterstones?`, `what exactly did I buy in Tesco?`"""
    words = split_words(fold(query.text))
    if query.measure not in ("list", "last", "first", "max", "exists") or query.group:
        return False
    if not query.words("M", "MP") or _BUYING.isdisjoint(words):
        return False
    firms = {word for text in query.words("M", "MP") for word in split_words(fold(text))}
    is_goods = any(
        one in ("which", "what") and other not in _AUXILIARIES and other not in firms
        for one, other in pairwise(words)
    )
    return is_goods or ("what", "exactly") in pairwise(words)


def refusal() -> Answer:
    """That it is not on record."""
    text = "Bookings say where and when something was paid and how much, and not what was bought."
    return Answer(text, is_answer=False)
