"""All SQL that adds accounts up: whole days from the rollup, anything shorter from the ledger."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from operator import sub
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, bindparam, cast, func, literal_column, select
from sqlalchemy.sql import Select

from runwright import clock, ids
from runwright.db import schema
from runwright.db.schema.accounts import LATENCY
from runwright.db.sql import value_at
from runwright.db.transaction import Reader
from runwright.runs.accounts.latency import EDGES_US
from runwright.runs.accounts.metadata_hashes import hidden, key_name
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

Names = tuple[str, ...]
Sums = dict[tuple[str | None, ...], tuple[int, ...]]
"""Sums by group: the metadata value, then the columns."""
COSTS: Names = ("runs", "steps", "input_tokens", "output_tokens", "cost")
SHARES: Names = (
    *("runs", "steps", "useful_steps", "completed", "failed"),
    *("claims", "supported", "ups", "downs"),
)
QUALITY: Names = (*SHARES, *LATENCY)
_ROLLUPS, _LEDGER = schema.rollups, schema.run_accounts


# What a run adds to a sum, where that is no column of the ledger.
_OF_RUN = {
    "runs": "1",
    "completed": "CASE status WHEN 'completed' THEN 1 ELSE 0 END",
    "failed": "CASE status WHEN 'failed' THEN 1 ELSE 0 END",
    "ups": "CASE rating WHEN 'up' THEN 1 ELSE 0 END",
    "downs": "CASE rating WHEN 'down' THEN 1 ELSE 0 END",
}
_TOOK = " ".join(f"WHEN duration_us <= {edge} THEN {n}" for n, edge in enumerate(EDGES_US))
_LABELS = {
    "value": func.coalesce(
        value_at(_LEDGER.c.metadata, bindparam("key")),
        value_at(_LEDGER.c.metadata, bindparam("hidden")),
    ).label("value"),
    "took": literal_column(f"CASE {_TOOK} ELSE {len(EDGES_US)} END").label("took"),
}


_DAYS = select(_ROLLUPS).where(
    _ROLLUPS.c.project_id == bindparam("project"),
    _ROLLUPS.c.pair_key == bindparam("pair_key"),
    _ROLLUPS.c.day >= bindparam("since"),
    _ROLLUPS.c.day < bindparam("until"),
)


# Statements are built when first asked for, as there are many.
@cache
def _of_days(sums: Names, groups: Names) -> Select[Any]:
    return _summed(_DAYS, tuple(zip(sums, sums, strict=True)), groups)


@cache
def _of_runs(sums: Names, groups: Names) -> Select[Any]:
    """First by how long runs took, which leaves few rows whose buckets are told apart."""
    plain: list[str] = [name for name in sums if name not in LATENCY]
    inner = (*groups, "took") if len(plain) < len(sums) else groups
    rows = (
        select(
            *(_LABELS.get(name, literal_column(name)) for name in inner),
            *(literal_column(f"sum({_OF_RUN.get(name, name)})").label(name) for name in plain),
        )
        .where(
            _LEDGER.c.project_id == bindparam("project"),
            _LEDGER.c.run_id >= bindparam("first"),
            _LEDGER.c.run_id < bindparam("last"),
        )
        .group_by(*map(literal_column, inner))
    )
    took = {name: f"CASE took WHEN {n} THEN runs ELSE 0 END" for n, name in enumerate(LATENCY)}
    return _summed(rows, tuple((name, took.get(name, name)) for name in sums), groups)


@cache
def _summed(rows: Any, sums: tuple[tuple[str, str], ...], groups: Names) -> Select[Any]:
    columns: list[Any] = [literal_column(name).label(name) for name in groups]
    columns += [cast(literal_column(f"sum({each})"), BigInteger).label(name) for name, each in sums]
    return (
        select(*columns)
        .select_from(rows.subquery("counted"))
        .group_by(*map(literal_column, groups))
        .having(literal_column("sum(runs)") > 0)
        .limit(bindparam("most"))
    )


class Part(NamedTuple):
    """A stretch of time."""

    start: datetime
    end: datetime
    in_days: bool
    """Whether it is read from the rollup; else from the ledger, which is slower."""


def read(
    reader: Reader,
    grant: Grant,
    part: Part,
    sums: Names,
    columns: Names,
    *,
    key: str | None,
    most: int,
) -> Sums:
    """Sums of a stretch of time by columns and by the values of a metadata key; if there are
    `most` groups or more, of some of them."""
    project = grant.project(Scope.ANALYTICS_READ)
    groups = columns if key is None else ("value", *columns)
    given = {"project": project, "most": most}
    if not part.in_days:
        given |= {
            "first": ids.first_at("run", part.start),
            "last": ids.first_at("run", part.end),
            "key": key,
            "hidden": key and hidden(project, key),
        }
        return _by_group(reader.all(_of_runs(sums, groups), **given), groups)
    given |= {"since": clock.stamp(part.start), "until": clock.stamp(part.end)}
    every = reader.all(_of_days(sums, columns), **given, pair_key="")
    if key is None or len(every) >= most:
        return _by_group(every, columns)
    pairs = reader.all(_of_days(sums, groups), **given, pair_key=key_name(project, key))
    return _with_rest(_by_group(pairs, groups), _by_group(every, columns))


def _by_group(rows: list[Any], groups: Names) -> Sums:
    return {row[: len(groups)]: row[len(groups) :] for row in rows}


def _with_rest(pairs: Sums, every: Sums) -> Sums:
    """The sums by metadata value, and of the runs without one: what is missing to all runs."""
    rest = dict(every)
    for (_, *columns), counts in pairs.items():
        rest[*columns] = tuple(map(sub, rest[*columns], counts))
    return pairs | {(None, *columns): counts for columns, counts in rest.items() if counts[0]}
