"""All SQL that writes accounts of runs: the ledger, and the rollup that is kept with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Literal

import orjson
from sqlalchemy import bindparam, delete, func, select, update

from runwright import canonical, clock, ids
from runwright.db import schema
from runwright.db.schema.accounts import ROLLUP_KEY
from runwright.db.sql import ADD, insert, insert_or_merge, is_in
from runwright.db.transaction import Reader, Tx
from runwright.runs.accounts.latency import bucket_of
from runwright.runs.accounts.metadata_hashes import forgotten, key_name, value_name
from runwright.runs.accounts.types import Account, Rating
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_Place = tuple[str, ...]
"""The key of a row of the rollup, and the metadata value that the row is for."""
_LEDGER, _ROLLUPS = schema.run_accounts, schema.rollups
_NO_PAIR = ("", "", "")
_LONGEST_DAY = timedelta(hours=49)
"""Where a date was left out, the day before it is the longest."""

_THIS = (_LEDGER.c.project_id == bindparam("project")) & (_LEDGER.c.run_id == bindparam("run"))
_ADD = insert(_LEDGER)
# Locked: two who change it at once must each see what the other has done.
_READ = select(*_LEDGER.c).where(_THIS).with_for_update()
_FORGET = update(_LEDGER).where(_THIS).values(metadata=bindparam("forgotten"))
_RATE = update(_LEDGER).where(_THIS).values(rating=bindparam("said"))
_COUNTED = tuple(name for name in _ROLLUPS.c.keys() if name not in {*ROLLUP_KEY, "value"})  # noqa: SIM118
_AMOUNTS = (
    *("steps", "useful_steps", "input_tokens", "output_tokens", "cost"),
    *("claims", "supported"),
)
_amounts_of = attrgetter(*_AMOUNTS)
_COUNT = insert_or_merge(_ROLLUPS, **dict.fromkeys(_COUNTED, ADD))
# A row that sums nothing any more would still show the value that was erased.
_SWEEP = delete(_ROLLUPS).where(
    *(_ROLLUPS.c[name] == bindparam(name) for name in ROLLUP_KEY), _ROLLUPS.c.runs == 0
)


def add(tx: Tx, grant: Grant, account: Account, *, later: bool = False) -> None:
    """Enter a run that has ended, in the transaction that ends it.

    `later` is for a run whose own row is handed over with `insert_later` too: whoever meets the
    run in the same group could otherwise not find its account.
    """
    project_id = grant.project(Scope.RUNS_WRITE)
    row = {**account._asdict(), "metadata": _dumps(account.metadata), "project_id": project_id}
    if later:
        tx.insert_later(_ADD, **row)
    else:
        tx.run(_ADD, **row)
    places = (_place(project_id, account, _NO_PAIR), *_of_pairs(project_id, account))
    tx.tally(_COUNT, places, _counts(account))


def forget(tx: Tx, grant: Grant, run_id: str) -> None:
    """The run was deleted: it still counts, but not under what its metadata said."""
    project_id = grant.project(Scope.RUNS_WRITE)
    old = _read(tx, project_id, run_id)
    if old is None or not old.metadata:
        return
    new = old._replace(metadata=forgotten(project_id, old.metadata))
    tx.run(_FORGET, project=project_id, run=run_id, forgotten=_dumps(new.metadata))
    places, counts = _of_pairs(project_id, old), _counts(old)
    tx.tally(_COUNT, places, {name: -count for name, count in counts.items()})
    tx.tally(_COUNT, _of_pairs(project_id, new), counts)
    for place in places:
        tx.run_last(_SWEEP, **dict(zip(ROLLUP_KEY, place, strict=False)))


def rate(tx: Tx, grant: Grant, run_id: str, rating: Rating) -> None:
    """Somebody says whether a run was good; what was said before is taken back."""
    project_id = grant.project(Scope.RUNS_WRITE)
    account = _read(tx, project_id, run_id)
    if account is None or account.rating == rating:
        return
    tx.run(_RATE, project=project_id, run=run_id, said=rating)
    counts = {
        "ups": (rating == "up") - (account.rating == "up"),
        "downs": (rating == "down") - (account.rating == "down"),
    }
    places = (_place(project_id, account, _NO_PAIR), *_of_pairs(project_id, account))
    tx.tally(_COUNT, places, counts)


def _read(tx: Tx, project_id: str, run_id: str) -> Account | None:
    row = tx.one(_READ, project=project_id, run=run_id)
    if row is None:
        return None
    values = {name: getattr(row, name) for name in Account._fields}
    return Account(**{**values, "metadata": orjson.loads(row.metadata)})


def _dumps(metadata: Mapping[str, str]) -> str:
    return canonical.encode(dict(metadata)).decode()


def _of_pairs(project_id: str, account: Account) -> tuple[_Place, ...]:
    """The rows that a run is counted in for its metadata."""
    places = []
    for key, value in account.metadata.items():
        key_hash = key_name(project_id, key)
        places.append(_place(project_id, account, (key_hash, value_name(key_hash, value), value)))
    return tuple(places)


def _place(project_id: str, of: Account, pair: tuple[str, str, str]) -> _Place:
    key, name, value = pair
    return project_id, key, of.day, name, of.model, of.agent, of.network, of.key_id, value


def _counts(account: Account) -> dict[str, int]:
    """What a run adds to each row that it is in; nothing to columns that are not named."""
    amounts = zip(_AMOUNTS, _amounts_of(account), strict=True)
    counts = {name: amount for name, amount in amounts if amount}
    counts["runs"] = counts[bucket_of(account.duration_us)] = 1
    if account.status in _COUNTED:
        counts[account.status] = 1
    if account.rating is not None:
        counts[f"{account.rating}s"] = 1
    return counts


# What was spent ---------------------------------------------------------------------------------


_DAYS = select(func.coalesce(func.sum(_ROLLUPS.c.cost), 0).label("cost")).where(
    is_in(_ROLLUPS.c.project_id, bindparam("projects")),
    _ROLLUPS.c.pair_key == "",
    _ROLLUPS.c.day >= bindparam("since"),
)
# Runs since then of a day that began before: a day of another time zone than the one asked in.
_REST = select(func.coalesce(func.sum(_LEDGER.c.cost), 0).label("cost")).where(
    is_in(_LEDGER.c.project_id, bindparam("projects")),
    _LEDGER.c.run_id >= bindparam("first"),
    _LEDGER.c.run_id < bindparam("last"),
    _LEDGER.c.day < bindparam("since"),
)
_SPENT = {
    name: tuple(
        statement.where(is_in(table.c[name], bindparam("payers")))
        for statement, table in ((_DAYS, _ROLLUPS), (_REST, _LEDGER))
    )
    for name in ("key_id", "agent")
}


def spent_since(
    reader: Reader,
    projects: Collection[str],
    by: Literal["key_id", "agent"],
    payers: Collection[str],
    since: datetime,
) -> int:
    """What runs that some keys or agents made since an instant have cost, in these projects."""
    given = {
        "projects": orjson.dumps(list(projects)).decode(),
        "payers": orjson.dumps(list(payers)).decode(),
        "since": clock.stamp(since),
    }
    span = {"first": ids.first_at("run", since), "last": ids.first_at("run", since + _LONGEST_DAY)}
    days, rest = _SPENT[by]
    return int(reader.row(days, **given).cost) + int(reader.row(rest, **given, **span).cost)
