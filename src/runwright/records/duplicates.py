"""Which transactions are the same booking as one in another file.

Every file keeps its own items, so that erasing one leaves the other's; only one of them counts.
Rows of one account, day and amount are the same if their words agree, in whatever order and with
whatever references a format adds. Rows that name no account are the same only inside three or more
consecutive equal rows: one equal coffee proves nothing, a stretch of them proves an overlap. The
other file may name the account: banks write it into OFX and leave it out of CSV.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.records.booking_keys import WEAK
from runwright.records.entries import Entry, Note
from runwright.records.names import folded

SHORTEST_RUN = 3
_MOST_WORDS = 0.5
"""Formats add references and leave out the town; they do not change the name."""


class Duplicates(NamedTuple):
    """What repeats what."""

    originals: Mapping[str, str]
    """By repeated item, the one that counts."""
    same_account: Sequence[tuple[str, str]]
    """Places without an account that are proven to be the same one."""
    notes: tuple[Note, ...]


def find(entries: Sequence[Entry]) -> Duplicates:
    """The duplicates among the entries of all files."""
    originals = dict(_by_key(entries))
    weak = [e for e in entries if e.facts.booking_key.startswith(WEAK) and not e.account]
    runs = _Runs(weak)
    originals.update(runs.originals)
    originals.update(_overlaps(entries, originals))
    groups = _equal(entry for entry in entries if entry.item not in originals)
    worded = dict(_by_words(entries, groups, originals))
    originals = {item: worded.get(first, first) for item, first in originals.items()} | worded
    unsure = {*runs.unsure, *_alike(groups, originals)}
    return Duplicates(originals, runs.same_account, _notes(unsure))


def _by_key(entries: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    """The repetitions that a key proves, each with what it repeats."""
    groups: dict[tuple[str, int], list[Entry]] = {}
    seen: dict[tuple[str, str], int] = {}
    for entry in entries:
        key = entry.facts.booking_key
        if key.startswith(WEAK):
            # The owner may have said which account the whole file is of.
            key = f"{entry.account} {key}" if entry.account else ""
        if key:
            # Equal keys within a file are two bookings, on two pages of a statement.
            times = seen[entry.file, key] = seen.get((entry.file, key), 0) + 1
            groups.setdefault((key, times), []).append(entry)
    for group in groups.values():
        if len(group) > 1:
            original = next((e for e in group if e.facts.status == "booked"), group[0])
            yield from ((e.item, original.item) for e in group if e is not original)


class _Runs:
    """Stretches of equal rows in two files that name no account."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.originals: dict[str, str] = {}
        self.same_account: list[tuple[str, str]] = []
        self.unsure: set[str] = set()
        rows: dict[str, list[Entry]] = {}
        for entry in entries:
            rows.setdefault(entry.place, []).append(entry)
        where: dict[str, dict[str, int]] = {}
        for place, own in rows.items():
            places = [where.setdefault(entry.facts.booking_key, {}) for entry in own]
            for other in sorted({other for known in places for other in known}):
                self._compare(own, rows[other], [known.get(other) for known in places])
            for n, known in enumerate(places):
                known[place] = n

    def _compare(self, own: list[Entry], other: list[Entry], at: list[int | None]) -> None:
        """Mark what repeats the other file; the rows may run in the opposite order."""
        for start, end in _stretches(at):
            pairs = [(own[n], other[m]) for n in range(start, end) if (m := at[n]) is not None]
            if len(pairs) >= SHORTEST_RUN:
                self.same_account.append((own[0].place, other[0].place))
                for entry, original in pairs:
                    self.originals.setdefault(
                        entry.item, self.originals.get(original.item, original.item)
                    )
                    self.unsure -= {entry.item, original.item}
            else:
                self.unsure |= {e.item for pair in pairs for e in pair} - self.originals.keys()


