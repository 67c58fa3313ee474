"""How much, how many, how much on average, which share: in all or by group."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.tools.base import InvalidCall
from runwright.tools.measure_transactions import (
    GroupFigures,
    MeasureTransactionsResult,
    UnitFigures,
)

GROUPS = {
    "merchant": "counterparty", "person": "counterparty", "category": "category",
    "account": "account", "month": "month", "week": "week", "day": "day", "quarter": "quarter",
    "year": "year", "weekday": "weekday",
}  # fmt: skip
"""Groups of a question, by what the tools call them."""
STRETCHES = frozenset({"month", "week", "day", "quarter", "year"})
_CANNOT = {
    "hour": "Bookings have a day but no time of day, so I cannot divide them by hour.",
    "place": "Bookings do not say where they were made, so I cannot divide them by place.",
}
_MOST_GROUPS = 12


def answer(request: Request) -> Program:
    """Sum, count, average or share, by the group that is asked for."""
    query = request.query
    if query.group in _CANNOT:
        return saying.refusal(request, _CANNOT[query.group])
    result = yield Do("measure_transactions", _arguments(request))
    if isinstance(result, InvalidCall):
        return saying.failed(result) or saying.refusal(request, "")
    if empty := saying.outside(request, result):
        return empty
    if not result.kept:
        return _none(request, result)
    if query.measure == "share" and not query.group:
        return _share(request, result)
    if query.measure == "avg" and query.group in STRETCHES:
        return _average_per(request, result)
    if query.group in GROUPS:
        return (yield from _grouped(request, result))
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
    if query.state == "refunded":
        more |= {"types": ["refund"], "direction": "any"}
    if query.measure == "share" and not query.group:
        of = {"income": "received", "spending": "spent"}.get(query.share_of)
        more["share_of"] = {"direction": of} if of else {}
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
    else:
        head = phrases.sentence(f"You {saying.verb(request)}", saying.sums(units), what, when)
    if request.query.form == "number":
        return saying.sums(units)
    if request.query.form == "short":
        return head
    counted = saying.noun(request, sum(unit.count for unit in units))
    return phrases.lines(head, saying.details(request, result, f"{counted}{_refunds(units)}"))


def _when(request: Request) -> str:
    return saying.when(request) if request.is_timed else ""


def _refunds(units: Sequence[UnitFigures]) -> str:
    number = sum(unit.refunds for unit in units)
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
    head = phrases.sentence(
        saying.noun(request, number), saying.subject(request), _when(request) + ",",
        saying.sums(result.units), "in all",
    )  # fmt: skip
    return phrases.lines(head, saying.details(request, result, _refunds(result.units).strip(", ")))


def _refunded(request: Request, unit: UnitFigures) -> int:
    """Refunds are no payments; they only lessen what payments come to."""
    return unit.refunds if request.direction == "spent" else 0


def _average(request: Request, result: MeasureTransactionsResult) -> str:
    units = [unit for unit in result.units if unit.average]
    shown = phrases.join([phrases.money(unit.average or 0, unit.currency) for unit in units])
    if request.query.form == "number":
        return shown
    kind = {"spent": "a payment", "received": "an incoming payment"}.get(
        request.direction, "a booking"
    )
    head = phrases.sentence(f"{shown} {kind} on average", saying.subject(request), _when(request))
    medians = phrases.join([phrases.money(unit.median or 0, unit.currency) for unit in units])
    counted = saying.noun(request, sum(unit.count - unit.refunds for unit in units))
    return phrases.lines(head, saying.details(request, result, f"{counted}, median {medians}"))


def _average_per(request: Request, result: MeasureTransactionsResult) -> Answer:
    group = request.query.group
    units = [unit for unit in result.units if unit.average_per is not None]
    shown = phrases.join([phrases.money(u.average_per or 0, u.currency, u.account) for u in units])
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
        return saying.refusal(request, "I cannot tell which part of what you mean: name a category "
                              "or a payee, and whether of your income or of your spending.")  # fmt: skip
    whole = {"income": "your income", "spending": "your spending"}.get(
        request.query.share_of,
        "your income" if request.direction == "received" else "your spending",
    )
    parts = [f"{Decimal(unit.share or 0):.1f} % of {whole}{_in(unit, known)}" for unit in known]
    head = phrases.sentence(
        phrases.join(parts), f"{_goes(request)} {_topic(request)}", _when(request)
    )
    if request.query.form == "number":
        return Answer(
            phrases.join([f"{Decimal(u.share or 0):.1f} %" for u in known]), items=result.items
        )
    wholes = phrases.join([
        phrases.money(_whole(unit), unit.currency, unit.account) for unit in known
    ])  # fmt: skip
    counted = f"{saying.sums(known)} of about {wholes}"
    return Answer(phrases.lines(head, saying.details(request, result, counted)), items=result.items)


def _whole(unit: UnitFigures) -> Decimal:
    """What the share is of, worked back from it: to the nearest one, since shares are rounded."""
    share = Decimal(unit.share or 0)
    return (Decimal(unit.total) * 100 / share).quantize(Decimal(1)) if share else Decimal()


def _in(unit: UnitFigures, known: Sequence[UnitFigures]) -> str:
    return f" in {unit.currency or 'an unknown currency'}" if len(known) > 1 else ""


def _goes(request: Request) -> str:
    return "came" if request.direction == "received" else "went"


def _topic(request: Request) -> str:
    return saying.subject(request) or "on all of it"


# By group ---------------------------------------------------------------------------------------


def _grouped(request: Request, result: MeasureTransactionsResult) -> Program:
    query = request.query
    groups = _within_limits(request, _counted(request, result.groups))
    if not groups:
        text = phrases.lines(
            phrases.sentence(
                "None", _bounds(request), saying.subject(request), saying.when(request)
            ),
            saying.details(request, result),
        )
        return Answer(text, items=result.items)
    head = _group_head(request, groups)
    if query.form in ("csv", "chart"):
        made = yield Do("make_file", _file(request))
        if not isinstance(made, InvalidCall):
            text = phrases.lines(head, f"The {query.form} is in {made.name}.",
                                 saying.details(request, result))  # fmt: skip
            return Answer(text, items=result.items)
        head = phrases.lines(head, f"I could not make the file. {made}")
    most = request.number or (len(groups) if query.group in STRETCHES else _MOST_GROUPS)
    shown = groups[: max(most, 1)]
    left = len(groups) - len(shown) + (result.more_groups if not request.number else 0)
    body = _group_table(request, shown) if query.form == "table" else _group_lines(request, shown)
    if left and not request.number:
        body = (
            f"{body}\n- and {left} more" if query.form != "table" else f"{body}\n\nAnd {left} more."
        )
    return Answer(phrases.lines(head, body, saying.details(request, result)), items=result.items)


def _file(request: Request) -> dict[str, Any]:
    query = request.query
    title = phrases.sentence(
        f"{saying.verb(request)} by {query.group}", saying.subject(request), saying.when(request)
    ).rstrip(".")
    is_line = query.form == "chart" and query.group in STRETCHES
    return {
        "format": query.form, "results": ["r1"], "title": title[:200],
        "shape": "line" if is_line else "bar",
        "columns": ["group", "total"] if query.form == "chart" else [],
    }  # fmt: skip


def _counted(request: Request, groups: Sequence[GroupFigures]) -> list[GroupFigures]:
    """In the order of what is asked: by number where numbers are counted."""
    if request.query.measure == "count" and request.query.order in ("desc", "asc"):
        sign = -1 if request.query.order == "desc" else 1
        return sorted(groups, key=lambda each: sign * each.count)
    return list(groups)


def _within_limits(request: Request, groups: Sequence[GroupFigures]) -> list[GroupFigures]:
    """Those whose total is within the bounds that are asked for."""
    least, most = request.least, request.most
    return [
        group
        for group in groups
        if (least is None or Decimal(group.total) > least.amount)
        and (most is None or Decimal(group.total) < most.amount)
    ]


def _bounds(request: Request) -> str:
    currency = request.book.has_currency
    words = []
    if request.least:
        words.append(f"above {phrases.money(request.least.amount, currency)}")
    if request.most:
        words.append(f"below {phrases.money(request.most.amount, currency)}")
    return " and ".join(words)


def name_of(group: GroupFigures, by: str) -> str:
    """A group as people call it."""
    if group.group is None:
        return {"category": "without a category"}.get(by, "without a name")
    match by:
        case "month":
            return phrases.month(group.group)
        case "quarter":
            return f"{group.group[-2:]} {group.group[:4]}"
        case "week":
            return f"the week of {phrases.short_day(group.group)}"
        case "day":
            return phrases.day(group.group)
        case _:
            return group.group


def _figure(request: Request, group: GroupFigures) -> str:
    if request.query.measure == "count":
        return saying.noun(request, group.count)
    if request.query.measure == "avg":
        average = Decimal(group.total) / (group.count or 1)
        return phrases.money(average.quantize(Decimal("0.01")), group.currency, group.account)
    total = phrases.money(group.total, group.currency, group.account)
    if request.query.measure == "share" and group.share is not None:
        return f"{Decimal(group.share):.1f} % ({total})"
    return total


def _group_head(request: Request, groups: Sequence[GroupFigures]) -> str:
    """The first group where an order asks for it, else what the list is of."""
    query = request.query
    when = saying.when(request)
    if query.order in ("desc", "asc") and (request.number or 1) == 1 and not _bounds(request):
        first = groups[0]
        verb = saying.verb(request) if request.direction != "any" else "left over"
        count = " the most" if query.order == "desc" else " the least"
        tail = f"{verb}{count}" if query.measure != "count" else f"with{count} payments"
        return phrases.sentence(
            f"{name_of(first, query.group)}: {_figure(request, first)},", tail,
            saying.subject(request), when,
        )  # fmt: skip
    what = "Bookings" if query.measure == "count" else {
        "spent": "Spent", "received": "Received", "any": "Left over",
    }[request.direction]  # fmt: skip
    kind = (
        f"{phrases.counted(len(groups), query.group, _plural(query.group))} {_bounds(request)}"
        if (_bounds(request))
        else f"{what} by {query.group}"
    )
    return phrases.sentence(kind, saying.subject(request), when).rstrip(".") + ":"


def _plural(group: str) -> str:
    return {"category": "categories", "person": "people"}.get(group, "")


def _group_lines(request: Request, groups: Sequence[GroupFigures]) -> str:
    return "\n".join(
        f"- {name_of(group, request.query.group)}: {_figure(request, group)}" for group in groups
    )


def _group_table(request: Request, groups: Sequence[GroupFigures]) -> str:
    header = [request.query.group.capitalize(), "Total", "Bookings"]
    rows = [
        [
            name_of(g, request.query.group),
            phrases.money(g.total, g.currency, g.account),
            str(g.count),
        ]
        for g in groups
    ]
    return "\n" + phrases.table(header, rows) + "\n"
