"""Whether a bill was paid, when it is due, and whether it was paid in time: a bill among the
documents, joined with the bookings by `match_records`.

Bookings seldom bear the words that people use for a bill: `the garage bill from January` was paid
to BEDMINSTER MOTOR WORKS. The bill knows its issuer, number and total, and those stand there.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Look, Plan, Surroundings
from runwright.minds.embedded.query import Query
from runwright.minds.embedded.searching import searched
from runwright.records.facts import Document, Transaction
from runwright.text import periods
from runwright.text.calendars import Viewpoint
from runwright.text.folding import fold
from runwright.text.stems import stem
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall, Item
from runwright.tools.match_results import Bill, Result

PLAN = Plan(("match_records",), ("documents", "finance"))
_JOIN = {"join": "invoice_bookings"}
_SOURCES = {"documents", "finance"}
_PAYING = word_set("pay pays paid paying settle settled payment payments owe owed owing overdue")
_BILLS = word_set("bill bills invoice invoices")
_DUE = word_set("due")
_SEARCHED = 10
_WINDOW = range(-5, 121)
"""The days from a bill to what may have paid it."""


class _Chosen(NamedTuple):
    """A bill, and the bookings that it may have been paid by."""

    bill: Item[Document]
    bookings: Sequence[Item[Transaction]]


def is_asked(query: Query) -> bool:
    """Whether the words ask about the payment of a bill."""
    words = set(split_words(fold(query.text)))
    return not (_PAYING | _DUE).isdisjoint(words) and not _BILLS.isdisjoint(words)


def may_be_meant(query: Query, surroundings: Surroundings) -> bool:
    """Whether a payment that was not found may be that of a bill."""
    is_paid = not (_PAYING | _BILLS).isdisjoint(split_words(fold(query.text)))
    goes_on = any(each.start < 0 for each in query.spans)
    is_of_one = (is_paid or goes_on) and not query.group
    return is_of_one and set(surroundings.sources) >= _SOURCES


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """How the one bill stands that a question means; None if it means none for certain."""
    if not may_be_meant(query, surroundings):
        return None
    chosen = yield from _chosen(query, surroundings)
    if chosen is None:
        return None
    choice = {"documents": {"files": [chosen.bill.file]}}
    result: Result | InvalidCall = yield Do("match_records", {**_JOIN, **choice})
    if isinstance(result, InvalidCall) or len(result.bills) != 1 or not result.bills[0].total:
        return None
    bill, words = result.bills[0], set(split_words(fold(query.text)))
    if bill.due and not _DUE.isdisjoint(words) and _PAYING.isdisjoint(words):
        return Answer(_due(chosen, bill), items=result.items)
    return Answer("\n".join(_said(chosen, result)), bill.state == "paid", result.items)


def _chosen(query: Query, surroundings: Surroundings) -> Generator[Look | Do, Any, _Chosen | None]:
    """The bill that is named, or else the one that a search finds before everything else."""
    records: Sequence[Item[Any]] = yield Look("match_records", _JOIN)
    bills = {
        item.file: item
        for item in records
        if isinstance(item.facts, Document) and item.facts.document == "invoice"
    }
    fitting = [bill for bill in bills.values() if _is_of_days(bill, query, surroundings.today)]
    if not fitting:
        return None
    text = _with_names(query)
    found: Sequence[Item[Any]] = yield Look("search_documents", searched(text, _SEARCHED))
    named = _named(text, query)
    by_name = [bill for bill in fitting if named & _names_of(bill.facts)]
    by_text = [item.file for item in found if not isinstance(item.facts, Document)]
    best = by_text[0] if by_text else ""
    own = by_name if by_name else [bill for bill in fitting if bill.file == best]
    if len(own) != 1:
        return None
    return _Chosen(own[0], [item for item in records if isinstance(item.facts, Transaction)])


def _with_names(query: Query) -> str:
    """A question with the names that it takes over from the one before."""
    taken = [each for each in query.words("M", "MP", "C", "PS", "T") if each not in query.text]
    return " ".join((query.text, *taken))


def _named(text: str, query: Query) -> frozenset[str]:
    """What a question says of a bill: not that it is one, and not when."""
    days = {w for said in query.words("P", "PE", "TI") for w in split_words(fold(said))}
    said = set(split_words(fold(text))) - days - STOP_WORDS - _PAYING - _BILLS
    return frozenset(map(stem, said))


def _names_of(bill: Document) -> frozenset[str]:
    named = " ".join(filter(None, (bill.issuer, bill.title, bill.number)))
    return frozenset(stem(word) for word in split_words(fold(named)) if word not in _BILLS)


def _is_of_days(bill: Item[Document], query: Query, today: date) -> bool:
    """Whether a bill is of the days that a question names, if it names any."""
    viewpoint = Viewpoint(today, tense="past")
    named = [period for text in query.words("P") for period in periods.read(text, viewpoint)]
    if not named or bill.facts.date is None:
        return True
    return any(date.fromisoformat(bill.facts.date) in period for period in named)


# What is said -----------------------------------------------------------------------------------


def _due(chosen: _Chosen, bill: Bill) -> str:
    """When it is to be paid, and whether it was."""
    was = "was" if bill.state == "paid" else "is"
    paid = f"Paid on {phrases.day(bill.paid_on)}." if bill.state == "paid" else ""
    name = f"{_name(chosen.bill.facts)}, {_total(bill)}."
    return "\n".join(filter(None, (f"It {was} due on {phrases.day(bill.due)}.", name, paid)))


def _total(bill: Bill) -> str:
    return phrases.money(bill.total.amount, bill.total.currency) if bill.total else ""


def _name(facts: Document) -> str:
    number = f" {facts.number}" if facts.number else ""
    of_day = f" of {phrases.short_day(facts.date)}" if facts.date else ""
    return f"{facts.issuer or facts.title}, invoice{number}{of_day}"


def _said(chosen: _Chosen, result: Result) -> list[str]:
    bill, total, name = result.bills[0], _total(result.bills[0]), _name(chosen.bill.facts)
    if bill.state == "paid":
        paid = [row for row in result.rows if row.kind == "transaction"]
        if len(paid) == 1 and paid[0].amount:
            total = phrases.money(abs(Decimal(paid[0].amount)), paid[0].currency)
        to = phrases.shortened(list(dict.fromkeys(row.name for row in paid if row.name)))
        whom = f" to {to}" if to else ""
        return [
            f"Yes: {total} went out{whom} on {phrases.day(bill.paid_on)}.",
            f"{name}{_in_time(bill)}.",
        ]
    due = f", due on {phrases.short_day(bill.due)}" if bill.due else ""
    told = [f"I found no booking that surely pays it: {name}, {total}{due}."]
    return [*told, *_likely(chosen, bill)]


def _in_time(bill: Bill) -> str:
    """Whether it was paid before it was due."""
    if bill.due is None or bill.paid_on is None:
        return ""
    due = phrases.short_day(bill.due)
    late = (date.fromisoformat(bill.paid_on) - date.fromisoformat(bill.due)).days
    if late > 0:
        return f", was due on {due}: paid {phrases.counted(late, 'day')} late"
    return f", was due on {due}: paid in time"


def _likely(chosen: _Chosen, bill: Bill) -> list[str]:
    """Bookings of the same amount from around that time, which bear no name of the issuer."""
    if bill.total is None or chosen.bill.facts.date is None:
        return []
    total, written = Decimal(bill.total.amount), date.fromisoformat(chosen.bill.facts.date)
    same = [
        booking.facts
        for booking in chosen.bookings
        if booking.facts.amount and Decimal(booking.facts.amount) == -total
    ]
    near = [
        facts
        for facts in same
        if facts.day and (date.fromisoformat(facts.day) - written).days in _WINDOW
    ]
    return [
        f"The same amount went to {facts.counterparty or 'somebody without a name'} on "
        f"{phrases.day(facts.day)}."
        for facts in near[:2]
    ]
