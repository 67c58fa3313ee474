"""How much, how many, how much on average, which share: in all or by group."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import groups, phrases, saying, sorted_names, wholes
from runwright.minds.embedded.finance.groups import GROUPS, STRETCHES
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.tools.base import InvalidCall
from runwright.tools.measure_transactions import (
    MeasureTransactionsResult,
    UnitFigures,
)

_WHICH_PART = (
    "I cannot tell which part of what you mean: name a category or a payee, and whether of your "
    "income or of your spending."
)
_CANNOT = {
    "hour": "Bookings have a day but no time of day, so I cannot divide them by hour.",
    "place": "Bookings do not say where they were made, so I cannot divide them by place.",
}


def answer(request: Request) -> Program:
    """Sum, count, average or share, by the group that is asked for."""
    query = request.query
    if query.group in _CANNOT:
        return saying.refusal(_CANNOT[query.group])
    result = yield Do("measure_transactions", _arguments(request))
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    if empty := saying.outside(request, result):
        return empty
    if not result.kept:
        return _none(request, result)
    if query.measure == "share" and not query.group:
        return _share(request, result) if request.direction != "any" else _rate(request, result)
    if query.measure == "avg" and query.group in STRETCHES:
        return _average_per(request, result)
    if query.group in GROUPS:
        return (yield from groups.answer(request, result))
    match query.measure:
        case "count":
            text = _count(request, result)
        case "avg":
            text = _average(request, result)
        case _:
            text = _sum(request, result)
    return Answer(text, items=result.items)


def _arguments(request: Request) -> dict[str, Any]:
    query = request.query
    more: dict[str, Any] = {}
    if query.measure == "avg" and query.group in STRETCHES:
        more["per"] = query.group
    elif query.group in GROUPS:
        more["by"] = GROUPS[query.group]
        more["order"] = {"desc": "largest", "asc": "smallest"}.get(query.order, "usual")
        if query.group == "category" and (sorted_by := sorted_names.by_category(request.book)):
            more["categories"] = sorted_by
    if query.state == "refunded":
        more |= {"types": ["refund"], "direction": "any"}
    if query.measure == "share" and not query.group and request.direction != "any":
        more["share_of"] = wholes.of(request).selection
        return request.arguments(*wholes.of(request).parts, **more)
    return request.arguments(**more)


def _none(request: Request, result: MeasureTransactionsResult) -> Answer:
    query = request.query
    if query.measure == "sum" and not query.group and request.direction != "any":
        head = phrases.sentence(
            f"Nothing: you {saying.verb(request)} no money",
            saying.subject(request),
            saying.when(request) if request.is_timed else "",
        )
        return Answer(phrases.lines(head, saying.details(request, result)))
    return saying.nothing(request, result)


# In all -----------------------------------------------------------------------------------------


def _sum(request: Request, result: MeasureTransactionsResult) -> str:
    units = result.units
    what, when = saying.subject(request), _when(request)
    if request.query.state == "refunded":
        head = phrases.sentence(saying.sums(units), "was refunded to you", what, when)
    elif request.direction == "any":
        head = _net(request, units)
    elif units and all(Decimal(unit.total) < 0 for unit in units):
        head = _came_back(request, units)
    else:
        head = phrases.sentence(f"You {saying.verb(request)}", saying.sums(units), what, when)
    if request.query.form == "number":
        return saying.sums(units)
    if request.query.form == "short":
        return head
    counted = saying.noun(request, sum(unit.count for unit in units))
    return phrases.lines(head, saying.details(request, result, f"{counted}{_refunds(units)}"))


def _came_back(request: Request, units: Sequence[UnitFigures]) -> str:
    """What came in where payments were asked for."""
    back, is_all = saying.sums(units, -1), not any(Decimal(unit.spent) for unit in units)
    lead = f"You received {back}" if is_all else f"You received {back} more than you spent"
    return phrases.sentence(lead, saying.subject(request), _when(request))


def _when(request: Request) -> str:
    return saying.when(request) if request.is_timed else ""


def _refunds(units: Sequence[UnitFigures]) -> str:
    number = sum(unit.refunds for unit in units if unit.count > unit.refunds)
    return f", {phrases.counted(number, 'refund')} among them taken off" if number else ""


def _net(request: Request, units: Sequence[UnitFigures]) -> str:
    """What is left of both directions."""
    parts = []
    for unit in units:
        left = phrases.money(abs(Decimal(unit.total)), unit.currency, unit.account)
        came = phrases.money(unit.received, unit.currency, unit.account)
        went = phrases.money(unit.spent, unit.currency, unit.account)
        kind = (
            "more came in than went out"
            if Decimal(unit.total) >= 0
            else ("more went out than came in")
        )
        parts.append(f"{left} {kind} ({came} in, {went} out)")
    return phrases.sentence(phrases.join(parts), saying.subject(request), _when(request))


def _count(request: Request, result: MeasureTransactionsResult) -> str:
    number = sum(unit.count - _refunded(request, unit) for unit in result.units)
    if request.query.form == "number":
        return f"{number:,}"
    what = saying.subject(request, as_payment=True)
    head = phrases.sentence(
        saying.noun(request, number),
        what,
        _when(request) + ",",
        saying.sums(result.units),
        "in all",
    )
    return phrases.lines(head, saying.details(request, result, _refunds(result.units).strip(", ")))


def _refunded(request: Request, unit: UnitFigures) -> int:
    """Refunds are no payments; they only lessen what payments come to."""
    return unit.refunds if request.direction == "spent" else 0


def _average(request: Request, result: MeasureTransactionsResult) -> str:
    units = [unit for unit in result.units if unit.average]
    shown = phrases.join([phrases.money(unit.average or "0", unit.currency) for unit in units])
    if request.query.form == "number":
        return shown
    kind = {"spent": "a payment", "received": "an incoming payment"}.get(
        request.direction, "a booking"
    )
    head = phrases.sentence(f"{shown} {kind} on average", saying.subject(request), _when(request))
    medians = phrases.join([phrases.money(unit.median or "0", unit.currency) for unit in units])
    counted = saying.noun(request, sum(unit.count - unit.refunds for unit in units))
    return phrases.lines(head, saying.details(request, result, f"{counted}, median {medians}"))


def _average_per(request: Request, result: MeasureTransactionsResult) -> Answer:
    group = request.query.group
    units = [unit for unit in result.units if unit.average_per is not None]
    shown = phrases.join(
        [phrases.money(u.average_per or "0", u.currency, u.account) for u in units]
    )
    if request.query.form == "number":
        return Answer(shown, items=result.items)
    head = phrases.sentence(
        f"{shown} a {group} on average", saying.subject(request), _when(request)
    )
    totals = phrases.join([
        f"{phrases.money(unit.total, unit.currency, unit.account)} over {unit.stretches} {group}s"
        for unit in units
    ])  # fmt: skip
    counted = saying.noun(request, sum(unit.count for unit in units))
    text = phrases.lines(head, saying.details(request, result, f"{totals}, {counted}"))
    return Answer(text, items=result.items)


def _share(request: Request, result: MeasureTransactionsResult) -> Answer:
    known = [unit for unit in result.units if unit.share is not None]
    if not known or not (request.targets or request.selection):
        return saying.refusal(_WHICH_PART)
    whole = wholes.of(request).name
    request = request._replace(targets=wholes.of(request).parts)
    parts = [f"{Decimal(unit.share or 0):.1f} % of {whole}{_in(unit, known)}" for unit in known]
    head = phrases.sentence(
        phrases.join(parts), f"{_goes(request)} {_topic(request)}", _when(request)
    )
    if request.query.form == "number":
        return Answer(
            phrases.join([f"{Decimal(u.share or 0):.1f} %" for u in known]), items=result.items
        )
    counted = f"{saying.sums(known)}, {saying.noun(request, sum(u.count for u in known))}"
    return Answer(phrases.lines(head, saying.details(request, result, counted)), items=result.items)


def _rate(request: Request, result: MeasureTransactionsResult) -> Answer:
    """What part of the income was left over."""
    units = [unit for unit in result.units if Decimal(unit.received) > 0]
    if not units:
        return saying.nothing(request, result)
    rates = [Decimal(unit.total) * 100 / Decimal(unit.received) for unit in units]
    if request.query.form == "number":
        return Answer(phrases.join([f"{rate:.1f} %" for rate in rates]), items=result.items)
    parts = [
        f"{rate:.1f} % of your income{_in(unit, units)}"
        for rate, unit in zip(rates, units, strict=True)
    ]
    head = phrases.sentence(
        phrases.join(parts), "was left over", saying.subject(request), _when(request)
    )
    return Answer(
        phrases.lines(head, _net(request, units), saying.details(request, result)),
        items=result.items,
    )


def _in(unit: UnitFigures, known: Sequence[UnitFigures]) -> str:
    return f" in {unit.currency or 'an unknown currency'}" if len(known) > 1 else ""


def _goes(request: Request) -> str:
    return "came" if request.direction == "received" else "went"


def _topic(request: Request) -> str:
    topic = saying.subject(request)
    return f"to {topic.removeprefix('at ')}" if topic.startswith("at ") else topic
