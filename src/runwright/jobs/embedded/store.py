"""All SQL on the embedded queue.

A job is a row with the time from which it may be taken. Taking it moves that time to the end of
the lease; a worker that falls silent loses it by the passing of time, with nothing to clean up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, func, select, update

from runwright import ids
from runwright.db import schema
from runwright.db.sql import insert, is_in
from runwright.db.transaction import Reader, Tx
from runwright.jobs.types import Job

_JOBS = schema.jobs
_ADD = insert(_JOBS)
_SOME = (
    select(_JOBS.c.id)
    .where(is_in(_JOBS.c.kind, bindparam("kinds")))
    .limit(bindparam("limit"))
    .subquery()
)
_COUNT = select(func.count()).select_from(_SOME)
_DUE = (
    select(*_JOBS.c)
    .where(_JOBS.c.kind == bindparam("kind"), _JOBS.c.run_at <= bindparam("now"))
    .order_by(_JOBS.c.run_at, _JOBS.c.id)
    .limit(bindparam("limit"))
)
_IN_WORK = (
    select(_JOBS.c.project_id, func.count().label("jobs"))
    .where(_JOBS.c.kind == bindparam("kind"), _JOBS.c.owner.is_not(None))
    .group_by(_JOBS.c.project_id)
    .subquery()
)
_LINE = (
    select(
        *_JOBS.c,
        func.row_number()
        .over(partition_by=_JOBS.c.project_id, order_by=(_JOBS.c.run_at, _JOBS.c.id))
        .label("place"),
    )
    .where(_JOBS.c.kind == bindparam("kind"), _JOBS.c.run_at <= bindparam("now"))
    .subquery()
)
_FIRST_OF_EACH = (
    select(*_LINE.c, func.coalesce(_IN_WORK.c.jobs, 0).label("in_work"))
    .join(_IN_WORK, _IN_WORK.c.project_id == _LINE.c.project_id, isouter=True)
    .where(_LINE.c.place <= bindparam("limit"))
)
_TAKE = (
    update(_JOBS)
    .where(_JOBS.c.id == bindparam("job"), _JOBS.c.run_at == bindparam("seen"))
    .values(owner=bindparam("owner"), run_at=bindparam("until"), attempts=_JOBS.c.attempts + 1)
)
_EXTEND = (
    update(_JOBS)
    .where(_JOBS.c.id == bindparam("job"), _JOBS.c.owner == bindparam("mine"))
    .values(run_at=bindparam("until"))
)
_POSTPONE = (
    update(_JOBS)
    .where(_JOBS.c.id == bindparam("job"), _JOBS.c.owner == bindparam("mine"))
    .values(owner=None, run_at=bindparam("until"))
)
_HAND_BACK = (
    update(_JOBS)
    .where(_JOBS.c.owner == bindparam("mine"))
    .values(owner=None, run_at=bindparam("now"), attempts=_JOBS.c.attempts - 1)
)
_FREE_ALL = (
    update(_JOBS).where(_JOBS.c.owner.is_not(None)).values(owner=None, run_at=bindparam("now"))
)
_DROP = delete(_JOBS).where(_JOBS.c.subject == bindparam("subject"))
_DONE = delete(_JOBS).where(
    _JOBS.c.id == bindparam("job"), _JOBS.c.attempts == bindparam("attempts")
)
_OF = select(_JOBS.c.id).where(_JOBS.c.subject == bindparam("subject")).limit(1)
_OF_KIND = (
    select(_JOBS.c.id)
    .where(_JOBS.c.subject == bindparam("subject"), _JOBS.c.kind == bindparam("kind"))
    .limit(1)
)
_ROUSE = (
    update(_JOBS)
    .where(
        _JOBS.c.subject == bindparam("of"),
        _JOBS.c.kind == bindparam("which"),
        _JOBS.c.owner.is_(None),
        _JOBS.c.run_at > bindparam("now"),
    )
    .values(run_at=bindparam("now"))
)
_RELEASE = (
    update(_JOBS)
    .where(_JOBS.c.waits_for == bindparam("thing"), _JOBS.c.owner.is_(None))
    .values(run_at=bindparam("now"), waits_for=None)
)


def add(
    tx: Tx, kind: str, project_id: str, subject: str, at: str, waits_for: str | None = None
) -> None:
    """See `jobs.store`, as for all that both queues have."""
    tx.run(
        _ADD,
        id=ids.new("job"),
        kind=kind,
        project_id=project_id,
        subject=subject,
        run_at=at,
        owner=None,
        attempts=0,
        waits_for=waits_for,
    )


def release(tx: Tx, thing: str, now: str) -> None:
    """See `jobs.store`."""
    tx.run(_RELEASE, thing=thing, now=now)


def ensure_queued(tx: Tx, kind: str, project_id: str, subject: str, now: str) -> None:
    """See `jobs.store`."""
    if tx.one(_OF_KIND, subject=subject, kind=kind) is None:
        add(tx, kind, project_id, subject, now)
    else:
        tx.run(_ROUSE, of=subject, which=kind, now=now)


def count(reader: Reader, kinds: Sequence[str], limit: int) -> int:
    """See `jobs.store`."""
    row = reader.one(_COUNT, kinds=orjson.dumps(kinds).decode(), limit=limit)
    return int(row[0]) if row else 0


def is_any_due(reader: Reader, kind: str, now: str) -> bool:
    """Whether there is something of a kind to take."""
    return bool(reader.all(_DUE, kind=kind, now=now, limit=1))


def due_in_turn(
    reader: Reader, kind: str, now: str, limit: int, served: Sequence[str]
) -> list[Any]:
    """What can be taken, in the order of projects' turns; `served` are those that had theirs."""
    turn = {project_id: n for n, project_id in enumerate(served)}
    rows = reader.all(_FIRST_OF_EACH, kind=kind, now=now, limit=limit)
    # A project's second job comes when as many of every other project are in work.
    rows.sort(key=lambda r: (r.in_work + r.place, turn.get(r.project_id, -1), r.run_at, r.id))
    return rows[:limit]


