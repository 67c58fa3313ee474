"""What a run was given to read, kept so that it can be read again: references and a hash.

No content is kept. An item is its id and how well it had fitted; the hash over everything that
the mind was given tells whether what is found under those ids is still the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from runwright import canonical
from runwright.engine.types import Item

MOST_KEPT = 1_000
"""A run that read more keeps the hash alone."""
_DEFAULTS = tuple(Item._field_defaults.get(name) for name in Item._fields)


class Reference(NamedTuple):
    """An item that was read."""

    id: str
    score: float


class Inputs(NamedTuple):
    """What is kept of a run's reading."""

    sha256: str
    reads: tuple[tuple[tuple[Reference, ...], ...], ...] | None
    """Of each query of each read, in order; None when they were too many to be kept."""


Queries = Sequence[Sequence[Item]]
"""What each query of a read gave."""


def remember(reads: Sequence[Queries], attached: Sequence[Item]) -> bytes | None:
    """What a run has read, as it is stored; None when it was given nothing to read."""
    if not reads and not attached:
        return None
    found = sum(len(query) for read in reads for query in read)
    if not found and not attached:
        return _nothing(tuple(map(len, reads)))
    kept = None
    if found <= MOST_KEPT:
        kept = [[[(item.id, item.score) for item in query] for query in read] for read in reads]
    return orjson.dumps({"sha256": digest(reads, attached), "reads": kept})


@lru_cache
def _nothing(queries: tuple[int, ...]) -> bytes:
    """What is kept of reads of so many queries that found nothing."""
    empty: list[Queries] = [[()] * count for count in queries]
    return orjson.dumps(
        {"sha256": digest(empty, ()), "reads": [[[] for _ in read] for read in empty]}
    )


def recall(stored: bytes | None) -> Inputs | None:
    """What was kept; None when nothing was."""
    if stored is None:
        return None
    kept = orjson.loads(stored)
    reads = kept["reads"]
    if reads is not None:
        reads = tuple(
            tuple(tuple(Reference(*each) for each in query) for query in read) for read in reads
        )
    return Inputs(kept["sha256"], reads)


def digest(reads: Iterable[Queries], attached: Iterable[Item]) -> str:
    """The hash over everything that a mind was given to read."""
    given = [[[_told(item) for item in query] for query in read] for read in reads]
    return canonical.sha256(orjson.dumps([given, [_told(item) for item in attached]]))


def _told(item: Item) -> Sequence[Any]:
    """Its values up to the last that says something: a field of a later release changes none."""
    end = len(item)
    while item[end - 1] == _DEFAULTS[end - 1]:
        end -= 1
    return tuple(item)[:end]
