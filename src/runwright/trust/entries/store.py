"""All SQL that lists and finds entries of the audit log (`audit` appends them)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, not_, select

from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.transaction import Reader
from runwright.trust import audit
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_LOG = schema.audit_log
_LIST_AUDIT = Listing(
    select(*_LOG.c).where(_LOG.c.project_id == bindparam("project_id")),
    _LOG.c.seq,
    {
        "since": _LOG.c.at >= bindparam("since"),
        "until": _LOG.c.at < bindparam("until"),
        "first": _LOG.c.seq >= bindparam("first"),
        "behind": _LOG.c.seq < bindparam("behind"),
        "no_reads": not_(audit.IS_READ),
        "no_reads_by": not_(audit.IS_READ_BY),
    },
    columns={
        "action": _LOG.c.action,
        "key": _LOG.c.key_id,
        "resource": _LOG.c.resource,
        "decision": _LOG.c.decision,
    },
    indexes=(("decision", "action"), ("key", "action"), ("resource",)),
    few=frozenset({"decision", "action"}),
)
_AUDIT_SEQ = select(_LOG.c.seq).where(
    _LOG.c.id == bindparam("id"), _LOG.c.project_id == bindparam("project_id")
)


def list_audit(reader: Reader, grant: Grant, page: Page, filters: Mapping[str, Any]) -> Slice:
    """Audit entries of the grant's project, by place in the chain."""
    project_id = grant.project(Scope.AUDIT_READ)
    wanted = dict(filters)
    # Entries are in order of time, so a span of time is a span of places.
    if "since" in wanted:
        wanted["first"] = audit.first_since(reader, project_id, wanted["since"])
    if "until" in wanted:
        wanted["behind"] = audit.end_before(reader, project_id, wanted["until"])
    return _LIST_AUDIT.fetch(reader, page, wanted, project_id=project_id)


def audit_seq(reader: Reader, grant: Grant, entry_id: str) -> int | None:
    """The place of an entry in the chain of the grant's project."""
    row = reader.one(_AUDIT_SEQ, id=entry_id, project_id=grant.project(Scope.AUDIT_READ))
    return None if row is None else int(row.seq)
