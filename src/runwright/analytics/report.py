"""The rows of an answer: every bucket, the empty ones too, and the groups in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from operator import add
from typing import Any
from zoneinfo import ZoneInfo

from runwright import clock
from runwright.analytics.buckets import Zone, buckets, parts
from runwright.analytics.types import COLUMNS, METADATA, AnalyticsQuery, Grouping
from runwright.db.transaction import Reader
from runwright.errors import InvalidRequest
from runwright.runs.accounts.sums import store
from runwright.runs.accounts.sums.store import Names, Part, Sums
from runwright.trust import store as trust_store
from runwright.trust.kernel import Grant

MOST_ROWS = 10_000
Counts = tuple[int, ...]
Row = dict[str, Any]
_Group = tuple[str | None, ...]


def report(
    reader: Reader,
    grant: Grant,
    query: AnalyticsQuery,
    now: datetime,
    sums: Names,
    show: Callable[[Counts], Row],
) -> list[Row]:
    """Rows in order of time, then of their groups; a group without a value comes last."""
    zone, grouping = _zone(reader, grant), query.grouping()
    columns, key = grouping.columns, grouping.metadata_key
    rows: list[Row] = []
    for bucket in buckets(query, zone.zone, now):
        # Hours are too short for the rollup, and nothing has to be worked out to know that.
        own = [Part(*bucket, False)] if query.bucket == "hour" else parts(bucket, zone)
        found: Sums = {}
        for part in own:
            most = MOST_ROWS + 1 - len(rows)
            _add(found, store.read(reader, grant, part, sums, columns, key=key, most=most))
            _check_count(len(rows) + len(found))
        start, end = map(clock.stamp, bucket)
        for group, counts in _in_order(found, grouping) if found else [((), (0,) * len(sums))]:
            named = dict(zip(grouping.names, group, strict=False))
            rows.append({"start": start, "end": end, "group": named, **show(counts)})
        _check_count(len(rows))
    return rows


def _zone(reader: Reader, grant: Grant) -> Zone:
    name, since = trust_store.zone(reader, grant)
    return Zone(ZoneInfo(name), clock.parse(since) if since else None)


def _add(found: Sums, more: Sums) -> None:
    for group, counts in more.items():
        before = found.get(group)
        found[group] = counts if before is None else tuple(map(add, before, counts))


def _check_count(rows: int) -> None:
    if rows > MOST_ROWS:
        reason = f"would give more than {MOST_ROWS} rows: take fewer groupings or wider buckets"
        raise InvalidRequest({"group_by": [reason]})


def _in_order(found: Sums, grouping: Grouping) -> list[tuple[_Group, Counts]]:
    """The groups with their values in the order that was asked for, sorted."""
    places = list(_places(grouping))
    first_column = int(grouping.metadata_key is not None)
    named = [
        # A column is empty when a run has no value; a metadata value may be empty and still be one.
        (tuple(group[at] or (None if at >= first_column else group[at]) for at in places), counts)
        for group, counts in found.items()
    ]
    return sorted(named, key=lambda each: [(value is None, value or "") for value in each[0]])


def _places(grouping: Grouping) -> Iterator[int]:
    """Where the store has each grouping: the metadata value first, then the columns."""
    has_value = grouping.metadata_key is not None
    for name in grouping.names:
        is_value = name.startswith(METADATA)
        yield 0 if is_value else has_value + grouping.columns.index(COLUMNS[name])
