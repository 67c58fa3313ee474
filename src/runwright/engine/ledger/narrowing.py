"""What narrows a question about money: whose payments are meant, and which of the named days."""

from __future__ import annotations

import re
from datetime import date, timedelta

from runwright.engine.days import moved
from runwright.engine.ledger.selection import Days, Selection
from runwright.engine.ledger.subjects import Demand
from runwright.engine.patterns import lazily
from runwright.engine.periods import Period

_CLIENTS = lazily(r"\b(?:clients?|customers?)\b", re.I)
_CLIENTS_PAY = lazily(
    r"\b(?:clients?|customers?)\s+(?:\w+\s+)?(?:pa(?:y|ys|id)|sent|transferred)\b", re.I
)
_NO_CLIENT = (
    *("salary", "refunds", "interest and dividends", "pensions and benefits"),
    *("donations and gifts", "savings and investments"),
)
_MONTH = timedelta(days=31)


def of_clients(text: str, found: Selection) -> Selection:
    """What clients pay is no salary, no refund and no interest."""
    if not _CLIENTS.search(text):
        return found
    if found.direction == "out" and not _CLIENTS_PAY.search(text):
        return found
    but = tuple((Demand(name, name),) for name in _NO_CLIENT)
    return found._replace(subject=found.subject._replace(but=but), direction="in")


def innermost(days: tuple[Days, ...]) -> tuple[Days, ...]:
    """ "The first bill of the year in May": what lies within other days is meant."""
    return tuple(
        one
        for one in days
        if not any(one != other and one[0] <= other[0] and other[1] <= one[1] for other in days)
    )


def from_before(days: tuple[Days, ...]) -> tuple[Days, ...]:
    """What went up in July is told by June as well."""
    if len(days) != 1 or not timedelta(0) < days[0][1] - days[0][0] <= _MONTH:
        return days
    return ((moved(days[0][0], -1, "month"), days[0][1]),)


def up_to(text: str, period: Period) -> Period:
    """ "Until April": of what lies behind, everything before May."""
    lead = text[slice(*period.span)].split(maxsplit=1)[0].lower()
    behind = lead in ("until", "till", "through", "by")
    return period._replace(start=date.min) if behind else period


def one_before(days: Days, unit: str) -> Days:
    start, end = days
    unit = unit or ("year" if (end - start).days > 300 else "month")
    return moved(start, -1, unit), moved(end, -1, unit)
