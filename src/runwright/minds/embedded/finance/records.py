"""Single bookings: the last, the first, the largest, whether there is one, and lists of them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.rereading import APART
from runwright.minds.embedded.program import Answer, Do, Look, Program
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import MOST_LISTED, InvalidCall
from runwright.tools.find_transactions import FindTransactionsResult, TransactionRow
from runwright.tools.measure_transactions import MeasureTransactionsResult

_PLACES = {1: "one", 2: "two", 3: "three"}
_ORDERS = {"last": "newest", "first": "oldest", "max": "largest", "min": "smallest"}
_LIST_ORDERS = {"desc": "largest", "asc": "smallest", "newest": "newest", "oldest": "oldest"}
_RETURN_WORDS = (
    "returned", "return", "bounced", "unpaid", "chargeback", "rücklastschrift", "reversal",
    "retoure", "rückgabe", "rejected", "failed",
)  # fmt: skip
_MOST_SHOWN = 5
_CODE = 4
"""Up to how many letters are the bank's code of a kind of booking."""
_GOODS = word_set("item items product products article articles")
_RECENT = timedelta(days=45)
"""Whether something `has gone out yet` is said of about the last month."""


def arguments(request: Request, **more: Any) -> dict[str, Any]:
    """Arguments of `find_transactions`, with the state that is asked for."""
    match request.query.state:
        case "pending":
            more = {"status": "pending", **more}
        case "returned" if "reversed" in request.book.statuses:
            more = {"status": "reversed", **more}
        case "returned":
            known = [word for word in _RETURN_WORDS if word in request.book.words]
            more = {"about": {"any_of": known or list(_RETURN_WORDS)}, "direction": "any", **more}
        case "refunded":
            more = {"types": ["refund"], "direction": "any", **more}
        case "duplicate":
            more = {"repeated": True, **more}
        case "" if request.direction == "any" and "own_transfers" not in request.selection:
            # Movements of an account are all of them; only sums leave own money out.
            more = {"own_transfers": "include", **more}
    return request.arguments(**more)


def _payments(request: Request, rows: Sequence[TransactionRow]) -> list[TransactionRow]:
    """Without refunds, which are no payments, unless they are asked for."""
    if request.direction != "spent" or request.query.state:
        return list(rows)
    return [row for row in rows if row.type != "refund" or Decimal(row.amount or 0) < 0]


# One ---------------------------------------------------------------------------------------------


def single(request: Request) -> Program:
    """The last, first, largest or smallest booking, or so many of them."""
    query = request.query
    result = yield Do("find_transactions", arguments(request, order=_ORDERS[query.measure]))
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    if empty := saying.outside(request, result):
        return empty
    rows = _payments(request, result.rows)
    if not rows:
        return saying.nothing(request, result)
    number = request.number or 1
    if APART in query.flags:
        return _apart(request, result, rows[:2])
    if number > 1:
        return _several(request, result, rows[:number])
    if query.measure in ("max", "min"):
        rows = _each_currency(rows)
        head = phrases.join([_extreme(request, row) for row in rows])
    else:
        place = _place(query)
        if place >= len(rows):
            return Answer(_no_more(request, rows), is_answer=False)
        rows = rows[place : place + 1]
        head = _point(request, rows[0])
    text = phrases.lines(
        phrases.sentence(head), _what_for(query, rows), saying.details(request, result)
    )
    return Answer(text, items=tuple(row.id for row in rows))


def _what_for(query: Query, rows: Sequence[TransactionRow]) -> str:
    """What a booking says it is for, where the clause asks that: `and what was it for`."""
    words = split_words(fold(query.text))
    is_asked = any(pair in (("for", ""), ("for", "and")) for pair in pairwise((*words, "")))
    if "what" not in words or not is_asked or len(rows) != 1:
        return ""
    said = rows[0].purpose
    return f"The booking says: “{said}”." if said else "The booking does not say what it was for."


def _place(query: Query) -> int:
    """How many further on than the last or first one: `and the one before that`."""
    return query.flags.count({"last": "before", "first": "after"}.get(query.measure, ""))


