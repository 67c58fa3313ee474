"""One attempt at a job, the same whichever queue it came from."""

from __future__ import annotations

from typing import NamedTuple

import structlog

from runwright.errors import Internal, Overloaded
from runwright.jobs.types import Handler, Job

MOST_ATTEMPTS = 8
LONGEST_BACKOFF = 60

log = structlog.get_logger()


class Attempt(NamedTuple):
    """How an attempt ended."""

    again_in: int | None = None
    """After how many seconds the job must be tried again; None when it need not."""
    has_ended: bool = False
    """Whether the job is known to be gone."""


async def attempt(handler: Handler, job: Job) -> Attempt:
    """Work on a job.

    What is given up has ended in its own transaction. Where it has not (an erasure is never
    given up), the job is still there, and its turn comes again.
    """
    try:
        return Attempt(has_ended=await handler.work(job) is True)
    except Overloaded as problem:
        log.warning("job_postponed", job=job.id, subject=job.subject, reason=problem.message)
        return Attempt(_backoff(job))
    except Exception:
        log.exception("job_failed", job=job.id, kind=job.kind, subject=job.subject)
        if job.attempts < MOST_ATTEMPTS:
            return Attempt(_backoff(job))
        return Attempt(await _give_up(handler, job))


async def _give_up(handler: Handler, job: Job) -> int:
    try:
        await handler.give_up(job, Internal())
    except Exception:
        log.exception("job_not_given_up", job=job.id, kind=job.kind, subject=job.subject)
    return LONGEST_BACKOFF


def _backoff(job: Job) -> int:
    return int(min(2 ** min(job.attempts - 1, 10), LONGEST_BACKOFF))
