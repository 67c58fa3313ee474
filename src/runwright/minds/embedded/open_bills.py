"""Which bills among the documents are still open: all of them, joined with the bookings by
`match_records`."""

from __future__ import annotations

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.program import Answer, Attempt, Do, Surroundings
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.match_results import Bill, Result, Row

_SOURCES = {"documents", "finance"}
_BILLS = word_set("bills invoices")
_OPEN = word_set("open unpaid outstanding overdue unsettled")
_PAYING = word_set("pay paid owe settle settled due")
_MOST = 20


def is_asked(query: Query) -> bool:
    """Whether it asks which bills are open: `what invoices do I still have to pay?`."""
    words = set(split_words(fold(query.text)))
    is_open = not words.isdisjoint(_OPEN) or ("still" in words and not words.isdisjoint(_PAYING))
    return is_open and not words.isdisjoint(_BILLS) and not query.words("M", "MP", "PS", "DOC")


def answer(query: Query, surroundings: Surroundings) -> Attempt:
    """The open ones, and how many there are in all; None if that is not asked or not known."""
    if not is_asked(query) or not set(surroundings.sources) >= _SOURCES:
        return None
    result: Result | InvalidCall = yield Do("match_records", {"join": "invoice_bookings"})
    if isinstance(result, InvalidCall) or not result.bills:
        return None
    rows = {row.id: row for row in result.rows if row.kind == "document"}
    left = [bill for bill in result.bills if bill.state != "paid"]
    text = phrases.lines(_head(len(left), len(result.bills)), *_listed(left, rows))
    return Answer(text, items=tuple(bill.id for bill in left or result.bills))


def _head(left: int, number: int) -> str:
    if not left:
        return f"None: {phrases.counted(number, 'invoice')} found, all paid."
    verb = "is" if left == 1 else "are"
    return f"{left} of {phrases.counted(number, 'invoice')} {verb} still open:"


def _listed(left: list[Bill], rows: dict[str, Row]) -> list[str]:
    ordered = sorted(left, key=lambda bill: bill.due or "9999")
    more = [f"- and {len(left) - _MOST} more"] if len(left) > _MOST else []
    return [*(_line(bill, rows.get(bill.id)) for bill in ordered[:_MOST]), *more]


def _line(bill: Bill, row: Row | None) -> str:
    name = row.name if row and row.name else "no issuer named"
    number = f", invoice {row.number}" if row and row.number else ""
    total = phrases.money(bill.total.amount, bill.total.currency) if bill.total else "no total read"
    due = f", due on {phrases.day(bill.due)}" if bill.due else ""
    late = " (overdue)" if bill.state == "overdue" else ""
    return f"- {name}{number}: {total}{due}{late}"
