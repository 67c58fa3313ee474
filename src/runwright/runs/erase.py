"""Erasing a run, alone or together with a file that it has read."""

from __future__ import annotations

from runwright import ids
from runwright.api import idempotency
from runwright.db.transaction import Tx
from runwright.events.outbox import happened
from runwright.jobs import store as jobs_store
from runwright.models.catalog import Catalog
from runwright.runs import store
from runwright.runs.accounts import store as accounts_store
from runwright.runs.feedback import store as feedback_store
from runwright.runs.finish import close_stopped
from runwright.runs.listing import store as listing_store
from runwright.runs.listing.words import store as words_store
from runwright.runs.outputs.artifacts import store as artifacts_store
from runwright.runs.outputs.artifacts.show import WHAT as ARTIFACT
from runwright.runs.outputs.evidence import store as evidence_store
from runwright.trust import erasures
from runwright.trust.kernel import Grant, extend
from runwright.trust.scopes import Scope

WHAT = "run"
DELETE = "runs.delete"


def erase_run(
    tx: Tx, grant: Grant, run_id: str, catalog: Catalog, along_with: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Erase a run, and the runs that it is made of; the ids of all, empty if it is absent.

    `along_with` names the things that are erased and take it with them.
    """
    run = store.hold(tx, grant, run_id)
    if run is None:
        return ()
    gone = [run_id]
    erasures.goes_with(tx, grant, run_id, along_with)
    for child_id in run.head.children:
        if store.read(tx, grant, child_id) is not None:
            own = extend(grant, child_id, action=DELETE, trail=tx)
            gone += erase_run(tx, own, child_id, catalog, (*along_with, run_id))
    if run.frozen is None:
        # What it has cost so far was spent, also when nothing is left to show for it.
        records = store.read_records(tx, grant, run_id)
        close_stopped(tx, grant, run, catalog, "cancelled", records, erased=True)
    _erase(tx, grant, run_id)
    return tuple(gone)


def delete(tx: Tx, grant: Grant, run_id: str, catalog: Catalog) -> tuple[str, ...]:
    """Erase a run; the ids of all that went. `NotFound` or `AlreadyDeleted` when there is none."""
    gone = erase_run(tx, grant, run_id, catalog) if ids.is_id(run_id, WHAT) else ()
    if not gone:
        raise erasures.absent(tx, grant, run_id, WHAT)
    return gone


def _erase(tx: Tx, grant: Grant, run_id: str) -> None:
    """Erase one run and every stored answer about it, keep a receipt, and tell of it."""
    happened(tx, grant, "run.deleted", run_id)
    followers = listing_store.followers(tx, grant, run_id)
    counts = store.delete_run(tx, grant, run_id)
    words_store.drop(tx, grant, run_id)
    evidence_store.drop(tx, grant, run_id)
    accounts_store.forget(tx, grant, run_id)
    said = feedback_store.drop(tx, grant, run_id)
    made = artifacts_store.drop(tx, grant, run_id)
    for artifact_id in made:
        # A receipt of its own: its address says "deleted" from now on, too.
        erasures.record(
            tx, grant, Scope.RUNS_WRITE, id=artifact_id, what=ARTIFACT, counts={"artifacts": 1}
        )
    answers = idempotency.erase(tx, grant, run_id)
    jobs_store.drop(tx, run_id)
    erasures.record(
        tx,
        grant,
        Scope.RUNS_WRITE,
        id=run_id,
        what=WHAT,
        counts={
            **(counts or {}),
            "artifacts": len(made),
            "feedback": said,
            "stored_answers": answers,
        },
        kept_runs=followers,
    )


class Readers:
    """The runs that have read a file, as the erasure of the file meets them."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def erase_some(self, tx: Tx, grant: Grant, file_id: str, may_erase: Grant, most: int) -> int:
        """Erase so many of the runs that have read a file at most; how many there were."""
        found = evidence_store.to_erase(tx, grant, file_id, most)
        for run_id in dict.fromkeys(found):
            own = extend(may_erase, run_id, action=DELETE, trail=tx)
            erase_run(tx, own, run_id, self._catalog, (file_id,))
        return len(found)

    def forget_file(self, tx: Tx, grant: Grant, file_id: str) -> tuple[str, ...]:
        """A file is being erased: the ids of runs that have read it and stay.

        A running one begins anew.
        """
        readers = evidence_store.readers_of(tx, grant, file_id)
        for run_id, status in readers:
            if status == "running":
                store.start_over(tx, grant, run_id)
                evidence_store.drop(tx, grant, run_id)
        evidence_store.forget_file(tx, grant, file_id)
        return tuple(run_id for run_id, _ in readers)
