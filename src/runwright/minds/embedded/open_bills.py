"""Which bills among the documents are still open: all of them, joined with the bookings by
`match_records`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Surroundings, Try
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.match_results import Bill, Result, Row

_JOIN = {"join": "invoice_bookings"}
_SOURCES = {"documents", "finance"}
_BILLS = word_set("bills invoices")
_OPEN = word_set("open unpaid outstanding overdue unsettled")
_PAYING = word_set("pay paid owe settle settled due still")
_MOST = 20


def is_asked(query: Query) -> bool:
    """Whether it asks which of all bills are open: `what invoices do I still have to pay?` Those of
    somebody, or of some days, are another question."""
    words = set(split_words(fold(query.text)))
    is_open = not words.isdisjoint(_OPEN) or ("still" in words and len(words & _PAYING) > 1)
    said = {word for span in query.spans for word in split_words(fold(span.text))}
    is_of_all = said <= _BILLS | _OPEN | _PAYING | STOP_WORDS
    return is_open and is_of_all and not words.isdisjoint(_BILLS)


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The open ones, and how many there are in all; None if that is not asked, or there are none
    of which it is known."""
    if not is_asked(query) or not set(surroundings.sources) >= _SOURCES:
        return None
    tried: Result | InvalidCall = yield Try("match_records", _JOIN)
    if isinstance(tried, InvalidCall) or all(bill.state == "unknown" for bill in tried.bills):
        return None
    result: Result | InvalidCall = yield Do("match_records", _JOIN)
    if isinstance(result, InvalidCall):
        return None
    rows = {row.id: row for row in result.rows if row.kind == "document"}
    known = [bill for bill in result.bills if bill.state != "unknown"]
    left = [bill for bill in known if bill.state != "paid"]
    unread = [rows[bill.id] for bill in result.bills if bill.state == "unknown" and bill.id in rows]
    text = phrases.lines(_head(len(left), len(known)), *_listed(left, rows), _untold(unread))
    return Answer(text, items=tuple(bill.id for bill in left or known))


def _head(left: int, number: int) -> str:
    """By bookings: what was paid in cash, or under another name, they do not tell."""
    if not left:
        return f"None: {phrases.counted(number, 'invoice')} found, all paid."
    verb = "is" if left == 1 else "are"
    return f"{left} of {phrases.counted(number, 'invoice')} {verb} still open by your bookings:"


def _listed(left: Sequence[Bill], rows: Mapping[str, Row]) -> list[str]:
    ordered = sorted(left, key=lambda bill: bill.due or "9999")
    more = [f"- and {len(left) - _MOST} more"] if len(left) > _MOST else []
    return [*(_line(bill, rows.get(bill.id)) for bill in ordered[:_MOST]), *more]


def _line(bill: Bill, row: Row | None) -> str:
    total = f": {phrases.money(bill.total.amount, bill.total.currency)}" if bill.total else ""
    due = f", due on {phrases.day(bill.due)}" if bill.due else ""
    late = " (overdue)" if bill.state == "overdue" else ""
    return f"- {_name(row)}{total}{due}{late}"


def _name(row: Row | None) -> str:
    name = row.name if row and row.name else "no issuer named"
    return f"{name}, invoice {row.number}" if row and row.number else name


def _untold(unread: Sequence[Row]) -> str:
    """That of some it is not known, for want of a total."""
    if not unread:
        return ""
    named = phrases.shortened(list(map(_name, unread)))
    return f"Whether this was paid I cannot tell, because I could read no total: {named}."
