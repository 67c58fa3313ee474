"""Writes the words that runs are found by, beside the requests that make the runs.

What is still to be written stands in a table since the transaction that stored the run, so a
process that is killed forgets nothing. Every worker looks twice a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

import orjson

from runwright.db.database import Database
from runwright.db.transaction import Reader
from runwright.runs.listing.words import store
from runwright.runs.listing.words.terms import hashes_of, words_of
from runwright.runs.listing.words.types import Unindexed, Waiting

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
        found, written = await self._database.read(_next), 0
        for portion in _portions(found):
            written += await self._database.write(partial(store.add, found=portion))
        # What another worker holds is not waited for.
        return len(found) == RUNS_AT_ONCE and written > 0


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


def _portions(found: Sequence[Indexed]) -> Iterator[dict[Waiting, list[int]]]:
    """The same in portions of some thousand words."""
    portion, size = dict[Waiting, list[int]](), 0
    for waiting, words in found:
        portion[waiting] = words
        size += len(words)
        if size >= WORDS_AT_ONCE:
            yield portion
            portion, size = {}, 0
    if portion:
        yield portion
