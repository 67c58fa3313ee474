"""The audit log: append-only, one hash chain a project, allowed and denied decisions alike.

An entry's hash is the SHA-256 of its canonical JSON without `hash`; `prev_hash` is the hash of
the entry before it, and 64 zeros in the first. The database refuses UPDATE and DELETE on it.
Entries hold ids, never content. Each hash is also a leaf of the project's Merkle tree (`tree`),
whose right edge the head carries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import orjson
import structlog
from sqlalchemy import and_, bindparam, case, func, literal_column, select, update
from sqlalchemy.sql import Select

from runwright import canonical, clock
from runwright.db import schema
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.trust.tree.frontier import grown

FIRST_PREV_HASH = "0" * 64
CLOCKS_DIFFER = timedelta(seconds=10)
CHECKED_AT_ONCE = 5000
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
    select(
        _HEADS.c.seq,
        _HEADS.c.hash,
        _HEADS.c.at,
        _HEADS.c.tree_size,
        _HEADS.c.frontier,
        func.coalesce(_LAST, 0).label("last"),
    )
    .where(_HEADS.c.project_id == bindparam("project_id"))
    .with_for_update()
)
_MOVE_HEAD = (
    update(_HEADS)
    .where(_HEADS.c.project_id == bindparam("project"))
    .values(
        seq=bindparam("new_seq"),
        hash=bindparam("new_hash"),
        at=bindparam("new_at"),
        tree_size=bindparam("new_size"),
        frontier=bindparam("new_frontier"),
    )
)
_NEW_HEAD = insert(_HEADS)
_APPEND = insert(_LOG)
_ADD_STEP = insert(schema.audit_clock_steps)
_HEAD = select(*_HEADS.c).where(_HEADS.c.project_id == bindparam("project_id"))
_CHUNK = (
    select(*_LOG.c)
    .where(_LOG.c.project_id == bindparam("project_id"), _LOG.c.seq > bindparam("after"))
    .order_by(_LOG.c.seq)
    .limit(bindparam("limit"))
)
_STEPS = (
    select(schema.audit_clock_steps.c.seq)
    .where(schema.audit_clock_steps.c.project_id == bindparam("project_id"))
    .order_by(schema.audit_clock_steps.c.seq)
)

# Written out: a list that puts values together has parameters of these columns' names itself.
IS_READ = and_(
    _LOG.c.decision == literal_column("'allowed'"),
    func.coalesce(_LOG.c.scope, "").like("%:read"),
    *(
        _LOG.c.action != literal_column(f"'{name}'")
        for name in ("context.read", "sessions.create", "sessions.delete")
    ),
)
"""Whether an entry is of mere looking: not what a run reads, nor that somebody signs in or out."""
IS_READ_BY = and_(IS_READ, func.coalesce(_LOG.c.key_id, "") == bindparam("no_reads_by"))


@cache
def _first_at() -> Select[Any]:
    """The first place of a stretch at or after a time, by halves: the stretch is in order."""
    place = schema.audit_log.c.seq.type
    span = select(
        bindparam("low", type_=place).cast(place).label("low"),
        bindparam("high", type_=place).cast(place).label("high"),
    ).cte("span", recursive=True)
    middle = (span.c.low + span.c.high) // 2
    at = (
        select(_LOG.c.at)
        .where(_LOG.c.project_id == bindparam("project_id"), _LOG.c.seq == middle)
        .scalar_subquery()
    )
    is_earlier = at < bindparam("instant")
    half = select(
        case((is_earlier, middle + 1), else_=span.c.low),
        case((is_earlier, span.c.high), else_=middle),
    ).where(span.c.low < span.c.high)
    span = span.union_all(half)
    return select(span.c.low.label("seq")).where(span.c.low == span.c.high)


_FIRST_AT = _first_at()


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
    tx.run(
        _NEW_HEAD,
        project_id=project_id,
        seq=0,
        hash=FIRST_PREV_HASH,
        at="",
        tree_size=0,
        frontier=b"",
        broken=None,
    )


def append(tx: Tx, entries: Sequence[Entry]) -> None:
    """Append a group's entries: heads in project order, one insert, one head update a project."""
    by_project: dict[str, list[Entry]] = {}
    for entry in entries:
        by_project.setdefault(entry.project_id, []).append(entry)
    rows: list[dict[str, Any]] = []
    heads: list[dict[str, Any]] = []
    for project_id in sorted(by_project):
        head = tx.one(_LOCK_HEAD, project_id=project_id)
        if head is None:
            raise LookupError(f"project {project_id} has no audit chain")
        at = _time_after(tx, project_id, head)
        made, moved = _chained(project_id, head, by_project[project_id], at)
        rows += made
        heads.append(moved)
    tx.insert_all(_APPEND, rows)
    tx.update_all(_MOVE_HEAD, heads)


