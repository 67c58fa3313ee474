"""Writes the words that runs are found by, beside the requests that make the runs.

What is still to be written stands in a table since the transaction that stored the run, so a
process that is killed forgets nothing. Every worker looks twice a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import orjson

from runwright.db.database import Database
from runwright.db.transaction import Reader, Tx
from runwright.runs.words import store
from runwright.runs.words.terms import hashes_of, words_of
from runwright.runs.words.types import Unindexed, Waiting

LOOK_SECONDS = 0.5
RUNS_AT_ONCE = 64
WORDS_AT_ONCE = 2000
"""Rows that one write adds: meanwhile nobody else writes."""

Indexed = tuple[Waiting, list[int]]


class Indexer:
    """A duty of the worker."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def duty(self) -> None:
        """Write what waits, then rest: what comes meanwhile is written together."""
        while await self.write_some():
            await asyncio.sleep(0)
        await asyncio.sleep(LOOK_SECONDS)

    async def write_some(self) -> bool:
        """Write the words of some runs; whether there may be more."""
        found = await self._database.read(_next)
        for portion in _portions(found):
            await self._database.write(lambda tx, some=portion: _add(tx, some))  # type: ignore[misc]
        return len(found) == RUNS_AT_ONCE


def _next(reader: Reader) -> list[Indexed]:
    """What is to be written, hashed here: in a thread of a reader, not in the writer's."""
    waiting = store.next_waiting(reader, RUNS_AT_ONCE)
    return [(each.waiting, indexed_words(each)) for each in waiting]


def indexed_words(given: Unindexed) -> list[int]:
    """The hashes of the words of one part of a run."""
    found: set[str] = set()
    part = given.waiting.part
    if given.request is not None and part != "summary":
        found |= words_of(orjson.loads(given.request)["prompt"])
    if given.body is not None and part != "prompt":
        found |= words_of(orjson.loads(given.body).get("result", {}).get("summary", ""))
    return hashes_of(given.waiting.project_id, found)


def _portions(found: Sequence[Indexed]) -> Iterator[list[Indexed]]:
    """The same in portions of some thousand words."""
    portion, words = list[Indexed](), 0
    for each in found:
        portion.append(each)
        words += len(each[1])
        if words >= WORDS_AT_ONCE:
            yield portion
            portion, words = [], 0
    if portion:
        yield portion


def _add(tx: Tx, portion: Sequence[Indexed]) -> None:
    for waiting, words in portion:
        store.add(tx, waiting, words)
