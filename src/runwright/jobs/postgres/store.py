"""All SQL on Procrastinate's queue: jobs are added, called off and handed on in our transactions.

A job's queue and task are its kind, and its lock is its subject, so that no two jobs of one
subject are in work at a time. A job is told from its later attempts by their number: a worker
that was paused while its job went to another finds nothing that it could end.
"""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from sqlalchemy import bindparam, func, select, text

from runwright import clock
from runwright.db import schema
from runwright.db.sql import is_in
from runwright.db.transaction import Reader, Tx
from runwright.jobs.types import PRIORITIES, Job

_QUEUED = schema.queued_jobs
_ADD = text(
    """SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(
        CAST(:kind AS text), CAST(:kind AS text), CAST(:priority AS integer),
        CAST(:subject AS text), NULL,
        jsonb_strip_nulls(jsonb_build_object(
            'project_id', CAST(:project AS text), 'subject', CAST(:subject AS text),
            'waits_for', CAST(:waits_for AS text)
        )),
        CAST(:at AS timestamptz)
    )::procrastinate_job_to_defer_v1])"""
)
_SOME = (
    select(_QUEUED.c.id)
    .where(is_in(_QUEUED.c.kind, bindparam("kinds")))
    .limit(bindparam("limit"))
    .subquery()
)
_COUNT = select(func.count()).select_from(_SOME)
_OF = select(_QUEUED.c.id).where(_QUEUED.c.subject == bindparam("subject")).limit(1)
_OF_KIND = (
    select(_QUEUED.c.id)
    .where(_QUEUED.c.subject == bindparam("subject"), _QUEUED.c.kind == bindparam("kind"))
    .limit(1)
)
_DONE = text(
    "DELETE FROM procrastinate_jobs"
    " WHERE id = CAST(:job AS bigint) AND attempts = CAST(:attempts AS integer) - 1"
)
_TAKE_BACK = text(
    "DELETE FROM procrastinate_jobs WHERE lock = :subject AND queue_name = :kind"
    " AND status = 'todo' AND scheduled_at > CAST(:now AS timestamptz)"
)
_WAITING = text(
    "SELECT id, queue_name AS kind, args ->> 'project_id' AS project_id, lock AS subject"
    " FROM procrastinate_jobs WHERE args ->> 'waits_for' = :thing AND status = 'todo'"
    " ORDER BY id FOR UPDATE"
)
_DROP = text("DELETE FROM procrastinate_jobs WHERE id = :job")
_CALL_OFF = text(
    "SELECT procrastinate_cancel_job_v1(id, true, true) FROM procrastinate_jobs"
    " WHERE lock = :subject AND status IN ('todo', 'doing')"
)
_OVER = text("DELETE FROM procrastinate_jobs WHERE lock = :subject")
_STALLED = """SELECT job.id FROM procrastinate_jobs job
        LEFT JOIN procrastinate_workers worker ON worker.id = job.worker_id
        WHERE job.status = 'doing' AND job.queueing_lock IS {null} AND (
            worker.id IS NULL
            OR worker.last_heartbeat < now() - make_interval(secs => CAST(:seconds AS float))
        )
        FOR UPDATE OF job SKIP LOCKED"""
_RESCUE = text(
    "SELECT procrastinate_retry_job_v2(id, now(), NULL, NULL, NULL)"  # noqa: S608 - constants
    f" FROM ({_STALLED.format(null='NULL')}) AS stalled"
)
# Queued once at a time, since it comes again by itself: beside its successor, which may be
# queued already, it could not be queued anew.
_COMING_AGAIN = _STALLED.format(null="NOT NULL")
_FORGET = text(
    f"DELETE FROM procrastinate_jobs WHERE id IN ({_COMING_AGAIN})"  # noqa: S608 - constants
)

FINISH = """DELETE FROM procrastinate_jobs
    WHERE id = %(job_id)s AND attempts = %(attempts)s AND status = 'doing'"""
"""What a worker says of a job that it has ended; as it was taken, or it is not this worker's."""
RETRY = """SELECT procrastinate_retry_job_v2(id, %(retry_at)s, NULL, NULL, NULL)
    FROM procrastinate_jobs
    WHERE id = %(job_id)s AND attempts = %(attempts)s AND status = 'doing'"""