def _no_more(request: Request, rows: Sequence[TransactionRow]) -> str:
    side = "before" if request.query.measure == "last" else "after"
    kind, what = saying.noun(request, 1), saying.subject(request, as_payment=True)
    return phrases.sentence(f"There is no such {kind[2:]} {side} {phrases.day(rows[-1].day)}", what)


def _apart(
    request: Request, result: FindTransactionsResult, rows: Sequence[TransactionRow]
) -> Answer:
    """How many days lie between the last two bookings."""
    what = saying.subject(request, as_payment=True)
    days = [date.fromisoformat(row.day) for row in rows if row.day]
    if len(days) < 2:
        head = phrases.sentence(f"There is only one {saying.noun(request, 1)[2:]}", what)
        return Answer(phrases.lines(head, saying.rows_text(rows, 0)), items=result.items)
    kind = saying.noun(request, 2)
    gap = phrases.counted(abs((days[0] - days[1]).days), "day")
    head = phrases.sentence(f"{gap} between the last {kind}", what).rstrip(".")
    text = phrases.lines(f"{head}:", saying.rows_text(rows, 0), saying.details(request, result))
    return Answer(text, items=tuple(row.id for row in rows))


def _each_currency(rows: Sequence[TransactionRow]) -> list[TransactionRow]:
    """The first of each currency: sizes of two are not compared."""
    firsts: dict[str | None, TransactionRow] = {}
    for row in rows:
        firsts.setdefault(row.currency, row)
    return list(firsts.values())


def _money(row: TransactionRow) -> str:
    return phrases.money(abs(Decimal(row.amount or 0)), row.currency)


def _name(row: TransactionRow) -> str:
    return row.counterparty or "a counterparty without a name"


def _point(request: Request, row: TransactionRow) -> str:
    """The last or first booking, what is asked of it first."""
    number = _place(request.query)
    kind = "the last" if request.query.measure == "last" else "the first"
    kind = kind if not number else f"{kind} but {_PLACES.get(number, number)}"
    thing = {"spent": "payment", "received": "incoming payment"}.get(request.direction, "booking")
    thing = "refund" if request.query.state == "refunded" else thing
    what = saying.subject(request, as_payment=True)
    this, day = f"{kind} {thing} {what} {_when(request)}".strip(), phrases.day(row.day)
    match request.query.ask:
        case "amount":
            return f"{_money(row)}: {this}, on {day}{_to(request, row)}"
        case "payee" | "place" | "name":
            return f"{_name(row)}: {this}, {_money(row)} on {day}"
        case _:
            return f"{day}: {this}, {_money(row)}{_to(request, row)}"


def _to(request: Request, row: TransactionRow) -> str:
    """The name, unless the question has it."""
    if any(target.wanted == row.counterparty for target in request.targets):
        return ""
    word = "from" if Decimal(row.amount or 0) > 0 else "to"
    return f" {word} {_name(row)}"


def _extreme(request: Request, row: TransactionRow) -> str:
    kind = "largest" if request.query.measure == "max" else "smallest"
    thing = {"spent": "payment", "received": "incoming payment"}.get(request.direction, "booking")
    what = saying.subject(request, as_payment=True)
    rest = f"your {kind} {thing} {what} {_when(request)}".strip()
    match request.query.ask:
        case "payee" | "place" | "name":
            return f"{_name(row)}: {rest}, {_money(row)} on {phrases.day(row.day)}"
        case "day":
            return f"{phrases.day(row.day)}: {rest}, {_money(row)}{_to(request, row)}"
        case _:
            return f"{_money(row)}{_to(request, row)} on {phrases.day(row.day)}: {rest}"


def _several(
    request: Request, result: FindTransactionsResult, rows: Sequence[TransactionRow]
) -> Answer:
    kind = {"last": "last", "first": "first", "max": "largest", "min": "smallest"}[
        request.query.measure
    ]
    head = phrases.sentence(
        f"The {kind} {saying.noun(request, len(rows))}",
        saying.subject(request, as_payment=True),
        _when(request),
    )
    body = _body(request, rows, 0)
    text = phrases.lines(head.rstrip(".") + ":", body, saying.details(request, result))
    return Answer(text, items=tuple(row.id for row in rows))


