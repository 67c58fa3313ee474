"""Erasing a run, alone or together with a file that it has read."""

from __future__ import annotations

from collections.abc import Callable

from runwright.api import idempotency
from runwright.db.transaction import Tx
from runwright.jobs import store as jobs_store
from runwright.runs import store
from runwright.runs.artifacts import store as artifacts_store
from runwright.runs.artifacts.show import WHAT as ARTIFACT
from runwright.runs.evidence import store as evidence_store
from runwright.trust import erasures
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

WHAT = "run"


def erase_run(tx: Tx, grant: Grant, run_id: str) -> bool:
    """Erase a run and every stored answer about it, and keep a receipt; False if it is absent."""
    counts = store.delete_run(tx, grant, run_id)
    if counts is None:
        return False
    evidence_store.drop(tx, grant, run_id)
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
        counts={**counts, "artifacts": len(made), "stored_answers": answers},
    )
    return True


class Readers:
    """The runs that have read a file, as the erasure of the file meets them."""

    def forget_file(
        self, tx: Tx, grant: Grant, file_id: str, may_delete: Callable[[str], Grant] | None
    ) -> tuple[str, ...]:
        """A file is being erased: the ids of runs that have read it and stay.

        With the right to delete runs none stays. A running one that stays begins anew.
        """
        readers = evidence_store.readers_of(tx, grant, file_id)
        for run_id, status in readers:
            if may_delete is not None:
                erase_run(tx, may_delete(run_id), run_id)
            elif status == "running":
                store.start_over(tx, grant, run_id)
                evidence_store.drop(tx, grant, run_id)
        evidence_store.forget_file(tx, grant, file_id)
        return () if may_delete else tuple(run_id for run_id, _ in readers)
