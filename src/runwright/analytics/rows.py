"""The rows of an answer: every bucket, the empty ones too, and the groups in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runwright import clock
from runwright.analytics.cells import MOST_ROWS, Key, Sums, too_many_rows
from runwright.analytics.types import COLUMNS, METADATA, Bucket, Grouping

Show = Callable[[Key, Sums], dict[str, Any]]
"""What a row says of a cell besides its bucket and group."""


def rows(
    buckets: Sequence[Bucket],
    grouping: Grouping,
    cells: Mapping[Key, Sums],
    nothing: Sums,
    show: Show,
) -> list[dict[str, Any]]:
    """Rows in order of time, then of their groups; a group without a value comes last."""
    places = _places(grouping)
    by_bucket: list[list[Key]] = [[] for _ in buckets]
    for key in cells:
        by_bucket[key[0]].append(key)
    if sum(max(1, len(keys)) for keys in by_bucket) > MOST_ROWS:
        raise too_many_rows()
    found = []
    for number, (bucket, keys) in enumerate(zip(buckets, by_bucket, strict=True)):
        frame = {"start": clock.stamp(bucket.start), "end": clock.stamp(bucket.end)}
        if not keys:
            found.append({**frame, "group": {}, **show((number,), nothing)})
        for key in sorted(
            keys, key=lambda key: [_order(_shown(name, key[at])) for name, at in places.items()]
        ):
            group = {name: _shown(name, key[at]) for name, at in places.items()}
            found.append({**frame, "group": group, **show(key, cells[key])})
    return found


def _places(grouping: Grouping) -> dict[str, int]:
    """Where the value of each grouping stands in a key."""
    columns = grouping.columns
    return {
        name: -1 if name.startswith(METADATA) else 1 + columns.index(COLUMNS[name])
        for name in grouping.names
    }


def _shown(name: str, value: str | None) -> str | None:
    """A column is empty when a run has no value; a metadata value may be empty and still be one."""
    return value if name.startswith(METADATA) else value or None


def _order(value: str | None) -> tuple[bool, str]:
    return value is None, value or ""
