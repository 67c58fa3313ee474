"""Stretches of time put together: what they cover, what they leave, where they lie doubly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from runwright.tools.hours import HOUR, Span

_HUNDREDTH = Decimal("0.01")


def union(spans: Iterable[Span]) -> list[Span]:
    """What they cover together, in order and without overlap; those without length are gone."""
    found: list[Span] = []
    first, last = 0, None
    for start, end in sorted(spans):
        if start == end:
            continue
        if last is None or start > last:
            if last is not None:
                found.append(Span(first, last))
            first, last = start, end
        elif end > last:
            last = end
    return found if last is None else [*found, Span(first, last)]


def gaps(windows: Sequence[Span], busy: Sequence[Span]) -> list[Span]:
    """What of the windows is left; both in order, `busy` without overlap."""
    found, at = [], 0
    for window in windows:
        while at < len(busy) and busy[at].end <= window.start:
            at += 1
        start, step = window.start, at
        while step < len(busy) and busy[step].start < window.end:
            if busy[step].start > start:
                found.append(Span(start, busy[step].start))
            start = max(start, busy[step].end)
            step += 1
        if start < window.end:
            found.append(Span(start, window.end))
    return found


def doubled(spans: Iterable[Span]) -> list[Span]:
    """Where at least two of them lie."""
    edges = sorted(edge for start, end in spans for edge in ((start, 1), (end, -1)) if start < end)
    found: list[Span] = []
    depth, begun = 0, 0
    for at, change in edges:
        if depth + change == 2 and change == 1:
            begun = at
        elif depth == 2 and change == -1 and begun < at:
            found.append(Span(begun, at))
        depth += change
    return union(found)


def seconds(spans: Iterable[Span]) -> int:
    """How long they are, each for itself."""
    return sum(end - start for start, end in spans)


def hours(length: int) -> str:
    """So many seconds in hours, as a decimal of at most two places: `1.5`."""
    rounded = (Decimal(length) / HOUR).quantize(_HUNDREDTH)
    return f"{rounded:f}".rstrip("0").rstrip(".")
