"""All SQL that finds runs: by state, by what they acted for, by what they read, by their words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import orjson
from sqlalchemy import bindparam, select

from runwright.db import schema
from runwright.db.marks import Mark
from runwright.db.paging import Listing, Page, Slice
from runwright.db.sql import is_in, row_lock
from runwright.db.transaction import Reader, Tx
from runwright.db.walk import Walk
from runwright.runs.store import SHOWN, stored
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_RUNS, _READS, _WORDS = schema.runs, schema.run_files, schema.run_words
_ACCOUNTS = schema.run_accounts
MOST_LOOKED_AT = 4000
"""Runs that a page looks at when it is searched by words: those of the rarest one. Words that
many runs have and few have together would otherwise be looked for in all of them."""
_LIST = Listing(
    select(*SHOWN).where(_RUNS.c.project_id == bindparam("project")),
    _RUNS.c.id,
    {"is_whole": _RUNS.c.parent_id.is_(None)},
    columns={
        "status": _RUNS.c.status,
        "model": _RUNS.c.model,
        "agent": _RUNS.c.agent_id,
        "network": _RUNS.c.network_id,
        "key": _RUNS.c.key_id,
        "answered": _RUNS.c.answered,
        "previous_run": _RUNS.c.previous_id,
    },
    indexes=(
        ("status", "model"),
        ("agent", "status"),
        ("network", "status"),
        ("key",),
        ("answered",),
        ("previous_run",),
    ),
    few=frozenset({"status", "model"}),
    created="run",
    metadata=_RUNS.c.metadata,
    marks={
        "word": Mark(_WORDS.c.word, _WORDS.c.run_id),
        "file": Mark(_READS.c.file_id, _READS.c.run_id),
    },
)
_SPENT = select(
    _ACCOUNTS.c.run_id, _ACCOUNTS.c.input_tokens, _ACCOUNTS.c.output_tokens, _ACCOUNTS.c.cost
).where(_ACCOUNTS.c.project_id == bindparam("project"), is_in(_ACCOUNTS.c.run_id, bindparam("ids")))
_CLAIMS = select(_ACCOUNTS.c.claims).where(
    _ACCOUNTS.c.project_id == bindparam("project"), _ACCOUNTS.c.run_id == bindparam("run")
)
_RUNNING_PARTS = select(_RUNS.c.id).where(
    _RUNS.c.project_id == bindparam("project"),
    _RUNS.c.parent_id == bindparam("whole"),
    _RUNS.c.status == "running",
)
_LOCK = row_lock(_RUNS)
_ALL = Walk(_RUNS, _RUNS.c.body, _RUNS.c.trace, _RUNS.c.timeline, _RUNS.c.sha256, at_once=200)


class Spent(NamedTuple):
    """What a run has used by itself."""

    input_tokens: int
    output_tokens: int
    cost: int
    """See `money`."""


_FOLLOWERS = (
    select(_RUNS.c.id)
    .where(
        _RUNS.c.project_id == bindparam("project"),
        _RUNS.c.previous_id == bindparam("earlier"),
        _RUNS.c.previous_id.is_not(None),
    )
    .order_by(_RUNS.c.id)
)


def list_runs(
    reader: Reader,
    grant: Grant,
    page: Page,
    filters: Mapping[str, Any],
    metadata: Mapping[str, str],
) -> Slice:
    """Runs of the grant's project."""
    project_id = grant.project(Scope.RUNS_READ)
    # Only searches stop: without words a page ends at its last row, however long that takes.
    most = MOST_LOOKED_AT if any(name.startswith("word_") for name in filters) else None
    found = _LIST.fetch(reader, page, filters, pairs=metadata, most=most, project=project_id)
    return Slice(
        rows=[stored(row) for row in found.rows],
        has_more=found.has_more,
        stopped_at=found.stopped_at,
    )


def spent(reader: Reader, grant: Grant, run_ids: Collection[str]) -> dict[str, Spent]:
    """What runs that have ended have used, by their ids."""
    project_id = grant.project(Scope.RUNS_READ)
    wanted = orjson.dumps(list(run_ids)).decode()
    rows = reader.all(_SPENT, project=project_id, ids=wanted)
    return {row.run_id: Spent(row.input_tokens, row.output_tokens, row.cost) for row in rows}


def has_claimed(reader: Reader, grant: Grant, run_id: str) -> bool:
    """Whether the answer of a run that has ended states anything; a refusal does not."""
    row = reader.one(_CLAIMS, project=grant.project(Scope.RUNS_WRITE), run=run_id)
    return row is not None and row.claims > 0


def running_parts(reader: Reader, grant: Grant, run_id: str) -> list[str]:
    """The runs in work that a network's run is made of."""
    project_id = grant.project(Scope.RUNS_WRITE)
    return [row.id for row in reader.all(_RUNNING_PARTS, project=project_id, whole=run_id)]


def lock(tx: Tx, grant: Grant, run_id: str) -> bool:
    """Whether a run is there; if so, nobody erases it before the commit."""
    return tx.one(_LOCK, project=grant.project(grant.scope), id=run_id) is not None


def count(reader: Reader, grant: Grant) -> int:
    """How many runs a project has."""
    return _ALL.count(reader, grant.project(Scope.PROJECTS_READ))


def walk(reader: Reader, grant: Grant) -> Iterator[Any]:
    """Every run of a project, with its frozen bytes if it has ended."""
    return _ALL.rows(reader, grant.project(Scope.PROJECTS_READ))


def followers(reader: Reader, grant: Grant, run_id: str) -> tuple[str, ...]:
    """The runs that follow up on a run."""
    rows = reader.all(_FOLLOWERS, project=grant.project(Scope.RUNS_WRITE), earlier=run_id)
    return tuple(row.id for row in rows)
