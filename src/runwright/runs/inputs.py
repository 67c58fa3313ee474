"""What a run was given to read, kept so that it can be read again: references and a hash.

No content is kept. An item is its id and how well it had fitted; the hash over everything that
the engine was given tells whether what is found under those ids is still the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from runwright import canonical
from runwright.engine.course import Course
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
    reads: tuple[tuple[Reference, ...], ...] | None
    """Of each read of a source, in order; None when they were too many to be kept."""


def remember(course: Course) -> bytes | None:
    """What a run has read, as it is stored; None when it was given nothing to read."""
    if not course.reads and not course.attached:
        return None
    if not course.items:
        return _nothing(len(course.reads))
    reads = None
    if sum(map(len, course.reads)) <= MOST_KEPT:
        reads = [[(item.id, item.score) for item in read] for read in course.reads]
    kept = {"sha256": digest(course.reads, course.attached), "reads": reads}
    return orjson.dumps(kept)


@lru_cache
def _nothing(reads: int) -> bytes:
    """What is kept of so many reads that found nothing."""
    empty: list[tuple[Item, ...]] = [()] * reads
    return orjson.dumps({"sha256": digest(empty, ()), "reads": [[] for _ in empty]})


def recall(stored: bytes | None) -> Inputs | None:
    """What was kept; None when nothing was."""
    if stored is None:
        return None
    kept = orjson.loads(stored)
    reads = kept["reads"]
    if reads is not None:
        reads = tuple(tuple(Reference(*each) for each in read) for read in reads)
    return Inputs(kept["sha256"], reads)


def digest(reads: Iterable[Iterable[Item]], attached: Iterable[Item]) -> str:
    """The hash over everything that the engine was given to read."""
    given = [[_told(item) for item in read] for read in (*reads, attached)]
    return canonical.sha256(orjson.dumps(given))


def _told(item: Item) -> Sequence[Any]:
    """Its values up to the last that says something: a field of a later release changes none."""
    end = len(item)
    while item[end - 1] == _DEFAULTS[end - 1]:
        end -= 1
    return tuple(item)[:end]
