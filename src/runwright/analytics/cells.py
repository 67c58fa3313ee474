"""What was counted by bucket and group, put together from the rows of the grains.

A slim grain and the sums of metadata hold the runs that have values for all that they are by. The
runs without one are what is missing to a grain by less, and the database takes the one off the
other. That is asked for only if runs are missing at all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from operator import itemgetter
from typing import Any, NamedTuple

from runwright import clock
from runwright.analytics import store
from runwright.analytics.buckets import Span, stretches
from runwright.analytics.store import Asked, Columns, Part
from runwright.analytics.types import COLUMNS, METADATA, Bucket, Grouping
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.runs.accounts import granularity
from runwright.trust.kernel import Grant

MOST_ROWS = 10_000
"""That an answer can have. Each of its rows is a cell, or an empty bucket."""
Group = tuple[str | None, ...]
Cell = tuple[int, Group, tuple[Any, ...]]
"""The number of a bucket, the values of a group, and what was counted: runs come first."""
_VALUE = METADATA
"""Stands for the metadata value among what a run may have no value for."""
_AT_VALUE, _AT_COLUMNS = 1, 2
"""Where these are in the rows of the store, behind the bucket."""


class Frame(NamedTuple):
    """The buckets of a request, and the sums that they are read from."""

    buckets: tuple[Bucket, ...]
    spans: list[Span]
    by_day: bool

    def in_one_row(self, span: Span) -> bool:
        """Whether each bucket of a span is one start of its grains."""
        return self.by_day and span.length == "day"


class _Having(NamedTuple):
    """The runs that have values for some of what they are grouped by, and for no more."""

    columns: Columns
    by_value: bool


class Table:
    """What was counted in one grouping."""

    def __init__(
        self, reader: Reader, grant: Grant, asked: Asked, frame: Frame, grouping: Grouping
    ) -> None:
        self._reader, self._grant, self._asked = reader, grant, asked
        self._frame, self._grouping = frame, grouping
        self._edges = [clock.stamp(bucket.start) for bucket in frame.buckets]
        self._key = grouping.metadata_key or ""
        self._is_slim = granularity.has_slim(grouping.columns, bool(self._key))
        # The grains by all columns hold the runs without a value, too.
        optional = [c for c in grouping.columns if c in granularity.OPTIONAL and self._is_slim]
        self._optional = (*optional, _VALUE) if self._key else tuple(optional)

    def cells(self) -> list[Cell]:
        """All of them, in no order; `InvalidRequest` when they are too many."""
        columns, optional = self._grouping.columns, self._optional
        found = self._read(_Having(columns, bool(self._key)))
        if optional and sum(counted[0] for _, _, counted in found) < self._runs():
            for having in _fewer(optional):
                kept = tuple(c for c in columns if c in having or c not in optional)
                found += self._rest(_Having(kept, _VALUE in having))
        return self._said(found) if self._key else found

    def _runs(self) -> int:
        """How many runs there are, of whatever group."""
        parts = self._parts(self._frame.spans, (), "")
        rows = store.summed(
            self._reader, self._grant, "costs", (), parts, len(self._edges), by_value=False
        )
        return sum(row.runs for row in rows)

    def _read(self, having: _Having) -> list[Cell]:
        """The runs that have a value for everything."""
        whole = [
            span
            for span in self._frame.spans
            if self._frame.in_one_row(span) and self._is_slim and having.columns
        ]
        others = [span for span in self._frame.spans if span not in whole]
        parts = self._parts(others, having.columns, self._key)
        if not self._is_slim:
            self._check_count(having, parts)
        found = self._summed(having, parts)
        for span in whole:
            part = self._part(span, having.columns, self._key)
            found += self._cells(
                having,
                store.read(
                    self._reader, self._grant, self._asked, having.columns, part, MOST_ROWS + 1
                ),
            )
        return found

    def _rest(self, having: _Having) -> list[Cell]:
        """The runs that have no values but these: those with more are taken off again."""
        own = {*having.columns, *((_VALUE,) if having.by_value else ())}
        parts: list[Part] = []
        for more in chain(((),), _some([each for each in self._optional if each not in own])):
            columns = tuple(c for c in self._grouping.columns if c in own or c in more)
            key = self._key if having.by_value or _VALUE in more else ""
            parts += self._parts(self._frame.spans, columns, key, (-1) ** len(more))
        return self._summed(having, parts)

    def _parts(
        self, spans: Sequence[Span], columns: Columns, metadata_key: str, sign: int = 1
    ) -> list[Part]:
        return [
            self._part(each, columns, metadata_key, self._edges[each.bucket], sign)
            for each in stretches(self._frame.buckets, spans)
        ]

    def _part(
        self, where: Any, columns: Columns, metadata_key: str, bucket: str = "", sign: int = 1
    ) -> Part:
        # Everything of one answer is read from grains of one kind, so that it can be taken off.
        grain = granularity.slim(where.length, columns) if self._is_slim else where.length
        since, until = clock.stamp(where.start), clock.stamp(where.end)
        return Part(bucket, grain, metadata_key, since, until, sign)

    def _check_count(self, having: _Having, parts: list[Part]) -> None:
        """Adding up what would be refused takes seconds, and counting it a fraction."""
        if store.has_more_groups(
            self._reader, self._grant, having.columns, parts, MOST_ROWS, having.by_value
        ):
            raise too_many_rows()

    def _summed(self, having: _Having, parts: list[Part]) -> list[Cell]:
        if not parts:
            return []
        rows = store.summed(
            self._reader,
            self._grant,
            self._asked,
            having.columns,
            parts,
            MOST_ROWS + 1,
            by_value=having.by_value,
        )
        return self._cells(having, rows)

    def _cells(self, having: _Having, rows: list[Any]) -> list[Cell]:
        if len(rows) > MOST_ROWS:
            # Said before the rest is read.
            raise too_many_rows()
        number = {start: bisect_right(self._edges, start) - 1 for start in {r[0] for r in rows}}
        group, end = self._group_of(having), _AT_COLUMNS + len(having.columns)
        return [(number[row[0]], group(row), row[end:]) for row in rows]

    def _group_of(self, having: _Having) -> Callable[[Any], Group]:
        """How the values of a row's group are picked out of it, in the order asked for."""
        places = list(self._places(having))
        if None in places or not self._is_slim:
            return lambda row: tuple(_value(row, place) for place in places)
        if len(places) == 1:
            return lambda row: (row[places[0]],)
        return itemgetter(*places) if places else lambda _row: ()

    def _places(self, having: _Having) -> Iterator[int | None]:
        for name in self._grouping.names:
            if name.startswith(METADATA):
                yield _AT_VALUE if having.by_value else None
            elif COLUMNS[name] in having.columns:
                yield _AT_COLUMNS + having.columns.index(COLUMNS[name])
            else:
                yield None

    def _said(self, cells: list[Cell]) -> list[Cell]:
        """The cells under what their metadata values say, instead of the hashes."""
        at = [name.startswith(METADATA) for name in self._grouping.names].index(True)
        hashes = sorted({group[at] or "" for _, group, _ in cells})
        said = store.values(self._reader, self._grant, hashes)
        return [
            (number, (*group[:at], said.get(group[at] or "", group[at]), *group[at + 1 :]), counted)
            for number, group, counted in cells
        ]


def too_many_rows() -> InvalidRequest:
    """That an answer would be too long."""
    reason = f"would give more than {MOST_ROWS} rows: take fewer groupings or wider buckets"
    return InvalidRequest({"group_by": [reason]})


def _value(row: Any, place: int | None) -> str | None:
    """A column is empty when a run has no value; a metadata value may be empty and still be one."""
    if place is None:
        return None
    value: str = row[place]
    return value if place == _AT_VALUE else value or None


def _some(of: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All choices of one or more."""
    return chain.from_iterable(combinations(of, count) for count in range(1, len(of) + 1))


def _fewer(of: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All choices but the whole."""
    return chain.from_iterable(combinations(of, count) for count in range(len(of)))
