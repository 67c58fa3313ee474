"""Fees that stand in a column of their own, and whether the amounts hold them already.

Revolut takes the fee in addition to the amount, Wise has it within; headings do not tell which.
The running balance does, and one answer holds for the whole file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from decimal import Decimal

Values = Sequence[Decimal | None]


def in_addition(
    amounts: Values, fees: Values, balances: Values, accounts: Sequence[Hashable]
) -> list[Decimal | None]:
    """The fee of each row that was taken beside its amount; none if the amounts hold them.

    `accounts` tells rows apart that have balances of their own: one file may hold several
    currencies.
    """
    votes = [
        vote
        for amount, fee, steps in zip(amounts, fees, _steps(balances, accounts), strict=True)
        if amount is not None and fee and (vote := _vote(amount, abs(fee), steps))
    ]
    if sum(votes) <= 0:
        return [None] * len(amounts)
    return [abs(fee) if fee else None for fee in fees]


def _vote(amount: Decimal, fee: Decimal, steps: Iterable[Decimal]) -> int:
    """1 if the balance fell by the fee too, -1 if it did not, 0 if it tells neither."""
    known = set(steps)
    if amount - fee in known:
        return 1
    return -1 if amount in known else 0


def _steps(balances: Values, accounts: Sequence[Hashable]) -> list[list[Decimal]]:
    """How each balance differs from its neighbours: the row before it is above or below."""
    steps: list[list[Decimal]] = [[] for _ in balances]
    for order in (range(len(balances)), range(len(balances) - 1, -1, -1)):
        before: dict[Hashable, Decimal] = {}
        for n in order:
            if (balance := balances[n]) is None:
                continue
            if accounts[n] in before:
                steps[n].append(balance - before[accounts[n]])
            before[accounts[n]] = balance
    return steps
