"""Receipts of what was erased. They outlive the thing, and make "deleted" an answer for ever.

A receipt is shown signed, with the proof that its audit entry is in the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson
from sqlalchemy import bindparam, func, select

from runwright import canonical, clock, ids
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.db.walk import Walk
from runwright.errors import AlreadyDeleted, NotFound
from runwright.trust import audit_tree
from runwright.trust.audit_tree import Signed
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree.note import encode64
from runwright.trust.types import Receipt

_ERASURES, _RUNS, _LOG = schema.erasures, schema.erased_runs, schema.audit_log
_ADD = insert(_ERASURES)
_ADD_RUN = insert(_RUNS)
_ITS_RUNS = (_RUNS.c.project_id == bindparam("project_id")) & (_RUNS.c.id == bindparam("id"))
_READ_RUNS = select(_RUNS.c.run_id).where(_ITS_RUNS).order_by(_RUNS.c.run_id)
_COUNT_RUNS = select(func.count().label("found")).select_from(_RUNS).where(_ITS_RUNS)
_ALL = Walk(_ERASURES, at_once=1000)
_EXISTS = select(_ERASURES.c.id).where(
    _ERASURES.c.project_id == bindparam("project_id"), _ERASURES.c.id == bindparam("id")
)
_RECEIPT = (
    select(*_ERASURES.c, _LOG.c.seq)
    .join(_LOG, _LOG.c.id == _ERASURES.c.audit_id)
    .where(_ERASURES.c.project_id == bindparam("project_id"), _ERASURES.c.id == bindparam("id"))
)


def record(
    tx: Tx,
    grant: Grant,
    scope: Scope,
    *,
    id: str,
    what: str,
    counts: Mapping[str, int],
    kept_runs: Sequence[str] = (),
) -> None:
    """Keep a receipt of an erasure, in the transaction that erases.

    The runs that went with the thing are in it already: see `goes_with`.
    """
    project_id = grant.project(scope)
    tx.run(
        _ADD,
        project_id=project_id,
        id=id,
        what=what,
        counts=canonical.dumps(_with_runs(tx, project_id, id, counts, kept_runs)).decode(),
        runs=" ".join(kept_runs),
        audit_id=grant.entry.id,
        at=clock.stamp(clock.now()),
    )
    tx.mark_erased()


def goes_with(tx: Tx, grant: Grant, run_id: str, things: Sequence[str]) -> None:
    """A run is erased because these things are: the receipt of each will name it.

    That holds also if the things are erased in a later transaction.
    """
    project_id = grant.project(Scope.RUNS_WRITE)
    for thing in things:
        tx.run(_ADD_RUN, project_id=project_id, id=thing, run_id=run_id)


def _with_runs(
    tx: Tx, project_id: str, id: str, counts: Mapping[str, int], kept_runs: Sequence[str]
) -> Mapping[str, int]:
    """Counts that also tell the runs that went with a thing from those that stay."""
    row = tx.one(_COUNT_RUNS, project_id=project_id, id=id)
    gone = row.found if row else 0
    runs = {"runs": counts.get("runs", 0) + gone} if gone else {}
    kept = {"kept_runs": len(kept_runs)} if kept_runs else {}
    return {**counts, **runs, **kept}


def absent(reader: Reader, grant: Grant, id: str, what: str) -> Exception:
    """Why a thing is not there: it was deleted, or it never was in this project."""
    project_id = grant.project(grant.scope)
    if ids.is_id(id) and reader.one(_EXISTS, project_id=project_id, id=id) is not None:
        return AlreadyDeleted(f"The {what} {id} was deleted.")
    return NotFound(f"There is no {what} with that id in this project.")


def count(reader: Reader, grant: Grant) -> int:
    """How many receipts a project has."""
    return _ALL.count(reader, grant.project(Scope.PROJECTS_READ))


def read(reader: Reader, grant: Grant, id: str) -> Receipt | None:
    """The receipt of an erased thing."""
    project_id = grant.project(Scope.AUDIT_READ)
    row = reader.one(_RECEIPT, project_id=project_id, id=id) if ids.is_id(id) else None
    if row is None:
        return None
    gone = (run.run_id for run in reader.all(_READ_RUNS, project_id=project_id, id=id))
    return Receipt(
        id=row.id,
        what=row.what,
        counts=orjson.loads(row.counts),
        runs=(*gone, *row.runs.split()),
        audit_seq=row.seq,
        at=row.at,
    )


def show(
    reader: Reader, grant: Grant, key: SigningKey, receipt: Receipt
) -> tuple[dict[str, Any], Signed | None]:
    """A receipt as JSON, signed, with proof of its audit entry; and a checkpoint made for it.

    Once that one is kept, the receipt stays the same to the byte.
    """
    project_id = grant.project(Scope.AUDIT_READ)
    kept = audit_tree.covering(reader, project_id, key, receipt.audit_seq)
    signed = kept or audit_tree.checkpoint(reader, project_id, key)
    content = {"object": "erasure", **asdict(receipt), "verifier_key": signed.verifier_key}
    shown = {
        **content,
        "signature": encode64(key.sign(canonical.dumps(content))),
        # Not signed along, since it has a signature of its own: that of its checkpoint.
        "proof": audit_tree.inclusion(reader, grant, signed, receipt.audit_seq),
    }
    return shown, None if kept else signed
