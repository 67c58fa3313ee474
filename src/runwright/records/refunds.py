"""Money that came back: it reduces what was spent, and is no income."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from runwright.records.entries import Entry
from runwright.records.names import folded

_BACK = ("refund", "purchase")
"""A purchase that brings money is one that was taken back."""
_OPEN = ("other", "income")


def find(entries: Sequence[Entry], units: Mapping[str, str]) -> frozenset[str]:
    """The refunds: what the file calls one, and what comes from somebody who was paid.

    Salary, interest and transfers from friends come from those who were paid, too; only what the
    file leaves open is taken for a refund.
    """
    shops = frozenset(
        (folded(entry.facts.counterparty), units[entry.item])
        for entry in entries
        if entry.amount is not None and entry.amount < 0 and entry.facts.type == "purchase"
        if entry.facts.counterparty
    )
    return frozenset(entry.item for entry in entries if _is_refund(entry, units, shops))


def _is_refund(entry: Entry, units: Mapping[str, str], shops: frozenset[tuple[str, str]]) -> bool:
    if entry.amount is None or entry.amount <= 0:
        return False
    if entry.facts.type in _BACK:
        return True
    if entry.facts.type not in _OPEN:
        return False
    # What arrives on a card and does not pay it comes from a shop.
    return entry.is_card or (folded(entry.facts.counterparty), units[entry.item]) in shops
