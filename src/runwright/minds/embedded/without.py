"""A question without a name that no record bears: what the rest of it finds is worth showing.

`Southwest tickets to Minneapolis`: bookings with Southwest are there, and none names the town. That
answers another question than the one that was asked, so it is shown, and not stated.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold

_NAMES = ("M", "MP", "C", "PS", "T", "PL", "ACC")
_DAYS = ("P", "PE", "WD", "TI")
_OF_A_DAY = ("list", "exists", "when", "where", "who", "next", "first", "free")
"""What a day of the calendar tells by itself, whatever is called how."""
_MOST_LINES = 8


def asked_without(query: Query, missing: Sequence[str]) -> Query | None:
    """The question without some names; None where too little is left of it."""
    unknown = {" ".join(fold(name).split()) for name in missing}
    kept = tuple(each for each in query.spans if " ".join(fold(each.text).split()) not in unknown)
    left = query._replace(spans=kept)
    if len(kept) == len(query.spans) or query.form in ("chart", "csv", "ics"):
        return None
    is_of_days = query.route == "calendar" and query.measure in _OF_A_DAY
    if left.words(*_NAMES) or (is_of_days and left.words(*_DAYS)):
        return left
    return None


def shown(declined: Answer, found: Answer) -> Answer:
    """What was found without the names, below that there is none with them."""
    lines = found.text.split("\n")
    if not (found.is_answer and found.items) or len(lines) > _MOST_LINES:
        return declined
    return declined._replace(text=f"{declined.text}\nWithout that: {found.text}", items=found.items)
