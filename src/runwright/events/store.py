"""All SQL on reading events, and on letting go of old ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select

from runwright.db import schema
from runwright.db.paging import Listing, Page, Slice
from runwright.db.sql import is_in
from runwright.db.transaction import Reader, Tx
from runwright.events.types import KINDS, Event
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_EVENTS, _HEADS = schema.events, schema.event_heads
_COLUMNS = tuple(_EVENTS.c[name] for name in Event._fields)
_OURS = _EVENTS.c.project_id == bindparam("project")
_READ = select(*_COLUMNS).where(
    # The index has the type before the id.
    _OURS,
    is_in(_EVENTS.c.type, bindparam("types")),
    _EVENTS.c.id == bindparam("event"),
)
_ALL_TYPES = orjson.dumps(sorted(KINDS)).decode()
_SINCE = (
    select(*_COLUMNS)
    .where(_OURS, _EVENTS.c.seq > bindparam("seq"))
    .order_by(_EVENTS.c.seq)
    .limit(bindparam("limit"))
)
_HEAD = select(_HEADS.c.seq).where(_HEADS.c.project_id == bindparam("project"))
_LIST = Listing(
    select(*_COLUMNS).where(_OURS), _EVENTS.c.id, columns={"type": _EVENTS.c.type}, created="evt"
)
_OLD = (
    select(_EVENTS.c.project_id, _EVENTS.c.seq)
    .where(_EVENTS.c.created_at < bindparam("before"))
    .limit(bindparam("limit"))
)
_DROP = delete(_EVENTS).where(_OURS, _EVENTS.c.seq == bindparam("seq"))


def read(reader: Reader, grant: Grant, event_id: str) -> Event | None:
    """One event of the grant's project."""
    project_id = grant.project(Scope.EVENTS_READ)
    row = reader.one(_READ, project=project_id, types=_ALL_TYPES, event=event_id)
    return None if row is None else Event._make(row)


def list_events(
    reader: Reader, grant: Grant, page: Page, types: Iterable[str], filters: dict[str, Any]
) -> Slice:
    """Events of some types."""
    project_id = grant.project(Scope.EVENTS_READ)
    found = _LIST.fetch(reader, page, filters, among=("type", sorted(types)), project=project_id)
    return Slice(rows=list(map(Event._make, found.rows)), has_more=found.has_more)


def since(reader: Reader, grant: Grant, seq: int, limit: int) -> Sequence[Event]:
    """What happened after an event, in order of commit: nothing is ever put in between later."""
    project_id = grant.project(Scope.EVENTS_READ)
    return _since(reader, project_id, seq, limit)


def last_seq(reader: Reader, grant: Grant) -> int:
    """The number of the last event; 0 when there is none."""
    return head_of(reader, grant.project(Scope.EVENTS_READ))


def head_of(reader: Reader, project_id: str) -> int:
    """The same by the project; a number says nothing, so it needs no grant."""
    row = reader.one(_HEAD, project=project_id)
    return 0 if row is None else int(row.seq)


def drop_old(tx: Tx, before: str, limit: int) -> int:
    """Let go of events from before an instant; how many there were."""
    rows = tx.all(_OLD, before=before, limit=limit)
    tx.run_many(_DROP, [{"project": row.project_id, "seq": row.seq} for row in rows])
    return len(rows)


def _since(reader: Reader, project_id: str, seq: int, limit: int) -> Sequence[Event]:
    rows = reader.all(_SINCE, project=project_id, seq=seq, limit=limit)
    return list(map(Event._make, rows))
