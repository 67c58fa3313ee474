"""What the server knows of the reads that its computing processes keep: which, and of which files.

It holds ids alone. A grant is made, and put on record, for every read, kept or not.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from runwright.minds.kept_reads import ReadKey, is_kept, queries_of
from runwright.minds.types import Read
from runwright.trust.kernel import Grant
from runwright.trust.scopes import SOURCES

MOST_KEYS = 64


class KeptRead(NamedTuple):
    """A read that a computing process has."""

    files: frozenset[str]
    """What it came from."""
    is_large: bool
    """Whether it is the process of the ledgers that has it."""


class KeptIndex:
    """The reads that were handed to computing processes to be kept."""

    def __init__(self, *, is_on: bool = True) -> None:
        """`is_on` where every erasure passes through this server, which then has them dropped."""
        self._is_on = is_on
        self._reads: OrderedDict[ReadKey, KeptRead] = OrderedDict()
        self._erasures = Counter[str]()

    def key_of(self, grant: Grant, read: Read, change: int) -> ReadKey | None:
        """The key of a read of a source in that state; None if it is not kept."""
        if not self._is_on or not is_kept(read):
            return None
        project = grant.project(SOURCES[read.source])
        return ReadKey(project, read.source, change, self._erasures[project], queries_of(read))

    def find(self, key: ReadKey) -> KeptRead | None:
        """A read that a process was given to keep; it may have dropped it since."""
        return self._reads.get(key)

    def is_current(self, key: ReadKey) -> bool:
        """Whether nothing of the project was erased since the key was made."""
        return key.erasures == self._erasures[key.project]

    def note(self, key: ReadKey, kept: KeptRead) -> None:
        """A process has kept a read."""
        if self.is_current(key):
            self._reads[key] = kept
            self._reads.move_to_end(key)
            while len(self._reads) > MOST_KEYS:
                self._reads.popitem(last=False)

    def drop(self, keys: Iterable[ReadKey]) -> None:
        """A process does not have them any more."""
        for key in keys:
            self._reads.pop(key, None)

    def forget(self, project: str) -> None:
        """Something of a project was erased: no key from before is good any more."""
        self._erasures[project] += 1
        self.drop([key for key in self._reads if key.project == project])
