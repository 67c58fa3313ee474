"""Which words of a question the bookings can answer for.

People say more than statements do: "the climbing membership at Kletterhalle Süd". A word that no
booking has is left aside when another one is known; a name, or a word that narrows a category
("cat food"), never is. When nothing is known, everything is kept, and nothing will be found.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import Alternative, Demand


def settled(selection: Selection, entries: Sequence[Entry]) -> Selection:
    """The selection without the words that no booking has."""
    if not any(map(_may_settle, selection.subject.alternatives)):
        return selection
    found = (_settled(each, entries) for each in selection.subject.alternatives)
    kept = tuple(dict.fromkeys(found))
    return selection._replace(subject=selection.subject._replace(alternatives=kept))


def _may_settle(alternative: Alternative) -> bool:
    return len(alternative) > 1 or any(demand.must for demand in alternative)


def left_aside(before: Selection, after: Selection) -> list[str]:
    """The words that only the first selection asks for."""
    kept = {demand.said for each in after.subject.alternatives for demand in each}
    said = (demand.said for each in before.subject.alternatives for demand in each)
    return list(dict.fromkeys(word for word in said if word not in kept))


def unfound(selection: Selection, entries: Sequence[Entry]) -> list[str]:
    """The alternatives that none of the chosen bookings is about."""
    alternatives = selection.subject.alternatives
    if len(alternatives) < 2:
        return []
    return [
        " ".join(demand.said for demand in each)
        for each in alternatives
        if not any(_meets(entry, each) for entry in entries)
    ]


def _settled(alternative: Alternative, entries: Sequence[Entry]) -> Alternative:
    alternative = tuple(_placed(demand, entries) for demand in alternative)
    known = [demand for demand in alternative if _is_known(demand, entries)]
    if not any(not demand.of_account for demand in known):
        return alternative
    kept = tuple(d for d in alternative if d in known or d.must or d.category or d.of_account)
    return _without_kind(kept, entries)


def _placed(demand: Demand, entries: Sequence[Entry]) -> Demand:
    """A name that only an own account has: "paid from Northbank"."""
    if not demand.must or _is_known(demand, entries):
        return demand
    account = demand._replace(of_account=True, must=False)
    return account if _is_known(account, entries) else demand


def _without_kind(alternative: Alternative, entries: Sequence[Entry]) -> Alternative:
    """What a question calls the payments to a name, where they say nothing of it themselves."""
    names = tuple(demand for demand in alternative if not demand.category)
    if len(names) == len(alternative) or all(demand.of_account for demand in names):
        return alternative
    theirs = [entry for entry in entries if _meets(entry, names)]
    return names if theirs and not any(entry.categories for entry in theirs) else alternative


def _is_known(demand: Demand, entries: Sequence[Entry]) -> bool:
    return any(demand.is_met(entry) for entry in entries)


def _meets(entry: Entry, alternative: Alternative) -> bool:
    return all(demand.is_met(entry) for demand in alternative)
