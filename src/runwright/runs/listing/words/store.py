"""All SQL on the words that runs are found by.

Whoever erases a run first takes back what waits to be written: on PostgreSQL that waits for a
worker who is just writing it, and what the worker wrote is there to be erased.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

import orjson
from sqlalchemy import bindparam, delete, select

from runwright.db import schema
from runwright.db.sql import insert, insert_or_ignore, is_in
from runwright.db.transaction import Reader, Tx
from runwright.runs.listing.words.terms import hashes_of, words_of
from runwright.runs.listing.words.types import Part, Unindexed, Waiting
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS, _WORDS = schema.runs, schema.run_words
_TERMS, _WAITING = schema.run_terms, schema.unindexed_runs

_WAIT = insert(_WAITING)
_NEXT = (
    select(*_WAITING.c, _RUNS.c.request, _RUNS.c.body)
    .outerjoin(
        _RUNS,
        (_RUNS.c.project_id == _WAITING.c.project_id) & (_RUNS.c.id == _WAITING.c.run_id),
    )
    .order_by(_WAITING.c.run_id)
    .limit(bindparam("most"))
)
# What somebody else writes at this moment needs nothing from us.
_TAKE = (
    select(*_WAITING.c)
    .where(is_in(_WAITING.c.run_id, bindparam("ids")))
    .with_for_update(skip_locked=True)
)
_WRITTEN = delete(_WAITING).where(
    is_in(_WAITING.c.run_id, bindparam("ids")), _WAITING.c.part == bindparam("which")
)
_ADD = insert_or_ignore(_WORDS)
_REMEMBER = insert(_TERMS)
_TAKE_BACK = delete(_WAITING).where(
    _WAITING.c.project_id == bindparam("project"), _WAITING.c.run_id == bindparam("run")
)
_ITS_TERMS = (_TERMS.c.project_id == bindparam("project")) & (_TERMS.c.run_id == bindparam("run"))
_READ_TERMS = select(_TERMS.c.words).where(_ITS_TERMS)
_DROP = delete(_WORDS).where(
    _WORDS.c.run_id == bindparam("run"), is_in(_WORDS.c.word, bindparam("words"))
)
_DROP_TERMS = delete(_TERMS).where(_ITS_TERMS)


def wait(tx: Tx, grant: Grant, run_id: str, part: Part) -> None:
    """Have the words of a run written in the background."""
    project_id = grant.project(Scope.RUNS_WRITE)
    tx.insert_later(_WAIT, project_id=project_id, run_id=run_id, part=part)


def next_waiting(reader: Reader, most: int) -> list[Unindexed]:
    """Some runs whose words are not written yet, of any project, with what they say."""
    return [
        Unindexed(Waiting(row.project_id, row.run_id, row.part), row.request, row.body)
        for row in reader.all(_NEXT, most=most)
    ]


def add(tx: Tx, found: Mapping[Waiting, Sequence[int]]) -> int:
    """Write the words of some runs; how many were neither erased nor are written elsewhere."""
    wanted = orjson.dumps([each.run_id for each in found]).decode()
    taken = {Waiting(row.project_id, row.run_id, row.part) for row in tx.all(_TAKE, ids=wanted)}
    there = [(each, words) for each, words in found.items() if each in taken]
    for part in sorted({each.part for each, _ in there}):
        ids = [each.run_id for each, _ in there if each.part == part]
        tx.run(_WRITTEN, ids=orjson.dumps(ids).decode(), which=part)
    rows = [{"word": word, "run_id": each.run_id} for each, words in there for word in words]
    tx.run_many(_ADD, rows)
    tx.run_many(
        _REMEMBER,
        [{**each._asdict(), "words": array("q", words).tobytes()} for each, words in there],
    )
    return len(there)


def drop(tx: Tx, grant: Grant, run_id: str) -> None:
    """A run is erased: nothing is found by it any more."""
    place = {"project": grant.project(Scope.RUNS_WRITE), "run": run_id}
    tx.run(_TAKE_BACK, **place)
    for row in tx.all(_READ_TERMS, **place):
        words = array("q")
        words.frombytes(row.words)
        tx.run(_DROP, run=run_id, words=_json(words))
    tx.run(_DROP_TERMS, **place)


def filters_for(grant: Grant, query: str) -> dict[str, int]:
    """A filter for each word of a query; see the marks of `runs.listing.store`."""
    hashed = hashes_of(grant.project(Scope.RUNS_READ), words_of(query))
    return {f"word_{n}": number for n, number in enumerate(hashed)}


def _json(words: Iterable[int]) -> str:
    return orjson.dumps(list(words)).decode()
