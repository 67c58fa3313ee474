"""By how much the price of something regular changed, and when."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Look
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.find_recurring_payments import PriceChange, RecurringPayment
from runwright.tools.find_transactions import TransactionRow

_SENTENCE = re.compile(r"[.!?;:]\s+")
_AUXILIARIES = word_set("do did does is are was were has have had didnt isnt wasnt hasnt")
_DOWN = word_set("down cheaper fall fell fallen drop dropped lower decrease decreased less reduced")
_MOST = 4
_MONTH = 30
_RARE = 3
_FEW = 10


def answer(request: Request) -> Generator[Look | Do, Any, Answer | None]:
    """How fixed prices changed, in the period that is named or last; None if there are none."""
    found = yield Do("find_recurring_payments", request.arguments(period={}))
    if isinstance(found, InvalidCall):
        return None
    payments = [each for each in found.payments if not each.may_have_ended] or found.payments
    if not payments or len(payments) > _MOST or any(each.varies for each in payments):
        return None
    changes = [_change(payment, request) for payment in payments]
    lines = [
        _changed(payment, change) if change else _unchanged(payment, request)
        for payment, change in zip(payments, changes, strict=True)
    ]
    if request.query.ask == "count":
        lines = [_counted(payment, request) for payment in payments]
    text = phrases.lines(
        f"{_verdict(request, changes)}{lines[0]}", *lines[1:], saying.details(request, found)
    )
    return Answer(text, items=found.items)


def is_rare(request: Request) -> bool:
    """Whether what is named is paid less than every third month, so that months say nothing."""
    book = request.book
    number = sum(book.names.get(name, 0) for name in request.targets[0].names)
    if book.first is None or book.last is None:
        return False
    return 1 < number <= (book.last - book.first).days // (_MONTH * _RARE)


def last_two(request: Request) -> Generator[Look | Do, Any, Answer | None]:
    """The last two payments of something that is paid now and then: a yearly fee."""
    arguments = request.arguments(order="newest", limit=_FEW, period={})
    found = yield Do("find_transactions", arguments)
    if isinstance(found, InvalidCall):
        return None
    rows = [row for row in found.rows if row.type != "refund" and row.amount and row.day]
    if len(rows) < 2 or len({(row.counterparty, row.currency) for row in rows[:2]}) > 1:
        return None
    now, before = rows[0], rows[1]
    change = abs(Decimal(now.amount or 0)) - abs(Decimal(before.amount or 0))
    way = f"Up by {_paid(str(change), now)}" if change > 0 else f"Down by {_paid(str(change), now)}"
    head = phrases.sentence(
        f"{way if change else 'No change'}: {now.counterparty} was {_paid(now.amount, now)} on "
        f"{phrases.short_day(now.day or '')} and {_paid(before.amount, before)} on "
        f"{phrases.short_day(before.day or '')}"
    )
    said = _yes_or_no(request, change)
    number = phrases.counted(len(rows), "payment")
    text = phrases.lines(f"{said}{head}", saying.details(request, found, f"{number} on record"))
    return Answer(text, items=found.items)


def _paid(amount: str | None, row: TransactionRow) -> str:
    return phrases.money(abs(Decimal(amount or 0)), row.currency)


def _counted(payment: RecurringPayment, request: Request) -> str:
    """How many times a price changed: `2 times: HULU went from …, then to …`."""
    own = [each for each in payment.changes if date.fromisoformat(each.day) in request.period]
    if not own:
        return _unchanged(payment, request)
    steps = [
        f"to {_money(Decimal(each.after), payment)} on {phrases.short_day(each.day)}"
        for each in own
    ]
    start = _money(Decimal(own[0].before), payment)
    return phrases.sentence(
        f"{phrases.counted(len(own), 'time')}: {payment.counterparty} went from {start}",
        ", then ".join(steps),
    )


def _change(payment: RecurringPayment, request: Request) -> PriceChange | None:
    """The last change of the period; a price that is asked about as of now, the last of all."""
    own = [change for change in payment.changes if date.fromisoformat(change.day) in request.period]
    return own[-1] if own else None


def _verdict(request: Request, changes: Sequence[PriceChange | None]) -> str:
    """`Yes. ` or `No. ` where a sentence asks whether."""
    given = [Decimal(each.after) - Decimal(each.before) for each in changes if each]
    return _yes_or_no(request, *given)


def _yes_or_no(request: Request, *changes: Decimal) -> str:
    sentences = [split_words(fold(each)) for each in _SENTENCE.split(request.query.text)]
    if not any(words and words[0] in _AUXILIARIES for words in sentences):
        return ""
    is_down = bool(_DOWN & set(split_words(fold(request.query.text))))
    is_so = any(change and (change < 0) == is_down for change in changes)
    return "Yes. " if is_so else "No. "


def _changed(payment: RecurringPayment, change: PriceChange) -> str:
    """`Up by €2.00 (15.4 %): Netflix went from €12.99 to €14.99 on 3 May 2026.`"""
    before, after = Decimal(change.before), Decimal(change.after)
    way = "Up" if after > before else "Down"
    percent = f" ({abs(after - before) * 100 / before:.1f} %)" if before else ""
    others = len(payment.changes) - 1
    more = f"; {phrases.counted(others, 'other change')} on record" if others else ""
    ended = f"; it ended on {phrases.short_day(payment.last)}" if payment.may_have_ended else ""
    return phrases.sentence(
        f"{way} by {_money(abs(after - before), payment)}{percent}: {payment.counterparty} went "
        f"from {_money(before, payment)} to {_money(after, payment)} on "
        f"{phrases.short_day(change.day)}{more}{ended}"
    )


def _unchanged(payment: RecurringPayment, request: Request) -> str:
    now = _money(Decimal(payment.amount), payment)
    if not payment.changes:
        return phrases.sentence(
            f"No change: {payment.counterparty} has been {now} {payment.interval} since",
            phrases.short_day(payment.first),
        )
    last = payment.changes[-1]
    return phrases.sentence(
        f"No change {phrases.within(request.period, request.today)}: {payment.counterparty} is "
        f"{now} {payment.interval}; it was {_money(Decimal(last.before), payment)} before "
        f"{phrases.short_day(last.day)}"
    )


def _money(amount: Decimal, payment: RecurringPayment) -> str:
    return phrases.money(round(amount, 2), payment.currency, payment.account)
