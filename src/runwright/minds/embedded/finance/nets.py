"""What is left of payments when something is taken off them: what came back, or what somebody
else gives towards them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying, targets
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.rereading import NET, OWED, TAKEN_OFF
from runwright.minds.embedded.finance.targets import Missing, Target
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.minds.embedded.query import Query
from runwright.tools.base import InvalidCall
from runwright.tools.find_recurring_payments import FindRecurringPaymentsResult
from runwright.tools.measure_transactions import MeasureTransactionsResult, UnitFigures

_Sums = dict[str | None, Decimal]


def is_net(query: Query) -> bool:
    """Whether what came back is to be taken off."""
    return NET in query.flags and query.measure == "sum" and not query.group


def is_less_a_share(query: Query) -> bool:
    """Whether what somebody gives is to be taken off."""
    return bool(query.words(TAKEN_OFF)) and query.measure in ("sum", "recur", "avg")


def tools(query: Query) -> tuple[str, ...]:
    """The calls for what somebody gives: both sides."""
    if query.measure == "recur":
        return ("find_recurring_payments",) * 2
    return ("measure_transactions",) * 3


def net(request: Request) -> Program:
    """What was paid, less what came back, whatever the bank calls it."""
    request = request._replace(targets=tuple(map(_with_names, request.targets)))
    result = yield Do("measure_transactions", request.arguments())
    if empty := saying.unfound(request, result):
        return empty
    spent = request._replace(query=request.query._replace(direction="out"))
    parts = phrases.join([_less(unit) for unit in result.units])
    head = phrases.sentence(
        f"You {saying.verb(spent)}", parts, saying.subject(spent),
        saying.when(request) if request.is_timed else "",
    )  # fmt: skip
    if OWED in request.query.flags:
        left = phrases.join([_left(unit) for unit in result.units])
        head = phrases.sentence(left, f"by your bookings with {phrases.join(_names(request))}")
    if request.query.form == "number":
        return Answer(saying.sums(result.units, -1), items=result.items)
    refunds = sum(unit.refunds for unit in result.units)
    off = f"{phrases.counted(refunds, 'refund')} taken off" if refunds else ""
    number = phrases.counted(sum(unit.count for unit in result.units), "booking")
    text = phrases.lines(head, saying.details(request, result, number, off))
    return Answer(text, items=result.items)


def _with_names(target: Target) -> Target:
    """A type of booking as those who are paid so: what they give back is of another type."""
    if target.kind != "type" or not target.stand_ins:
        return target
    return target._replace(kind="who", terms=target.stand_ins, names=target.stand_ins)


def _names(request: Request) -> list[str]:
    return [target.wanted for target in request.targets]


def _left(unit: UnitFigures) -> str:
    """What has not come back; more may have come than went."""
    paid = phrases.money(unit.spent, unit.currency, unit.account)
    back = phrases.money(unit.received, unit.currency, unit.account)
    left = phrases.money(max(-Decimal(unit.total), Decimal()), unit.currency, unit.account)
    return f"{left} is left ({paid} went out, {back} came in)"


def _less(unit: UnitFigures) -> str:
    left = phrases.money(-Decimal(unit.total), unit.currency, unit.account)
    if not Decimal(unit.received):
        return left
    paid = phrases.money(unit.spent, unit.currency, unit.account)
    back = phrases.money(unit.received, unit.currency, unit.account)
    return f"{left} ({paid} less {back} that came back)"


def less_a_share(request: Request) -> Program:
    """What is paid for the one, less what comes from the other."""
    name = request.query.word(TAKEN_OFF)
    giver = targets.of_name(name, request.book)
    if isinstance(giver, Missing):
        near = f" Did you mean {phrases.join(giver.near, 'or')}?" if giver.near else ""
        return saying.refusal(f"I found no booking with “{name}”, so I cannot take that off.{near}")
    is_regular = request.query.measure == "recur"
    tool = "find_recurring_payments" if is_regular else "measure_transactions"
    more: dict[str, Any] = {"period": {}} if is_regular else {}
    paid = yield Do(tool, request.arguments(**more))
    given = yield Do(tool, _from(request, giver) | more)
    if isinstance(paid, InvalidCall):
        return saying.failed(paid)
    if isinstance(given, InvalidCall):
        return saying.failed(given)
    ours, theirs = _sums(paid), _sums(given)
    if not theirs and not is_regular:
        back = yield Do(tool, _refunded(request, giver))
        theirs = {} if isinstance(back, InvalidCall) else _sums(back)
    if not ours:
        return saying.nothing(request, paid)
    if len(ours) > 1 or (theirs and set(theirs) != set(ours)):
        return saying.refusal(
            "What you pay and what comes in are in different currencies, so nothing can "
            f"be taken off: {_shown(ours)} and {_shown(theirs)}.",
        )  # fmt: skip
    if not theirs:
        kind = "regular payments" if is_regular else "payments"
        return saying.refusal(
            f"I found no {kind} from {giver.wanted} to take off: you pay {_shown(ours)}."
        )
    [(currency, amount)] = ours.items()
    left = phrases.money(amount - theirs[currency], currency)
    each = " a month" if is_regular else ""
    when = saying.when(request) if request.is_timed and not is_regular else ""
    head = phrases.sentence(
        f"{left}{each}: {_shown(ours)}", saying.subject(request),
        f"less {_shown(theirs)} from {giver.wanted}", when,
    )  # fmt: skip
    items = tuple(dict.fromkeys((*paid.items, *given.items)))
    return Answer(phrases.lines(head, saying.details(request, paid)), items=items)


def _from(request: Request, giver: Target) -> dict[str, Any]:
    """What comes from somebody, whatever it is for."""
    bare = request._replace(selection={}, query=request.query._replace(direction="in"))
    return bare.arguments(giver)


def _refunded(request: Request, giver: Target) -> dict[str, Any]:
    """What somebody gave back, which is no income."""
    bare = request._replace(selection={"types": ["refund"]})
    return bare._replace(query=request.query._replace(direction="any")).arguments(giver)


def _sums(result: FindRecurringPaymentsResult | MeasureTransactionsResult) -> _Sums:
    found: Iterable[tuple[str | None, str]]
    if isinstance(result, MeasureTransactionsResult):
        found = [(unit.currency, unit.total) for unit in result.units]
    else:
        found = [(p.currency, p.per_month) for p in result.payments if not p.may_have_ended]
    sums: _Sums = {}
    for currency, amount in found:
        sums[currency] = sums.get(currency, Decimal()) + Decimal(amount)
    return sums


def _shown(sums: _Sums) -> str:
    return phrases.join([phrases.money(round(each, 2), code) for code, each in sums.items()])
