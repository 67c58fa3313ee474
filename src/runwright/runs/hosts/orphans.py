"""What is done for runs that nobody carries on: failing them, or queueing them anew."""

from __future__ import annotations

from runwright import clock
from runwright.db.transaction import Tx
from runwright.errors import Problem
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.models.catalog import Catalog
from runwright.runs import store
from runwright.runs.create import JOB_KIND, NETWORK_KIND
from runwright.runs.finish import stop
from runwright.runs.types import StoredRun
from runwright.trust.kernel import Trail, act_as_service
from runwright.trust.scopes import Scope


def fail(
    tx: Tx, catalog: Catalog, job: Job, problem: Problem, held: int | None
) -> StoredRun | None:
    """End a running run as failed, with what it has done so far in its trace.

    `held` is the fence of the claim that gives up; None when the run could not be claimed.
    """
    entries = Trail()
    grant = act_as_service(
        job.project_id,
        Scope.RUNS_WRITE,
        action="runs.fail",
        trail=entries,
        resource=job.subject,
    )
    run = store.hold(tx, grant, job.subject)
    if run is None or run.frozen is not None:
        jobs_store.finish_all(tx, job.subject)
        return None
    if held is not None and held != run.fence:
        raise store.Fenced(job.subject)
    tx.audit(*entries)
    stop(tx, grant, run, catalog, "failed", {"code": problem.code, "message": problem.message})
    return run


def queue_orphans(tx: Tx, limit: int = 100) -> int:
    """Queue running runs for which nothing is queued; how many there were."""
    found = store.orphans(tx, limit)
    for project_id, run_id, is_network in found:
        kind = NETWORK_KIND if is_network else JOB_KIND
        jobs_store.add(tx, kind, project_id, run_id, clock.stamp(clock.now()))
    return len(found)
