"""How a run ends: with its result, or stopped on the way with what it has done so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from runwright.db.transaction import Tx
from runwright.jobs import store as jobs_store
from runwright.minds.types import Closing
from runwright.models.catalog import Catalog
from runwright.runs import store, trace
from runwright.runs.accounts import accounting
from runwright.runs.accounts.usage import store as usage_store
from runwright.runs.outputs.artifacts import show as artifacts
from runwright.runs.types import Frozen, Recorded, RunHead, Status, StoredRun
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant, act_as_service, amend
from runwright.trust.scopes import Scope


def conclude(
    head: RunHead,
    watch: trace.Stopwatch,
    records: list[Recorded],
    closing: Closing,
) -> Frozen:
    """The result of a run that did its steps, frozen, and what it had read."""
    made = artifacts.made(head.id, closing.artifacts)
    result: dict[str, Any] = {
        "summary": closing.summary,
        "artifacts": [artifact.record.id for artifact in made],
    }
    records = [*records, watch.lap(trace.result_entry(trace.milliseconds(watch.now())))]
    frozen = trace.freeze(
        head, "completed", records, result=result, parts=closing.parts, answered=closing.answered
    )
    return frozen._replace(artifacts=made, inputs=closing.inputs)


def stop(
    tx: Tx,
    grant: Grant,
    run: StoredRun,
    catalog: Catalog,
    status: Status,
    error: Mapping[str, str] | None = None,
) -> Frozen:
    """End a running run before it has a result: frozen as it is, its account closed."""
    head = run.head
    records = store.read_records(tx, grant, head.id)
    frozen = trace.freeze(head, status, records, error=error)
    store.finish(tx, grant, head.id, run.fence, frozen)
    jobs_store.finish_all(tx, head.id)
    close_stopped(tx, grant, run, catalog, status, records)
    seal(tx, grant, head.id, frozen)
    return frozen


def seal(tx: Tx, grant: Grant, run_id: str, frozen: Frozen) -> None:
    """Put the hash over a run that ends into the audit log, where nobody can replace it.

    The last thing that a write does: its audit entries stay even if it fails further on.
    """
    act_as_service(
        grant.project(Scope.RUNS_WRITE),
        Scope.RUNS_WRITE,
        action=trace.END,
        trail=tx,
        resource=run_id,
        key_id=grant.key_id,
        request_id=grant.entry.request_id,
        detail=_seal_of(frozen),
    )


def seal_request(tx: Tx, grant: Grant, frozen: Frozen) -> None:
    """The same for a run that ends within its request: the entry of the request holds the hash."""
    amend(grant, _seal_of(frozen), tx=tx)


def _seal_of(frozen: Frozen) -> dict[str, str]:
    return {trace.SEAL: frozen.sha256, "status": frozen.status}


def close_stopped(
    tx: Tx,
    grant: Grant,
    run: StoredRun,
    catalog: Catalog,
    status: Status,
    records: Sequence[Recorded],
    *,
    erased: bool = False,
) -> None:
    """Close the account of a run that ends without a result."""
    ended = accounting.Ended(
        head=run.head,
        key_id=run.key_id,
        status=status,
        snapshot=catalog.resolve(run.head.snapshot),
        records=records,
        own_steps=accounting.own_steps(run.head, records),
        used=usage_store.read(tx, grant, run.head.id),
    )
    accounting.close(tx, grant, ended, Reservation.loads(run.reserved), erased=erased)
