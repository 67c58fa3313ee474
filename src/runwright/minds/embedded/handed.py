"""A clause that the planned mind works on: what takes several passages, and files of a request."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import orjson

from runwright.minds.blobs import queries_in, read_blob
from runwright.minds.embedded import weighing
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.minds.planned import PlannedMind
from runwright.minds.reading import ReadResult
from runwright.minds.types import Call, Closing, Output, Read, Turn


class Handed:
    """A clause that the planned mind works on."""

    def __init__(self, query: Query, mind: PlannedMind) -> None:
        self._query = query
        self._mind = mind
        self._reads: list[Read] = []

    @cached_property
    def closing(self) -> Closing:
        """What it says in the end."""
        return self._mind.close()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done."""
        return self._mind.next() is None

    def first_reads(self) -> Iterable[Read]:
        """What it reads before anything else."""
        turn = self._mind.next()
        self._reads = list(turn.reads) if turn is not None else []
        return self._reads

    def next(self, _: object) -> Turn | None:
        """What is to be read or done; None when it is over."""
        turn = self._mind.next()
        if turn is not None and turn.reads:
            self._reads = list(turn.reads)
        return turn

    def was_read(self, read: Read, found: ReadResult) -> None:
        """Hand on what it has asked for."""
        if not any(own.source == read.source for own in self._reads):
            return
        given = dict(zip(read.queries, queries_in(found.blob), strict=True))
        for own in list(self._reads):
            if own.source == read.source and set(own.queries) <= set(given):
                self._reads.remove(own)
                wanted = [orjson.dumps(given[query]) for query in own.queries]
                self._mind.was_read(own, ReadResult(read_blob(wanted)))

    def perform(self, call: Call, _: object) -> Output:
        """Do the next step of its plan."""
        return self._mind.perform(call)

    def was_done(self, call: Call, output: Output) -> None:
        """A step was done."""
        self._mind.was_done(call, output)

    def answers(self) -> list[Answer]:
        """What it says."""
        told = self.closing
        ids = tuple(item for part in told.parts for item in part.get("items", ()))
        answer = Answer(told.summary, told.answered, ids)
        is_of_several = self._query.route == "mixed"
        return [weighing.of_several(self._query, answer) if is_of_several else answer]
