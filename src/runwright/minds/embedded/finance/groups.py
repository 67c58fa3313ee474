"""Figures by group: by month, by payee, by category, in the order that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.tools.base import InvalidCall
from runwright.tools.make_file import MadeFile
from runwright.tools.measure_transactions import GroupFigures, MeasureTransactionsResult

GROUPS = {
    "merchant": "counterparty", "person": "counterparty", "category": "category",
    "account": "account", "month": "month", "week": "week", "day": "day", "quarter": "quarter",
    "year": "year", "weekday": "weekday",
}  # fmt: skip
"""Groups of a question, by what the tools call them."""
STRETCHES = frozenset({"month", "week", "day", "quarter", "year"})
_MOST_GROUPS = 12


def answer(request: Request, result: MeasureTransactionsResult) -> Program:
    """One figure a group, as text, table or file."""
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
        made = yield Do("make_file", file_of(request, query.group))
        line = file_line(request, made)
        if not isinstance(made, InvalidCall):
            text = phrases.lines(head, line, saying.details(request, result))
            return Answer(text, items=result.items)
        head = phrases.lines(line, head)
    most = request.number or (len(groups) if query.group in STRETCHES else _MOST_GROUPS)
    shown = groups[: max(most, 1)]
    if groups[-1].group is None and groups[-1] not in shown and not request.number:
        shown = [*shown, groups[-1]]
    left = len(groups) - len(shown) + (result.more_groups if not request.number else 0)
    body = _group_table(request, shown) if query.form == "table" else _group_lines(request, shown)
    if left and not request.number:
        body = (
            f"{body}\n- and {left} more" if query.form != "table" else f"{body}\n\nAnd {left} more."
        )
    details = saying.details(request, result, _in_all(request, result, groups))
    return Answer(phrases.lines(head, body, details), items=result.items)


def _in_all(
    request: Request, result: MeasureTransactionsResult, groups: Sequence[GroupFigures]
) -> str:
    """What all groups come to, where a list of them is what is asked for."""
    query = request.query
    is_list = query.measure == "sum" and not query.order and request.direction != "any"
    if not is_list or len(groups) < 2 or request.number or request.least or request.most:
        return ""
    return f"{saying.sums(result.units)} in all"


def file_line(request: Request, made: MadeFile | InvalidCall) -> str:
    """Where the file is, or why there is none."""
    if isinstance(made, InvalidCall):
        return f"I could not make the file. {made}"
    notes = "".join(f" {note.text[:1].upper()}{note.text[1:]}." for note in made.notes)
    return f"The {request.query.form} is in {made.name}.{notes}"


def file_of(request: Request, by: str) -> dict[str, Any]:
    """The file of a result by group: the first of the program's own."""
    query = request.query
    title = phrases.sentence(
        f"{saying.verb(request)} by {by}", saying.subject(request), saying.when(request)
    ).rstrip(".")
    is_line = query.form == "chart" and by in STRETCHES
    return {
        "format": query.form, "results": ["r1"], "title": title[:200],
        "shape": "line" if is_line else "bar",
        "columns": ["group", "total"] if query.form == "chart" else [],
    }  # fmt: skip


def _counted(request: Request, groups: Sequence[GroupFigures]) -> list[GroupFigures]:
    """In the order of what is asked: by number where numbers are counted. Whoever got least got
    something; a month may have had nothing."""
    if request.query.order == "asc" and request.query.group not in STRETCHES:
        groups = [group for group in groups if Decimal(group.total) > 0] or groups
    if request.query.measure == "count" and request.query.order in ("desc", "asc"):
        sign = -1 if request.query.order == "desc" else 1
        groups = sorted(groups, key=lambda each: sign * each.count)
    # What has no name or category is no answer to which one, however much it is.
    return sorted(groups, key=lambda each: each.group is None)


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
        ties = [group for group in groups if _figure(request, group) == _figure(request, first)]
        if len(ties) > 1:
            return _tie(request, ties)
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


def _tie(request: Request, ties: Sequence[GroupFigures]) -> str:
    """That several groups come first together."""
    names = phrases.shortened([name_of(group, request.query.group) for group in ties])
    kind = phrases.counted(len(ties), request.query.group, _plural(request.query.group))
    side = "the most" if request.query.order == "desc" else "the least"
    return phrases.sentence(
        f"{kind} have {side}, {_figure(request, ties[0])} each:", names,
        saying.subject(request), saying.when(request),
    )  # fmt: skip


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
    return "\n" + phrases.table(header, rows, figures=2) + "\n"