def _when(request: Request) -> str:
    return saying.when(request) if request.is_timed else ""


def _body(request: Request, rows: Sequence[TransactionRow], more: int) -> str:
    if request.query.form != "table":
        return saying.rows_text(rows, more, signed=request.direction == "any")
    cells = [
        [phrases.short_day(row.day) if row.day else "", row.counterparty, row.category or "",
         phrases.money(row.amount or "0", row.currency)]
        for row in rows
    ]  # fmt: skip
    body = "\n" + phrases.table(["Day", "Name", "Category", "Amount"], cells) + "\n"
    return f"{body}\nAnd {more} more." if more else body


# Lists ------------------------------------------------------------------------------------------


def listing(request: Request) -> Program:
    """All bookings that are meant."""
    query = request.query
    more: dict[str, Any] = {"order": _LIST_ORDERS.get(query.order, "newest")}
    if request.number:
        more["limit"] = request.number
    elif query.form == "csv":
        more["limit"] = MOST_LISTED
    result = yield Do("find_transactions", arguments(request, **more))
    if empty := saying.unfound(request, result):
        return empty
    if _GOODS & set(split_words(fold(query.text))):
        remark = "bookings name the shop, not what was bought there"
        request = request._replace(remarks=(*request.remarks, remark))
    head = _list_head(request, result)
    if query.form in ("csv", "chart"):
        made = yield Do("make_file", {
            "format": query.form, "results": ["r1"], "title": head[:200],
            "name": saying.noun(request, 2).partition(" ")[2],
            "columns": ["counterparty", "amount"] if query.form == "chart" else [],
        })  # fmt: skip
        if not isinstance(made, InvalidCall):
            text = phrases.lines(f"{head}.", f"The {query.form} is in {made.name}.",
                                 saying.details(request, result))  # fmt: skip
            return Answer(text, items=result.items)
        head = f"{head}. I could not make the file: {made}"
    # `FPI` is how the bank calls a transfer, and not what it was for.
    told = [row for row in result.rows if len(row.purpose) > _CODE or len(result.rows) > 1]
    body = _body(request, result.rows, 0 if request.number else result.more)
    text = phrases.lines(f"{head}:", body, _what_for(query, told), saying.details(request, result))
    return Answer(text, items=result.items)


def _list_head(request: Request, result: FindTransactionsResult) -> str:
    state = {"pending": "pending ", "returned": "returned ", "duplicate": "doubled "}.get(
        request.query.state, ""
    )
    number = len(result.rows) if request.number else result.kept
    counted = saying.noun(request, number)
    figure, _, kind = counted.partition(" ")
    total = "" if request.number else _totals(request, result)
    return phrases.sentence(
        f"{figure} {state}{kind}", saying.subject(request, as_payment=True), _when(request) + total
    ).rstrip(".")


def _totals(request: Request, result: FindTransactionsResult) -> str:
    """What all of them come to, in the direction that is asked for."""
    if request.query.state == "refunded":
        found = [(unit.spent.currency, -Decimal(unit.spent.amount)) for unit in result.sums]
    elif request.direction == "any":
        return ""
    else:
        monies = [unit.spent if request.direction == "spent" else unit.received
                  for unit in result.sums]  # fmt: skip
        found = [(money.currency, Decimal(money.amount)) for money in monies]
    return f", {phrases.join([phrases.money(amount, code) for code, amount in found])} in all"


# Whether ----------------------------------------------------------------------------------------


def exists(request: Request) -> Program:
    """Yes or no: whether there is such a booking, or whether a total is past a bound."""
    if request.least or request.most:
        return (yield from _past(request))
    result = yield Do("find_transactions", arguments(request, order="newest"))
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    if empty := saying.outside(request, result):
        return empty
    rows = _payments(request, result.rows)
    now = yield from _now(request, rows)
    if not rows:
        none = saying.nothing(request, result)
        return none._replace(text=phrases.lines(f"No. {none.text}", now))
    text = phrases.lines(_yes(request, result, rows), now)
    return Answer(text, items=tuple(row.id for row in rows))


