"""All SQL on runs, their traces and their journals.

The fence lives in the run's row and rises with each claim, cancel and delete. Whoever writes
for a background run must name the fence it holds, so a worker that wakes up late does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright import canonical
from runwright.db import schema
from runwright.db.pairs import add_pairs, drop_pairs
from runwright.db.sql import insert
from runwright.db.transaction import Reader, Tx
from runwright.jobs.store import is_queued
from runwright.runs.inputs.request import request_from_json, request_to_json
from runwright.runs.listing.words import store as words_store
from runwright.runs.types import Acting, Claim, Frozen, Recorded, RunHead, StoredRun
from runwright.trust.budgets import Reservation
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS, _ENTRIES = schema.runs, schema.trace_entries
_THIS = (_RUNS.c.project_id == bindparam("project")) & (_RUNS.c.id == bindparam("run"))
_ITS = (_ENTRIES.c.project_id == bindparam("project")) & (_ENTRIES.c.run_id == bindparam("run"))

_ADD = insert(_RUNS)
_IN_WORK = ("plan", "reserved", "writing")
_ADD_FINISHED = insert(_RUNS, [each.name for each in _RUNS.c if each.name not in _IN_WORK])
SHOWN = [each for each in _RUNS.c if each.name not in ("inputs", "details", "writing")]
_READ = select(*SHOWN).where(_THIS)
_HOLD = _READ.with_for_update()
_INPUTS = select(_RUNS.c.inputs).where(_THIS)
_DETAILS = select(_RUNS.c.details).where(_THIS)
_KEY = select(_RUNS.c.key_id).where(_THIS)
_PROJECT = select(_RUNS.c.project_id).where(_RUNS.c.id == bindparam("run"))
_FROZEN = select(
    _RUNS.c.snapshot, _RUNS.c.body, _RUNS.c.trace, _RUNS.c.timeline, _RUNS.c.sha256
).where(_THIS)
_TAKE_OVER = (
    update(_RUNS)
    .where(_THIS, _RUNS.c.status == "running")
    .values(fence=_RUNS.c.fence + 1)
    .returning(*SHOWN)
)
_ADVANCE = (
    update(_RUNS)
    .where(
        _THIS,
        _RUNS.c.fence == bindparam("held"),
        _RUNS.c.next_seq == bindparam("seq"),
    )
    .values(
        next_seq=_RUNS.c.next_seq + 1,
        steps_used=_RUNS.c.steps_used + bindparam("stepped"),
        writing=None,
    )
)
_FINISH = (
    update(_RUNS)
    .where(_THIS, _RUNS.c.fence == bindparam("held"), _RUNS.c.status == "running")
    .values(
        status=bindparam("new_status"),
        steps_used=bindparam("used"),
        fence=_RUNS.c.fence + 1,
        plan=None,
        reserved=None,
        writing=None,
        body=bindparam("new_body"),
        trace=bindparam("new_trace"),
        timeline=bindparam("new_timeline"),
        sha256=bindparam("new_sha256"),
        inputs=bindparam("new_inputs"),
        details=bindparam("new_details"),
        answered=bindparam("new_answered"),
    )
)
_METADATA = select(_RUNS.c.metadata).where(_THIS)
_DELETE = delete(_RUNS).where(_THIS)
_ADD_ENTRY = insert(_ENTRIES)
_READ_ENTRIES = select(*_ENTRIES.c).where(_ITS).order_by(_ENTRIES.c.seq)
_DELETE_ENTRIES = delete(_ENTRIES).where(_ITS)
_ORPHANS = (
    select(_RUNS.c.project_id, _RUNS.c.id, _RUNS.c.network_id)
    .where(
        _RUNS.c.status == "running",
        _RUNS.c.parent_id.is_(None),  # a part of a network's run is carried on with it
        ~is_queued(_RUNS.c.id),
    )
    .limit(bindparam("limit"))
)
_BACK_TO_PLAN = (
    update(_RUNS)
    .where(_THIS, _RUNS.c.status == "running")
    .values(fence=_RUNS.c.fence + 1, next_seq=1, steps_used=0, writing=None)
)
_DELETE_BEHIND_PLAN = delete(_ENTRIES).where(_ITS, _ENTRIES.c.seq > 0)


_SET_ASIDE = (
    update(_RUNS)
    .where(_THIS, _RUNS.c.fence == bindparam("held"))
    .values(reserved=bindparam("amount"))
)


class Fenced(Exception):
    """Somebody else has the run now, or it has ended; nothing was written."""


# Making and reading ----------------------------------------------------------------------------


def add_finished(tx: Tx, grant: Grant, head: RunHead, frozen: Frozen) -> None:
    """Store a run that ended within its own request."""
    tx.insert_later(
        _ADD_FINISHED,
        **_head_columns(grant, head),
        status=frozen.status,
        steps_used=frozen.steps_used,
        fence=1,
        next_seq=0,
        body=frozen.body,
        trace=frozen.trace,
        timeline=frozen.timeline,
        sha256=frozen.sha256,
        inputs=frozen.inputs,
        details=frozen.details,
        answered=_flag(frozen.answered),
    )
    words_store.wait(tx, grant, head.id, "all")
    add_pairs(tx, grant.project(Scope.RUNS_WRITE), head.id, head.metadata, later=True)


def add_running(
    tx: Tx,
    grant: Grant,
    head: RunHead,
    plan: bytes,
    records: Sequence[Recorded],
    reservation: Reservation | None = None,
) -> None:
    """Store a run that goes on in the background, and the first entries of its trace."""
    tx.run(
        _ADD,
        **_head_columns(grant, head),
        status="running",
        steps_used=0,
        fence=0,
        next_seq=len(records),
        plan=plan,
        body=None,
        trace=None,
        timeline=None,
        sha256=None,
        inputs=None,
        details=None,
        reserved=None if reservation is None else reservation.dumps(),
        writing=None,
        answered=None,
    )
    words_store.wait(tx, grant, head.id, "prompt")
    project_id = grant.project(Scope.RUNS_WRITE)
    add_pairs(tx, project_id, head.id, head.metadata)
    for seq, record in enumerate(records):
        _add_entry(tx, project_id, head.id, seq, record)


def read(reader: Reader, grant: Grant, run_id: str) -> StoredRun | None:
    """One run of the grant's project."""
    row = reader.one(_READ, project=_project(grant), run=run_id)
    return None if row is None else stored(row)


