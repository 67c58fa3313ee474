"""How a question about money is answered: the calls it needs, and the program."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from runwright.minds.embedded import meaning
from runwright.minds.embedded.finance import (
    balances,
    comparisons,
    current_price,
    directions,
    foreign,
    goods,
    left_aside,
    misread,
    nets,
    one_by_one,
    period_lists,
    phrases,
    records,
    recurring,
    resolving,
    totals,
    unmarked,
)
from runwright.minds.embedded.finance import times as periods
from runwright.minds.embedded.finance.acquaintances import people_in
from runwright.minds.embedded.finance.book import Book, open_book
from runwright.minds.embedded.finance.groups import GROUPS, file_line
from runwright.minds.embedded.finance.request import Request, days
from runwright.minds.embedded.finance.times import Times
from runwright.minds.embedded.program import Answer, Do, Look, Plan, Program, Surroundings
from runwright.minds.embedded.query import EXCLUDING, Query
from runwright.records.facts import Transaction
from runwright.text.calendars import DAY, Viewpoint, span
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import Item

STATES = ("pending", "returned", "refunded", "duplicate")
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
    "compare": comparisons.compare,
    "trend": comparisons.trend,
    "why": comparisons.why,
    "recur": recurring.answer,
    "balance": balances.answer,
}
_NOT_SAID = "None has come since; bookings do not say whether it was cancelled."
_GOES_ON = "As far as bookings tell, it has not stopped."
_WHICH = "I could not tell which bookings you mean. Please name the payee, the kind or the period."
_EVERYTHING = word_set("all every everything everyone list full bookings transactions payments")
_LATELY = timedelta(days=45)
_PLAIN = ("recur", "balance", "max", "min", "last", "first")
"""Measures of one call, whose result is a file as it is."""
_TOOLS: Mapping[str, tuple[str, ...]] = {
    "max": ("find_transactions",),
    "min": ("find_transactions",),
    "last": ("find_transactions",),
    "first": ("find_transactions",),
    "list": ("find_transactions",),
    "exists": ("find_transactions",),
    "trend": ("find_recurring_payments", "measure_transactions"),
    "why": ("measure_transactions", "measure_transactions"),
    "recur": ("find_recurring_payments",),
    "balance": ("get_balances",),
}


def plan(query: Query) -> Plan:
    """The calls that a query makes at most, and what they read."""
    query = unmarked.reread(query)
    tools = _TOOLS.get(query.measure, ("measure_transactions",))
    if query.measure == "exists" and query.is_on_total:
        tools = ("measure_transactions",)
    if query.measure == "exists" and query.words("A="):
        # It may be another amount by now, which takes a second call.
        tools = (*tools, "find_transactions")
    if query.measure == "compare" and not query.words("P2"):
        number = len(query.words(*comparisons.NAMES)) + query.has_alternatives
        tools = ("measure_transactions",) * max(min(number, comparisons.MOST_COMPARED), 1)
    tools = _more_tools(query, tools)
    if query.form in ("csv", "chart"):
        tools = (*tools, "make_file")
    sources = ("finance", "calendar") if query.words("PE") else ("finance",)
    return Plan(tools, sources)


def _more_tools(query: Query, tools: tuple[str, ...]) -> tuple[str, ...]:
    """The calls beside those of the measure, or instead of them."""
    if recurring.asks_last(query):
        tools = (*tools, "find_transactions")
    if comparisons.is_of_prices(query):
        tools = ("find_recurring_payments", *tools)
    if current_price.is_asked(query):
        tools = ("find_transactions", "find_recurring_payments", *tools)
    if nets.is_less_a_share(query):
        tools = nets.tools(query)
    if one_by_one.is_asked(query):
        tools = one_by_one.tools(query)
    if query.direction == "in" and query.words("M", "MP") and query.words("C"):
        # Whoever pays may not write what it is for, which takes a second call.
        tools = (*tools, *tools)
    if query.state == "refunded" and query.words("P"):
        # It may have come after the period, which takes a second call.
        tools = (*tools, *tools)
    return tools


def answer(query: Query, surroundings: Surroundings) -> Program:
    """Reads the periods, looks up the names, asks the tools, and words what they say."""
    query = unmarked.reread(query)
    query = period_lists.one_by_one(query, Viewpoint(surroundings.today))
    asks_price = current_price.is_asked(query)
    query = _measured(query)
    is_ended = query.state == "cancelled" and query.measure in ("exists", "last")
    if is_ended and query.words("M", "MP", "C"):
        query = query._replace(measure="last", state="")
    if (refused := _refused(query)) is not None:
        return refused
    query, times = yield from _timed(query, surroundings)
    if times.problem:
        return Answer(times.problem, is_answer=False)
    times = periods.with_comparison(times, query, surroundings.today)
    items = yield Look("measure_transactions", _reading(times, query))
    book = open_book(items, surroundings.currency)
    if not book.size:
        return Answer(_nothing_read(times, surroundings), is_answer=False)
    request = resolving.resolve(query, book, times, surroundings)
    if request.missing and "calendar" in surroundings.sources:
        # Whom the bank writes with an initial, an event may name in full.
        events = yield Look("find_events", {})
        book = book._replace(people=people_in(events))
        request = resolving.resolve(query, book, times, surroundings)
    is_sure = True
    if request.missing:
        book, is_sure = yield from _with_meaning(book, request, items)
        request = resolving.resolve(query, book, times, surroundings)
    if request.problem:
        return Answer(request.problem, is_answer=request.is_settled)
    asked = left_aside.name_alone(request, items, surroundings)
    request = directions.settled(asked, items, surroundings)
    found = yield from _found(request, asks_price=asks_price)
    found = _told_end(found, items, surroundings) if is_ended else found
    found = yield from _asked_again(found, request, query)
    if query.form in ("csv", "chart") and query.measure in _PLAIN and found.is_answer:
        found = yield from _with_file(found, request)
    found = foreign.stated(found, query, items, book)
    found = _less_sure(found, asked, request)
    if not is_sure:
        found = _doubted(found, book)
    return _shortened(found) if query.form == "short" else found


def _less_sure(found: Answer, asked: Request, turned: Request) -> Answer:
    """Money that went the other way is not what the question has in mind where something was taken
    for granted as well, or where it asks for what came in."""
    is_turned = turned.direction != asked.direction
    is_doubtful = is_turned and (bool(asked.remarks) or asked.direction == "received")
    return found._replace(is_answer=False) if is_doubtful else found


def _with_meaning(
    book: Book, request: Request, items: Sequence[Item[Any]]
) -> Generator[Look, Any, tuple[Book, bool]]:
    """With the payees that the missing names mean, and whether they surely do."""
    there = _names_in_direction(request.query.direction, items)
    meant: dict[str, meaning.Meant] = {}
    for wanted in request.missing:
        found = yield from meaning.payees(wanted, request.query.text)
        names = tuple(name for name in found.names if name in there)
        meant[wanted] = found._replace(names=names)
    known = book._replace(meant={wanted: each.names for wanted, each in meant.items()})
    return known, all(each.is_sure for each in meant.values())


def _names_in_direction(direction: str, items: Sequence[Item[Any]]) -> frozenset[str]:
    """Whom money went to, or came from, as that is asked."""
    ways = {"out": (True,), "in": (False,)}.get(direction, (True, False))
    booked = (each.facts for each in items if isinstance(each.facts, Transaction))
    return frozenset(
        facts.counterparty for facts in booked if (facts.amount or "").startswith("-") in ways
    )


def _doubted(found: Answer, book: Book) -> Answer:
    """What is found if names mean what they may mean."""
    said = [
        f"“{wanted}” means {phrases.shortened(names)}" for wanted, names in book.meant.items()
        if names
    ]  # fmt: skip
    return found._replace(text=f"If {phrases.join(said)}: {found.text}", is_answer=False)


def _refused(query: Query) -> Answer | None:
    """What bookings cannot tell."""
    if query.state and query.state not in STATES:
        text = f"Bookings do not say whether they were {query.state}, so I cannot choose by that."
        return Answer(text, is_answer=False)
    if query.measure == "list" and not _is_narrowed(query):
        return Answer(_WHICH, is_answer=False)
    return goods.refusal() if goods.is_asked(query) else None


def _is_narrowed(query: Query) -> bool:
    """Whether a list is of some bookings, or of all because that is asked for: every booking on
    record is no answer to words that were not understood."""
    wants_all = not _EVERYTHING.isdisjoint(split_words(fold(query.text)))
    is_some = any(each.code not in EXCLUDING for each in query.spans)
    return wants_all or is_some or bool(query.state or query.group or query.order or query.form)


def _timed(
    query: Query, surroundings: Surroundings
) -> Generator[Look | Do, Any, tuple[Query, Times]]:
    """The periods of a query; what was taken for one and is none may be a name."""
    times = yield from periods.resolve(query, surroundings)
    if times.unread:
        items = yield Look("measure_transactions", {})
        query = misread.named(query, times.unread, open_book(items, surroundings.currency))
        times = yield from periods.resolve(query, surroundings)
    return query, times


def _measured(query: Query) -> Query:
    """What is measured, where another figure says better what is asked."""
    if query.measure == "list" and query.group in GROUPS and not query.state:
        query = query._replace(measure="sum")
    if query.state and query.measure in ("sum", "count") and query.state != "refunded":
        query = query._replace(measure="list")
    if query.form == "chart" and query.measure in ("sum", "count", "avg") and not query.group:
        measure = "sum" if query.measure == "avg" else query.measure
        query = query._replace(measure=measure, group="month")
    return query


def _found(request: Request, *, asks_price: bool) -> Program:
    """What the tools say."""
    found: Answer | None = None
    if asks_price:
        found = yield from current_price.answer(request)
    if found is None:
        found = yield from _program(request)(request)
    return found


def _told_end(found: Answer, items: Sequence[Item[Any]], around: Surroundings) -> Answer:
    """With whether what was paid last is likely to have been the end of it."""
    if not found.items:
        return found
    is_over = _is_over(found.items[0], items, around)
    return found._replace(text=phrases.lines(found.text, _NOT_SAID if is_over else _GOES_ON))


def _asked_again(found: Answer, request: Request, query: Query) -> Program:
    """The same, or what a wider request finds where it found nothing."""
    if not found.items and (payer := _payer_alone(request)) is not None:
        again = yield from _program(payer)(payer)
        found = again if again.items else found
    if not found.items and query.state == "refunded" and _may_come_later(request):
        again = yield from _program(request)(_later(request))
        found = again if again.items else found
    return found


def _is_over(last: str, items: Sequence[Item[Any]], around: Surroundings) -> bool:
    """Whether so long went by since a payment that another would have come."""
    day = next((item.facts.day for item in items if item.id == last), None)
    return day is not None and date.fromisoformat(day) < around.today - _LATELY


def _program(request: Request) -> Callable[[Request], Program]:
    """What computes the answer."""
    query = request.query
    if nets.is_net(query):
        return nets.net
    if nets.is_less_a_share(query):
        return nets.less_a_share
    if one_by_one.is_asked(query) and len(request.targets) > 1:
        return one_by_one.answer
    return _MEASURES[query.measure]


def _payer_alone(request: Request) -> Request | None:
    """Whoever pays something back seldom writes what it is for: `Did Lena pay her half of the
    rent?` is told by what Lena paid. None where no payer and thing are named together."""
    payers = tuple(each for each in request.targets if each.kind == "who")
    things = [each for each in request.targets if each.kind != "who"]
    if request.query.direction != "in" or not payers or not things or request.query.state:
        return None
    aside = f"none of it says {phrases.join([f'“{each.wanted}”' for each in things], 'or')}"
    return request._replace(targets=payers, remarks=(*request.remarks, aside))


def _may_come_later(request: Request) -> bool:
    """Whether money for something bought in the period may have come back after it."""
    period = request.period
    is_over = period.start is not None and period.end is not None and period.end <= request.today
    is_named = bool(request.targets) and request.is_timed
    return is_named and is_over


def _later(request: Request) -> Request:
    """The same from the period on, and that nothing came in the period itself."""
    when = phrases.within(request.period, request.today)
    return request._replace(
        period=span(request.period.start, request.today + DAY),
        remarks=(*request.remarks, f"nothing came back {when} itself"),
    )


def _with_file(found: Answer, request: Request) -> Program:
    """The answer, and its result as a file."""
    made = yield Do("make_file", {"format": request.query.form, "results": ["r1"]})
    return found._replace(text=phrases.lines(found.text, file_line(request, made)))


def _nothing_read(times: Times, surroundings: Surroundings) -> str:
    if not times.is_named:
        return "There are no bookings on record."
    when = phrases.within(times.period, surroundings.today)
    return f"I have no bookings {when}, nor within a year of that."


def _shortened(found: Answer) -> Answer:
    """The answer itself, without the list and the line of what was counted."""
    first = found.text.splitlines()[0].removesuffix(":")
    return found._replace(text=first if first.endswith((".", "?", "%")) else f"{first}.")


def _reading(times: Times, query: Query) -> dict[str, Any]:
    """What is read: the periods; everything where a rhythm, a price or a balance is asked for."""
    if query.measure in ("recur", "balance", "trend") or comparisons.is_of_prices(query):
        return {}
    arguments: dict[str, Any] = {"period": days(times.period)}
    if times.compared:
        arguments["compared"] = days(times.compared)
    return arguments
