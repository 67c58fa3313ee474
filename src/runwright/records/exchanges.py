"""Own money that was moved into another currency: its two sides have different amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from runwright.records.entries import Entry
from runwright.records.move_words import ACCOUNT_WORDS, BANKS, CLOSE, CURRENCIES, FITS, plain
from runwright.records.names import LEGAL_FORM

_BEHIND_OTHERS = frozenset({"paypal"})
"""Whoever is paid through it, its own name stands in the booking."""


def between_banks(
    entries: Sequence[Entry], units: Mapping[str, str], others: Mapping[str, str | None]
) -> Iterable[tuple[Entry, Entry]]:
    """Moves into another currency of which nothing tells whose the accounts are: what leaves goes
    to the same name that what arrives comes from, and either is said to be at a bank."""
    arriving: dict[int, list[Entry]] = {}
    leaving: list[Entry] = []
    for entry in entries:
        if not entry.day or not entry.amount or entry.item in others or not _may_be_side(entry):
            continue
        if entry.amount < 0:
            leaving.append(entry)
        else:
            arriving.setdefault(entry.day, []).append(entry)
    used: set[str] = set()
    for entry in leaving:
        days = range((entry.day or 0) - CLOSE, (entry.day or 0) + CLOSE + 1)
        near = [
            other
            for day in days
            for other in arriving.get(day, ())
            if other.item not in used
            and are_exchanged(entry, other, units)
            and _is_same_person(entry, other)
        ]
        if len(near) == 1:
            used.add(near[0].item)
            yield entry, near[0]


def _may_be_side(entry: Entry) -> bool:
    """Whether it is a transfer that names somebody at a bank; firms pay and are paid."""
    # A bank that knows but debit and credit calls every debit a purchase.
    if entry.is_card or entry.facts.type not in FITS | {"purchase"}:
        return False
    is_firm = LEGAL_FORM.search(entry.facts.counterparty_raw) is not None
    return not is_firm and bool(_at_a_bank(entry.facts.counterparty))


@lru_cache(maxsize=8192)
def _at_a_bank(name: str) -> frozenset[str]:
    """The words of a name beside those of a bank; none where no bank is named, or nobody else."""
    words = frozenset(plain(name).split())
    if not words & BANKS or words & _BEHIND_OTHERS:
        return frozenset()
    rest = (word for word in words if word not in ACCOUNT_WORDS | CURRENCIES)
    person = frozenset(word for word in rest if not any(c.isdigit() for c in word))
    return person if any(len(word) > 1 for word in person) else frozenset()


def _is_same_person(one: Entry, other: Entry) -> bool:
    """Whether two names are one; on a joint account, there is another initial."""
    first, second = _at_a_bank(one.facts.counterparty), _at_a_bank(other.facts.counterparty)
    same = first & second
    return any(len(word) > 1 for word in same) and all(len(word) == 1 for word in first ^ second)


def are_exchanged(one: Entry, other: Entry, units: Mapping[str, str]) -> bool:
    """Whether two bookings may be one sum in two currencies: one in, one out."""
    if not one.amount or not other.amount or one.place == other.place:
        return False
    return units[one.item] != units[other.item] and (one.amount < 0) != (other.amount < 0)
