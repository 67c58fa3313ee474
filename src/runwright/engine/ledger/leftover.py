"""What is left of the money that came in once something is paid: "after rent", month by month."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger import wording
from runwright.engine.ledger.currencies import bare, listed, rounded, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import Subject, subject_in
from runwright.engine.ledger.sums import Group, grouped, sums
from runwright.engine.ledger.tallies import Told
from runwright.engine.patterns import lazily

_AFTER = lazily(
    r"\b(?:left(?:\s+over)?|remain\w*|keep|kept|remainder|rest)\b(?P<of>.*?)"
    r"\b(?:after|minus|once)\s+"
    r"(?:(?:paying|deducting|subtracting|taking\s+off|(?:i|we)\s+(?:have\s+|'ve\s+)?pa(?:y|id))\s+)?"
    r"(?:for\s+)?(?P<costs>[^?.!,;]{2,80})",
    re.I,
)
_TO_PAY = lazily(r"\bleft\s+to\s+pay\b|\binvoice\b", re.I)
_IS_PAID = lazily(r"\s+(?:is|are|was|were|has been|have been|gets?)\s+paid\b.*$", re.I)


class Leftover(NamedTuple):
    """What comes in, and what is taken from it."""

    income: Subject
    costs: Subject


def leftover_in(text: str) -> Leftover | None:
    """The two, where a question names what is paid first."""
    found = _AFTER.search(text)
    if found is None or _TO_PAY.search(text):
        return None
    costs = subject_in(_IS_PAID.sub("", found["costs"]))
    if not costs.alternatives or costs.is_income():
        return None
    income = subject_in(f"{text[: found.start()]} {found['of']}")
    return Leftover(income if income.is_income() else Subject(), costs)


class Sides(NamedTuple):
    """What came in and what was paid, and how they were chosen."""

    income: tuple[Selection, list[Entry]]
    costs: tuple[Selection, list[Entry]]


def told(sides: Sides, monthly: bool) -> Told:
    """What is left, over all the days or in each month."""
    (income, arrived), (costs, paid) = sides
    used = (*arrived, *paid)
    named = costs.subject.said()
    rest = _rest(arrived, paid)
    when = income.when() if income.is_dated() else wording.covered(used)
    counted = f"{wording.counted(arrived, income)}, and {wording.counted(paid, costs)}"
    lead = f"After {named} {_money(rest)} is left {when}: {wording.money(sums(arrived))} came in, "
    whole = f"{lead}{wording.money(sums(paid))} went to {named}."
    if not monthly:
        return Told(f"{whole} Counted: {counted}.", wording.value(rest), used)
    months = _months(arrived, paid)
    lines = "\n".join(f"- {name}: {_money(size)}" for name, size in months)
    mean, value = _mean([size for _, size in months])
    answer = f"After {named} {mean} is left in a month on average, {when}:\n{lines}\n{whole}"
    return Told(answer, value, used)


def _rest(arrived: Sequence[Entry], paid: Sequence[Entry]) -> dict[str, Decimal]:
    plus, minus = sums(arrived), sums(paid)
    return {c: plus.get(c, Decimal(0)) - minus.get(c, Decimal(0)) for c in {**plus, **minus}}


def _months(
    arrived: Sequence[Entry], paid: Sequence[Entry]
) -> list[tuple[str, dict[str, Decimal]]]:
    """What is left in each month in which both happened: a month that has begun tells nothing."""
    income = {group.name: group for group in grouped(arrived, "month")}
    costs = {group.name: group for group in grouped(paid, "month")}
    shared: list[Group] = [group for name, group in income.items() if name in costs]
    return [(each.name, _rest(each.entries, costs[each.name].entries)) for each in shared]


def _mean(sizes: Sequence[dict[str, Decimal]]) -> tuple[str, str]:
    whole: dict[str, Decimal] = {}
    for each in sizes:
        for currency, size in each.items():
            whole[currency] = whole.get(currency, Decimal(0)) + size
    found = [(c, *rounded(size / max(1, len(sizes)))) for c, size in whole.items()]
    said = [f"{written(size, c)}{' (rounded)' if r else ''}" for c, size, r in found]
    return listed(said) or "nothing", "; ".join(bare(size, c) for c, size, _ in found)


def _money(sizes: dict[str, Decimal]) -> str:
    return listed([written(size, currency) for currency, size in sizes.items()]) or "nothing"
