"""Clauses that name nothing of their own: `and when was the last one`, `and until when`. They ask
of what was asked about before, whichever kind of record the parser took them for."""

from __future__ import annotations

from runwright.minds.embedded.query import MEASURES, Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_LEADS = word_set("and but or so then ok okay also n")
_POINTING = word_set("one ones it that this those them they until till")
_PLAIN = (
    _LEADS
    | _POINTING
    | word_set("""
    the a an i my me we our there when whens when's what whats what's where wheres where's who whos
    who's how long many often time times day date is was are were will be been do did does has have
    had last latest first next previous earlier later before after most recent start starts started
    end ends ended finish finishes begin begins began again exactly for at on from to of just
    """)
)
"""Words that say what is asked, but not of what."""
_ASKED = {"until": "when", "till": "when", "when": "when", "where": "where", "who": "who"}


def is_bare(query: Query) -> bool:
    """Whether no word of a clause names anything, and it points to what was named before."""
    words = [word.replace("’", "'") for word in split_words(fold(query.text))]
    points = bool(words) and (words[0] in _LEADS or not _POINTING.isdisjoint(words))
    return points and len(words) > 1 and set(words) <= _PLAIN


def of_route(query: Query, route: str) -> Query:
    """A bare clause as it is asked of records of a kind; itself, if it cannot be."""
    if query.route == route or not is_bare(query):
        return query
    words = split_words(fold(query.text))
    asked = next((_ASKED[word] for word in words if word in _ASKED), "")
    measure = query.measure if query.route in MEASURES else asked
    if measure not in MEASURES.get(route, ()):
        return query
    return query._replace(route=route, measure=measure, direction="", state="", role="")
