"""All SQL on what people say of runs."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select

from runwright.db import schema
from runwright.db.sql import insert_or_merge
from runwright.db.transaction import Reader, Tx
from runwright.runs.feedback.types import Feedback
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_SAID = schema.run_feedback
_PUT = insert_or_merge(_SAID, **dict.fromkeys(("key_id", "rating", "comment", "at"), "{new}"))
_THIS = (_SAID.c.project_id == bindparam("project")) & (_SAID.c.run_id == bindparam("run"))
_READ = select(*(_SAID.c[name] for name in Feedback._fields)).where(_THIS)
_DROP = delete(_SAID).where(_THIS)


def put(tx: Tx, grant: Grant, feedback: Feedback) -> None:
    """Keep what was said of a run, instead of what was said before."""
    tx.run(_PUT, project_id=grant.project(Scope.RUNS_WRITE), **feedback._asdict())


def read(reader: Reader, grant: Grant, run_id: str) -> Feedback | None:
    """What was said of a run, if anything was."""
    row = reader.one(_READ, project=grant.project(Scope.RUNS_READ), run=run_id)
    return None if row is None else Feedback(*row)


def drop(tx: Tx, grant: Grant, run_id: str) -> int:
    """Erase what was said of a run; how many rows there were."""
    return tx.run(_DROP, project=grant.project(Scope.RUNS_WRITE), run=run_id)
