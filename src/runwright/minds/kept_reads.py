"""Reads that a computing process keeps: the next run over the same records need not be given them
again, and what was worked out from them is known.

A key names the state of a source that was read, so whatever was kept of another state is dropped
as soon as a new one comes. What a project has erased is dropped when the server says so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import orjson

from runwright.minds.reading import ReadResult
from runwright.minds.types import Read

MOST_ITEMS = 50_000
"""How many items a process keeps beside those that it was given last: some 5 KB each."""


class ReadKey(NamedTuple):
    """Which read it is, of which state of which source."""

    project: str
    source: str
    change: int
    """How often the source had changed."""
    erasures: int
    """How often the project had erased something since the server started."""
    queries: str


def is_kept(read: Read) -> bool:
    """Whether a read gives the same until its source changes: searches depend on more."""
    wanted = [each for query in read.queries for each in query]
    return bool(wanted) and all(each.whole and not each.text for each in wanted)


def queries_of(read: Read) -> str:
    """The queries of a read, as its key names them."""
    return orjson.dumps([[tuple(each) for each in query] for query in read.queries]).decode()


class KeptReads:
    """The reads that were used last, as many as may be kept."""

    def __init__(self, most_items: int = MOST_ITEMS) -> None:
        self._most = most_items
        self._reads: OrderedDict[ReadKey, ReadResult] = OrderedDict()

    def keep(self, key: ReadKey, found: ReadResult) -> None:
        """Keep a read, and nothing of an earlier state of its source."""
        state = key[:4]
        for other in [k for k in self._reads if k[:2] == key[:2] and k[:4] != state]:
            del self._reads[other]
        self._reads[key] = found
        while len(self._reads) > 1 and self._size() > self._most:
            self._reads.popitem(last=False)

    def recall(self, key: ReadKey) -> ReadResult | None:
        """A read that was kept, if it still is."""
        found = self._reads.get(key)
        if found is not None:
            self._reads.move_to_end(key)
        return found

    def forget(self, project: str) -> None:
        """Drop everything of a project."""
        for key in [key for key in self._reads if key.project == project]:
            del self._reads[key]

    def _size(self) -> int:
        return sum(len(query) for found in self._reads.values() for query in found.queries)


_KEPT = KeptReads()
"""Of this process."""


def decoded(
    keys: Sequence[Sequence[str | int] | None], blobs: Sequence[bytes]
) -> list[ReadResult] | None:
    """The reads of a run: those that come without bytes as they were kept, the others kept under
    their keys if they have any; None if one is not there any more."""
    found: list[ReadResult] = []
    for given, blob in zip(keys, blobs, strict=True):
        key = None if given is None else ReadKey(*given)  # type: ignore[arg-type]
        read = ReadResult(blob) if blob or key is None else _KEPT.recall(key)
        if read is None:
            return None
        if key is not None and blob:
            _KEPT.keep(key, read)
        found.append(read)
    return found


def forget(project: str) -> None:
    """Something of a project was erased: keep no copy of it in this process."""
    _KEPT.forget(project)