def hold(tx: Tx, grant: Grant, run_id: str) -> StoredRun | None:
    """The same, for whoever is about to end it: until the commit nobody else can change it."""
    row = tx.one(_HOLD, project=_project(grant), run=run_id)
    return None if row is None else stored(row)


def read_frozen(reader: Reader, grant: Grant, run_id: str) -> Any | None:
    """The bytes of a run that has ended (`body` is None while it has not), and its snapshot."""
    return reader.one(_FROZEN, project=_project(grant), run=run_id)


def read_inputs(reader: Reader, grant: Grant, run_id: str) -> bytes | None:
    """What a run that has ended had read, by reference."""
    row = reader.one(_INPUTS, project=_project(grant), run=run_id)
    return None if row is None else row.inputs


def read_details(reader: Reader, grant: Grant, run_id: str) -> bytes | None:
    """What each step of a run that has ended did, and its typed answer."""
    row = reader.one(_DETAILS, project=_project(grant), run=run_id)
    return None if row is None else row.details


def read_records(reader: Reader, grant: Grant, run_id: str) -> tuple[Recorded, ...]:
    """The trace so far of a run that has not ended."""
    rows = reader.all(_READ_ENTRIES, project=_project(grant), run=run_id)
    return tuple(
        Recorded(
            entry=orjson.loads(row.entry),
            start_us=row.start_us,
            duration_us=row.duration_us,
            output=row.output,
            cpu_us=row.cpu_us or 0,
        )
        for row in rows
    )


# In the background -----------------------------------------------------------------------------


def key_of(reader: Reader, project_id: str, run_id: str) -> str | None:
    """The key that a run acts with: what a grant for it is made from, so it can need none."""
    row = reader.one(_KEY, project=project_id, run=run_id)
    return None if row is None else str(row.key_id)


def project_of(reader: Reader, run_id: str) -> str | None:
    """The project of a run, for whoever works on the server's own machine and knows its id."""
    row = reader.one(_PROJECT, run=run_id)
    return None if row is None else str(row.project_id)


def orphans(reader: Reader, limit: int) -> list[tuple[str, str, bool]]:
    """Running runs for which nothing is queued: project, id, whether it is a network's."""
    found = reader.all(_ORPHANS, limit=limit)
    return [(row.project_id, row.id, row.network_id is not None) for row in found]


def claim(tx: Tx, grant: Grant, run_id: str) -> Claim | None:
    """Take a running run over from whoever had it; None when it has ended."""
    row = tx.change(_TAKE_OVER, project=grant.project(Scope.RUNS_WRITE), run=run_id)
    if row is None:
        return None
    return Claim(
        head=_head(row),
        fence=row.fence,
        plan=row.plan,
        records=read_records(tx, grant, run_id),
        reserved=row.reserved,
    )


def append(tx: Tx, grant: Grant, claim: Claim, seq: int, record: Recorded) -> None:
    """Store the next trace entry of a claimed run; `Fenced` if the claim is no longer good."""
    project_id, run_id = grant.project(Scope.RUNS_WRITE), claim.head.id
    stepped = int(record.entry["type"] == "step")
    advanced = tx.run(
        _ADVANCE, project=project_id, run=run_id, held=claim.fence, seq=seq, stepped=stepped
    )
    if not advanced:
        raise Fenced(run_id)
    _add_entry(tx, project_id, run_id, seq, record)


