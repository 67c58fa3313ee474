"""Figures about some payments: the average, the median, the largest, the latest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from runwright.engine.ledger import wording
from runwright.engine.ledger.currencies import bare, listed, rounded, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import Selection
from runwright.engine.ledger.sums import apart, median, ranked, sums, total


class Told(NamedTuple):
    """An answer, its bare value, and the bookings it rests on."""

    answer: str
    value: str
    entries: tuple[Entry, ...]


def averaged(entries: Sequence[Entry], selection: Selection) -> Told:
    """The average of a booking."""
    said, values = [], []
    for currency, own in apart(entries):
        figure, was_rounded = rounded(total(own) / len(own))
        note = " (rounded)" if was_rounded else ""
        over = wording.noun(len(own), selection)
        said.append(f"{written(figure, currency)}{note} over {over}")
        values.append(bare(figure, currency))
    on_what = wording.on_what(selection) if selection.direction == "out" else ""
    head = f"The average{on_what} each time{_when(selection)} is {listed(said)}"
    answer = f"{head}: {wording.money(sums(entries))} in {wording.counted(entries, selection)}."
    return Told(answer, "; ".join(values), tuple(entries))


def middle(entries: Sequence[Entry], selection: Selection) -> Told:
    """The median of the bookings."""
    found = [(currency, *rounded(median(own))) for currency, own in apart(entries)]
    said = [f"{written(size, currency)}{' (rounded)' if r else ''}" for currency, size, r in found]
    counted = wording.counted(entries, selection)
    answer = f"The median{_when(selection)} is {listed(said)}, of {counted}."
    return Told(answer, "; ".join(bare(size, c) for c, size, _ in found), tuple(entries))


def largest(entries: Sequence[Entry], selection: Selection) -> Told:
    """The largest, of each currency."""
    return _extreme(entries, selection, "most")


def smallest(entries: Sequence[Entry], selection: Selection) -> Told:
    """The smallest, of each currency."""
    return _extreme(entries, selection, "least")


def _extreme(entries: Sequence[Entry], selection: Selection, order: str) -> Told:
    best = [ranked(own, order)[0] for _, own in apart(entries)]
    word = "smallest" if order == "least" else "largest"
    noun = wording.noun(1, selection).removeprefix("one ")
    what = f"{noun}{wording.described(selection, several=False)}{_when(selection)}"
    said = listed([wording.one(entry) for entry in best])
    of = f", of {len(entries)}" if len(entries) > 1 else ""
    answer = f"Your {word} {what} was {said}{of}."
    return Told(answer, "; ".join(_bare(entry) for entry in best), tuple(best))


def latest(entries: Sequence[Entry], selection: Selection) -> Told:
    """The latest payment."""
    last = ranked(entries, "last")[0]
    recognised = wording.described(selection, several=len(entries) > 1)
    if len(entries) > 1:
        note = f", the latest of {len(entries)}{recognised}"
    else:
        note = f" (the one booking{recognised})" if recognised else ""
    return Told(f"You paid {wording.one(last)}{note}.", _bare(last), (last,))


def _bare(entry: Entry) -> str:
    return bare(abs(entry.amount), entry.currency)


def _when(selection: Selection) -> str:
    return f" {selection.when()}" if selection.is_dated() else ""


TALLIES: Mapping[str, Callable[[Sequence[Entry], Selection], Told]] = {
    "average": averaged,
    "median": middle,
    "max": largest,
    "min": smallest,
}
