"""Money that came back: it reduces what was spent, and is no income."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from runwright.records.entries import Entry
from runwright.records.names import folded

_BACK = ("refund", "purchase")
"""A purchase that brings money is one that was taken back."""
_OPEN = ("other", "income")


class _Shops:
    """Who was paid for something, by name and unit: what, and when."""

    def __init__(self, entries: Sequence[Entry], units: Mapping[str, str]) -> None:
        self._units = units
        self._paid: dict[tuple[str, str], list[Entry]] = {}
        for entry in entries:
            paid = entry.amount is not None and entry.amount < 0
            if paid and entry.facts.type == "purchase" and entry.facts.counterparty:
                self._paid.setdefault(self._key(entry), []).append(entry)

    def _key(self, entry: Entry) -> tuple[str, str]:
        return folded(entry.facts.counterparty), self._units[entry.item]

    def is_known(self, entry: Entry) -> bool:
        """Whether a booking's other side is somebody who was paid."""
        return self._key(entry) in self._paid

    def got_as_much(self, entry: Entry) -> bool:
        """Whether a single purchase until that day came to at least as much."""
        amount, day = entry.amount or Decimal(), entry.day or 0
        earlier = self._paid.get(self._key(entry), ())
        return any((e.day or 0) <= day and -(e.amount or 0) >= amount for e in earlier)


def find(entries: Sequence[Entry], units: Mapping[str, str]) -> frozenset[str]:
    """The refunds: what the file calls one, and what comes from somebody who was paid.

    Salary, interest and transfers from friends come from those who were paid, too; only what the
    file leaves open is taken for a refund, and a transfer from a shop that had sold as much.
    """
    shops = _Shops(entries, units)
    return frozenset(entry.item for entry in entries if _is_refund(entry, shops))


def _is_refund(entry: Entry, shops: _Shops) -> bool:
    if entry.amount is None or entry.amount <= 0:
        return False
    if entry.facts.type in _BACK:
        return True
    if entry.facts.type == "transfer":
        return shops.got_as_much(entry)
    # What arrives on a card and does not pay it comes from a shop.
    return entry.facts.type in _OPEN and (entry.is_card or shops.is_known(entry))
