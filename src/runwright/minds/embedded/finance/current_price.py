"""What something costs now: the amount of the last payments, where they are all alike.

Whoever asks what the internet costs wants the price of today, and not the average of two prices.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby, pairwise
from statistics import median
from typing import Any

from runwright.minds.embedded.finance import phrases, recurring, saying
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
_ASKING = word_set("how what whats hows")
_PAST = word_set("""
    did have has had ve was were spent paid been total totals totalled totaled sum altogether
    overall all ever far since gone went combined together
    """)
"""What a question for all that was ever paid has, and one for a price has not."""
_ALIKE = 3
"""From so many equal payments in a row on, it is a price."""
_NEW = 2
"""So many are enough behind a price that stood before."""
_MONTH = range(26, 37)
"""Days between two payments that are made every month."""


def is_asked(query: Query) -> bool:
    """Whether a question that was read as one for an average or a sum says nothing of one."""
    said = set(split_words(fold(query.text)))
    if query.words("P", "P2", "PE", "A>", "A<", "WD") or query.state:
        return False
    if query.measure == "sum":
        is_present = bool(said & _ASKING) and not said & _PAST
        return query.direction == "out" and not query.group and is_present and _names_one(query)
    return query.measure == "avg" and query.group in ("", "month") and not _AVERAGE & said


def _names_one(query: Query) -> bool:
    return len(query.words("M", "MP", "C")) == 1


def answer(request: Request) -> Generator[Look | Do, Any, Answer | None]:
    """The price, since when, and the one before; None where payments differ."""
    if len(request.targets) != 1:
        return None
    found = yield Do("find_transactions", request.arguments(order="newest", limit=MOST_LISTED))
    if isinstance(found, InvalidCall) or not found.rows:
        return None
    if len({row.counterparty for row in found.rows}) > 1:
        return (yield from _of_several(request))
    rows = [row for row in found.rows if row.type != "refund"]
    runs = [list(own) for _, own in groupby(rows, key=_price)]
    if not runs or not _are_prices(runs) or (request.query.group and not _is_monthly(rows)):
        return None
    counted = f"{_counted(request, runs)}{_in_all(request, rows)}"
    text = phrases.lines(_said(runs), saying.details(request, found, counted))
    return Answer(text, items=found.items)


def _of_several(request: Request) -> Generator[Look | Do, Any, Answer | None]:
    """What several are paid regularly, one by one; None where one of them is not."""
    if request.query.measure != "avg" or request.query.group:
        return None
    bare = request._replace(query=request.query._replace(measure="recur", ask="amount"))
    found = yield Do("find_recurring_payments", bare.arguments(period={}, state="active"))
    if isinstance(found, InvalidCall) or not found.payments:
        return None
    if any(each.varies for each in found.payments):
        return None
    return Answer(recurring.said(bare, found, found.payments), items=found.items)


def _in_all(request: Request, rows: Sequence[TransactionRow]) -> str:
    """What all payments come to, where a sum might have been meant."""
    total = sum((_price(row)[0] for row in rows), Decimal())
    shown = phrases.money(total, rows[0].currency)
    return f", {shown} in all" if request.query.measure == "sum" else ""


def _are_prices(runs: Sequence[Sequence[TransactionRow]]) -> bool:
    """Whether amounts stay the same for a while, but for the first on record, and the new one."""
    now, before = runs[0], runs[1:]
    least = _NEW if before and len(before[0]) >= _ALIKE else _ALIKE
    return len(now) >= least and all(len(own) >= _ALIKE for own in before[:-1])


def _is_monthly(rows: Sequence[TransactionRow]) -> bool:
    days = [date.fromisoformat(row.day) for row in rows if row.day]
    gaps = [(later - earlier).days for later, earlier in pairwise(days)]
    return bool(gaps) and _MONTH.start <= median(gaps) < _MONTH.stop


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