def _time_after(tx: Tx, project_id: str, head: Any) -> str:
    """The time of the next entries: never before that of the last one, unless the clock was set.

    Clocks of nodes differ a little, and a list by time relies on the order. Where the clock went
    back by more, it is believed, and the place is noted.
    """
    now = clock.now()
    at = clock.stamp(now)
    if at >= head.at:
        return at
    if clock.parse(head.at) - now < CLOCKS_DIFFER:
        return str(head.at)
    tx.insert_all(_ADD_STEP, [{"project_id": project_id, "seq": head.seq + 1}])
    return at


def _chained(
    project_id: str, head: Any, entries: list[Entry], at: str
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A project's new rows, and what its head becomes."""
    seq, previous = head.seq, head.hash
    if head.last > seq:
        # Somebody wrote behind the head. Go on behind them: the service still works, and a
        # verification finds that their entry follows from nothing.
        log.error("audit_log_written_behind_its_head", project=project_id, seq=head.last)
        seq = head.last
    # A log that is known to be forged is never signed again: its tree stays as it last was.
    begin, is_forged = seq, seq != head.tree_size
    rows: list[dict[str, Any]] = []
    leaves: list[bytes] = []
    for entry in entries:
        seq += 1
        row, digest = _row(entry, seq, at, previous)
        previous = row["hash"]
        rows.append(row)
        leaves.append(digest)
    return rows, {
        "project": project_id,
        "new_seq": seq,
        "new_hash": previous,
        "new_at": at,
        "new_size": head.tree_size if is_forged else seq,
        "new_frontier": head.frontier if is_forged else grown(begin, head.frontier, leaves),
    }


def _row(entry: Entry, seq: int, at: str, previous: str) -> tuple[dict[str, Any], bytes]:
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
    digest = sha256(canonical.encode(row)).digest()
    row["hash"] = digest.hex()
    # From here on it is a row of the table, which has some names and a project of its own.
    row["project_id"] = entry.project_id
    row["key_id"] = entry.key_id
    row["detail"] = canonical.encode(entry.detail).decode() if entry.detail else "{}"
    return row, digest


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


# Time ------------------------------------------------------------------------------------------


def first_since(reader: Reader, project_id: str, instant: str) -> int:
    """A place in the log before which every entry is from before an instant."""
    for low, high in (stretches := _stretches(reader, project_id)):
        seq = _first_in(reader, project_id, low, high, instant)
        if seq < high:
            return seq
    return stretches[-1][1]


def end_before(reader: Reader, project_id: str, instant: str) -> int:
    """A place in the log from which on no entry is from before an instant."""
    for low, high in reversed(_stretches(reader, project_id)):
        seq = _first_in(reader, project_id, low, high, instant)
        if seq > low:
            return seq
    return 1


def _first_in(reader: Reader, project_id: str, low: int, high: int, instant: str) -> int:
    row = reader.one(_FIRST_AT, project_id=project_id, low=low, high=high, instant=instant)
    return high if row is None else int(row.seq)


def _stretches(reader: Reader, project_id: str) -> list[tuple[int, int]]:
    """The parts of the log that are in order of time: all of it, unless the clock went back."""
    head = reader.one(_HEAD, project_id=project_id)
    steps = [row.seq for row in reader.all(_STEPS, project_id=project_id)]
    places = [1, *steps, 1 if head is None else head.seq + 1]
    return list(pairwise(places))


# Verification ----------------------------------------------------------------------------------


class Checked(NamedTuple):
    """A chain that is whole as far as it was checked."""

    entries: int = 0
    head_hash: str = FIRST_PREV_HASH
    roots: bytes = b""
    """Of the tree that the entries make; see `tree.frontier`."""


def verify(reader: Reader, project_id: str) -> Verification:
    """Walk a project's whole chain and say where it breaks, if it does."""
    found: Checked | Verification = Checked()
    while isinstance(found, Checked):
        found = check_next(reader, project_id, found)
    return found


def check_next(reader: Reader, project_id: str, before: Checked) -> Checked | Verification:
    """Check the entries that follow, some at a time; behind the last one, whether the head agrees.

    A chain may be walked in many reads: it only grows, and its head is read with its end.
    """
    after = before.entries or _BEFORE_ANY
    rows = reader.all(_CHUNK, project_id=project_id, after=after, limit=CHECKED_AT_ONCE)
    found = check_chain(map(public, rows), before.entries, before.head_hash)
    if found.reason is not None:
        return found
    roots = grown(before.entries, before.roots, (bytes.fromhex(row.hash) for row in rows))
    checked = Checked(found.entries, found.head_hash, roots)
    return checked if rows else _compare(checked, reader.one(_HEAD, project_id=project_id))


def _compare(checked: Checked, head: Any) -> Verification:
    """What a whole chain comes to beside what its head says."""
    found = Verification(entries=checked.entries, head_hash=checked.head_hash)
    if head is None:
        return replace(found, reason="the chain has no head")
    if (checked.entries, checked.head_hash) != (head.seq, head.hash):
        reason = f"the head says {head.seq} entries, the log holds {checked.entries}"
        return replace(found, broken_seq=checked.entries + 1, reason=reason)
    if (checked.entries, checked.roots) != (head.tree_size, head.frontier):
        reason = "the entries follow from each other, but they are not those that the tree grew of"
        return replace(found, reason=reason)
    return found


def check_chain(
    entries: Iterable[Mapping[str, Any]], count: int = 0, previous: str = FIRST_PREV_HASH
) -> Verification:
    """Check entries in their public form, oldest first, with nothing but their own content.

    They follow on so many that were checked, the last of which has the hash `previous`.
    """
    for entry in entries:
        reason = broken(entry, count + 1, previous)
        if reason:
            return Verification(
                entries=count, head_hash=previous, broken_seq=count + 1, reason=reason
            )
        previous, count = entry["hash"], count + 1
    return Verification(entries=count, head_hash=previous)


def broken(entry: Mapping[str, Any], seq: int, previous: str) -> str | None:
    """What is wrong with an entry at its place in the chain, if anything is."""
    if entry["seq"] != seq:
        return f"entry {seq} is missing, {entry['seq']} stands in its place"
    if entry["prev_hash"] != previous:
        return "it does not follow from the entry before it"
    content = {name: value for name, value in entry.items() if name != "hash"}
    if canonical.sha256(canonical.dumps(content)) != entry["hash"]:
        return "its content does not match its hash"
    return None


def walk(reader: Reader, project_id: str, chunk: int = 1000) -> Iterator[Any]:
    """Every row of a project's log, the oldest first."""
    after = _BEFORE_ANY
    while rows := reader.all(_CHUNK, project_id=project_id, after=after, limit=chunk):
        yield from rows
        after = rows[-1].seq