"""What it says of one that must be tried again."""

TAKE_IN_TURN = """WITH queued AS (
        SELECT id, status, args ->> 'project_id' AS project,
            status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now()) AS is_due
        FROM procrastinate_jobs WHERE queue_name = %(kind)s AND status IN ('todo', 'doing')
    ), line AS (
        SELECT id, project, is_due,
            count(*) FILTER (WHERE status = 'doing') OVER (PARTITION BY project) AS in_work,
            row_number() OVER (PARTITION BY project, is_due ORDER BY id) AS place
        FROM queued
    ), first AS (
        SELECT id, in_work + place AS turn,
            coalesce(array_position(CAST(%(served)s AS text[]), project), 0) AS served
        FROM line WHERE is_due AND place <= 16
        ORDER BY turn, served, id LIMIT 16
    ), candidate AS (
        SELECT job.id FROM procrastinate_jobs job JOIN first ON first.id = job.id
        WHERE job.status = 'todo' AND NOT EXISTS (
            SELECT 1 FROM procrastinate_jobs other
            WHERE other.lock = job.lock AND (other.status = 'doing' OR (
                other.status = 'todo' AND (other.priority, -other.id) > (job.priority, -job.id)
            ))
        )
        ORDER BY first.turn, first.served, job.id LIMIT 1 FOR UPDATE OF job SKIP LOCKED
    )
    UPDATE procrastinate_jobs job SET status = 'doing', worker_id = %(worker_id)s
        FROM candidate WHERE job.id = candidate.id
        RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock,
            job.args, job.scheduled_at, job.queue_name, job.attempts, job.worker_id"""
"""Procrastinate's own fetch, with the jobs in another order: that of their projects' turns.

A project's second job stands behind the first of every other project, so of two workers that
look at the same moment, one gets what the other would not have left to it alone.
"""


def add(
    tx: Tx, kind: str, project_id: str, subject: str, at: str, waits_for: str | None = None
) -> None:
    """See `jobs.store`, as for all that both queues have."""
    tx.run(
        _ADD,
        kind=kind,
        project=project_id,
        subject=subject,
        priority=PRIORITIES[kind],
        # Clocks differ: what is due is due by any of them.
        at=None if at <= clock.stamp(clock.now()) else at,
        waits_for=waits_for,
    )


def release(tx: Tx, thing: str, now: str) -> None:
    """See `jobs.store`. They are made anew, since only new ones are told of."""
    for job, kind, project_id, subject in tx.all(_WAITING, thing=thing):
        tx.run(_DROP, job=job)
        add(tx, kind, project_id, subject, now)


def ensure_queued(tx: Tx, kind: str, project_id: str, subject: str, now: str) -> None:
    """See `jobs.store`. A job that waits is made anew, since only new ones are told of."""
    tx.run(_TAKE_BACK, subject=subject, kind=kind, now=now)
    if tx.one(_OF_KIND, subject=subject, kind=kind) is None:
        add(tx, kind, project_id, subject, now)


def count(reader: Reader, kinds: Sequence[str], limit: int) -> int:
    """See `jobs.store`."""
    row = reader.one(_COUNT, kinds=orjson.dumps(kinds).decode(), limit=limit)
    return int(row[0]) if row else 0


def finish(tx: Tx, job: Job) -> bool:
    """See `jobs.store`."""
    return tx.run(_DONE, job=job.id, attempts=job.attempts) > 0


def finish_all(tx: Tx, subject: str) -> None:
    """See `jobs.store`."""
    tx.run(_OVER, subject=subject)


def drop(tx: Tx, subject: str) -> None:
    """See `jobs.store`. The worker is told with the commit, wherever it is."""
    tx.run(_CALL_OFF, subject=subject)
    tx.run(_OVER, subject=subject)


def exists(reader: Reader, subject: str) -> bool:
    """See `jobs.store`."""
    return reader.one(_OF, subject=subject) is not None


def rescue(tx: Tx, seconds: float) -> int:
    """Hand on the jobs of workers that have been silent for so long; how many."""
    tx.run(_FORGET, seconds=seconds)
    return len(tx.all(_RESCUE, seconds=seconds))
