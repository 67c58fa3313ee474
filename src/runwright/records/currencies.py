"""The currency of each transaction: what is taken where the file names none.

The file, the account, the bank's dialect (both in the facts), the file's metadata, then what
settles with an account of a known currency, another account of the same file, the project.
What is still unknown is a currency of its own for each account, added within and never across.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from runwright.records import currency_proofs
from runwright.records.entries import UNKNOWN, Entry, KnownFile, Note


class Units(NamedTuple):
    """What the amounts are in."""

    codes: Mapping[str, str]
    """By item, the currency where it is known."""
    units: Mapping[str, str]
    """By item, what its amount may be added to: the currency, or a key of the unknown one."""
    places: Mapping[str, str]
    """By item, its account: one key for all files that are proven to be of the same."""
    notes: tuple[Note, ...]


def find(
    entries: Sequence[Entry],
    files: Mapping[str, KnownFile],
    project: str | None,
    same_account: Iterable[tuple[str, str]],
) -> Units:
    """The currency of every entry."""
    roots = _Roots(same_account)
    places = {entry.item: roots.of(entry.place) for entry in entries}
    codes = _said(entries, files)
    units = {e.item: codes.get(e.item) or f"{UNKNOWN}{places[e.item]}" for e in entries}
    proven = currency_proofs.settled(entries, codes, units)
    beside = _of_files(entries, codes, proven)
    assumed, unknown = dict[str, list[str]](), list[str]()
    for entry in entries:
        if entry.item in codes:
            continue
        known = proven.get(entry.place) or beside.get(entry.file) or project
        if known is None:
            unknown.append(entry.item)
            continue
        codes[entry.item] = units[entry.item] = known
        if entry.place not in proven:
            assumed.setdefault(known, []).append(entry.item)
    return Units(codes, units, places, _notes(assumed, unknown))


def _said(entries: Sequence[Entry], files: Mapping[str, KnownFile]) -> dict[str, str]:
    """By item, what its file, another booking of its account or its owner says."""
    of_account = _of_accounts(entries)
    codes: dict[str, str] = {}
    for entry in entries:
        known = entry.facts.currency or of_account.get(entry.account)
        known = known or (files[entry.file].currency if entry.file in files else None)
        if known is not None:
            codes[entry.item] = known
    return codes


def _of_accounts(entries: Iterable[Entry]) -> dict[str, str]:
    """The one currency that other bookings of an account name."""
    named: dict[str, set[str]] = {}
    for entry in entries:
        if entry.account and entry.facts.currency:
            named.setdefault(entry.account, set()).add(entry.facts.currency)
    return {account: next(iter(codes)) for account, codes in named.items() if len(codes) == 1}


def _of_files(
    entries: Iterable[Entry], codes: Mapping[str, str], proven: Mapping[str, str]
) -> dict[str, str]:
    """By file, the one currency that is known of any of its accounts: whoever keeps several in one
    export says so in it."""
    found: dict[str, set[str]] = {}
    for entry in entries:
        if known := codes.get(entry.item) or proven.get(entry.place):
            found.setdefault(entry.file, set()).add(known)
    return {file: next(iter(known)) for file, known in found.items() if len(known) == 1}


class _Roots:
    """One name for all places that are proven to be the same account."""

    def __init__(self, same: Iterable[tuple[str, str]]) -> None:
        self._above: dict[str, str] = {}
        for one, other in same:
            first, second = sorted((self.of(one), self.of(other)))
            if first != second:
                self._above[second] = first

    def of(self, place: str) -> str:
        while place in self._above:
            place = self._above[place]
        return place


def _notes(assumed: Mapping[str, Sequence[str]], unknown: Sequence[str]) -> tuple[Note, ...]:
    notes = [Note("currency_assumed", tuple(items), code) for code, items in assumed.items()]
    if unknown:
        notes.append(Note("currency_unknown", tuple(unknown)))
    return tuple(notes)
