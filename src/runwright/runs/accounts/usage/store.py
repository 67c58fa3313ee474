"""All SQL on what language models have used for runs. The rows outlive the run: they are a bill."""

from __future__ import annotations

from decimal import Decimal

from sqlalchemy import bindparam, select, update

from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.runs.types import Used
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_USAGE = schema.run_usage
_ITS = (_USAGE.c.project_id == bindparam("project")) & (_USAGE.c.run_id == bindparam("run"))
_THIS = _ITS & (_USAGE.c.model == bindparam("called"))
_ADD = insert(_USAGE)
_READ = select(*_USAGE.c).where(_THIS)
_READ_ALL = select(*_USAGE.c).where(_ITS).order_by(_USAGE.c.model)
_RAISE = (
    update(_USAGE)
    .where(_THIS)
    .values(
        input_tokens=_USAGE.c.input_tokens + bindparam("more_input"),
        output_tokens=_USAGE.c.output_tokens + bindparam("more_output"),
        calls=_USAGE.c.calls + bindparam("more_calls"),
        cost=bindparam("new_cost"),
    )
)


def add(tx: Tx, grant: Grant, run_id: str, used: Used | None) -> None:
    """Put what calls have used, if any were made, onto a run's account."""
    if used is None:
        return
    project_id = grant.project(Scope.RUNS_WRITE)
    row = tx.one(_READ, project=project_id, run=run_id, called=used.model)
    if row is None:
        tx.run(_ADD, project_id=project_id, run_id=run_id, **used._asdict())
        return
    tx.run(
        _RAISE,
        project=project_id,
        run=run_id,
        called=used.model,
        more_input=used.input_tokens,
        more_output=used.output_tokens,
        more_calls=used.calls,
        new_cost=f"{Decimal(row.cost) + Decimal(used.cost):f}",
    )


def read(reader: Reader, grant: Grant, run_id: str) -> list[Used]:
    """What a run has used, by the snapshot that was called."""
    scope = Scope.RUNS_WRITE if grant.scope is Scope.RUNS_WRITE else Scope.RUNS_READ
    rows = reader.all(_READ_ALL, project=grant.project(scope), run=run_id)
    return [Used(r.model, r.input_tokens, r.output_tokens, r.calls, r.cost) for r in rows]
