"""What a run was given to read, kept so that it can be read again: references and a hash.

No content is kept. An item is its id and how well it had fitted; the hash over everything that
the mind was given tells whether what is found under those ids is still the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from runwright import canonical
from runwright.minds.reading import QueryResult, digest_of
from runwright.minds.types import Stop, Told, told_from, told_to_json
from runwright.minds.values import Item

MOST_KEPT = 1_000
"""A run that read more keeps the hash alone."""


class Reference(NamedTuple):
    """An item that was read."""

    id: str
    score: float


class Inputs(NamedTuple):
    """What is kept of a run's reading."""

    sha256: str
    reads: tuple[tuple[tuple[Reference, ...], ...], ...] | None
    """Of each query of each read, in order; None when they were too many to be kept."""
    replies: tuple[Told, ...] = ()
    """What a language model has replied, word for word."""
    stop: Stop | None = None
    """Why it was asked no further."""
    understood: tuple[Mapping[str, Any], ...] = ()
    """The queries that the embedded mind took the prompt for."""


Queries = Sequence[Sequence[Item]]
"""What each query of a read gave."""


def remember(
    reads: Sequence[Queries],
    attached: Sequence[Item],
    replies: Sequence[Told] = (),
    stop: Stop | None = None,
    understood: Sequence[Mapping[str, Any]] = (),
) -> bytes | None:
    """What a run has read and was told, as it is stored; None when that was nothing."""
    if not reads and not attached and not replies and not understood:
        return None
    found = sum(len(query) for read in reads for query in read)
    if not found and not attached and not replies and not understood:
        return _nothing(tuple(map(len, reads)))
    kept = None
    if found <= MOST_KEPT:
        kept = [[[(item.id, item.score) for item in query] for query in read] for read in reads]
    value: dict[str, Any] = {"sha256": digest(reads, attached), "reads": kept}
    if replies:
        value |= {"replies": list(map(told_to_json, replies)), "stop": stop}
    if understood:
        value["understood"] = understood
    return orjson.dumps(value)


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
    replies = tuple(map(told_from, kept.get("replies", ())))
    understood = tuple(kept.get("understood", ()))
    return Inputs(kept["sha256"], reads, replies, kept.get("stop"), understood)


def digest(reads: Iterable[Queries], attached: Iterable[Item]) -> str:
    """The hash over everything that a mind was given to read."""
    given = [[_digest_of(query) for query in read] for read in reads]
    return canonical.sha256(orjson.dumps([given, digest_of(tuple(attached))]))


def _digest_of(query: Sequence[Item]) -> str:
    return query.sha256 if isinstance(query, QueryResult) else digest_of(query)
