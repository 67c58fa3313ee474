"""Subscriptions and other payments that come again and again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

from runwright.minds.embedded.finance import categories, phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.finance.rereading import YEARLY
from runwright.minds.embedded.finance.subscriptions import SUBSCRIPTIONS, speaks_of_subscriptions
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.minds.embedded.query import Query
from runwright.text.calendars import Period
from runwright.text.durations import add_months
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.find_recurring_payments import (
    FindRecurringPaymentsResult,
    RecurringPayment,
)
from runwright.tools.recurrence import PER_YEAR

_DEARER = word_set("expensive dearer pricier rise rose risen increase increased hike hiked raised")
_GOES = word_set("go goes gone going went put crept")
_UP = frozenset((verb, "up") for verb in _GOES)
_DOWN = frozenset((verb, "down") for verb in _GOES)
_CHEAPER = word_set("cheaper fell fallen dropped reduced")
_NO_SUBSCRIPTION = frozenset({
    "rent", "mortgage", "housing", "electricity", "heating", "water", "energy", "utilities",
    "insurance", "loans", "tax", "council tax", "children", "savings and investments", "salary",
})  # fmt: skip
"""Categories whose regular payments nobody calls a subscription."""
_SUBSCRIBED = frozenset({"subscriptions", "streaming", "software", "phone", "internet", "fitness"})
_WEEKS = {"weekly": 1, "fortnightly": 2, "four-weekly": 4}
_MONTHS = {"monthly": 1, "bimonthly": 2, "quarterly": 3, "half-yearly": 6, "yearly": 12}
_MANY = word_set("""
    regular regularly recurring recurs repeating repeat monthly weekly yearly annual annually every
    each month week year quarter due bills bill debits debit dds orders payments premiums
    memberships outgoings commitments charges costs expenses fixed standing direct automatic
    automatically autopay
    """)
"""With what regular payments are asked for."""
_HALF_MONTH = 15
_MOST_STEPS = 120
_EACH = {
    "weekly": "a week", "fortnightly": "a fortnight", "monthly": "a month",
    "semi-monthly": "twice a month",
    "quarterly": "a quarter", "yearly": "a year", "half-yearly": "every half year",
    "four-weekly": "every four weeks",
    "bimonthly": "every two months",
}  # fmt: skip


def answer(request: Request) -> Program:
    """What is paid, or comes in, regularly; in a period to come: what is due."""
    words = split_words(fold(request.query.text))
    asks_changes = not request.targets and has_other_prices(words)
    is_due = (
        request.is_timed
        and not asks_changes
        and (request.period.end is None or request.period.end > request.today)
    )
    whole: dict[str, Any] = {"period": {}} if is_due or asks_changes or not request.is_timed else {}
    # What is named may have ended, which is an answer; what is not, goes on.
    state = "any" if request.targets else "active"
    result = yield Do("find_recurring_payments", request.arguments(state=state, **whole))
    if isinstance(result, InvalidCall):
        return saying.failed(result)
    current = [each for each in result.payments if not each.may_have_ended]
    if result.payments and not current:
        return _ended(request, result)
    payments = [each for each in current if not is_due or _due_days(each, request.period)]
    if _asks_subscriptions(request.query):
        payments, others = _divided(payments)
        if others:
            names = phrases.shortened([each.counterparty for each in others])
            remark = f"not counted as subscriptions: {names}"
            request = request._replace(remarks=(*request.remarks, remark))
    if request.query.order == "asc":
        payments = sorted(payments, key=lambda each: Decimal(each.per_month))
    if not payments and not result.payments and asks_last(request.query) and request.targets:
        return (yield from _last_time(request, result))
    if not payments:
        return _none(request, result, is_due=is_due)
    if len(payments) > 1 and has_other_prices(words):
        return _changes(request, result, payments, is_up=_is_dearer(words))
    word = _due if is_due and request.query.ask != "count" else said
    text = word(request, result, payments)
    if len(payments) > 1 and not _asks_for_many(request):
        # `The stamp duty on the card` is one thing, and no booking has a word for it.
        lead = "I read this as: all regular payments. Is that right? Then:"
        return Answer(f"{lead}\n{text}", is_answer=False, items=result.items)
    return Answer(text, items=result.items)


def _asks_for_many(request: Request) -> bool:
    """Whether regular payments are asked for as such, or by a name that they have."""
    query = request.query
    is_named = bool(request.targets) or request.direction == "received" or request.is_timed
    if is_named or query.is_follow_up or _asks_subscriptions(query):
        return True
    return not _MANY.isdisjoint(split_words(fold(query.text)))


def asks_last(query: Query) -> bool:
    """Whether the last amount answers what something costs, where no rhythm shows."""
    is_one = bool(query.words("M", "MP", "C", "T")) and not query.words("P", "P2")
    return query.measure == "recur" and query.ask in ("amount", "day") and is_one


def _last_time(request: Request, found: FindRecurringPaymentsResult) -> Program:
    """What was paid the last time for what comes now and then."""
    result = yield Do("find_transactions", request.arguments(period={}, order="newest"))
    if isinstance(result, InvalidCall) or not result.rows:
        return _none(request, found, is_due=False)
    row = result.rows[0]
    amount = phrases.money(abs(Decimal(row.amount or 0)), row.currency)
    day, name = phrases.day(row.day), row.counterparty
    said = f"{day}, the last time: {name}, {amount}"
    if request.query.ask == "amount":
        said = f"{amount} the last time: {name}, {day}"
    head = phrases.sentence(said)
    counted = f"{saying.noun(request, result.kept)}, in which no rhythm shows"
    text = phrases.lines(head, saying.details(request, result, counted))
    return Answer(text, items=(row.id,))


def has_other_prices(words: Sequence[str]) -> bool:
    """Whether a clause asks which of several became dearer or cheaper: `which have gone up`."""
    return bool(set(words) & (_DEARER | _CHEAPER)) or bool(set(pairwise(words)) & (_UP | _DOWN))


def _is_dearer(words: Sequence[str]) -> bool:
    return bool(set(words) & _DEARER) or bool(set(pairwise(words)) & _UP)


def _changes(
    request: Request,
    result: FindRecurringPaymentsResult,
    payments: Sequence[RecurringPayment],
    *,
    is_up: bool,
) -> Answer:
    """Which of them have another price than before."""
    lines = [
        f"- {each.counterparty}: {_amount(each)} {_each(each)}{_before(each)}"
        for each in payments
        if each.changes
        and date.fromisoformat(each.changes[-1].day) in request.period
        and (Decimal(each.changes[-1].after) > Decimal(each.changes[-1].before)) == is_up
    ]
    way = "dearer" if is_up else "cheaper"
    kind = "subscription" if _asks_subscriptions(request.query) else "regular payment"
    number = phrases.counted(len(payments), kind)
    if not lines:
        head = f"No: none of {number} has become {way}."
        return Answer(phrases.lines(head, saying.details(request, result)), items=result.items)
    head = f"Yes, {len(lines)} of {number} became {way}:"
    text = phrases.lines(head, *lines, saying.details(request, result))
    return Answer(text, items=result.items)


def _asks_subscriptions(query: Query) -> bool:
    """Whether the clause speaks of subscriptions and not of all that is paid regularly."""
    return SUBSCRIPTIONS in query.flags or speaks_of_subscriptions(query.text)


def _divided(
    payments: Sequence[RecurringPayment],
) -> tuple[list[RecurringPayment], list[RecurringPayment]]:
    """Subscriptions, and rent, power, insurance and the like; and shops that are visited every
    month: what has no price of its own is no subscription, unless it is known to be one."""
    sides: tuple[list[RecurringPayment], list[RecurringPayment]] = ([], [])
    for payment in payments:
        kinds = categories.of_counterparty(payment.counterparty, payment.category)
        is_visited = payment.varies and not kinds & _SUBSCRIBED
        sides[is_visited or bool(kinds & _NO_SUBSCRIPTION)].append(payment)
    return sides


def _due_days(payment: RecurringPayment, period: Period) -> list[date]:
    """When it is expected in a period; without an end, the next time alone."""
    if payment.next is None:
        return []
    first = date.fromisoformat(payment.next)
    due: list[date] = []
    for step in range(_MOST_STEPS):
        day = _later(first, payment.interval, step)
        if period.end is None or day >= period.end:
            break
        if day in period:
            due.append(day)
    return due or ([first] if period.end is None and first in period else [])


def _later(day: date, interval: str, steps: int) -> date:
    if interval == "semi-monthly":
        whole, half = divmod(steps, 2)
        return add_months(day, whole) + timedelta(days=_HALF_MONTH * half)
    if interval in _WEEKS:
        return day + timedelta(weeks=_WEEKS[interval] * steps)
    return add_months(day, _MONTHS[interval] * steps)


def _ended(request: Request, result: FindRecurringPaymentsResult) -> Answer:
    """That what is named is not paid any more, and since when."""
    shown = [
        f"{each.counterparty}: {_amount(each)} {_each(each)} until {phrases.day(each.last)}"
        for each in result.payments[: saying.MOST_LINES]
    ]
    what = "comes in" if request.direction == "received" else "is paid"
    head = (
        f"No longer: none of these {what} any more" if len(shown) > 1 else f"No longer: {shown[0]}"
    )
    listed = [f"- {line}" for line in shown] if len(shown) > 1 else []
    text = phrases.lines(phrases.sentence(head), *listed, saying.details(request, result))
    return Answer(text, items=result.items)


def _none(request: Request, result: FindRecurringPaymentsResult, *, is_due: bool) -> Answer:
    due = "due " if is_due else ""
    time = phrases.within(request.period, request.today) if is_due else ""
    head = phrases.sentence(f"I found no regular payments {due}", saying.subject(request), time)
    # How much something costs is not told by that.
    is_answer = is_due or request.query.ask != "amount"
    text = phrases.lines(head, saying.details(request, result))
    return Answer(text, is_answer=is_answer, items=result.items)


def said(
    request: Request,
    result: FindRecurringPaymentsResult,
    payments: Sequence[RecurringPayment],
) -> str:
    """What is paid regularly, the one that is named or all of them."""
    ask = request.query.ask
    kind = "regular incoming payment" if request.direction == "received" else "regular payment"
    number = phrases.counted(len(payments), kind)
    what = saying.subject(request)
    is_amount = ask == "amount" and "account" in request.selection
    if len(payments) == 1 and (request.targets or is_amount):
        words = set(split_words(fold(request.query.text)))
        is_yearly = bool(words & YEARLY) and ask == "amount" and payments[0].interval != "yearly"
        one = _in_a_year(payments[0]) if is_yearly else _one(payments[0], ask)
        return phrases.lines(one, saying.details(request, result))
    if ask == "amount" or request.query.form == "number":
        head = f"{_totals(payments, 'per_month')} a month {what}, {number}:"
    else:
        head = f"{number} {what}, {_totals(payments, 'per_month')} a month in all:"
    if request.query.form == "number":
        return _totals(payments, "per_month") if ask != "count" else str(len(payments))
    shown = [f"- {_line(payment)}" for payment in payments[: saying.MOST_LINES]]
    left = len(payments) - len(shown) + result.more
    tail = [f"- and {left} more"] if left else []
    note = "as far as a rhythm shows in your bookings"
    return phrases.lines(
        phrases.sentence(head), *shown, *tail, saying.details(request, result, note)
    )


def _due(
    request: Request,
    result: FindRecurringPaymentsResult,
    payments: Sequence[RecurringPayment],
) -> str:
    """What is expected in a period, by day."""
    due = sorted(
        (day, payment.counterparty, n)
        for n, payment in enumerate(payments)
        for day in _due_days(payment, request.period)
    )
    sums: dict[str | None, Decimal] = {}
    for _, _, n in due:
        payment = payments[n]
        amount = round(Decimal(payment.amount), 2)
        sums[payment.currency] = sums.get(payment.currency, Decimal()) + amount
    total = phrases.join([phrases.money(amount, currency) for currency, amount in sums.items()])
    if request.query.form == "number":
        return total
    time = phrases.within(request.period, request.today)
    kind = phrases.counted(len(due), "regular payment")
    head = phrases.sentence(f"{kind} expected", saying.subject(request), time, f", {total} in all:")
    shown = [
        f"- {phrases.day(day)}: {name}, {'about ' if payments[n].varies else ''}"
        f"{_amount(payments[n])}"
        for day, name, n in due[: saying.MOST_LINES]
    ]
    left = len(due) - len(shown)
    tail = [f"- and {left} more"] if left else []
    note = "as far as a rhythm shows in your bookings"
    return phrases.lines(head, *shown, *tail, saying.details(request, result, note))


def _totals(payments: Sequence[RecurringPayment], field: str) -> str:
    sums: dict[str | None, Decimal] = {}
    for payment in payments:
        amount = round(Decimal(payment.per_month if field == "per_month" else payment.amount), 2)
        sums[payment.currency] = sums.get(payment.currency, Decimal()) + amount
    return phrases.join([phrases.money(amount, currency) for currency, amount in sums.items()])


def _line(payment: RecurringPayment) -> str:
    about = "about " if payment.varies else ""
    amount = _amount(payment)
    due = f", next about {phrases.short_day(payment.next)}" if payment.next else ""
    return f"{payment.counterparty}: {about}{amount} {_each(payment)}{due}"


def _amount(payment: RecurringPayment) -> str:
    """To the cent: a median may lie between two."""
    return phrases.money(round(Decimal(payment.amount), 2), payment.currency, payment.account)


def _each(payment: RecurringPayment) -> str:
    return _EACH.get(payment.interval, payment.interval)


def _before(payment: RecurringPayment) -> str:
    """What the price was before it changed."""
    if not payment.changes:
        return ""
    change = payment.changes[-1]
    before = phrases.money(round(Decimal(change.before), 2), payment.currency, payment.account)
    return f"; it was {before} before {phrases.short_day(change.day)}"


def _in_a_year(payment: RecurringPayment) -> str:
    """What it comes to in a year as it is now."""
    total = Decimal(payment.amount) * PER_YEAR[payment.interval]
    amount = phrases.money(round(total, 2), payment.currency, payment.account)
    about = "about " if payment.varies else ""
    return phrases.sentence(
        f"{about}{amount} a year for {payment.counterparty}, at {_amount(payment)} "
        f"{_each(payment)}{_before(payment)}"
    )


def _one(payment: RecurringPayment, ask: str) -> str:
    """The one that the question names, what is asked of it first."""
    amount = _amount(payment)
    about = "about " if payment.varies else ""
    last = f"the last came on {phrases.day(payment.last)}{_before(payment)}"
    if ask == "amount" or payment.next is None:
        return phrases.sentence(
            f"{about}{amount} {_each(payment)} for {payment.counterparty}; {last}"
        )
    return phrases.sentence(
        f"about {phrases.day(payment.next)}: the next {payment.counterparty},",
        f"{about}{amount} {_each(payment)}; {last}",
    )
