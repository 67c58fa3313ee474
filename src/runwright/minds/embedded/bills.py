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


class _Meant(NamedTuple):
    """A bill that a question may mean."""

    bill: Item[Document]
    is_named: bool
    """Whether the question has a word of its issuer, title or number."""


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
    words = set(split_words(fold(query.text)))
    if is_asked(query) and _PAYING.isdisjoint(words):
        return (yield from _when_due(query, surroundings))
    meant = None
    if may_be_meant(query, surroundings):
        meant = yield from _meant(query, surroundings)
    if meant is None:
        return None
    bill = meant.bill
    records: Sequence[Item[Any]] = yield Look("match_records", _JOIN)
    choice = {"documents": {"files": [bill.file]}}
    result: Result | InvalidCall = yield Do("match_records", {**_JOIN, **choice})
    if isinstance(result, InvalidCall) or len(result.bills) != 1 or not result.bills[0].total:
        return None
    is_paid = result.bills[0].state == "paid"
    lines = _paid(bill, result) if is_paid else _open(bill, result.bills[0], records)
    return _told(meant, Answer("\n".join(lines), is_paid, result.items))


def _when_due(query: Query, surroundings: Surroundings) -> Attempt:
    """The day that the bill itself names."""
    if "documents" not in surroundings.sources:
        return None
    meant = yield from _meant(query, surroundings)
    if meant is None or meant.bill.facts.due is None:
        return None
    bill = meant.bill
    yield Do("search_documents", searched(_with_names(query), _SEARCHED))
    was = "was" if meant.bill.facts.due < surroundings.today.isoformat() else "is"
    total = phrases.money(bill.facts.total, bill.facts.currency) if bill.facts.total else ""
    name = ", ".join(filter(None, (_name(bill.facts), total)))
    text = f"It {was} due on {phrases.day(bill.facts.due)}.\n{name}."
    return _told(meant, Answer(text, items=(bill.id,)))


def _told(meant: _Meant, answer: Answer) -> Answer:
    """The answer; only shown where it is not certain that this bill is meant."""
    if meant.is_named:
        return answer
    named = meant.bill.facts.issuer or f"“{meant.bill.title}”"
    return answer._replace(text=f"If you mean {named}: {answer.text}", is_answer=False)


def _meant(query: Query, surroundings: Surroundings) -> Generator[Look | Do, Any, _Meant | None]:
    """The bill that is named; where one is spoken of, else the one that a search finds before
    everything else."""
    text = _with_names(query)
    found: Sequence[Item[Any]] = yield Look("search_documents", searched(text, _SEARCHED))
    bills = [item for item in found if isinstance(item.facts, Document)]
    fitting = [
        bill
        for bill in bills
        if bill.facts.document == "invoice" and _is_of_days(bill, query, surroundings.today)
    ]
    named = _named(text, query)
    by_name = [bill for bill in fitting if named & _names_of(bill.facts)]
    # An issuer may stand in the letterhead alone.
    by_name = by_name or [bill for bill in fitting if named and named <= _words_of(bill, found)]
    by_text = [item.file for item in found if not isinstance(item.facts, Document)]
    best = by_text[0] if by_text and is_asked(query) else ""
    own = by_name if by_name else [bill for bill in fitting if bill.file == best]
    return _Meant(own[0], bool(by_name)) if len(own) == 1 else None


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


def _words_of(bill: Item[Document], found: Sequence[Item[Any]]) -> frozenset[str]:
    """The words of the passages of a bill that were found."""
    texts = (item.text for item in found if item.file == bill.file)
    return frozenset(stem(word) for text in texts for word in split_words(fold(text)))


def _is_of_days(bill: Item[Document], query: Query, today: date) -> bool:
    """Whether a bill is of the days that a question names, if it names any."""
    viewpoint = Viewpoint(today, tense="past")
    named = [period for text in query.words("P") for period in periods.read(text, viewpoint)]
    if not named or bill.facts.date is None:
        return True
    return any(date.fromisoformat(bill.facts.date) in period for period in named)


# What is said -----------------------------------------------------------------------------------


def _name(facts: Document) -> str:
    number = f" {facts.number}" if facts.number else ""
    of_day = f" of {phrases.short_day(facts.date)}" if facts.date else ""
    return f"{facts.issuer or facts.title}, invoice{number}{of_day}"


def _total(bill: Bill) -> str:
    return phrases.money(bill.total.amount, bill.total.currency) if bill.total else ""


def _paid(bill: Item[Document], result: Result) -> list[str]:
    """What went out for it, and whether in time."""
    state, total = result.bills[0], _total(result.bills[0])
    paid = [row for row in result.rows if row.kind == "transaction"]
    if len(paid) == 1 and paid[0].amount:
        total = phrases.money(abs(Decimal(paid[0].amount)), paid[0].currency)
    to = phrases.shortened(list(dict.fromkeys(row.name for row in paid if row.name)))
    whom = f" to {to}" if to else ""
    return [
        f"Yes: {total} went out{whom} on {phrases.day(state.paid_on)}.",
        f"{_name(bill.facts)}{_in_time(state)}.",
    ]


def _open(bill: Item[Document], state: Bill, records: Sequence[Item[Any]]) -> list[str]:
    """That nothing surely pays it, and what has its amount."""
    due = f", due on {phrases.short_day(state.due)}" if state.due else ""
    told = f"I found no booking that surely pays it: {_name(bill.facts)}, {_total(state)}{due}."
    return [told, *_likely(bill.facts, state, records)]


def _in_time(bill: Bill) -> str:
    """Whether it was paid before it was due."""
    if bill.due is None or bill.paid_on is None:
        return ""
    due = phrases.short_day(bill.due)
    late = (date.fromisoformat(bill.paid_on) - date.fromisoformat(bill.due)).days
    if late > 0:
        return f", was due on {due}: paid {phrases.counted(late, 'day')} late"
    return f", was due on {due}: paid in time"


def _likely(facts: Document, bill: Bill, records: Sequence[Item[Any]]) -> list[str]:
    """Bookings of the same amount from around that time, which bear no name of the issuer."""
    if bill.total is None or facts.date is None:
        return []
    total, written = Decimal(bill.total.amount), date.fromisoformat(facts.date)
    bookings = [each.facts for each in records if isinstance(each.facts, Transaction)]
    same = [each for each in bookings if each.amount and Decimal(each.amount) == -total]
    near = [
        each
        for each in same
        if each.day and (date.fromisoformat(each.day) - written).days in _WINDOW
    ]
    return [
        f"The same amount went to {each.counterparty or 'somebody without a name'} on "
        f"{phrases.day(each.day)}."
        for each in near[:2]
    ]
