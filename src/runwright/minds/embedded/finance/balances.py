"""What accounts hold, and whether that is enough."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.text.calendars import DAY
from runwright.tools.base import InvalidCall
from runwright.tools.get_balances import AccountBalance, GetBalancesResult


def answer(request: Request) -> Program:
    """The balances of the accounts that are meant, on the day that is meant."""
    on = _day(request)
    arguments: dict[str, Any] = {"day": on.isoformat()}
    for field in ("account", "currency"):
        if field in request.selection:
            arguments[field] = request.selection[field]
    result = yield Do("get_balances", arguments)
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    known = [each for each in result.balances if each.balance is not None]
    if not known:
        return saying.refusal(
            request, "Your records state no balance, only bookings, so I cannot tell what is left."
        )
    bound = request.least or request.most
    if bound is not None and len(result.totals) == 1:
        head = _enough(request, result, bound.amount)
    else:
        sums = [phrases.money(t.amount, t.currency, t.account) for t in result.totals]
        where = f"in {len(known)} accounts" if len(known) > 1 else f"in {_name(known[0])}"
        time = "" if on == request.today else f"at the end of {phrases.day(on)}"
        head = phrases.sentence(phrases.join(sums), where, time)
    if request.query.form == "number":
        return Answer(
            phrases.join([phrases.money(t.amount, t.currency) for t in result.totals]),
            items=result.items,
        )
    lines = [f"- {_line(each)}" for each in known] if len(known) > 1 else []
    age = (
        f"as of the last booking on {phrases.short_day(known[0].last_booking)}"
        if (len(known) == 1 and known[0].last_booking)
        else ""
    )
    clauses = [age, *phrases.note_clauses(result.notes), *request.remarks]
    tail = phrases.sentence("; ".join(filter(None, clauses)))
    return Answer(phrases.lines(head, *lines, tail), items=result.items)


def _day(request: Request) -> date:
    """The last day of the period, but not one to come."""
    if not request.is_timed or request.period.end is None:
        return request.today
    return min(request.period.end - DAY, request.today)


def _enough(request: Request, result: GetBalancesResult, bound: Decimal) -> str:
    [total] = result.totals
    held = Decimal(total.amount)
    is_so = held >= bound if request.least else held <= bound
    side = "more" if held > bound else "less"
    gap = phrases.money(abs(held - bound), total.currency)
    return phrases.sentence(
        f"{'Yes' if is_so else 'No'}: {phrases.money(held, total.currency)},",
        f"{gap} {side} than {phrases.money(bound, total.currency)}",
    )


def _name(balance: AccountBalance) -> str:
    return f"{balance.account} ({balance.kind})" if balance.kind else balance.account


def _line(balance: AccountBalance) -> str:
    amount = phrases.money(balance.balance or "0", balance.currency)
    last = (
        f", last booking {phrases.short_day(balance.last_booking)}" if balance.last_booking else ""
    )
    return f"{_name(balance)}: {amount}{last}"