def _now(request: Request, rows: Sequence[TransactionRow]) -> Generator[Look | Do, Any, str]:
    """What the latest payment was, where one of an exact amount is asked for and is not the
    latest: `is it still 12.99`."""
    if not request.query.words("A=") or request.is_timed or len(request.targets) != 1:
        return ""
    selection = {key: value for key, value in request.selection.items() if key != "amount"}
    found = yield Do("find_transactions", arguments(request._replace(selection=selection)))
    latest = [] if isinstance(found, InvalidCall) else _payments(request, found.rows)[:1]
    if not latest or (rows and rows[0].id == latest[0].id):
        return ""
    return phrases.sentence(f"The latest of all was {_money(latest[0])} on",
                            f"{phrases.day(latest[0].day)}{_to(request, latest[0])}")  # fmt: skip


def _yes(request: Request, result: FindTransactionsResult, rows: Sequence[TransactionRow]) -> str:
    latest = rows[0]
    number = len(rows) + result.more
    what, when = saying.subject(request, as_payment=True), _when(request)
    this = f"{_money(latest)} on {phrases.day(latest.day)}{_to(request, latest)}"
    if not request.is_timed and not request.query.state:
        # Without a period, whether something has come yet is told by the latest of them.
        is_old = latest.day is not None and latest.day < (request.today - _RECENT).isoformat()
        lead = "Not lately: the latest" if is_old else "Yes: the latest"
        counted = f"{saying.noun(request, number)} {what}"
        head = phrases.sentence(f"{lead} was {this}")
        return phrases.lines(head, saying.details(request, result, counted))
    if len(rows) == 1:
        only = f"the only one {what} {when}"
        return phrases.lines(
            phrases.sentence(f"Yes: {this}"), saying.details(request, result, only.strip())
        )
    kind = {"duplicate": phrases.counted(number, "booking that repeats", "bookings that repeat")}
    counted = kind.get(request.query.state, saying.noun(request, number))
    head = phrases.sentence(f"Yes, {counted} {what} {when}").rstrip(".")
    left = max(len(rows) - _MOST_SHOWN, 0) + result.more
    body = saying.rows_text(rows[:_MOST_SHOWN], left)
    return phrases.lines(f"{head}; the latest first:", body, saying.details(request, result))


def _past(request: Request) -> Program:
    result = yield Do("measure_transactions", request.arguments())
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    if empty := saying.outside(request, result):
        return empty
    bound = request.least or request.most
    if len(result.units) > 1 or bound is None:
        return saying.refusal(f"There are several currencies, so no one total: "
                              f"{saying.sums(result.units)}. Which one do you mean?")  # fmt: skip
    currency = result.units[0].currency if result.units else request.book.has_currency
    if bound.currency and currency and bound.currency != currency:
        return saying.refusal(f"Your bookings are in {currency}, and I have no exchange "
                              f"rates to set them against {bound.currency}.")  # fmt: skip
    total = Decimal(result.units[0].total) if result.units else Decimal()
    is_so = total > bound.amount if request.least else total < bound.amount
    return Answer(
        _past_text(request, result, total, bound.amount, currency, is_so=is_so), items=result.items
    )


def _past_text(
    request: Request,
    result: MeasureTransactionsResult,
    total: Decimal,
    bound: Decimal,
    currency: str | None,
    *,
    is_so: bool,
) -> str:
    """Whether the total is past the bound, by how much, and what was counted."""
    gap = phrases.money(abs(total - bound), currency)
    side = "more" if total > bound else "less"
    limit = phrases.money(bound, currency)
    off = f"exactly {limit}" if total == bound else f"{gap} {side} than {limit}"
    head = phrases.sentence(
        f"{'Yes' if is_so else 'No'}: you {saying.verb(request)} {phrases.money(total, currency)}",
        saying.subject(request), _when(request) + ",", off,
    )  # fmt: skip
    number = sum(unit.count for unit in result.units)
    return phrases.lines(head, saying.details(request, result, saying.noun(request, number)))
