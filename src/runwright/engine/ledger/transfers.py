"""Bookings that are no spending and no income: moves between own accounts, and money back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from runwright.context.index.words import word_set
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection

_MOVES = word_set("""
    transfer xfer umbuchung uberweisung ubertrag virement transferencia bonifico saving sparkonto
    moved topup own
""")
"""Stems by which a move between accounts calls itself one."""
_CLOSE = 3
"""Days between the two sides of a move."""
_NEVER_BACK = frozenset({"salary", "pensions and benefits", "interest and dividends"})


def own_moves(entries: Sequence[Entry]) -> frozenset[str]:
    """Ids of both sides of each move between own accounts.

    Only where both sides are there: the same amount leaves one account and reaches another within
    days, and one of them calls itself a transfer.
    """
    arriving: dict[tuple[Decimal, str], list[Entry]] = {}
    for entry in entries:
        if entry.amount > 0:
            arriving.setdefault((entry.amount, entry.currency), []).append(entry)
    found: set[str] = set()
    for entry in entries if arriving else ():
        if entry.amount >= 0:
            continue
        for other in arriving.get((-entry.amount, entry.currency), ())[:50]:
            if other.id not in found and _is_move(entry, other):
                found |= {entry.id, other.id}
                break
    return frozenset(found)


def _is_move(leaving: Entry, arriving: Entry) -> bool:
    return (
        abs((leaving.day - arriving.day).days) <= _CLOSE
        and bool(leaving.account and arriving.account)
        and leaving.account != arriving.account
        and not _MOVES.isdisjoint((*leaving.words, *arriving.words))
    )


def money_back(selection: Selection, entries: Iterable[Entry]) -> list[Entry]:
    """What came back of the spending that a selection means."""
    arriving = selection._replace(direction="in").chosen(entries)
    if not selection.subject.alternatives:
        return [entry for entry in arriving if "refunds" in entry.categories]
    return [entry for entry in arriving if _NEVER_BACK.isdisjoint(entry.categories)]
