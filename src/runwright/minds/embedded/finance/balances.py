"""What accounts hold, and whether that is enough."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from runwright.minds.embedded.finance import phrases, saying
from runwright.minds.embedded.finance.request import Request
from runwright.minds.embedded.program import Answer, Do, Program
from runwright.text.calendars import DAY
from runwright.text.folding import fold
from runwright.text.words import split_words, word_set
from runwright.tools.base import InvalidCall
from runwright.tools.fields import Match
from runwright.tools.get_balances import AccountBalance, GetBalancesResult
from runwright.tools.matching import fits

_LOWEST = word_set("lowest smallest minimum least low")
_HIGHEST = word_set("highest largest maximum peak biggest")
_LOANS = word_set("loan loans mortgage mortgages")
_DEBTS = ("credit card", "loan")


def answer(request: Request) -> Program:
    """The balances of the accounts that are meant, on the day that is meant."""
    if request.targets:
        return _of_no_account(request)
    words = set(split_words(fold(request.query.text)))
    if words & (_LOWEST | _HIGHEST):
        return _extreme(request, is_lowest=bool(words & _LOWEST))
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
            "Your records state no balance, only bookings, so I cannot tell what is left."
        )
    if words & _LOANS and not any(map(_is_loan, known)):
        return saying.refusal("No file is that of a loan, so I cannot tell what is left of it.")
    bound = request.least or request.most
    if bound is not None and len(result.totals) == 1:
        head = _enough(request, result, bound.amount)
    else:
        is_one = len(result.totals) == 1
        sums = [
            phrases.money(t.amount, t.currency, None if is_one else t.account)
            for t in result.totals
        ]
        where = f"in {len(known)} accounts" if len(known) > 1 else f"in {_name(known[0])}"
        time = "" if on == request.today else f"at the end of {phrases.day(on)}"
        held = _owed(known[0]) if len(known) == 1 else ""
        head = phrases.sentence(held or f"{phrases.join(sums)} {where}", time)
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


def _is_loan(balance: AccountBalance) -> bool:
    named = split_words(fold(balance.account))
    return balance.kind == "loan" or not _LOANS.isdisjoint(named)


def _of_no_account(request: Request) -> Answer:
    """What a pot holds, or is owed to somebody: no file is one of it."""
    own = set(request.book.names_of.get("own_transfer", ()))
    if pots := [each.wanted for each in request.targets if each.names and set(each.names) <= own]:
        return saying.refusal(
            f"No file is that of {phrases.join(pots)}, so I cannot tell what it holds: "
            "there are only the bookings to and from it.",
        )  # fmt: skip
    named = phrases.join([each.wanted for each in request.targets])
    return saying.refusal(
        f"No account of yours is called {named}: your records tell what accounts hold, and not "
        "what is owed to anybody else.",
    )  # fmt: skip


def _extreme(request: Request, *, is_lowest: bool) -> Answer:
    """The lowest or highest balance that a file states for one of the accounts."""
    match = Match.model_validate(request.selection.get("account", {}))
    stated = [
        each
        for each in request.book.stated
        if date.fromisoformat(each.day) in request.period and fits(match, each.account.texts)
    ]
    # One account has bookings with a card's number and such without.
    accounts = {(each.account.name or each.account, each.currency) for each in stated}
    if len(accounts) != 1:
        several = "Your records state balances of several accounts. Which one do you mean?"
        none = "Your records state no balance of that account, only bookings."
        return saying.refusal(several if accounts else none)
    choose = min if is_lowest else max
    found = choose(stated, key=lambda each: each.amount)
    word = "lowest" if is_lowest else "highest"
    head = phrases.sentence(
        f"{phrases.money(found.amount, found.currency)} on {phrases.day(found.day)}:",
        f"the {word} balance", *request.limits,
        saying.when(request) if request.is_timed else "",
    )  # fmt: skip
    tail = phrases.sentence(f"of {phrases.counted(len(stated), 'balance')} that your file states")
    return Answer(phrases.lines(head, tail), items=(found.item,))


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


def _owed(balance: AccountBalance) -> str:
    """What is owed on a card or a loan, which its file writes as less than nothing."""
    amount = Decimal(balance.balance or 0)
    if balance.kind not in _DEBTS or amount >= 0:
        return ""
    return f"You owe {phrases.money(-amount, balance.currency)} on {_name(balance)}"


def _name(balance: AccountBalance) -> str:
    return f"{balance.account} ({balance.kind})" if balance.kind else balance.account


def _line(balance: AccountBalance) -> str:
    amount = phrases.money(balance.balance or "0", balance.currency)
    last = (
        f", last booking {phrases.short_day(balance.last_booking)}" if balance.last_booking else ""
    )
    return f"{_name(balance)}: {amount}{last}"
