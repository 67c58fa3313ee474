"""The pieces that answers about money share: what was asked about, what was counted, what for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Protocol

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.targets import Target
from runwright.minds.embedded.program import Answer
from runwright.text.calendars import DAY
from runwright.text.folding import fold
from runwright.tools.base import InvalidCall, Result
from runwright.tools.find_transactions import TransactionRow

MOST_LINES = 15
_STALE = timedelta(days=14)
"""Statements come late; records that end longer ago are worth a word."""


class Sum(Protocol):
    """Anything with a total in one currency."""

    @property
    def total(self) -> str: ...
    @property
    def currency(self) -> str | None: ...
    @property
    def account(self) -> str | None: ...


def sums(figures: Iterable[Sum], sign: int = 1) -> str:
    """`€312.40 and $20.00`: one for each currency."""
    return phrases.join(
        [phrases.money(sign * Decimal(each.total), each.currency, each.account) for each in figures]
    )


def subject(request: Request, *, as_payment: bool = False) -> str:
    """`at Lidl`, `on groceries`, `from Acme on Fridays`: what is asked about, without its time.
    Payments are made to somebody and for something."""
    chosen = request.targets
    who = [target.wanted for target in chosen if target.kind == "who"]
    things = [_thing(target) for target in chosen if target.kind != "who"]
    words = []
    if things:
        is_text = any(target.kind == "about" for target in chosen)
        received = "for" if is_text else "as"
        head = {"spent": "for" if as_payment else "on", "received": received}.get(
            request.direction, "for"
        )
        words.append(f"{head} {phrases.join(things)}")
    if who:
        words.append(f"{_towards(request, as_payment)} {phrases.join(who)}")
    return " ".join([*words, *request.limits])


def _thing(target: Target) -> str:
    return f"“{target.wanted}”" if target.kind == "about" and not target.names else target.wanted


def _towards(request: Request, as_payment: bool) -> str:
    if request.query.state == "refunded":
        return "from"
    if request.direction == "spent":
        is_moved = request.selection.get("own_transfers") == "only"
        return "to" if as_payment or is_moved or request.query.words("MP") else "at"
    return {"received": "from"}.get(request.direction, "with")


def verb(request: Request) -> str:
    """`spent`, `paid` or `received`; `moved` between own accounts."""
    if request.selection.get("own_transfers") == "only":
        return "moved"
    if request.direction == "received":
        return "received"
    return (
        "paid"
        if any(t.kind == "who" for t in request.targets) and request.query.words("MP")
        else "spent"
    )


def noun(request: Request, number: int) -> str:
    """`1 payment`, `3 bookings`."""
    if request.selection.get("own_transfers") == "only":
        return phrases.counted(number, "transfer")
    if request.query.state == "refunded":
        return phrases.counted(number, "refund")
    name = {"spent": "payment", "received": "incoming payment"}.get(request.direction, "booking")
    return phrases.counted(number, name)


def when(request: Request) -> str:
    """The period of the question, or what is on record."""
    if request.is_timed:
        return phrases.within(request.period, request.today)
    first, last = request.book.first, request.book.last
    if first is None or last is None:
        return ""
    return f"from {phrases.short_day(first)} to {phrases.short_day(last)}"


def details(request: Request, result: Result, *more: str, some: Sequence[Target] = ()) -> str:
    """The line of what was counted: names, what was left out, what was taken for granted."""
    clauses = [*more, *_who(some or request.targets)]
    clauses += phrases.note_clauses({note.code: note for note in result.notes}.values())
    if not request.is_timed and request.book.first:
        clauses.append(f"all that is on record, {when(request)}")
    clauses += _reach(request)
    clauses += request.remarks
    return phrases.sentence("; ".join(filter(None, clauses)))


def _who(some: Sequence[Target]) -> list[str]:
    """Which names were counted, where the person did not write them."""
    clauses = []
    for target in some:
        other = [name for name in target.names if fold(name) != fold(target.wanted)]
        if other and not target.is_guess:
            but = f" without {phrases.shortened(target.but)}" if target.kind == "category" else ""
            but = but if target.but else ""
            clauses.append(f"{target.wanted}: {phrases.shortened(target.names)}{but}")
        elif target.kind == "about" and not target.names:
            clauses.append(f"bookings whose text has “{target.terms[0]}”")
    return clauses


def _reach(request: Request) -> list[str]:
    """That the records do not cover all of the period."""
    first, last, period = request.book.first, request.book.last, request.period
    if not request.is_timed or first is None or last is None:
        return []
    clauses = []
    if period.start and first > period.start and (period.end is None or first < period.end):
        clauses.append(f"your records begin on {phrases.short_day(first)}")
    end = min(period.end or request.today + DAY, request.today + DAY)
    if last + _STALE < end and (period.start is None or last >= period.start):
        clauses.append(f"your records end on {phrases.short_day(last)}")
    return clauses


def refusal(text: str) -> Answer:
    """What is said instead of an answer."""
    return Answer(text, is_answer=False)


def failed(reply: InvalidCall) -> Answer:
    """An answer where a call led nowhere."""
    return Answer(f"I could not work that out. {reply}", is_answer=False)


def unfound(request: Request, result: Result | InvalidCall) -> Answer | None:
    """An answer where a call led nowhere, or to no booking; None where it found some."""
    if isinstance(result, InvalidCall):
        return failed(result)
    return outside(request, result) or (None if result.kept else nothing(request, result))


def outside(request: Request, result: Result) -> Answer | None:
    """An answer where the records have nothing at all in the period."""
    if not any(note.code == "outside_records" for note in result.notes):
        return None
    first, last, period = request.book.first, request.book.last, request.period
    reach = ""
    if last and period.start and last < period.start:
        reach = f": the last on record before that is of {phrases.day(last)}"
    elif first and period.end and first >= period.end:
        reach = f": the first on record after that is of {phrases.day(first)}"
    return Answer(f"I have no bookings {when(request)}{reach}.", is_answer=False)


def nothing(request: Request, result: Result) -> Answer:
    """That there is none of what was asked for."""
    what = subject(request, as_payment=True)
    kind = {"spent": "payments", "received": "incoming payments"}.get(request.direction, "bookings")
    kind = {
        "refunded": "refunds",
        "pending": "pending bookings",
        "returned": "returned bookings",
        "duplicate": "double charges",
    }.get(request.query.state, kind)
    head = phrases.sentence(f"I found no {kind}", what, when(request) if request.is_timed else "")
    # What part of something it is, nothing does not tell.
    is_answer = request.query.measure != "share"
    text = phrases.lines(head, details(request, result))
    return Answer(text, is_answer=is_answer, items=result.items)


def row_line(row: TransactionRow, *, signed: bool = False) -> str:
    """`3 May 2026: REWE, €23.10 (groceries)`."""
    amount = Decimal(row.amount or 0)
    shown = phrases.money(amount if signed else abs(amount), row.currency)
    if not signed and amount > 0 and row.type == "refund":
        shown = f"{shown} back"
    name = row.counterparty or "no name"
    day = phrases.day(row.day) if row.day else "no day"
    tail = f" ({row.status})" if row.status != "booked" else ""
    return f"{day}: {name}, {shown}{tail}"


def rows_text(rows: Sequence[TransactionRow], more: int, *, signed: bool = False) -> str:
    """Bookings as a list, cut with what is left."""
    shown = [f"- {row_line(row, signed=signed)}" for row in rows[:MOST_LINES]]
    left = len(rows) - len(shown[:MOST_LINES]) + more
    return "\n".join([*shown, *([f"- and {left:,} more"] if left else [])])