def _stretches(at: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Each stretch of places that go on one by one, forward or backward, as (start, end)."""
    start, step = 0, 0
    for n in range(len(at)):
        here, before = at[n], at[n - 1] if n > start else None
        goes_on = here is not None and before is not None and abs(here - before) == 1
        if goes_on and here is not None and before is not None and step in (0, here - before):
            step = here - before
            continue
        if n > start and at[start] is not None:
            yield start, n
        start, step = n, 0
    if start < len(at) and at[start] is not None:
        yield start, len(at)


def _overlaps(entries: Iterable[Entry], originals: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Repetitions of rows without an account by those of another file, which names it.

    Formats order the bookings of a day differently, so both are put in order of day and amount.
    """
    rows: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.item not in originals and entry.day and entry.amount is not None:
            rows.setdefault(entry.place, []).append(entry)
    unnamed = {place for place, own in rows.items() if not own[0].account}
    if not unnamed:
        return
    where: dict[tuple[int, Decimal, int], dict[str, int]] = {}
    for place, own in rows.items():
        own.sort(key=lambda entry: (entry.day or 0, entry.amount or 0))
        for n, key in enumerate(_in_order(own)):
            where.setdefault(key, {})[place] = n
    taken: set[str] = set()
    for place in sorted(unnamed):
        own = rows[place]
        keys = list(_in_order(own))
        for other in sorted({other for key in keys for other in where[key]} - unnamed):
            for entry, original in _repeated(own, rows[other], keys, where, other):
                if taken.isdisjoint((entry.item, original.item)):
                    taken |= {entry.item, original.item}
                    yield entry.item, original.item


def _in_order(rows: Iterable[Entry]) -> Iterator[tuple[int, Decimal, int]]:
    """Day, amount, and the how-manieth of these a row is."""
    seen = Counter[tuple[int, Decimal]]()
    for entry in rows:
        key = entry.day or 0, entry.amount or Decimal()
        seen[key] += 1
        yield *key, seen[key]


def _repeated(
    own: list[Entry],
    others: list[Entry],
    keys: list[tuple[int, Decimal, int]],
    where: Mapping[tuple[int, Decimal, int], Mapping[str, int]],
    place: str,
) -> Iterator[tuple[Entry, Entry]]:
    """The rows of long enough stretches that two files of one account have in common."""
    kinds = {own[0].facts.account_kind, others[0].facts.account_kind} - {None}
    if len(kinds) > 1 or own[0].file == others[0].file:
        return
    at: list[int | None] = []
    for entry, key in zip(own, keys, strict=True):
        n = where[key].get(place)
        is_same = n is not None and _agreement(entry, others[n]) >= _MOST_WORDS
        at.append(n if is_same else None)
    for start, end in _stretches(at):
        pairs = [(own[n], others[m]) for n in range(start, end) if (m := at[n]) is not None]
        if len(pairs) >= SHORTEST_RUN:
            yield from pairs


def _by_words(
    entries: Iterable[Entry], groups: Sequence[Sequence[Entry]], originals: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Repetitions of one account in two formats: equal day and amount, and words that agree."""
    wanted = {entry.item for group in groups for entry in group}
    files: dict[str, set[str]] = {}
    for entry in entries if wanted else ():
        original = originals.get(entry.item, entry.item)
        if original in wanted:
            files.setdefault(original, set()).add(entry.file)
    for group in groups:
        kept: list[Entry] = []
        for entry in group:
            open_ones = [e for e in kept if files[e.item].isdisjoint(files[entry.item])]
            best = max(open_ones, key=lambda e: _agreement(e, entry), default=None)
            if best is None or _agreement(best, entry) < _MOST_WORDS:
                kept.append(entry)
            else:
                files[best.item] |= files[entry.item]
                yield entry.item, best.item


def _equal(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Bookings of one account, day and amount that stand in more than one file."""
    groups: dict[tuple[str, int, object], list[Entry]] = {}
    for entry in entries:
        if entry.account and entry.day and entry.amount is not None:
            groups.setdefault((entry.account, entry.day, entry.amount), []).append(entry)
    return [group for group in groups.values() if _is_in_two_files(group)]


def _is_in_two_files(group: Sequence[Entry]) -> bool:
    return len(group) > 1 and len({entry.file for entry in group}) > 1


def _agreement(one: Entry, other: Entry) -> float:
    """How much of the shorter text is in the longer; 0 for what cannot be one booking."""
    first, second = one.facts, other.facts
    words, others = _words(one), _words(other)
    if first.status != second.status or not words or not others:
        return 0
    if first.currency and second.currency and first.currency != second.currency:
        return 0
    if first.bank_id and second.bank_id and first.bank_id != second.bank_id:
        return 0
    return len(words & others) / min(len(words), len(others))


def _words(entry: Entry) -> frozenset[str]:
    facts = entry.facts
    name = facts.counterparty_raw or facts.counterparty
    return frozenset(folded(f"{name} {facts.purpose}").split())


def _alike(groups: Iterable[Sequence[Entry]], originals: Mapping[str, str]) -> Iterator[str]:
    """Bookings of equal account, day and amount in two files whose words differ."""
    known = {*originals, *originals.values()}
    for group in groups:
        unknown = [entry for entry in group if entry.item not in known]
        if _is_in_two_files(unknown):
            yield from (entry.item for entry in unknown)


def _notes(unsure: set[str]) -> tuple[Note, ...]:
    if not unsure:
        return ()
    return (Note("possible_duplicates", tuple(sorted(unsure))),)
