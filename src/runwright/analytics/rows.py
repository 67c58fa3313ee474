"""The rows of an answer: every bucket, the empty ones too, and the groups in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runwright import clock
from runwright.analytics import cells
from runwright.analytics.cells import Cell
from runwright.analytics.types import Bucket, Grouping

Show = Callable[[str, str, dict[str, str | None], tuple[Any, ...]], dict[str, Any]]
"""A row: from where to where, of which group, what was counted."""


def rows(
    buckets: Sequence[Bucket],
    grouping: Grouping,
    found: list[Cell],
    nothing: tuple[Any, ...],
    show: Show,
) -> list[dict[str, Any]]:
    """Rows in order of time, then of their groups; a group without a value comes last."""
    filled = {cell[0] for cell in found}
    empty: list[Cell] = [(n, (), nothing) for n in range(len(buckets)) if n not in filled]
    ordered = found + empty
    if len(ordered) > cells.MOST_ROWS:
        raise cells.too_many_rows()
    if any(None in group for _, group, _ in found):
        ordered.sort(key=_order)
    else:
        ordered.sort()
    starts = [clock.stamp(bucket.start) for bucket in buckets]
    ends = [clock.stamp(bucket.end) for bucket in buckets]
    names = grouping.names
    return [
        show(starts[number], ends[number], dict(zip(names, group, strict=False)), counted)
        for number, group, counted in ordered
    ]


def _order(cell: Cell) -> tuple[int, list[tuple[bool, str]]]:
    return cell[0], [(value is None, value or "") for value in cell[1]]
