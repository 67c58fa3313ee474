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
from runwright import clock, ids
from runwright.db import schema
from runwright.db.database import Database
from runwright.db.schema.accounts import LATENCY, ROLLUP_KEY
from runwright.db.transaction import Reader, Tx
from runwright.runs.accounts.metadata_hashes import hidden, key_name
from runwright.runs.accounts.types import Account
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

LEDGER = schema.run_accounts
ROWS = select(*LEDGER.c).where(LEDGER.c.project_id == bindparam("project"))
ROLLUPS = select(*schema.rollups.c).where(schema.rollups.c.project_id == bindparam("project"))
MOVE = (
    update(schema.projects)
    .where(schema.projects.c.id == bindparam("project"))
    .values(time_zone=bindparam("zone"), zone_since=bindparam("since"))
)
GROUPED_BY = ("model", "agent", "network", "key_id")
SUMS = tuple(c.name for c in schema.rollups.c if c.name not in {*ROLLUP_KEY, "value"})
KEYS = ("team", "n", "absent")
"""The metadata keys that the tests use."""
AT = "2026-11-15T10:07:00.000Z"


def run_id(run: int = 1, at: str = AT) -> str:
    """The id of a run that was created then; the same for the same number."""
    return f"{ids.first_at('run', clock.parse(at))[:-4]}{run:04}"


def account(run: int = 1, at: str = AT, time_zone: str = "UTC", **values: Any) -> Account:
    """A run that has ended."""
    given: dict[str, Any] = {
        "run_id": run_id(run, at),
        "day": local_midnight(at, time_zone),
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
        "cost": 1_240_000_000,
        "duration_us": 2500,
        "claims": 5,
        "supported": 4,
        "rating": None,
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
    """All rows of the ledger, their metadata read under the keys that the request had."""
    rows = database.read_now(lambda reader: reader.all(ROWS, project=project))
    keys = {hidden(project, key): key for key in KEYS}
    return [
        row._replace(metadata={keys.get(k, k): v for k, v in orjson.loads(row.metadata).items()})
        for row in rows
    ]


def created_at(row: Any) -> str:
    """When a run of the ledger was created."""
    return clock.stamp(ids.time_of(row.run_id))


def rollups(database: Database, project: str) -> dict[Any, dict[str, int]]:
    """The stored sums, by day, metadata pair and group."""
    keys = {key_name(project, key): key for key in KEYS}
    return {
        (row.day, keys.get(row.pair_key, row.pair_key), row.value, *_group(row)): {
            name: getattr(row, name) for name in SUMS
        }
        for row in database.read_now(lambda reader: reader.all(ROLLUPS, project=project))
    }


def _group(row: Any) -> tuple[str, ...]:
    return tuple(getattr(row, name) for name in GROUPED_BY)


def counts(row: Any) -> dict[str, int]:
    """What one run adds to a sum."""
    same = ("steps", "useful_steps", "input_tokens", "output_tokens", "cost")
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
    """What a run adds to the counts by latency: one, in the first bucket that is wide enough."""
    edges_us = [1000 * 2**n for n in range(len(LATENCY) - 1)]
    own = sum(edge < duration_us for edge in edges_us)
    return {name: int(number == own) for number, name in enumerate(LATENCY)}


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


def summed_anew(rows: list[Any]) -> dict[Any, dict[str, int]]:
    """What the rollup must hold, from the ledger alone."""
    sums: dict[Any, Counter[str]] = {}
    for row in rows:
        for key, value in [("", ""), *row.metadata.items()]:
            sums.setdefault((row.day, key, value, *_group(row)), Counter()).update(counts(row))
    return {place: {n: found[n] for n in SUMS} for place, found in sums.items()}
