"""What is paid to one side again and again, and how its amount changed: now, before, since when.

A single payment of another size, such as a bonus beside a salary, is no price. Where no amount
comes back there is no price at all, and the answer is left to the course of the bookings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from itertools import groupby
from typing import NamedTuple

from runwright.engine.ledger import courses
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import bare, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import spelled
from runwright.engine.ledger.sums import apart, grouped
from runwright.engine.ledger.tallies import TALLIES, Ledger, Told

_STEADY = Decimal("0.6")
"""So much of the payments must have an amount that comes back."""
_PERCENT = Decimal("0.01")
_MOST_SIDES = 6


class _Price(NamedTuple):
    """One amount, and the payments in a row that had it."""

    size: Decimal
    entries: tuple[Entry, ...]

    @property
    def since(self) -> date:
        """The first day of it."""
        return self.entries[0].day


class _Side(NamedTuple):
    """Who is paid, or pays, and at what prices, the oldest first."""

    name: str
    currency: str
    prices: tuple[_Price, ...]

    @property
    def now(self) -> _Price:
        """The latest price."""
        return self.prices[-1]


def told(ledger: Ledger, asked: Asked) -> Told:
    """The price now, before, its changes, or who changed it; the order of the question says."""
    cut = bool(ledger.selection.days)
    sides = [side for payee in _payees(ledger) if (side := _side(payee, cut)) is not None]
    if asked.by == "merchant":
        return _who(sides, asked.order)
    sides = sides[:_MOST_SIDES]
    if not sides:
        return _unsteady(ledger, asked)
    said = " ".join(_SAYING[asked.order](side, ledger) for side in sides)
    values = (bare(_wanted(side, asked.order), side.currency) for side in sides)
    used = tuple(entry for side in sides for price in side.prices for entry in price.entries)
    return Told(said, "; ".join(values), used)


def _unsteady(ledger: Ledger, asked: Asked) -> Told:
    if asked.order == "now":
        return TALLIES["price"](ledger, Asked("price", order="last"))
    claim = asked.order if asked.order in ("up", "down", "any") else ""
    return courses.changed(ledger, Asked("changed", order=claim))


def _payees(ledger: Ledger) -> list[tuple[str, str, tuple[Entry, ...]]]:
    """Everybody with their payments in one currency, whoever has the most of them first."""
    found = [
        (group.name, currency, group.entries)
        for currency, own in apart(ledger.entries)
        for group in grouped(own, "merchant")
    ]
    return sorted(found, key=lambda each: (-len(each[2]), each[0]))


def _side(payee: tuple[str, str, tuple[Entry, ...]], cut: bool) -> _Side | None:
    """The prices of one payee; `cut` where the payments before some day are not there."""
    name, currency, entries = payee
    runs = _runs(entries)
    often = [run for run in runs if len(run.entries) > 1]
    # The latest may be a new price that was paid only once so far; the first, the end of an old.
    ends = (runs[0], runs[-1]) if cut else (runs[-1],)
    kept = [run for run in runs if len(run.entries) > 1 or run in ends]
    steady = sum(len(run.entries) for run in often)
    if not often or steady < _STEADY * len(entries):
        return None
    return _Side(name, currency, tuple(_runs([e for run in kept for e in run.entries])))


def _runs(entries: Sequence[Entry]) -> list[_Price]:
    found = groupby(entries, key=lambda entry: abs(entry.amount))
    return [_Price(size, tuple(own)) for size, own in found]


def _wanted(side: _Side, order: str) -> Decimal:
    """The figure that the question is about."""
    if order == "before" and len(side.prices) > 1:
        return side.prices[-2].size
    if order in ("than", "any", "up", "down", "when"):
        return side.now.size - side.prices[0].size
    return side.now.size


def _now(side: _Side, ledger: Ledger) -> str:
    last = side.now.entries[-1]
    to = f"{_verb(last)} {written(side.now.size, side.currency)} {_toward(last)} {side.name}"
    lately = f"last on {spelled(last.day)}"
    if len(side.prices) == 1:
        return f"{to}, unchanged since {spelled(side.now.since)}, {lately}."
    before = side.prices[-2]
    old = written(before.size, side.currency)
    return f"{to} since {spelled(side.now.since)}, {lately}; before that {old}, {_gap(side)}."


def _before(side: _Side, ledger: Ledger) -> str:
    if len(side.prices) == 1:
        return _unchanged(side)
    old, day = written(side.prices[-2].size, side.currency), spelled(side.now.since)
    last = side.now.entries[-1]
    paid = "paid" if last.amount < 0 else "received"
    new = written(side.now.size, side.currency)
    return (
        f"Before {day} you {paid} {old} {_toward(last)} {side.name}; since then it is {new}, "
        f"{_gap(side)}."
    )


def _changes(side: _Side, ledger: Ledger) -> str:
    if len(side.prices) == 1:
        return _unchanged(side)
    return f"{side.name} changed {_course(side)}"


def _course(side: _Side) -> str:
    """From the first price to the last, and every turn between them."""
    first, last = side.prices[0], side.now
    turns = [
        f"to {written(price.size, side.currency)} on {spelled(price.since)}"
        for price in side.prices[1:]
    ]
    return (
        f"from {written(first.size, side.currency)} on {spelled(first.since)} to "
        f"{written(last.size, side.currency)} on {spelled(last.entries[-1].day)}, "
        f"{_gap(side, whole=True)}. It changed {', '.join(turns)}."
    )


def _whether(claim: str, side: _Side, ledger: Ledger) -> str:
    if len(side.prices) == 1:
        return f"No: {_unchanged(side)}"
    gap = side.now.size - side.prices[0].size
    held = gap > 0 if claim == "up" else gap < 0 if claim == "down" else True
    return f"{'Yes' if held else 'No'}: {_course(side)} ({side.name})"


def _than(side: _Side, ledger: Ledger) -> str:
    old, new = side.prices[0], side.now
    if old.size == new.size:
        return _unchanged(side)
    return (
        f"{side.name} is {written(new.size, side.currency)} now (since {spelled(new.since)}) and "
        f"was {written(old.size, side.currency)} on {spelled(old.since)}: {_gap(side, whole=True)}."
    )


def _unchanged(side: _Side) -> str:
    size, first = written(side.now.size, side.currency), spelled(side.now.since)
    last = spelled(side.now.entries[-1].day)
    return f"{side.name} did not change: it was {size} on {first} and is {size} on {last}."


def _gap(side: _Side, *, whole: bool = False) -> str:
    before = side.prices[0 if whole else -2]
    return _difference(before.size, side.now.size, side.currency)


def _difference(old: Decimal, new: Decimal, currency: str) -> str:
    share = (new - old) / old * 100
    percent = share.quantize(_PERCENT, ROUND_HALF_UP)
    note = ", rounded" if percent != share else ""
    word = "more" if new > old else "less"
    return f"{written(abs(new - old), currency)} {word}, {percent:+} %{note}"


def _who(sides: Sequence[_Side], order: str) -> Told:
    """Whose price changed, of all that are paid again and again."""
    moved = [side for side in sides if len(side.prices) > 1 and _is_so(side, order)]
    used = tuple(entry for side in moved for price in side.prices for entry in price.entries)
    if not moved:
        count = f"{len(sides)} {'payee' if len(sides) == 1 else 'payees'}"
        return Told(f"None: no price changed among {count} with steady amounts.", "0", used)
    lines = [f"- {_line(side)}" for side in moved]
    head = f"{len(moved)} of {len(sides)} with steady amounts"
    return Told(f"{head}:\n" + "\n".join(lines), str(len(moved)), used)


def _line(side: _Side) -> str:
    old, new = (written(price.size, side.currency) for price in side.prices[-2:])
    return f"{side.name}: {old} before, {new} since {spelled(side.now.since)} ({_gap(side)})"


def _is_so(side: _Side, order: str) -> bool:
    gap = side.now.size - side.prices[-2].size
    return gap > 0 if order == "up" else gap < 0 if order == "down" else True


def _verb(last: Entry) -> str:
    return "You pay" if last.amount < 0 else "You receive"


def _toward(entry: Entry) -> str:
    return "to" if entry.amount < 0 else "from"


_SAYING: Mapping[str, Callable[[_Side, Ledger], str]] = {
    "now": _now,
    "before": _before,
    "when": _changes,
    "than": _than,
    **{claim: partial(_whether, claim) for claim in ("up", "down", "any")},
}