def set_aside(tx: Tx, grant: Grant, claim: Claim, reservation: Reservation) -> None:
    """Keep what is set aside for a claimed run by now."""
    project_id, kept = grant.project(Scope.RUNS_WRITE), reservation.dumps()
    this = {"project": project_id, "run": claim.head.id}
    if not tx.run(_SET_ASIDE, **this, held=claim.fence, amount=kept):
        raise Fenced(claim.head.id)


def finish(tx: Tx, grant: Grant, run_id: str, fence: int, frozen: Frozen) -> None:
    """End a running run: its bytes are frozen, its journal dropped, its fence raised."""
    project_id = grant.project(Scope.RUNS_WRITE)
    finished = tx.run(
        _FINISH,
        project=project_id,
        run=run_id,
        held=fence,
        new_status=frozen.status,
        used=frozen.steps_used,
        new_body=frozen.body,
        new_trace=frozen.trace,
        new_timeline=frozen.timeline,
        new_sha256=frozen.sha256,
        new_inputs=frozen.inputs,
        new_details=frozen.details,
        new_answered=_flag(frozen.answered),
    )
    if not finished:
        raise Fenced(run_id)
    if frozen.status == "completed":
        words_store.wait(tx, grant, run_id, "summary")
    tx.run(_DELETE_ENTRIES, project=project_id, run=run_id)


def start_over(tx: Tx, grant: Grant, run_id: str) -> None:
    """Send a running run back to its plan: what it had read is being erased."""
    project_id = grant.project(Scope.FILES_WRITE)
    if tx.run(_BACK_TO_PLAN, project=project_id, run=run_id):
        tx.run(_DELETE_BEHIND_PLAN, project=project_id, run=run_id)


def delete_run(tx: Tx, grant: Grant, run_id: str) -> Mapping[str, int] | None:
    """Erase a run with its trace and its journal; what there was, or None."""
    project_id = grant.project(Scope.RUNS_WRITE)
    row = tx.one(_METADATA, project=project_id, run=run_id)
    if row is None or not tx.run(_DELETE, project=project_id, run=run_id):
        return None
    drop_pairs(tx, project_id, run_id, orjson.loads(row.metadata))
    entries = tx.run(_DELETE_ENTRIES, project=project_id, run=run_id)
    return {"runs": 1, "journal_entries": entries}


def _project(grant: Grant) -> str:
    """Either scope on runs lets one look at a run: whoever may change it must see it."""
    return grant.project(Scope.RUNS_WRITE if grant.scope is Scope.RUNS_WRITE else Scope.RUNS_READ)


def _flag(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _add_entry(tx: Tx, project_id: str, run_id: str, seq: int, record: Recorded) -> None:
    tx.run(
        _ADD_ENTRY,
        project_id=project_id,
        run_id=run_id,
        seq=seq,
        entry=canonical.encode(record.entry),
        start_us=record.start_us,
        duration_us=record.duration_us,
        output=record.output,
        cpu_us=record.cpu_us,
    )


def _head_columns(grant: Grant, head: RunHead) -> dict[str, Any]:
    agent, version = head.acting or (None, None)
    return {
        "project_id": grant.project(Scope.RUNS_WRITE),
        "id": head.id,
        "key_id": grant.key_id,
        "model": head.model,
        "snapshot": head.snapshot,
        "created_at": head.created_at,
        "metadata": canonical.encode(head.metadata).decode(),
        "request": orjson.dumps(_request_to_json(head)),
        "agent_id": agent,
        "agent_version": version,
        "network_id": head.network,
        "parent_id": head.parent,
        "previous_id": head.request.previous_run,
    }


def _request_to_json(head: RunHead) -> dict[str, Any]:
    kept = request_to_json(head.request)
    return {**kept, "children": head.children} if head.children else kept


def _head(row: Any) -> RunHead:
    request = orjson.loads(row.request)
    return RunHead(
        id=row.id,
        model=row.model,
        snapshot=row.snapshot,
        created_at=row.created_at,
        metadata=orjson.loads(row.metadata),
        request=request_from_json(request),
        acting=None if row.agent_id is None else Acting(row.agent_id, row.agent_version),
        network=row.network_id,
        parent=row.parent_id,
        children=tuple(request.get("children", ())),
    )


def stored(row: Any) -> StoredRun:
    """A run as a value, from a row with the columns of `SHOWN`."""
    frozen = None
    if row.body is not None:
        frozen = Frozen(
            status=row.status,
            steps_used=row.steps_used,
            body=row.body,
            trace=row.trace,
            timeline=row.timeline,
            sha256=row.sha256,
            answered=None if row.answered is None else bool(row.answered),
        )
    return StoredRun(
        head=_head(row),
        status=row.status,
        steps_used=row.steps_used,
        fence=row.fence,
        key_id=row.key_id,
        reserved=row.reserved,
        frozen=frozen,
    )
