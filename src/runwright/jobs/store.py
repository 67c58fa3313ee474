"""Queueing a job in the caller's transaction, and taking it back, in whichever database it is.

The queue carries ids only, so it needs no grant: whoever works on a job must get one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from sqlalchemy import ColumnElement, select

from runwright.db import schema
from runwright.db.transaction import Reader, Tx
from runwright.jobs.embedded import store as embedded
from runwright.jobs.postgres import store as postgres
from runwright.jobs.types import Job

_QUEUED = schema.queued_jobs


class _Store(Protocol):
    def add(
        self,
        tx: Tx,
        kind: str,
        project_id: str,
        subject: str,
        at: str,
        waits_for: str | None = None,
    ) -> None: ...
    def release(self, tx: Tx, thing: str, now: str) -> None: ...
    def ensure_queued(self, tx: Tx, kind: str, project_id: str, subject: str, now: str) -> None: ...
    def count(self, reader: Reader, kinds: Sequence[str], limit: int) -> int: ...
    def finish(self, tx: Tx, job: Job) -> bool: ...
    def finish_all(self, tx: Tx, subject: str) -> None: ...
    def drop(self, tx: Tx, subject: str) -> None: ...
    def exists(self, reader: Reader, subject: str) -> bool: ...


_STORES: Mapping[str, _Store] = {"sqlite": embedded, "postgresql": postgres}


def add(tx: Tx, kind: str, project_id: str, subject: str, at: str) -> None:
    """Queue a job, in the transaction of what it is about; it is taken from a time on."""
    _STORES[tx.dialect].add(tx, kind, project_id, subject, at)


def ensure_queued(tx: Tx, kind: str, project_id: str, subject: str, now: str) -> None:
    """Make sure that a job of this kind is due for a thing, or is in somebody's hands.

    Whoever ends such a job looks, under the same lock as the caller, for what came meanwhile.
    """
    _STORES[tx.dialect].ensure_queued(tx, kind, project_id, subject, now)


def count(reader: Reader, kinds: Sequence[str], limit: int) -> int:
    """How many jobs of some kinds there are, counting no further than a limit."""
    return _STORES[reader.dialect].count(reader, kinds, limit)


def finish(tx: Tx, job: Job) -> bool:
    """One job is over, whatever else is queued for its subject; False when others have it now."""
    return _STORES[tx.dialect].finish(tx, job)


def reschedule(tx: Tx, job: Job, at: str, waits_for: str | None = None) -> None:
    """A job is over for now, and comes again at a time; nothing happens when others have it.

    It comes as if it were new: what it did was no failed attempt. With `waits_for` it comes as
    soon as that is released.
    """
    if finish(tx, job):
        store = _STORES[tx.dialect]
        store.add(tx, job.kind, job.project_id, job.subject, at, waits_for)


def release(tx: Tx, thing: str, now: str) -> None:
    """What jobs have waited for has come: they are due.

    To be called in the transaction in which it comes, and under a lock on it that whoever makes a
    job wait takes as well.
    """
    _STORES[tx.dialect].release(tx, thing, now)


def finish_all(tx: Tx, subject: str) -> None:
    """The work on a thing has come to its end."""
    _STORES[tx.dialect].finish_all(tx, subject)


def drop(tx: Tx, subject: str) -> None:
    """The work on a thing is called off: whoever is at it is stopped."""
    _STORES[tx.dialect].drop(tx, subject)


def exists(reader: Reader, subject: str) -> bool:
    """Whether anything is queued for a thing."""
    return _STORES[reader.dialect].exists(reader, subject)


@cache
def is_queued(subject: ColumnElement[Any]) -> ColumnElement[bool]:
    """The same as a condition, on a column of ids in a statement of whoever queues them."""
    return select(_QUEUED.c.id).where(_QUEUED.c.subject == subject).exists()
