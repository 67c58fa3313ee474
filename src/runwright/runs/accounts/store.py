"""All SQL on accounts of runs: the ledger, and the sums that are kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import orjson
from sqlalchemy import bindparam, delete, select, update

from runwright import canonical, clock
from runwright.db import schema
from runwright.db.schema.accounts import PLACE
from runwright.db.sql import ADD, insert, insert_or_merge
from runwright.db.transaction import Tx
from runwright.runs.accounts import days, granularity, latency, metadata_hashes, rollup_keys
from runwright.runs.accounts.metadata_hashes import Pair
from runwright.runs.accounts.rollup_keys import Counted, Place
from runwright.runs.accounts.types import ERASED, Account, Rating
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_LEDGER, _ROLLUPS = schema.run_accounts, schema.rollups
_PROJECTS, _VALUES = schema.projects, schema.pair_values
_SUMS = tuple(name for name in _ROLLUPS.c.keys() if name not in PLACE)  # noqa: SIM118

_THIS = (_LEDGER.c.project_id == bindparam("project")) & (_LEDGER.c.run_id == bindparam("run"))
_ADD = insert(_LEDGER)
# Locked: two who change it at once must each see what the other has done.
_READ = (
    select(*_LEDGER.c, _PROJECTS.c.time_zone, _PROJECTS.c.zone_since)
    .join(_PROJECTS, _PROJECTS.c.id == _LEDGER.c.project_id)
    .where(_THIS)
    .with_for_update(of=_LEDGER)
)
_FORGET = update(_LEDGER).where(_THIS).values(metadata=bindparam("forgotten"))
_RATE = update(_LEDGER).where(_THIS).values(rating=bindparam("said"))
_NAME = insert_or_merge(_VALUES, runs=ADD)
_UNNAME = delete(_VALUES).where(
    _VALUES.c.project_id == bindparam("project"),
    _VALUES.c.id == bindparam("pair"),
    _VALUES.c.runs <= 0,
)
_COUNT = insert_or_merge(_ROLLUPS, **dict.fromkeys(_SUMS, ADD))
# A row that sums nothing any more would still show the value that was erased.
_SWEEP = delete(_ROLLUPS).where(
    *(_ROLLUPS.c[name] == bindparam(name) for name in PLACE), _ROLLUPS.c.runs == 0
)
_DROP_OLD = delete(_ROLLUPS).where(
    _ROLLUPS.c.project_id == bindparam("project_id"),
    _ROLLUPS.c.grain == bindparam("grain"),
    _ROLLUPS.c.pair_key == bindparam("pair_key"),
    _ROLLUPS.c.start > bindparam("after"),
    _ROLLUPS.c.start <= bindparam("until"),
    _ROLLUPS.c.pair_value == bindparam("pair_value"),
)
_LONGEST_DAY = timedelta(hours=49)


def add(tx: Tx, grant: Grant, account: Account, *, later: bool = False) -> None:
    """Enter a run that has ended, in the transaction that ends it.

    `later` is for a run whose own row is handed over with `insert_later` too: whoever meets the
    run in the same group could otherwise not find its account.
    """
    project_id = grant.project(Scope.RUNS_WRITE)
    row = {**account._asdict(), "metadata": _dumps(account.metadata)}
    del row["time_zone"]
    if later:
        tx.insert_later(_ADD, project_id=project_id, **row)
    else:
        tx.run(_ADD, project_id=project_id, **row)
    starts = rollup_keys.starts(rollup_keys.quarter_start(account.created_at), account.time_zone)
    counted, counts = Counted(project_id, starts, _group(account)), _counts(account)
    places = rollup_keys.of_all(counted)
    for key, value in sorted(account.metadata.items()):
        pair = metadata_hashes.pair_of(project_id, key, value)
        places += rollup_keys.of_pair(counted, pair)
        tx.tally(_NAME, ((project_id, pair.value, value),), {"runs": 1})
    tx.tally(_COUNT, places, counts)


def forget(tx: Tx, grant: Grant, run_id: str) -> None:
    """The run was deleted: it still counts, but not under what its metadata said."""
    project_id = grant.project(Scope.RUNS_WRITE)
    row = tx.one(_READ, project=project_id, run=run_id)
    if row is None:
        return
    account, counted = _account(row), _counted(row)
    counts = _counts(account)
    less = {name: -count for name, count in counts.items()}
    left = _dumps(metadata_hashes.forgotten(project_id, account.metadata))
    tx.run(_FORGET, project=project_id, run=run_id, forgotten=left)
    for key, value in sorted(account.metadata.items()):
        if not metadata_hashes.is_forgotten(key):
            pair = metadata_hashes.pair_of(project_id, key, value)
            old = rollup_keys.of_pair(counted, pair)
            tx.tally(_COUNT, old, less)
            tx.tally(_COUNT, rollup_keys.of_pair(counted, pair._replace(value=ERASED)), counts)
            _sweep(tx, old)
            _drop_old_days(tx, counted, account.created_at, pair)
            tx.tally(_NAME, ((project_id, pair.value, value),), {"runs": -1})
            tx.run_last(_UNNAME, project=project_id, pair=pair.value)


def rate(tx: Tx, grant: Grant, run_id: str, rating: Rating) -> None:
    """Somebody says whether a run was good; what was said before is taken back."""
    project_id = grant.project(Scope.RUNS_WRITE)
    row = tx.one(_READ, project=project_id, run=run_id)
    if row is None or row.rating == rating:
        return
    tx.run(_RATE, project=project_id, run=run_id, said=rating)
    account, counted = _account(row), _counted(row)
    counts = {
        "ups": (rating == "up") - (account.rating == "up"),
        "downs": (rating == "down") - (account.rating == "down"),
    }
    tx.tally(_COUNT, rollup_keys.of_all(counted), counts)
    for key, value in account.metadata.items():
        pair = metadata_hashes.pair_of(project_id, key, value)
        tx.tally(_COUNT, rollup_keys.of_pair(counted, pair), counts)


def _account(row: Any) -> Account:
    values = {name: getattr(row, name) for name in Account._fields}
    return Account(**{**values, "metadata": orjson.loads(row.metadata)})


def _dumps(metadata: Mapping[str, str]) -> str:
    return canonical.encode(dict(metadata)).decode()


def _group(account: Any) -> rollup_keys.Group:
    return account.model, account.agent, account.network, account.key_id


def _counted(row: Any) -> Counted:
    """Where a run was counted; without its day, if that was a day of another time zone."""
    starts = rollup_keys.starts(rollup_keys.quarter_start(row.created_at), row.time_zone)
    since = clock.parse(row.zone_since) if row.zone_since else None
    if not days.is_settled(clock.parse(dict(starts)["day"]), since):
        starts = starts[:1]
    return Counted(row.project_id, starts, _group(row))


def _counts(account: Account) -> dict[str, int]:
    """What a run adds to each sum that it is in; nothing to those that are not named."""
    counts = {
        "runs": 1,
        "completed": int(account.status == "completed"),
        "failed": int(account.status == "failed"),
        "steps": account.steps,
        "useful_steps": account.useful_steps,
        "input_tokens": account.input_tokens,
        "output_tokens": account.output_tokens,
        "cpu_us": account.cpu_us,
        "cost": account.cost,
        "claims": account.claims,
        "supported": account.supported,
        "ups": int(account.rating == "up"),
        "downs": int(account.rating == "down"),
        **latency.counts_of(account.duration_us),
    }
    return {name: count for name, count in counts.items() if count}


def _sweep(tx: Tx, rows: tuple[Place, ...]) -> None:
    for row in rows:
        tx.run_last(_SWEEP, **dict(zip(PLACE, row, strict=True)))


def _drop_old_days(tx: Tx, counted: Counted, created_at: str, pair: Pair) -> None:
    """Sums by days of a time zone that the project has left are read by nobody any more."""
    if len(counted.starts) > 1:
        return
    slim = (granularity.slim("day", columns) for columns in granularity.SLIM_OF_PAIRS)
    for grain in ("day", *slim):
        tx.run_last(
            _DROP_OLD,
            project_id=counted.project_id,
            grain=grain,
            pair_key=pair.key,
            after=clock.stamp(clock.parse(created_at) - _LONGEST_DAY),
            until=created_at,
            pair_value=pair.value,
        )
