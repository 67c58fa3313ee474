"""What tests of accounts and analytics share: making accounts, and summing the ledger anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import bindparam, select, update

from db import kit
from runwright import clock
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.schema.accounts import FORKS
from runwright.db.transaction import Reader, Tx
from runwright.runs.accounts import latency
from runwright.runs.accounts.metadata_hashes import key_name
from runwright.runs.accounts.types import Account
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

LEDGER = schema.run_accounts
ROWS = select(*LEDGER.c).where(LEDGER.c.project_id == bindparam("project"))
VALUES = select(*schema.pair_values.c).where(
    schema.pair_values.c.project_id == bindparam("project")
)
ROLLUPS = select(*schema.rollups.c).where(schema.rollups.c.project_id == bindparam("project"))
MOVE = (
    update(schema.projects)
    .where(schema.projects.c.id == bindparam("project"))
    .values(time_zone=bindparam("zone"), zone_since=bindparam("since"))
)
GROUPED_BY = ("model", "agent", "network", "key_id")
PLACE = ("start", "pair_key", "pair_value", *GROUPED_BY)
SUMS = tuple(c.name for c in schema.rollups.c if c.name not in ("project_id", "grain", *PLACE))


def account(run: int = 1, at: str = "2026-11-15T10:07:00.000Z", **values: Any) -> Account:
    """A run that has ended."""
    given: dict[str, Any] = {
        "run_id": f"run_{run}",
        "created_at": at,
        "status": "completed",
        "model": "y0-fast",
        "agent": "",
        "network": "",
        "key_id": "key_a",
        "metadata": {},
        "steps": 4,
        "useful_steps": 3,
        "input_tokens": 10,
        "output_tokens": 20,
        "cpu_us": 1000,
        "cost": 1_240_000_000,
        "duration_us": 2500,
        "claims": 5,
        "supported": 4,
        "rating": None,
        "time_zone": "UTC",
    }
    return Account(**{**given, **values})


def write(database: Database, project: str, act: Callable[[Tx, Grant], Any]) -> Any:
    """Write with the right to change runs."""
    grant = kit.grant(project, Scope.RUNS_WRITE)
    return database.write_now(lambda tx: act(tx, grant))


def analyse(database: Database, project: str, act: Callable[[Reader, Grant], Any]) -> Any:
    """Read with the right to see analytics."""
    grant = kit.grant(project, Scope.ANALYTICS_READ)
    return database.read_now(lambda reader: act(reader, grant))


def move(database: Database, project: str, zone: str, since: str | None) -> None:
    """Move a project to a time zone."""
    database.write_now(lambda tx: tx.run(MOVE, project=project, zone=zone, since=since))


def ledger(database: Database, project: str) -> list[Any]:
    """All rows of the ledger, their metadata read."""
    rows = database.read_now(lambda reader: reader.all(ROWS, project=project))
    keys = _keys(project)
    return [
        row._replace(
            metadata={
                keys.get(key.removeprefix("\0"), key): value
                for key, value in orjson.loads(row.metadata).items()
            }
        )
        for row in rows
    ]


def _keys(project: str) -> dict[str, str]:
    """The keys that the tests use, by the hashes that stand for them."""
    return {key_name(project, key): key for key in ("team", "n", "absent")}


def _pairs(database: Database, project: str) -> dict[str, str]:
    """What the hashes of keys and values say."""
    rows = database.read_now(lambda reader: reader.all(VALUES, project=project))
    return {**_keys(project), **{row.id: row.value for row in rows}}


def rollups(database: Database, project: str, grain: str) -> dict[Any, dict[str, int]]:
    """The stored sums of one grain, by place."""
    return all_rollups(database, project).get(grain, {})


def all_rollups(database: Database, project: str) -> dict[str, dict[Any, dict[str, int]]]:
    """The stored sums of every grain."""
    found: dict[str, dict[Any, dict[str, int]]] = {}
    said = _pairs(database, project)
    for row in database.read_now(lambda reader: reader.all(ROLLUPS, project=project)):
        place = _place(row, said)
        found.setdefault(row.grain, {})[place] = {name: getattr(row, name) for name in SUMS}
    return found


def _place(row: Any, said: dict[str, str]) -> tuple[str, ...]:
    """Where a row stands, its pair as the request had it."""
    written = (getattr(row, name) for name in PLACE)
    return tuple(said.get(each, each) for each in written)


def counts(row: Any) -> dict[str, int]:
    """What one run adds to a sum."""
    same = ("steps", "useful_steps", "input_tokens", "output_tokens", "cpu_us", "cost")
    return {
        "runs": 1,
        "completed": int(row.status == "completed"),
        "failed": int(row.status == "failed"),
        **{name: getattr(row, name) for name in (*same, "claims", "supported")},
        "ups": int(row.rating == "up"),
        "downs": int(row.rating == "down"),
        **took(row.duration_us),
    }


def took(duration_us: int) -> dict[str, int]:
    """What a run adds to the counts by latency: all forks on its way, by their edges."""
    branch, found = latency.TREE, dict.fromkeys(FORKS, 0)
    while not isinstance(branch, int):
        edge_us = 500 * 2 ** (FORKS.index(branch.column) / 3)
        found[branch.column] = int(duration_us <= edge_us)
        branch = branch.short if duration_us <= edge_us else branch.long
    return found


def local_midnight(stamp: str, zone: str) -> str:
    """The start of a run's day, worked out by walking back; clocks stand at full quarters."""
    instant, step, there = clock.parse(quarter(stamp)), timedelta(minutes=15), ZoneInfo(zone)
    day = instant.astimezone(there).date()
    while (instant - step).astimezone(there).date() == day:
        instant -= step
    return clock.stamp(instant)


def quarter(stamp: str) -> str:
    """The start of a run's quarter of an hour."""
    instant = clock.parse(stamp)
    return clock.stamp(instant.replace(minute=instant.minute // 15 * 15, second=0, microsecond=0))


def summed_anew(
    rows: list[Any], start: Callable[[Any], str], columns: tuple[str, ...], pairs: bool
) -> dict[Any, dict[str, int]]:
    """What a grain must hold, from the ledger alone."""
    sums: dict[Any, Counter[str]] = {}
    for row in rows:
        if len(columns) < len(GROUPED_BY) and not all(getattr(row, name) for name in columns):
            continue
        own = tuple(getattr(row, name) if name in columns else "" for name in GROUPED_BY)
        for key, value in row.metadata.items() if pairs else [("", "")]:
            place = (start(row), key, value, *own)
            sums.setdefault(place, Counter()).update(counts(row))
    return {place: {n: found[n] for n in SUMS} for place, found in sums.items()}
