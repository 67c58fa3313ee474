"""Spending held against a budget: one that the question names, or one that a document says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.engine.ledger import papers, wording
from runwright.engine.ledger.currencies import written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.sums import sums
from runwright.engine.ledger.words import stems
from runwright.engine.patterns import lazily
from runwright.engine.types import Item

_BUDGET = lazily(r"\b(?:budget|allowance|limit|cap|spending\s+cap|maximum)\b", re.I)
_SENTENCE = lazily(r"(?<=[.!?])\s+|\n\s*\n|\n(?=[#|*-])")


class Budget(NamedTuple):
    """How much may be spent, and where that is said."""

    amount: Decimal
    currency: str
    """The codes that it can be in; empty for any."""
    line: str = ""
    item: Item | None = None


def stated(items: Sequence[Item], name: str) -> Budget | None:
    """The budget that documents say; the one whose passage has most words of the name."""
    wanted = frozenset(stems(name))
    found: list[tuple[int, Budget]] = []
    for item in items:
        if item.source not in ("documents", "files"):
            continue
        shared = len(wanted & set(stems(f"{item.title} {item.file or ''} {item.text}")))
        for sentence in _SENTENCE.split(item.text):
            text = " ".join(sentence.split())
            if _BUDGET.search(text):
                for each in list(papers.figures([item._replace(text=text)]))[:1]:
                    found.append((shared, Budget(each.amount, each.currency, each.line, item)))
    best = [budget for shared, budget in found if shared or not wanted]
    return max(found, key=lambda each: each[0])[1] if best else None


def verdict(budget: Budget, entries: Sequence[Entry], claim: str) -> str | None:
    """Whether the spending stayed within it, and by how much; None in another currency.

    The claim is what a yes-or-no question holds of it: `within`, `over`, or nothing.
    """
    codes = budget.currency.split()
    sizes = {c: size for c, size in sums(entries).items() if not codes or c in codes}
    if len(sizes) != 1:
        return None
    currency, spent = next(iter(sizes.items()))
    gap = budget.amount - spent
    of = written(budget.amount, currency)
    room = f"{written(abs(gap), currency)} {'is left' if gap >= 0 else 'over'}"
    kept = gap >= 0
    said = "within" if kept else "over"
    lead = f"{'Yes' if claim == said else 'No'}, {said}" if claim else said.capitalize()
    source = f" (“{budget.line}”)" if budget.line else ""
    total = wording.money({currency: spent})
    return f"{lead} the budget of {of}{source}: {total} was spent, {room}"