def take(tx: Tx, kind: str, owner: str, now: str, until: str, limit: int) -> list[Job]:
    """Take due jobs of a kind for a worker, the longest due first."""
    return take_these(tx, tx.all(_DUE, kind=kind, now=now, limit=limit), owner, until)


def take_these(tx: Tx, rows: Iterable[Any], owner: str, until: str) -> list[Job]:
    """Take jobs that were due when they were read; two workers never get the same one."""
    taken = []
    for row in rows:
        if tx.run(_TAKE, job=row.id, seen=row.run_at, owner=owner, until=until):
            taken.append(
                Job(
                    id=row.id,
                    kind=row.kind,
                    project_id=row.project_id,
                    subject=row.subject,
                    attempts=row.attempts + 1,
                )
            )
    return taken


def extend(tx: Tx, owner: str, job_ids: Sequence[str], until: str) -> list[str]:
    """A worker's heartbeat: its leases go on; the jobs that are no longer its own."""
    return [
        job_id for job_id in job_ids if not tx.run(_EXTEND, job=job_id, mine=owner, until=until)
    ]


def postpone(tx: Tx, job: Job, owner: str, until: str) -> None:
    """Try a job again later."""
    tx.run(_POSTPONE, job=job.id, mine=owner, until=until)


def hand_back(tx: Tx, owner: str, now: str) -> None:
    """A worker that stops: what it held is due at once."""
    tx.run(_HAND_BACK, mine=owner, now=now)


def free_all(tx: Tx, now: str) -> None:
    """Void every lease: right only where no other worker can be alive."""
    tx.run(_FREE_ALL, now=now)


def finish(tx: Tx, job: Job) -> bool:
    """See `jobs.store`."""
    return tx.run(_DONE, job=job.id, attempts=job.attempts) > 0


def finish_all(tx: Tx, subject: str) -> None:
    """See `jobs.store`."""
    tx.run(_DROP, subject=subject)


def drop(tx: Tx, subject: str) -> None:
    """See `jobs.store`. A worker learns of it from its next heartbeat, or from the hub at once."""
    tx.run(_DROP, subject=subject)


def exists(reader: Reader, subject: str) -> bool:
    """See `jobs.store`."""
    return reader.one(_OF, subject=subject) is not None
