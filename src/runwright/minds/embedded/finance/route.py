"""How a question about money is answered: the calls it needs, and the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from runwright.minds.embedded.finance import records, totals
from runwright.minds.embedded.finance import request as requests
from runwright.minds.embedded.finance import times as periods
from runwright.minds.embedded.finance.book import open_book
from runwright.minds.embedded.finance.request import Request, days
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Answer, Look, Plan, Program, Surroundings
from runwright.minds.embedded.query import Query

_MEASURES: Mapping[str, Callable[[Request], Program]] = {
    "sum": totals.answer,
    "count": totals.answer,
    "avg": totals.answer,
    "share": totals.answer,
    "max": records.single,
    "min": records.single,
    "last": records.single,
    "first": records.single,
    "list": records.listing,
    "exists": records.exists,
}
_TOOLS: Mapping[str, tuple[str, ...]] = {
    "max": ("find_transactions",),
    "min": ("find_transactions",),
    "last": ("find_transactions",),
    "first": ("find_transactions",),
    "list": ("find_transactions",),
    "exists": ("find_transactions",),
}


def plan(query: Query) -> Plan:
    """The calls that a query makes at most, and what they read."""
    tools = _TOOLS.get(query.measure, ("measure_transactions",))
    if query.form in ("csv", "chart"):
        tools = (*tools, "make_file")
    sources = ("finance", "calendar") if query.words("PE") else ("finance",)
    return Plan(tools, sources)


def answer(query: Query, surroundings: Surroundings) -> Program:
    """Reads the periods, looks up the names, asks the tools, and words what they say."""
    if query.state and query.measure in ("sum", "count") and query.state != "refunded":
        query = query._replace(measure="list")
    times = yield from periods.resolve(query, surroundings)
    if times.problem:
        return Answer(times.problem, is_answer=False)
    items = yield Look("measure_transactions", _reading(times))
    book = open_book(items)
    if not book.size:
        return Answer("There are no bookings on record.", is_answer=False)
    request = requests.resolve(query, book, times, surroundings)
    if request.problem:
        return Answer(request.problem, is_answer=False)
    return (yield from _MEASURES[query.measure](request))


def _reading(times: Times) -> dict[str, Any]:
    arguments: dict[str, Any] = {"period": days(times.period)}
    if times.compared:
        arguments["compared"] = days(times.compared)
    return arguments
