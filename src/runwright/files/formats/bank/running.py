"""What a running balance proves: the size and direction of each amount, and whether it is a debt.

On an account that holds money a payment lowers the balance. On a card or a loan whose balance is
what is owed, it raises it, and what pays the debt lowers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from runwright.files.formats.bank.signs import Values

Days = Sequence[date | None]


class Explained(NamedTuple):
    """Amounts that a balance explains."""

    steps: list[Decimal | None]
    """By how much each row changed the balance; None where it does not tell."""
    agreeing: int
    """How many amounts have the sign of their step."""
    turned: int
    """How many have the other one."""
    is_before: bool = False
    """Whether the balance of a row is that before it."""


class Directed(NamedTuple):
    """Amounts with the sign of the account's side, and what it held after each."""

    values: list[Decimal | None]
    balances: list[Decimal | None]
    is_debt: bool = False
    """Whether the file writes what is owed."""


def explain(values: Values, balances: Values, days: Days = ()) -> Explained | None:
    """How the balance changed with each amount, be the newest row the first or the last.

    None when it does not explain four in five of them. A balance that runs against the days is
    the one before each row: Dutch banks write it, and read as the one after it every amount
    would be turned round.
    """
    down, up = _steps(balances), _steps(balances[::-1])[::-1]
    found = max(
        _explained(values, down),
        _explained(values, up),
        key=lambda each: each.agreeing + each.turned,
    )
    compared = sum(bool(v) and s is not None for v, s in zip(values, found.steps, strict=True))
    if compared < 2 or (found.agreeing + found.turned) * 5 < compared * 4:
        return None
    is_newest_first = _is_newest_first(days)
    if is_newest_first is None or (found.steps is up) == is_newest_first:
        return found
    before = [None if step is None else -step for step in found.steps]
    return Explained(before, found.turned, found.agreeing, is_before=True)


def _is_newest_first(days: Days) -> bool | None:
    """Which way the days run; None unless they all run one way, over some of them."""
    known = [day for day in days if day]
    if len(set(known)) < _ENOUGH_DAYS:
        return None
    if known == sorted(known):
        return False
    return True if known == sorted(known, reverse=True) else None


def _explained(values: Values, steps: list[Decimal | None]) -> Explained:
    pairs = [(v, s) for v, s in zip(values, steps, strict=True) if v and s is not None]
    agreeing, turned = sum(v == s for v, s in pairs), sum(v == -s for v, s in pairs)
    return Explained(steps, agreeing, turned)


def _steps(balances: Values) -> list[Decimal | None]:
    """How each balance differs from the last one before it."""
    steps: list[Decimal | None] = []
    before: Decimal | None = None
    for balance in balances:
        steps.append(None if balance is None or before is None else balance - before)
        before = before if balance is None else balance
    return steps


def directed(
    values: Values, balances: Values, paid: Sequence[bool], days: Days, *, is_card: bool
) -> Directed | None:
    """The amounts as the balance has them, or None when it explains too few.

    `paid` says of each row whether its words thank for a payment of the card.
    """
    found = explain(values, balances, days)
    if found is None:
        return None
    known = _as_it_runs(values, found)
    if found.is_before:
        balances = [_sum(balance, value) for balance, value in zip(balances, known, strict=True)]
    if not _is_debt(found.steps, paid, is_card=is_card):
        return Directed(known, list(balances))
    return turned(known, balances)


def _sum(balance: Decimal | None, value: Decimal | None) -> Decimal | None:
    return None if balance is None or value is None else balance + value


def turned(values: Values, balances: Values) -> Directed:
    """What the file writes as owed, with the account's own signs."""
    return Directed(_negated(values), _negated(balances), is_debt=True)


def _as_it_runs(values: Values, found: Explained) -> list[Decimal | None]:
    """Turned round if the balance runs the other way. Unsigned amounts that it explains one by one
    take their signs from it; what it does not explain stays as it is."""
    if found.turned and not found.agreeing:
        return _negated(values)
    if any(value is not None and value < 0 for value in values):
        return list(values)
    return [_step_sign(value, step) for value, step in zip(values, found.steps, strict=True)]


def _is_debt(steps: Values, paid: Sequence[bool], *, is_card: bool) -> bool:
    """Whether what pays a card lowers the balance; where no row says it, on a card that most rows
    raise it: people buy more often than they pay."""
    thanked = [step for step, is_paid in zip(steps, paid, strict=True) if is_paid and step]
    if thanked:
        return all(step < 0 for step in thanked)
    moved = [step for step in steps if step]
    return is_card and sum(step > 0 for step in moved) * 2 > len(moved)


def _negated(values: Values) -> list[Decimal | None]:
    return [None if value is None else -value for value in values]


def _step_sign(value: Decimal | None, step: Decimal | None) -> Decimal | None:
    return -value if value is not None and step is not None and step == -value else value


def owes(values: Values, paid: Sequence[bool], *, is_card: bool, is_plain: bool) -> bool:
    """Whether a file without a balance writes what is owed: purchases plain, payments with a minus.

    Known by the rows that thank for a payment, all of which take something off; where none does,
    on a card whose amounts are `is_plain`, in one column without marks, by what most rows are.
    """
    thanked = [value for value, is_paid in zip(values, paid, strict=True) if is_paid and value]
    moved = [value for value in values if value]
    mostly = sum(value > 0 for value in moved)
    if thanked:
        lower = all(value < 0 for value in thanked)
        return lower and is_plain and (is_card or mostly * 10 >= len(moved) * 7)
    return is_card and is_plain and len(moved) >= _ENOUGH and mostly * 10 >= len(moved) * 8


_ENOUGH_DAYS = 3
"""Rows of fewer days may stand in any order."""
_ENOUGH = 5
"""Fewer rows may all be refunds."""
