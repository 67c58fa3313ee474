"""A question asked of the other kind of records: where no booking bears a name, an event may.

`When did I last get a haircut?` is about a payment or about an appointment, and only the records
tell which. An amount of money is never in a calendar, and a length of time in no booking.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set


class _Way(NamedTuple):
    """How a question goes over to another kind of record."""

    route: str
    measures: Mapping[tuple[str, str], tuple[str, str]]
    """What is asked, and of what, there and here."""
    codes: Mapping[str, str]
    """What the spans are called there; one that is missing has no meaning there."""


_WAYS = {
    "finance": _Way(
        "calendar",
        {
            ("last", ""): ("last", ""), ("last", "day"): ("last", ""),
            ("first", ""): ("first", ""), ("first", "day"): ("first", ""),
            ("recur", "day"): ("next", ""), ("count", ""): ("count", ""),
            ("exists", ""): ("exists", ""), ("list", ""): ("list", ""),
        },
        {"M": "T", "MP": "T", "C": "T", "PL": "PL", "P": "P", "PE": "PE", "WD": "WD"},
    ),
    "calendar": _Way(
        "finance",
        {
            ("last", ""): ("last", ""), ("when", ""): ("last", ""), ("first", ""): ("first", ""),
            ("count", ""): ("count", ""), ("exists", ""): ("exists", ""),
            ("list", ""): ("list", ""),
        },
        {"T": "C", "PS": "M", "PL": "PL", "P": "P", "WD": "WD"},
    ),
}  # fmt: skip


MONEY = word_set("""
    pay pays paid paying payment payments payday wage wages salary spend spends spent spending cost
    costs charge charges charged bill billed bills refund refunded refunds transfer transferred owe
    owed fee fees tax taxes invoice invoices deposit deposited withdraw withdrew bought buy
    """)
"""What is said of bookings alone: no event is a payment."""
_OF_MONEY = MONEY | word_set("money cash")
_OFF = frozenset(
    (one, other)
    for one in ("i", "we", "i'm", "am", "was", "be")
    for other in ("off", "away", "out")
)
_NAMES = ("M", "MP", "C", "T", "PS", "PL")


def of_time_off(query: Query) -> Query:
    """`Why was I off on 30 October?` is told by that day in the calendar, and by no booking."""
    words = split_words(fold(query.text))
    is_why = query.route == "finance" and query.measure == "why" and not query.words(*_NAMES)
    is_off = any(pair in _OFF for pair in pairwise(words))
    if not is_why or not is_off or not MONEY.isdisjoint(words) or not query.words("P"):
        return query
    return query._replace(route="calendar", measure="list", direction="", ask="", group="")


def asked_elsewhere(query: Query) -> Query | None:
    """The same question of the other kind of records; None where it makes no sense there."""
    way = _WAYS.get(query.route)
    if way is None or query.state or query.group or query.form in ("chart", "csv", "ics"):
        return None
    if query.route == "finance" and not _OF_MONEY.isdisjoint(split_words(fold(query.text))):
        return None
    asked = way.measures.get((query.measure, query.ask))
    if asked is None or any(each.code not in way.codes for each in query.spans):
        return None
    if any(fold(name).startswith(("my ", "our ")) for name in query.words("PS")):
        # Whom one has as a hairdresser is not told by a booking that names hair.
        return None
    number = len(query.words(*_NAMES))
    if not number or (number > 1 and query.route == "calendar"):
        # Of two names, one may be there by chance: somebody whom one meets is also paid.
        return None
    spans = tuple(each._replace(code=way.codes[each.code]) for each in query.spans)
    direction = "out" if way.route == "finance" else ""
    measure, ask = asked
    return query._replace(
        route=way.route, measure=measure, ask=ask, direction=direction, flags=(), role="",
        spans=spans,
    )  # fmt: skip
