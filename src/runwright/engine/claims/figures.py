"""What follows from amounts, times and numbers: sums, counts, averages, extremes, shares.

Floats do here: a figure is compared as it is rounded, and nothing of this is ever told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain, permutations
from math import fsum

from runwright.engine.patterns import lazily
from runwright.engine.types import Item

_NUMBER = lazily(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_MOST_COMPARED = 24
"""Of more numbers than this, no two are compared."""
_MOST_CELLS = 400
_TINY = 1e-6


def numbers(text: str) -> frozenset[Decimal]:
    """The numbers that stand in a text in figures."""
    return frozenset(Decimal(found.replace(",", "")) for found in _NUMBER.findall(text))


class Following:
    """The figures that follow from some items, worked out as far as they are asked for."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._sources = iter((self._plain, self._grouped, self._written))
        self._known: list[list[float]] = []

    def lacking(self, figures: Iterable[Decimal]) -> set[Decimal]:
        """Those of the figures that do not follow."""
        left = set(figures)
        for values in self._values():
            left = {figure for figure in left if not _is_among(figure, values)}
            if not left:
                break
        return left

    def _values(self) -> Iterator[list[float]]:
        yield from self._known
        for source in self._sources:
            self._known.append(sorted(map(abs, source())))
            yield self._known[-1]

    def _plain(self) -> Iterator[float]:
        """Counts, sums, averages and extremes, together and in groups, and how long it takes."""
        yield from _lengths(self._items)
        for key in _KEYS:
            groups = _groups(self._items, key)
            yield from (float(len(groups)), float(len(self._items)))
            yield fsum(map(fsum, groups)) / max(1, len(groups))
            yield from chain.from_iterable(map(_of_one, groups))

    def _grouped(self) -> Iterator[float]:
        """Differences, shares and changes between groups."""
        for key in _KEYS:
            groups = _groups(self._items, key)
            if len(groups) <= _MOST_COMPARED:
                yield from _of_two([abs(fsum(group)) for group in groups])

    def _written(self) -> Iterator[float]:
        """What follows from two numbers of a table or a text."""
        for item in self._items[:_MOST_COMPARED]:
            for beside in _beside(item):
                yield from _of_one(beside)
                yield from _of_two(beside)


def lacking_of_two(figures: Iterable[Decimal], known: Iterable[Decimal]) -> set[Decimal]:
    """Those of the figures that are no difference and no share of two that are known."""
    values = sorted(map(abs, _of_two([float(each) for each in known])))
    return {figure for figure in figures if not _is_among(figure, values)}


def _is_among(figure: Decimal, values: Sequence[float]) -> bool:
    """Whether a figure is one of the sorted values, rounded as the figure is."""
    half = 10.0 ** int(figure.as_tuple().exponent) / 2 + _TINY
    at = bisect_left(values, float(figure) - half)
    return at < len(values) and values[at] <= float(figure) + half


def _sign(item: Item) -> str:
    return "out" if (item.amount or "").startswith("-") else "in"


def _first_word(item: Item) -> str:
    return (item.title.casefold().split() or [""])[0]


def _quarter(item: Item) -> str:
    year, month = (item.at or "")[:4], (item.at or "")[5:7]
    return f"{year} {(int(month) - 1) // 3 if month.isdigit() else ''} {_sign(item)}"


_KEYS: Sequence[Callable[[Item], str]] = (
    lambda _: "",
    _sign,
    lambda item: item.title.casefold(),
    _first_word,
    lambda item: (item.at or "")[:10],
    lambda item: f"{(item.at or '')[:7]} {_sign(item)}",
    lambda item: f"{(item.at or '')[:4]} {_sign(item)}",
    _quarter,
)
"""How answers group what they count: everything, direction, name, day, month, year, quarter."""


def _groups(items: Sequence[Item], key: Callable[[Item], str]) -> list[list[float]]:
    """The amounts of each group; what has none counts as nothing, but counts."""
    groups: dict[tuple[str, str], list[float]] = {}
    for item in items:
        groups.setdefault((key(item), item.currency or ""), []).append(_amount(item))
    return list(groups.values())


def _amount(item: Item) -> float:
    try:
        return float(item.amount or 0)
    except ValueError:
        return 0.0


def _of_one(values: Sequence[float]) -> Iterator[float]:
    """Count, sum, average and extremes."""
    yield from (float(len(values)), fsum(values), *values)
    if values:
        yield fsum(values) / len(values)


def _of_two(values: Sequence[float]) -> Iterator[float]:
    """Differences, and shares and changes in per cent."""
    for one, other in permutations(values[:_MOST_COMPARED], 2):
        yield from (one - other, one + other)
        if other:
            yield from (one / other, 100 * one / other, 100 * (one - other) / other)
    if whole := fsum(values):
        yield from (100 * value / whole for value in values)


def _lengths(items: Sequence[Item]) -> Iterator[float]:
    """How long events take, each and together, in minutes, hours and days."""
    spans = [span for item in items if (span := _minutes(item))]
    for minutes in (*spans, fsum(spans), fsum(spans) / max(1, len(spans))):
        yield from (minutes, minutes / 60, minutes / 1440, minutes % 60, float(int(minutes / 60)))


def _minutes(item: Item) -> float:
    if not item.at or not item.until:
        return 0.0
    try:
        begins, ends = map(datetime.fromisoformat, (item.at, item.until))
        return float(round((ends - begins).total_seconds() / 60))
    except (TypeError, ValueError):
        return 0.0


def _beside(item: Item) -> Iterator[list[float]]:
    """Numbers that may be compared: of one text, of one row, of one column."""
    yield sorted(map(float, numbers(item.text)))[:_MOST_COMPARED]
    yield from (_cells(row) for row in item.rows)
    for column in range(max(map(len, item.rows), default=0)):
        yield _cells(row[column] for row in item.rows if column < len(row))


def _cells(cells: Iterable[str]) -> list[float]:
    found = (float(number) for cell in cells for number in numbers(cell))
    return list(found)[:_MOST_CELLS]
