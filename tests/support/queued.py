"""Jobs put into a server's queue behind its back, in whichever database it is."""

from __future__ import annotations

from db.raw import Raw
from support.server import Server

_SQLITE = (
    "INSERT INTO jobs (id, kind, project_id, subject, run_at, owner, attempts)"
    " VALUES ('job_' || ?, ?, ?, ?, ?, NULL, 0)"
)
_POSTGRESQL = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, args, scheduled_at)"
    " VALUES (?, ?, ?, jsonb_build_object('project_id', ?::text, 'subject', ?::text),"
    " ?::timestamptz)"
)
LONG_AGO = "2000-01-01T00:00:00.000Z"
NEVER = "2999-01-01T00:00:00.000Z"


def plant(
    server: Server, subject: str, kind: str = "run", project: str = "proj_none", at: str = LONG_AGO
) -> None:
    """Queue a job that no request asked for."""
    raw = Raw(server)
    if raw.is_sqlite:
        raw.run(_SQLITE, subject, kind, project, subject, at)
    else:
        raw.run(_POSTGRESQL, kind, kind, subject, project, subject, at)


def remove(server: Server, subject: str) -> None:
    """Take every job of a thing out of the queue."""
    raw = Raw(server)
    if raw.is_sqlite:
        raw.run("DELETE FROM jobs WHERE subject = ?", subject)
    else:
        raw.run("DELETE FROM procrastinate_jobs WHERE lock = ?", subject)
