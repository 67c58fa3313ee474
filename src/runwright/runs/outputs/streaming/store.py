"""All SQL on what a language model writes just now; it is dropped with the next entry."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from runwright.db import schema
from runwright.db.transaction import Reader, Tx
from runwright.runs.types import Claim
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS = schema.runs
_THIS = (_RUNS.c.project_id == bindparam("project")) & (_RUNS.c.id == bindparam("run"))
_WRITE = (
    update(_RUNS)
    .where(_THIS, _RUNS.c.fence == bindparam("held"), _RUNS.c.status == "running")
    .values(writing=bindparam("text"))
)
_READ = select(_RUNS.c.writing).where(_THIS)


def keep(tx: Tx, grant: Grant, claim: Claim, text: str) -> None:
    """Keep what the model of a claimed run has written so far, if the claim is still good."""
    project_id = grant.project(Scope.RUNS_WRITE)
    this = {"project": project_id, "run": claim.head.id, "held": claim.fence}
    tx.run(_WRITE, **this, text=text.encode())


def read(reader: Reader, grant: Grant, run_id: str) -> str:
    """What the model of a run has written so far; empty when it writes nothing."""
    scope = Scope.RUNS_WRITE if grant.scope is Scope.RUNS_WRITE else Scope.RUNS_READ
    row = reader.one(_READ, project=grant.project(scope), run=run_id)
    return "" if row is None or row.writing is None else row.writing.decode()
