"""Bookings that are no spending and no income: moves between own accounts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from runwright.context.index.words import word_set
from runwright.engine.ledger.entries import Entry
from runwright.engine.patterns import lazily

_MOVES = word_set("""
    transfer xfer umbuchung uberweisung ubertrag virement transferencia bonifico saving sparkonto
    moved topup own
""")
"""Stems by which a move between accounts calls itself one."""
_SIGNS = ("top", "exchange")
_OWN = lazily(r"\btop-?up by\b|\btopup\b|\bexchanged (?:to|from)\b")
_CLOSE = 3
"""Days between the two sides of a move."""


def own_moves(entries: Sequence[Entry]) -> frozenset[str]:
    """Ids of both sides of each move between own accounts.

    Only where both sides are there: the same amount leaves one account and reaches another within
    days, and one of them calls itself a transfer. What calls itself a top-up or an exchange of
    currencies is one even by itself.
    """
    arriving: dict[tuple[Decimal, str], list[Entry]] = {}
    for entry in entries:
        if entry.amount > 0:
            arriving.setdefault((entry.amount, entry.currency), []).append(entry)
    found = {entry.id for entry in entries if entry.is_own_move or _calls_itself_move(entry)}
    for entry in entries if arriving else ():
        if entry.amount >= 0:
            continue
        for other in arriving.get((-entry.amount, entry.currency), ())[:50]:
            if other.id not in found and _is_move(entry, other):
                found |= {entry.id, other.id}
                break
    return frozenset(found)


def _calls_itself_move(entry: Entry) -> bool:
    text = entry.spelling
    return any(sign in text for sign in _SIGNS) and _OWN.search(text) is not None


def _is_move(leaving: Entry, arriving: Entry) -> bool:
    return (
        abs((leaving.day - arriving.day).days) <= _CLOSE
        and bool(leaving.account and arriving.account)
        and leaving.account != arriving.account
        and not _MOVES.isdisjoint((*leaving.words, *arriving.words))
    )
