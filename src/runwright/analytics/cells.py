"""What was counted by bucket and group, put together from the rows of the grains.

A cell is found by its bucket and the values of its group. Runs without a value are in no row of
a slim grain or of a metadata key: they are what is missing to the sum of all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import add, iadd, sub
from typing import Any, Generic, NamedTuple, TypeVar

from runwright import clock
from runwright.analytics import latencies, store
from runwright.analytics.buckets import Span
from runwright.analytics.latencies import Histogram
from runwright.analytics.store import Wanted
from runwright.analytics.types import Bucket, Grouping
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.runs.accounts import grains
from runwright.trust.kernel import Grant

Key = tuple[Any, ...]
"""The number of the bucket, the columns' values (empty where there is none), and at last the
metadata value if they are grouped by one (None where there is none)."""
MOST_ROWS = 10_000
"""That an answer can have. Each of its rows is a cell, or an empty bucket."""
V = TypeVar("V")
Sums = tuple[int, ...]
_Grain = Callable[[grains.Length], str]


class Kind(NamedTuple, Generic[V]):
    """What is counted in cells: sums, or histograms."""

    rows: Callable[[Wanted], Iterable[Any]]
    value: Callable[[tuple[Any, ...]], V]
    """Of what stands in a row behind its group."""
    plus: Callable[[V, V], V]
    """May change the first, which belongs to the cells that are being read."""
    total: Callable[[list[V]], V]
    minus: Callable[[V, V], V | None]
    """None when nothing is left."""


class Table:
    """The buckets of one request, and where what was counted in them is found."""

    def __init__(self, reader: Reader, grant: Grant, buckets: Sequence[Bucket]) -> None:
        self._reader = reader
        self._grant = grant
        self._edges = [clock.stamp(bucket.start) for bucket in buckets]
        self._starts: list[tuple[grains.Length, list[str]]] = []

    def totals(self, spans: Iterable[Span], sums: tuple[str, ...]) -> dict[Key, Sums]:
        """Everything, by bucket; the rest is read for the starts that are found here."""
        cells: dict[Key, Sums] = {}
        for span in spans:
            rows = store.totals(self._reader, self._grant, span, sums)
            self._starts.append((span.length, [row[0] for row in rows]))
            for row in rows:
                _put(cells, (self._bucket(row[0]),), row[1:], _plus)
        return cells

    def sums(
        self, totals: dict[Key, Sums], names: tuple[str, ...], grouping: Grouping
    ) -> dict[Key, Sums]:
        """The same by group."""

        def rows(wanted: Wanted) -> Iterable[Any]:
            return store.grouped(self._reader, self._grant, wanted, names)

        return self._by(grouping, totals, Kind(rows, tuple, _plus, _total, _minus))

    def histograms(self, grouping: Grouping) -> dict[Key, Histogram]:
        """How many runs took how long, by group."""

        def rows(wanted: Wanted) -> Iterable[Any]:
            return store.latencies(self._reader, self._grant, wanted)

        kind = Kind(rows, lambda rest: latencies.read(rest[0]), iadd, _joined, _rest_of)
        everything = self._read(kind, lambda length: grains.slim(length, ()), ())
        return self._by(grouping, everything, kind)

    def _by(self, grouping: Grouping, everything: dict[Key, V], kind: Kind[V]) -> dict[Key, V]:
        columns, metadata_key = grouping.columns, grouping.metadata_key
        base = self._by_columns(columns, everything, kind)
        if metadata_key is None:
            return base
        grain: _Grain = _full if columns else grains.of_pairs
        valued = self._read(kind, grain, columns, metadata_key)
        missing = _missing(kind, base, valued, lambda key: key[:-1])
        return valued | {(*key, None): value for key, value in missing.items()}

    def _by_columns(
        self, columns: tuple[str, ...], everything: dict[Key, V], kind: Kind[V]
    ) -> dict[Key, V]:
        if not columns:
            return everything
        if len(columns) > 1:
            return self._read(kind, _full, columns)
        valued = self._read(kind, lambda length: grains.slim(length, columns), columns)
        missing = _missing(kind, everything, valued, lambda key: key[:1])
        return valued | {(*key, ""): value for key, value in missing.items()}

    def _read(
        self, kind: Kind[V], grain: _Grain, columns: tuple[str, ...], metadata_key: str = ""
    ) -> dict[Key, V]:
        cells: dict[Key, V] = {}
        end = 2 + len(columns)
        for length, starts in self._starts:
            bucket = {start: self._bucket(start) for start in starts}
            for row in kind.rows(Wanted(grain(length), starts, columns, metadata_key)):
                key = (bucket[row[0]], *row[2:end])
                own = (*key, row[1]) if metadata_key else key
                _put(cells, own, kind.value(row[end:]), kind.plus)
                if len(cells) > MOST_ROWS:
                    # Said before all is read, which would take long.
                    raise too_many_rows()
        return self._said(kind, cells) if metadata_key else cells

    def _said(self, kind: Kind[V], cells: dict[Key, V]) -> dict[Key, V]:
        """The cells under what their metadata values say, instead of the hashes."""
        hashes = sorted({key[-1] for key in cells})
        values = store.values(self._reader, self._grant, hashes)
        said: dict[Key, V] = {}
        for key, value in cells.items():
            name = (*key[:-1], values.get(key[-1], key[-1]))
            # A value may say what is said of erased ones.
            said[name] = kind.total([said[name], value]) if name in said else value
        return said

    def _bucket(self, start: str) -> int:
        return bisect_right(self._edges, start) - 1


def too_many_rows() -> InvalidRequest:
    """That an answer would be too long."""
    reason = f"would give more than {MOST_ROWS} rows: take fewer groupings or wider buckets"
    return InvalidRequest({"group_by": [reason]})


def _full(length: grains.Length) -> str:
    return length


def _plus(one: Sums, other: Sums) -> Sums:
    return tuple(map(add, one, other))


def _total(values: list[Sums]) -> Sums:
    return tuple(map(sum, zip(*values, strict=True)))


def _joined(values: list[Histogram]) -> Histogram:
    return list(chain.from_iterable(values))


def _minus(one: Sums, other: Sums) -> Sums | None:
    left = tuple(map(sub, one, other))
    return left if any(left) else None


def _rest_of(whole: Histogram, part: Histogram) -> Histogram | None:
    if latencies.runs_in(whole) == latencies.runs_in(part):
        return None
    return latencies.difference(whole, part)


def _put(cells: dict[Key, V], key: Key, value: V, plus: Callable[[V, V], V]) -> None:
    so_far = cells.get(key)
    cells[key] = value if so_far is None else plus(so_far, value)


def _missing(
    kind: Kind[V], base: dict[Key, V], valued: dict[Key, V], without: Callable[[Key], Key]
) -> dict[Key, V]:
    """What the cells with a value lack to those of all."""
    found: dict[Key, list[V]] = {}
    for key, value in valued.items():
        found.setdefault(without(key), []).append(value)
    rest = {
        key: kind.minus(value, kind.total(found[key])) if key in found else value
        for key, value in base.items()
    }
    return {key: value for key, value in rest.items() if value is not None}
