"""Receipts of what was erased. They outlive the thing, and make "deleted" an answer for ever.

A receipt is shown signed, with the proof that its audit entry is in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import orjson
from sqlalchemy import bindparam, select

from runwright import canonical, clock, ids
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.errors import AlreadyDeleted, NotFound
from runwright.trust import audit_tree
from runwright.trust.audit_tree import Signed
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope
from runwright.trust.signing import SigningKey
from runwright.trust.tree.note import encode64
from runwright.trust.types import Receipt

_ERASURES, _LOG = schema.erasures, schema.audit_log
_ADD = insert(_ERASURES)
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
    runs: tuple[str, ...] = (),
) -> None:
    """Keep a receipt of an erasure, in the transaction that erases."""
    tx.run(
        _ADD,
        project_id=grant.project(scope),
        id=id,
        what=what,
        counts=canonical.dumps(counts).decode(),
        runs=" ".join(runs),
        audit_id=grant.entry.id,
        at=clock.stamp(clock.now()),
    )
    tx.mark_erased()


def absent(reader: Reader, grant: Grant, id: str, what: str) -> Exception:
    """Why a thing is not there: it was deleted, or it never was in this project."""
    project_id = grant.project(grant.scope)
    if ids.is_id(id) and reader.one(_EXISTS, project_id=project_id, id=id) is not None:
        return AlreadyDeleted(f"The {what} {id} was deleted.")
    return NotFound(f"There is no {what} with that id in this project.")


def read(reader: Reader, grant: Grant, id: str) -> Receipt | None:
    """The receipt of an erased thing."""
    project_id = grant.project(Scope.AUDIT_READ)
    row = reader.one(_RECEIPT, project_id=project_id, id=id) if ids.is_id(id) else None
    if row is None:
        return None
    return Receipt(
        id=row.id,
        what=row.what,
        counts=orjson.loads(row.counts),
        runs=tuple(row.runs.split()),
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
