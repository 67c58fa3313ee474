"""Clauses that are a sum in figures and signs, and nothing else: their route needs no guess."""

from __future__ import annotations

import re

from runwright.minds.embedded.query import Query

_FIGURE = r"\(*-?\d[\d.,]*\)*"
_SIGNS = rf"{_FIGURE}(?: [-−+*×/÷] {_FIGURE})+"
# "What is 11 - 1", "then: how much is (12 + 7) * 3", "11 / 8 =". A sign without spaces may be part
# of a day or of hours ("what is 3/4", "what is 9-11"), and so may "9 - 11" and "what's 9 - 11":
# those are left to the parser.
_SUM = re.compile(
    rf"(?:(?:and|then|so|now)[:,]? )*(?:what is|how much is|calculate|compute) {_SIGNS}(?: =)?"
    rf"|{_SIGNS} =",
    re.IGNORECASE,
)


def of_signs_alone(query: Query) -> Query:
    """The query; where its clause is nothing but a sum in signs, that is what it asks for."""
    clause = " ".join(query.text.rstrip(" ?!.").split())
    if query.route == "arithmetic" or not _SUM.fullmatch(clause):
        return query
    return Query(query.text, "arithmetic")
