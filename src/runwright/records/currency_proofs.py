"""The currency of an account that its files leave open, proven by what settles with another.

A card's payment that left a bank account of a known currency, equal to the cent and within days,
is in that currency; so is money moved between bank accounts, as words, numbers, the names of banks
or payments that go hand in hand show (`records.own_sides`). An exchange would have changed the
amount.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from runwright.records.entries import ByAmount, Entry
from runwright.records.facts import TransactionType
from runwright.records.own_sides import are_at_named_banks, are_told, hand_in_hand

_CLOSE = 5
"""Days between the two sides."""
_MOVES: frozenset[TransactionType] = frozenset({"card_settlement", "transfer", "own_transfer"})
_ROUND = Decimal(10)
"""Such amounts are moved by many people for many reasons: they must settle more than once."""


def settled(
    entries: Sequence[Entry], codes: Mapping[str, str], units: Mapping[str, str]
) -> dict[str, str]:
    """By place without a currency, the one in which it settles with others."""
    open_ones = [e for e in entries if e.item not in codes and e.amount]
    if not open_ones:
        return {}
    banked = [e for e in entries if e.item in codes and not e.is_card and e.amount]
    known = ByAmount(banked, units)
    near = [
        (entry, other)
        for entry in open_ones
        for other in known.opposite(entry, _CLOSE)
        if other.place != entry.place
    ]
    unsettled = [_in_order(entry, other) for entry, other in near if not entry.is_card]
    together = {
        frozenset((one.item, other.item))
        for one, other in hand_in_hand(unsettled, [*open_ones, *banked], ())
    }
    found: dict[str, dict[str, set[str]]] = {}
    for entry, other in near:
        if _are_sides(entry, other) or frozenset((entry.item, other.item)) in together:
            found.setdefault(entry.place, {}).setdefault(entry.item, set()).add(codes[other.item])
    sizes = {entry.item: abs(entry.amount or Decimal()) for entry in open_ones}
    return {
        place: code
        for place, pairs in found.items()
        if (code := _proven((code, sizes[item]) for item, own in pairs.items() for code in own))
    }


def _in_order(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    return (one, other) if (one.amount or 0) < 0 else (other, one)


def _moves(entry: Entry) -> bool:
    """Whether a booking may be a side of what settles: on a card only what pays it is."""
    if entry.facts.type not in _MOVES or not entry.amount:
        return False
    return entry.amount > 0 if entry.is_card else True


def _are_sides(entry: Entry, other: Entry) -> bool:
    """Whether both are words for a move, or one names the other's account or bank; a bank may
    call what pays a card a purchase."""
    if entry.is_card:
        return _moves(entry) and (other.facts.type in _MOVES or (other.amount or 0) < 0)
    if are_told(entry, other) or are_at_named_banks(*_in_order(entry, other)):
        return True
    return _moves(entry) and other.facts.type in _MOVES


def _proven(pairs: Iterable[tuple[str, Decimal]]) -> str | None:
    """The one currency of all pairs: of two or more, or of one whose amount is no round one."""
    known = list(pairs)
    codes = {code for code, _ in known}
    is_enough = len(known) > 1 or any(amount % _ROUND for _, amount in known)
    return codes.pop() if len(codes) == 1 and is_enough else None
