"""The audit log: append-only, one hash chain a project, allowed and denied decisions alike.

An entry's hash is the SHA-256 of its canonical JSON without `hash`; `prev_hash` is the hash of
the entry before it, and 64 zeros in the first. The database refuses UPDATE and DELETE on it.
Entries hold ids, never content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import orjson
import structlog
from sqlalchemy import bindparam, func, select, update

from runwright import canonical, clock
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx

FIRST_PREV_HASH = "0" * 64
_BEFORE_ANY = -(2**62)  # a forged entry may stand before the first
Decision = Literal["allowed", "denied"]

log = structlog.get_logger()

_HEADS = schema.audit_heads
_LOG = schema.audit_log
_LAST = (
    select(func.max(_LOG.c.seq))
    .where(_LOG.c.project_id == bindparam("project_id"))
    .scalar_subquery()
)
_LOCK_HEAD = (
    select(_HEADS.c.seq, _HEADS.c.hash, func.coalesce(_LAST, 0).label("last"))
    .where(_HEADS.c.project_id == bindparam("project_id"))
    .with_for_update()
)
_MOVE_HEAD = (
    update(_HEADS)
    .where(_HEADS.c.project_id == bindparam("project"))
    .values(seq=bindparam("new_seq"), hash=bindparam("new_hash"))
)
_NEW_HEAD = insert(_HEADS)
_APPEND = insert(_LOG)
_HEAD = select(_HEADS.c.seq, _HEADS.c.hash).where(_HEADS.c.project_id == bindparam("project_id"))
_CHUNK = (
    select(*_LOG.c)
    .where(_LOG.c.project_id == bindparam("project_id"), _LOG.c.seq > bindparam("after"))
    .order_by(_LOG.c.seq)
    .limit(bindparam("limit"))
)


class Entry(NamedTuple):
    """One decision, before it has a place in the chain. A tuple: each request makes several."""

    id: str
    project_id: str
    action: str
    decision: Decision
    request_id: str | None
    key_id: str | None
    resource: str | None
    scope: str | None
    detail: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a walk along the chain found."""

    entries: int
    head_hash: str
    broken_seq: int | None = None
    reason: str | None = None


def begin_chain(tx: Tx, project_id: str) -> None:
    """Give a new project its empty chain."""
    tx.run(_NEW_HEAD, project_id=project_id, seq=0, hash=FIRST_PREV_HASH)


def append(tx: Tx, entries: Sequence[Entry]) -> None:
    """Append a group's entries: heads in project order, one insert, one head update a project."""
    by_project: dict[str, list[Entry]] = {}
    for entry in entries:
        by_project.setdefault(entry.project_id, []).append(entry)
    at = clock.stamp(clock.now())
    rows: list[dict[str, Any]] = []
    heads: list[dict[str, Any]] = []
    for project_id in sorted(by_project):
        head = tx.one(_LOCK_HEAD, project_id=project_id)
        if head is None:
            raise LookupError(f"project {project_id} has no audit chain")
        seq, previous = head.seq, head.hash
        if head.last > seq:
            # Somebody wrote behind the head. Go on behind them: the service still works, and a
            # verification finds that their entry follows from nothing.
            log.error("audit_log_written_behind_its_head", project=project_id, seq=head.last)
            seq = head.last
        for entry in by_project[project_id]:
            seq += 1
            row = _row(entry, seq, at, previous)
            previous = row["hash"]
            rows.append(row)
        heads.append({"project": project_id, "new_seq": seq, "new_hash": previous})
    tx.insert_all(_APPEND, rows)
    tx.update_all(_MOVE_HEAD, heads)


def _row(entry: Entry, seq: int, at: str, previous: str) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": entry.id,
        "object": "audit_entry",
        "seq": seq,
        "at": at,
        "request_id": entry.request_id,
        "key": entry.key_id,
        "action": entry.action,
        "resource": entry.resource,
        "scope": entry.scope,
        "decision": entry.decision,
        "detail": entry.detail,
        "prev_hash": previous,
    }
    row["hash"] = canonical.sha256(canonical.encode(row))
    # From here on it is a row of the table, which has some names and a project of its own.
    row["project_id"] = entry.project_id
    row["key_id"] = entry.key_id
    row["detail"] = canonical.dumps(entry.detail).decode() if entry.detail else "{}"
    return row


def public(row: Any) -> dict[str, Any]:
    """A stored entry as the API shows it: exactly the fields that are hashed, and the hash."""
    return {
        "id": row.id,
        "object": "audit_entry",
        "seq": row.seq,
        "at": row.at,
        "request_id": row.request_id,
        "key": row.key_id,
        "action": row.action,
        "resource": row.resource,
        "scope": row.scope,
        "decision": row.decision,
        "detail": orjson.loads(row.detail),
        "prev_hash": row.prev_hash,
        "hash": row.hash,
    }


def verify(reader: Reader, project_id: str) -> Verification:
    """Walk a project's whole chain and say where it breaks, if it does."""
    head = reader.one(_HEAD, project_id=project_id)
    if head is None:
        return Verification(entries=0, head_hash=FIRST_PREV_HASH, reason="the chain has no head")
    found = check_chain(public(row) for row in _walk(reader, project_id))
    if found.reason is None and (found.entries, found.head_hash) != (head.seq, head.hash):
        reason = f"the head says {head.seq} entries, the log holds {found.entries}"
        return Verification(
            entries=found.entries,
            head_hash=found.head_hash,
            broken_seq=found.entries + 1,
            reason=reason,
        )
    return found


def check_chain(entries: Iterable[Mapping[str, Any]]) -> Verification:
    """Check entries in their public form, oldest first, with nothing but their own content."""
    previous, count = FIRST_PREV_HASH, 0
    for entry in entries:
        reason = _break(entry, count + 1, previous)
        if reason:
            return Verification(
                entries=count, head_hash=previous, broken_seq=count + 1, reason=reason
            )
        previous, count = entry["hash"], count + 1
    return Verification(entries=count, head_hash=previous)


def _break(entry: Mapping[str, Any], seq: int, previous: str) -> str | None:
    if entry["seq"] != seq:
        return f"entry {seq} is missing, {entry['seq']} stands in its place"
    if entry["prev_hash"] != previous:
        return "it does not follow from the entry before it"
    content = {name: value for name, value in entry.items() if name != "hash"}
    if canonical.sha256(canonical.dumps(content)) != entry["hash"]:
        return "its content does not match its hash"
    return None


def _walk(reader: Reader, project_id: str, chunk: int = 1000) -> Iterator[Any]:
    after = _BEFORE_ANY
    while rows := reader.all(_CHUNK, project_id=project_id, after=after, limit=chunk):
        yield from rows
        after = rows[-1].seq
