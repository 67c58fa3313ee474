"""Which words of a question the bookings can answer for.

People say more than statements do: "the climbing membership at Kletterhalle Süd". A word that no
booking has is left aside when another one is known; a name, or a word that narrows a category
("cat food"), never is. When nothing is known, everything is kept, and nothing will be found.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.ledger.accounts import CARD
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.subjects import JOINT, Alternative, Demand
from runwright.engine.patterns import lazily

_POSSESSIVE = lazily(r"['\u2019]s?$")
_CARD = Demand(CARD, of_account=True)


def settled(selection: Selection, entries: Sequence[Entry]) -> Selection:
    """The selection without the words that no booking has."""
    selection = _but_settled(selection, entries)
    said = selection.subject.alternatives
    if not any(map(_may_settle, said)):
        return selection
    apart = (own for each in said for own in _apart(each, entries))
    found = [_with_card(_settled(each, entries), entries) for each in apart]
    kept = tuple(dict.fromkeys(found)) if all(found) else ()
    return selection._replace(subject=selection.subject._replace(alternatives=kept))


def _but_settled(selection: Selection, entries: Sequence[Entry]) -> Selection:
    """What is left out, without the words that no booking has: "but for the parking fine"."""
    if not any(len(each) > 1 or " " in each[0].said for each in selection.subject.but):
        return selection
    but = tuple(
        tuple(word for demand in each for word in _known_of(demand, entries)) or each
        for each in selection.subject.but
    )
    return selection._replace(subject=selection.subject._replace(but=but))


def _known_of(demand: Demand, entries: Sequence[Entry]) -> list[Demand]:
    """The demand if a booking meets it, else those of its words that one has."""
    if demand.category or _is_known(demand, entries):
        return [demand]
    words = [Demand(word) for word in demand.said.split()]
    return [word for word in words if _is_known(word, entries)]


def _with_card(alternative: Alternative, entries: Sequence[Entry]) -> Alternative:
    """ "My card" is a credit card; else what the bookings call a card payment; else anything."""
    if _CARD not in alternative:
        return alternative
    others = tuple(demand for demand in alternative if demand != _CARD)
    for meant in (alternative, (*others, Demand(CARD)), others):
        if any(_meets(entry, meant) for entry in entries):
            return meant
    return alternative


def _may_settle(alternative: Alternative) -> bool:
    return len(alternative) > 1 or any(demand.must or demand == _CARD for demand in alternative)


def _apart(alternative: Alternative, entries: Sequence[Entry]) -> list[Alternative]:
    """ "Tesco & Lidl" is two shops where no booking has both names."""
    for at, demand in enumerate(alternative):
        if f" {JOINT} " in demand.said and not _is_known(demand, entries):
            names = [demand._replace(said=name) for name in demand.said.split(f" {JOINT} ")]
            if any(_is_known(name, entries) for name in names):
                return [(*alternative[:at], name, *alternative[at + 1 :]) for name in names]
    return [alternative]


def left_aside(before: Selection, after: Selection) -> list[str]:
    """The words that only the first selection asks for."""
    kept = {demand.said for each in after.subject.alternatives for demand in each}
    said = (demand.said for each in before.subject.alternatives for demand in each)
    words = dict.fromkeys(word for word in said if word not in kept)
    return [word for word in words if not kept.intersection(word.split(f" {JOINT} "))]


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
    whose = _whose(alternative, known, entries)
    kept = tuple(
        d
        for d in alternative
        if d != whose and (d in known or d.must or d.category or d.of_account)
    )
    return _head_noun(_without_kind(kept, entries), entries)


def _whose(
    alternative: Alternative, known: Sequence[Demand], entries: Sequence[Entry]
) -> Demand | None:
    """ "Ann's salary": whose it is need not be said where all of it is from one side."""
    owners = [d for d in alternative if _POSSESSIVE.search(d.said) and not d.category]
    kinds = tuple(d for d in known if d.category)
    if len(owners) != 1 or not kinds or any(_meets(e, (*kinds, owners[0])) for e in entries):
        return None
    return owners[0] if len({e.name for e in entries if _meets(e, kinds)}) == 1 else None


def _head_noun(alternative: Alternative, entries: Sequence[Entry]) -> Alternative:
    """ "The car's fuel" is fuel: of two kinds that nothing is at once, the last is meant."""
    kinds = [demand for demand in alternative if demand.category]
    owning = all(_POSSESSIVE.search(demand.said) for demand in kinds[:-1])
    if len(kinds) < 2 or not owning or any(_meets(entry, alternative) for entry in entries):
        return alternative
    last = tuple(d for d in alternative if not d.category or d == kinds[-1])
    return last if any(_meets(entry, last) for entry in entries) else alternative


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
