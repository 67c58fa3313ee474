"""All SQL on the sums over runs, and the time zone that their days are in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import BigInteger, Text, bindparam, cast, func, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import Select
from sqlalchemy.sql.expression import FunctionElement

from runwright import clock
from runwright.analytics.buckets import Span, Zone
from runwright.db import schema
from runwright.db.sql import is_in
from runwright.db.transaction import Reader
from runwright.runs.accounts import grains, pairs
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

Columns = tuple[str, ...]
COSTS: Columns = ("runs", "steps", "input_tokens", "output_tokens", "cost")
QUALITY: Columns = (
    "runs",
    "steps",
    "useful_steps",
    "completed",
    "failed",
    "claims",
    "supported",
    "ups",
    "downs",
)

BIN = 2**32
"""More than there can be runs in one bin of a row."""


class Wanted(NamedTuple):
    """Which rows of the sums are read, and by what they are grouped."""

    grain: str
    starts: Sequence[str]
    columns: Columns
    metadata_key: str = ""


class _listed(FunctionElement[str]):  # noqa: N801 - reads as SQL
    """All numbers of a group as text, with commas between."""

    name = "listed"
    type = Text()
    inherit_cache = True


@compiles(_listed, "sqlite")
def _listed_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"group_concat({compiler.process(element.clauses, **options)}, ',')"


@compiles(_listed, "postgresql")
def _listed_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"string_agg(({compiler.process(element.clauses, **options)})::text, ',')"


def _up_to(columns: Columns) -> Columns:
    """The columns of the primary key as far as the last of these."""
    end = max((grains.COLUMNS.index(name) + 1 for name in columns), default=0)
    return grains.COLUMNS[:end]


_PROJECTS, _ROLLUPS, _LATENCIES = schema.projects, schema.rollups, schema.rollup_latencies
_ZONE = select(_PROJECTS.c.time_zone, _PROJECTS.c.zone_since).where(
    _PROJECTS.c.id == bindparam("project")
)
_VALUES = schema.pair_values
_VALUE = select(_VALUES.c.id, _VALUES.c.value).where(
    _VALUES.c.project_id == bindparam("project"), is_in(_VALUES.c.id, bindparam("ids"))
)
_GROUPINGS: tuple[Columns, ...] = tuple(
    columns for count in range(5) for columns in combinations(grains.COLUMNS, count)
)
_ALL = {
    sums: select(_ROLLUPS.c.start, *(_ROLLUPS.c[name] for name in sums))
    .where(
        _ROLLUPS.c.project_id == bindparam("project"),
        _ROLLUPS.c.grain == bindparam("grain"),
        _ROLLUPS.c.start >= bindparam("since"),
        _ROLLUPS.c.start < bindparam("until"),
        _ROLLUPS.c.pair_key == "",
    )
    .order_by(_ROLLUPS.c.start)
    for sums in (COSTS, QUALITY)
}
# With one start the rows come in the order of the primary key, and so need little sorting; that is
# worth a statement for each start while there are few.
_FEW = 100
_BY = {
    (sums, columns, few): select(
        _ROLLUPS.c.start,
        _ROLLUPS.c.pair_value,
        *(_ROLLUPS.c[name] for name in columns),
        *(cast(func.sum(_ROLLUPS.c[name]), BigInteger).label(name) for name in sums),
    )
    .where(
        _ROLLUPS.c.project_id == bindparam("project"),
        _ROLLUPS.c.grain == bindparam("grain"),
        _ROLLUPS.c.start == bindparam("starts")
        if few
        else is_in(_ROLLUPS.c.start, bindparam("starts")),
        _ROLLUPS.c.pair_key == bindparam("pair_key"),
    )
    .group_by(_ROLLUPS.c.start, _ROLLUPS.c.pair_value, *(_ROLLUPS.c[name] for name in columns))
    for sums in (COSTS, QUALITY)
    for columns in _GROUPINGS
    for few in (True, False)
}
# These are many: grouping by the columns before the last wanted one, too, keeps to the order of
# the primary key. Whoever reads the rows adds them up.
_LATENCIES_BY = {
    (columns, few): select(
        _LATENCIES.c.start,
        _LATENCIES.c.pair_value,
        *(_LATENCIES.c[name] for name in columns),
        _listed(_LATENCIES.c.bin * BIN + _LATENCIES.c.runs).label("bins"),
    )
    .where(
        _LATENCIES.c.project_id == bindparam("project"),
        _LATENCIES.c.grain == bindparam("grain"),
        _LATENCIES.c.start == bindparam("starts")
        if few
        else is_in(_LATENCIES.c.start, bindparam("starts")),
        _LATENCIES.c.pair_key == bindparam("pair_key"),
    )
    .group_by(
        _LATENCIES.c.start, _LATENCIES.c.pair_value, *(_LATENCIES.c[n] for n in _up_to(columns))
    )
    for columns in _GROUPINGS
    for few in (True, False)
}


def zone(reader: Reader, grant: Grant) -> Zone:
    """The time zone of the grant's project."""
    row = reader.one(_ZONE, project=grant.project(Scope.ANALYTICS_READ))
    since = clock.parse(row.zone_since) if row and row.zone_since else None
    return Zone(ZoneInfo(row.time_zone if row else "UTC"), since)


def totals(reader: Reader, grant: Grant, span: Span, sums: Columns) -> list[Any]:
    """All runs by the start of their quarter or day: start, then the sums."""
    return reader.all(
        _ALL[sums],
        project=grant.project(Scope.ANALYTICS_READ),
        grain=grains.slim(span.length, ()),
        since=clock.stamp(span.start),
        until=clock.stamp(span.end),
    )


def grouped(reader: Reader, grant: Grant, wanted: Wanted, sums: Columns) -> Iterator[Any]:
    """Rows of a grain by group: start, metadata value, columns, sums."""
    return _rows(reader, grant, wanted, lambda few: _BY[sums, wanted.columns, few])


def latencies(reader: Reader, grant: Grant, wanted: Wanted) -> Iterator[Any]:
    """The same of how long runs took: start, metadata value, columns, bins.

    Bins are text: whole numbers with commas between, each a bin times `BIN` plus its runs.
    """
    return _rows(reader, grant, wanted, lambda few: _LATENCIES_BY[wanted.columns, few])


def _rows(
    reader: Reader, grant: Grant, wanted: Wanted, statement: Callable[[bool], Select[Any]]
) -> Iterator[Any]:
    project_id = grant.project(Scope.ANALYTICS_READ)
    few = len(wanted.starts) <= _FEW
    for starts in wanted.starts if few else [orjson.dumps(wanted.starts).decode()]:
        yield from reader.all(
            statement(few),
            project=project_id,
            grain=wanted.grain,
            starts=starts,
            pair_key=_key_name(project_id, wanted.metadata_key),
        )


def _key_name(project_id: str, metadata_key: str) -> str:
    return pairs.key_name(project_id, metadata_key) if metadata_key else ""


def values(reader: Reader, grant: Grant, hashes: Sequence[str]) -> dict[str, str]:
    """What metadata values say, by the hashes that they are counted under."""
    rows = reader.all(
        _VALUE,
        project=grant.project(Scope.ANALYTICS_READ),
        ids=orjson.dumps(hashes).decode(),
    )
    return {row.id: row.value for row in rows}
