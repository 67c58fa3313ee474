"""How long runs took: counts that can be added up and taken off, and tell percentiles.

Durations fall into bins between edges, three to each doubling from half a millisecond to nearly
an hour; what is shorter or longer falls into the first or the last. The bins are the leaves of a
tree. Each fork of it is a column: of the runs that come to the fork, it counts those that are not
longer than its edge. So a run adds to some three columns and not to half of all, and a percentile
is found by going down seven forks, which a database can do by itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from runwright.db.schema.accounts import FORKS

STEPS = 3
"""To each doubling."""
_FIRST_US = 500
_DIGITS = 3
EDGES_US = tuple(_FIRST_US * 2 ** (number / STEPS) for number in range(len(FORKS)))
BINS = len(EDGES_US) + 1


class Fork(NamedTuple):
    """Where bins are told apart; a branch with a single bin is the number of that bin."""

    column: str
    short: Fork | int
    long: Fork | int


def _grown(first: int, last: int) -> Fork | int:
    if first == last:
        return first
    middle = (first + last) // 2
    return Fork(FORKS[middle], _grown(first, middle), _grown(middle + 1, last))


def _paths(branch: Fork | int, counted: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """For each bin, the columns that count it."""
    if isinstance(branch, int):
        yield counted
    else:
        yield from _paths(branch.short, (*counted, branch.column))
        yield from _paths(branch.long, counted)


def _shown(number: int) -> float:
    edges = EDGES_US[max(0, number - 1)], EDGES_US[min(number, len(EDGES_US) - 1)]
    middle_us = (edges[0] * edges[1]) ** 0.5
    return float(f"{middle_us / 1000:.{_DIGITS}g}")


TREE = _grown(0, BINS - 1)
_COUNTED: tuple[Mapping[str, int], ...] = tuple(dict.fromkeys(path, 1) for path in _paths(TREE))
SHOWN_MS = tuple(_shown(number) for number in range(BINS))
"""What stands for each bin: its middle on the logarithmic scale; the outer ones' only edge."""


def bin_of(duration_us: int) -> int:
    """The bin of a duration."""
    return bisect_left(EDGES_US, duration_us)


def counts_of(duration_us: int) -> Mapping[str, int]:
    """What a run adds to the columns: one to some, nothing to those that are not named."""
    return _COUNTED[bin_of(duration_us)]
