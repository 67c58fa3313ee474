"""Receipts as they are kept: what goes with a thing is named, in whichever transaction it went."""

from __future__ import annotations

from db import kit
from runwright import ids
from runwright.db.database import Database
from runwright.db.transaction import Tx
from runwright.trust import erasures
from runwright.trust.kernel import act_as_service
from runwright.trust.scopes import Scope
from runwright.trust.types import Receipt


def erase_run(database: Database, project: str, run: str, *things: str) -> None:
    """Erase a run because of these things, in a transaction of its own."""
    grant = kit.grant(project, Scope.RUNS_WRITE)
    database.write_now(lambda tx: erasures.goes_with(tx, grant, run, things))


def erase_file(database: Database, project: str, file: str, *kept: str) -> Receipt:
    """Erase a file; its receipt."""

    def erase(tx: Tx) -> None:
        grant = act_as_service(
            project, Scope.FILES_WRITE, action="files.delete", trail=tx, resource=file
        )
        erasures.record(
            tx,
            grant,
            Scope.FILES_WRITE,
            id=file,
            what="file",
            counts={"file": 1},
            kept_runs=kept,
        )

    database.write_now(erase)
    looking = kit.grant(project, Scope.AUDIT_READ)
    receipt = database.read_now(lambda reader: erasures.read(reader, looking, file))
    assert receipt is not None
    return receipt


def test_runs_that_went_in_earlier_transactions_are_named(database: Database) -> None:
    """As after a server that stopped between them, and a deletion that was asked for again."""
    project, file = kit.new_project(database), ids.new("file")
    runs = sorted(ids.new("run") for _ in range(3))
    for run in runs:
        erase_run(database, project, run, file)
    receipt = erase_file(database, project, file)
    assert receipt.runs == tuple(runs)
    assert receipt.counts == {"file": 1, "runs": 3}


def test_runs_that_went_and_runs_that_stay_are_told_apart_by_the_counts(
    database: Database,
) -> None:
    project, file = kit.new_project(database), ids.new("file")
    gone, kept = ids.new("run"), ids.new("run")
    erase_run(database, project, gone, file)
    receipt = erase_file(database, project, file, kept)
    assert receipt.runs == (gone, kept)
    assert receipt.counts == {"file": 1, "runs": 1, "kept_runs": 1}


def test_a_run_that_goes_with_several_things_is_named_by_each(database: Database) -> None:
    project, files = kit.new_project(database), [ids.new("file"), ids.new("file")]
    run = ids.new("run")
    erase_run(database, project, run, *files)
    assert [erase_file(database, project, file).runs for file in files] == [(run,), (run,)]
