"""Taking a background run over: with its key as it is now, and a fence that shuts others out."""

from __future__ import annotations

from typing import NamedTuple

from runwright import clock
from runwright.db.transaction import Reader, Tx
from runwright.errors import ScopeDenied
from runwright.jobs import store as jobs_store
from runwright.jobs.types import Job
from runwright.models.catalog import Catalog
from runwright.runs import store
from runwright.runs.hosts.orphans import fail
from runwright.runs.types import Claim
from runwright.trust import store as trust_store
from runwright.trust.kernel import Grant, Principal, authorize
from runwright.trust.scopes import Scope


class Claimed(NamedTuple):
    """A run in hand, and the right to carry it on."""

    claim: Claim
    grant: Grant


def claim(tx: Tx, job: Job, catalog: Catalog, default_rate: int) -> Claimed | None:
    """Take a run over; None when it has ended, is gone, or its key may not run any more."""
    key_id = store.key_of(tx, job.project_id, job.subject)
    if key_id is None:
        jobs_store.finish_all(tx, job.subject)
        return None
    try:
        grant = authorize(
            principal_of(tx, key_id, default_rate),
            Scope.RUNS_WRITE,
            action="runs.execute",
            trail=tx,
            resource=job.subject,
        )
    except ScopeDenied as denied:
        fail(tx, catalog, job, denied, None)
        return None
    claimed = store.claim(tx, grant, job.subject)
    if claimed is None:
        jobs_store.finish_all(tx, job.subject)
        return None
    return Claimed(claimed, grant)


def principal_of(reader: Reader, key_id: str, default_rate: int) -> Principal:
    """A key as it is now; `ScopeDenied` when it is no longer one."""
    now = clock.stamp(clock.now())
    principal = trust_store.principal_by_key(reader, key_id, now, default_rate)
    if principal is None:
        raise ScopeDenied("The key of this run was revoked or has expired.")
    return principal
