"""What something costs now: the amount of the last payments, where they are all alike.

Whoever asks what the internet costs wants the price of today, and not the average of two prices.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import MOST_LISTED, Request
from runwright.minds.embedded.program import Answer, Do, Look
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.find_transactions import TransactionRow

_AVERAGE = word_set("""
    average averages averaged avg mean median typical typically usual usually normally
    durchschnitt durchschnittlich moyenne promedio
    """)
_ALIKE = 3
"""From so many equal payments in a row on, it is a price."""


def is_asked(query: Query) -> bool:
    """Whether a question that was read as one for an average says nothing of one."""
    return (
        query.measure == "avg"
        and not query.group
        and not query.words("P", "P2", "PE")
        and not _AVERAGE & set(split_words(fold(query.text)))
    )


def answer(request: Request) -> Generator[Look | Do, Any, Answer | None]:
    """The price, since when, and the one before; None where payments differ."""
    if not request.targets:
        return None
    found = yield Do("find_transactions", request.arguments(order="newest", limit=MOST_LISTED))
    if isinstance(found, InvalidCall) or len({row.counterparty for row in found.rows}) != 1:
        return None
    runs = [list(own) for _, own in groupby(found.rows, key=_price)]
    if len(runs[0]) < _ALIKE or any(len(own) < _ALIKE for own in runs[:-1]):
        return None
    text = phrases.lines(_said(runs), saying.details(request, found, _counted(request, runs)))
    return Answer(text, items=found.items)


def _price(row: TransactionRow) -> tuple[Decimal, str | None]:
    return abs(Decimal(row.amount or 0)), row.currency


def _said(runs: Sequence[Sequence[TransactionRow]]) -> str:
    now = runs[0]
    name = now[0].counterparty
    if len(runs) == 1:
        return phrases.sentence(f"{_money(now[0])} each time: {name}")
    since = phrases.short_day(now[-1].day or "")
    return phrases.sentence(
        f"{_money(now[0])} now, since {since}; {_money(runs[1][0])} before: {name}"
    )


def _money(row: TransactionRow) -> str:
    return phrases.money(_price(row)[0], row.currency)


def _counted(request: Request, runs: Sequence[Sequence[TransactionRow]]) -> str:
    return saying.noun(request, sum(map(len, runs)))
