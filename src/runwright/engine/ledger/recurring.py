"""Payments that come back: every week, month, quarter or year, for much the same amount."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.ledger import wording
from runwright.engine.ledger.asking import Asked
from runwright.engine.ledger.currencies import listed, rounded, written
from runwright.engine.ledger.entries import Entry
from runwright.engine.ledger.selection import spelled
from runwright.engine.ledger.sums import apart, grouped, median, sums
from runwright.engine.ledger.tallies import Ledger, Told

_MOST_LINES = 20
_MOSTLY = Decimal("0.75")
_PUNCTUAL, _DAYS_APART = 4, 5
_NEAR = Decimal("0.35")
"""How far from the amount in the middle most of them may lie, as a share of it."""


class _Rhythm(NamedTuple):
    """How often something is paid."""

    name: str
    least: int
    most: int
    """Days between two payments."""
    fewest: int
    """Payments that it takes to tell."""
    in_a_month: Decimal


_RHYTHMS = (
    _Rhythm("week", 6, 8, 4, Decimal(52) / 12),
    _Rhythm("two weeks", 13, 15, 4, Decimal(26) / 12),
    _Rhythm("month", 26, 36, 3, Decimal(1)),
    _Rhythm("two months", 56, 66, 3, Decimal(1) / 2),
    _Rhythm("quarter", 84, 99, 3, Decimal(1) / 3),
    _Rhythm("half year", 175, 190, 2, Decimal(1) / 6),
    _Rhythm("year", 355, 376, 2, Decimal(1) / 12),
)


class _Standing(NamedTuple):
    """What is paid to one side in one currency."""

    name: str
    entries: tuple[Entry, ...]
    rhythm: _Rhythm | None

    @property
    def last(self) -> Entry:
        """The latest payment."""
        return self.entries[-1]


def regular(ledger: Ledger, asked: Asked) -> Told:
    """Who is paid again and again, how much, and how often.

    Where the question names a kind of payment, such as subscriptions, every payee of that kind
    is told; otherwise those who are paid in a rhythm.
    """
    found = [
        _Standing(group.name, group.entries, _rhythm(group.entries))
        for _, own in apart(ledger.entries)
        for group in grouped(own, "merchant")
    ]
    if not ledger.selection.subject.alternatives:
        found = [each for each in found if each.rhythm and asked.by in ("", each.rhythm.name)]
    if not found:
        return Told("", "", ())
    found.sort(key=lambda each: (-_monthly(each), each.name))
    lines = [f"- {_line(each, ledger)}" for each in found[:_MOST_LINES]]
    if len(found) > _MOST_LINES:
        lines.append(f"- and {len(found) - _MOST_LINES} more")
    head = _head(found, ledger)
    used = tuple(entry for each in found for entry in each.entries)
    return Told(f"{head}:\n" + "\n".join(lines), wording.value(sums(used)), used)


def _head(found: Sequence[_Standing], ledger: Ledger) -> str:
    arrives = ledger.selection.direction == "in"
    count = f"{len(found)} {'payer' if arrives else 'payee'}{'' if len(found) == 1 else 's'}"
    verb = ("pays you" if arrives else "is paid") if len(found) == 1 else ""
    verb = verb or ("pay you" if arrives else "are paid")
    kind = wording.described(ledger.selection, several=True)
    when = f" {ledger.selection.when()}" if ledger.selection.is_dated() else ""
    lead = f"{count} of payments{kind}{when}" if kind else f"{count} {verb} regularly{when}"
    together = _together([each for each in found if _goes_on(each, ledger)])
    return f"{lead}, {together} a month together" if together else lead


def _together(found: Sequence[_Standing]) -> str:
    sizes: dict[str, tuple[Decimal, bool]] = {}
    for each in found:
        size, about = sizes.get(each.last.currency, (Decimal(0), False))
        exact = each.rhythm is not None and each.rhythm.name == "month" and _is_steady(each)
        sizes[each.last.currency] = (size + _monthly(each), about or not exact)
    said = [
        f"{'about ' if about else ''}{written(rounded(size)[0], currency)}"
        for currency, (size, about) in sizes.items()
    ]
    return listed(said)


def _is_steady(each: _Standing) -> bool:
    return len({entry.amount for entry in each.entries[-3:]}) == 1


def _monthly(each: _Standing) -> Decimal:
    return abs(each.last.amount) * each.rhythm.in_a_month if each.rhythm else Decimal(0)


def _goes_on(each: _Standing, ledger: Ledger) -> bool:
    """Whether the next payment is not yet overdue by far."""
    if each.rhythm is None:
        return False
    return (ledger.today - each.last.day).days <= each.rhythm.most * 3 // 2


def _line(each: _Standing, ledger: Ledger) -> str:
    size = wording.size(each.last)
    every = f" every {each.rhythm.name}" if each.rhythm else ""
    count = "one payment" if len(each.entries) == 1 else f"{len(each.entries)} payments"
    ended = each.rhythm is not None and not _goes_on(each, ledger)
    last = f"the last on {spelled(each.last.day)}" if ended else f"last {spelled(each.last.day)}"
    return f"{each.name}: {size}{every} ({count}, {last})"


def _rhythm(entries: Sequence[Entry]) -> _Rhythm | None:
    """The rhythm that most of the gaps keep, where most amounts are much the same."""
    gaps = [(after.day - before.day).days for before, after in pairwise(entries)]
    if not gaps:
        return None
    even = _is_even(entries)
    for rhythm in _RHYTHMS:
        kept = sum(rhythm.least <= gap <= rhythm.most for gap in gaps)
        if len(entries) >= rhythm.fewest and kept >= len(gaps) * _MOSTLY:
            return rhythm if even or _is_punctual(entries, rhythm) else None
    return None


def _is_punctual(entries: Sequence[Entry], rhythm: _Rhythm) -> bool:
    """A bill that differs, such as electricity, but comes around one day of each month."""
    if rhythm.name != "month" or len(entries) < _PUNCTUAL:
        return False
    days = [entry.day.day for entry in entries]
    return max(days) - min(days) <= _DAYS_APART


def _is_even(entries: Sequence[Entry]) -> bool:
    middle = median(entries)
    near = sum(abs(abs(entry.amount) - middle) <= middle * _NEAR for entry in entries)
    return near >= len(entries) * _MOSTLY
