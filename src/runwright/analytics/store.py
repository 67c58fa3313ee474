"""All SQL on the sums over runs, and the time zone that their days are in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import BigInteger, Text, bindparam, cast, func, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import ColumnElement, Select
from sqlalchemy.sql.expression import FunctionElement

from runwright import clock
from runwright.analytics.buckets import Zone
from runwright.db import schema
from runwright.db.sql import is_in
from runwright.db.transaction import Reader
from runwright.runs.accounts import latency, metadata_hashes
from runwright.runs.accounts.latency import Fork
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

Columns = tuple[str, ...]
Asked = Literal["costs", "quality"]
SUMS: dict[Asked, Columns] = {
    "costs": ("runs", "steps", "input_tokens", "output_tokens", "cost"),
    "quality": (
        "runs",
        "steps",
        "useful_steps",
        "completed",
        "failed",
        "claims",
        "supported",
        "ups",
        "downs",
    ),
}
PERCENTS: dict[Asked, tuple[int, ...]] = {"costs": (), "quality": (50, 95)}
"""Which percentiles stand behind the sums, each as the number of its bin."""


class Part(NamedTuple):
    """A stretch of time in one grain, and the name of the bucket that it is counted in."""

    bucket: str
    grain: str
    metadata_key: str
    since: str
    until: str
    sign: int = 1
    """-1 when it is taken off."""


class _each(FunctionElement[Any]):  # noqa: N801 - reads as SQL
    """The members of a JSON list, each a row with a `value`."""

    name = "each"
    inherit_cache = True


@compiles(_each, "sqlite")
def _each_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"json_each({compiler.process(element.clauses, **options)})"


@compiles(_each, "postgresql")
def _each_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"jsonb_array_elements(({compiler.process(element.clauses, **options)})::jsonb)"


def _percentile(percent: int, count: Callable[[str], str]) -> ColumnElement[int]:
    """The bin of the run that so many of a hundred do not pass, found by going down the tree."""

    def walk(branch: Fork | int, passed: str) -> str:
        if isinstance(branch, int):
            return str(branch)
        up_to = f"{passed}{count(branch.column)}"
        short, long = walk(branch.short, passed), walk(branch.long, f"{up_to} + ")
        return f"CASE WHEN 100 * ({up_to}) >= {enough} THEN {short} ELSE {long} END"

    enough = f"{percent} * {count('runs')}"
    return literal_column(walk(latency.TREE, ""), BigInteger).label(f"p{percent}")


_PROJECTS, _ROLLUPS, _VALUES = schema.projects, schema.rollups, schema.pair_values
_ZONE = select(_PROJECTS.c.time_zone, _PROJECTS.c.zone_since).where(
    _PROJECTS.c.id == bindparam("project")
)
_VALUE = select(_VALUES.c.id, _VALUES.c.value).where(
    _VALUES.c.project_id == bindparam("project"), is_in(_VALUES.c.id, bindparam("ids"))
)


@cache
def _reading(asked: Asked, columns: Columns) -> Select[Any]:
    """The rows of one grain as they are. Built when first asked for, as there are many."""
    return (
        select(
            _ROLLUPS.c.start,
            _ROLLUPS.c.pair_value,
            *(_ROLLUPS.c[name] for name in (*columns, *SUMS[asked])),
            *(_percentile(percent, str) for percent in PERCENTS[asked]),
        )
        .where(
            _ROLLUPS.c.project_id == bindparam("project"),
            _ROLLUPS.c.grain == bindparam("grain"),
            _ROLLUPS.c.pair_key == bindparam("pair_key"),
            _ROLLUPS.c.start >= bindparam("since"),
            _ROLLUPS.c.start < bindparam("until"),
        )
        .limit(bindparam("most"))
    )


_MEMBER = _each(bindparam("parts")).table_valued("value", name="member")
_TYPES: dict[str, Any] = {"sign": BigInteger}
# Told to be worked out beforehand: the JSON would else be read again for each row and column.
_PART = (
    select(
        *(
            cast(
                _MEMBER.c.value.op("->>")(literal_column(str(place))), _TYPES.get(name, Text)
            ).label(name)
            for place, name in enumerate(Part._fields)
        )
    )
    .cte("part")
    .prefix_with("MATERIALIZED")
)
# Joined from the left, so that SQLite looks the sums up for each part and not the other way.
_JOINED = _PART.outerjoin(
    _ROLLUPS,
    (_ROLLUPS.c.project_id == bindparam("project"))
    & (_ROLLUPS.c.grain == _PART.c.grain)
    & (_ROLLUPS.c.pair_key == _PART.c.metadata_key)
    & (_ROLLUPS.c.start >= _PART.c.since)
    & (_ROLLUPS.c.start < _PART.c.until),
)
_TAKEN = "part.sign * "
_SOME = select(_ROLLUPS.c.start).select_from(_JOINED).limit(bindparam("most")).subquery()
_COUNT = select(func.count().label("found")).select_from(_SOME)


@cache
def _summing(asked: Asked, columns: Columns, by_value: bool, signed: bool) -> Select[Any]:
    """Rows of grains added up. Built when first asked for, as there are many."""
    taken = _TAKEN * signed
    return (
        select(
            _PART.c.bucket,
            (_ROLLUPS.c.pair_value if by_value else literal_column("''")).label("pair_value"),
            *(_ROLLUPS.c[name] for name in columns),
            *(
                cast(literal_column(f"sum({taken}{name})"), BigInteger).label(name)
                for name in SUMS[asked]
            ),
            *(_percentile(percent, f"sum({taken}{{}})".format) for percent in PERCENTS[asked]),
        )
        .select_from(_JOINED)
        .group_by(*_group(columns, by_value))
        .having(literal_column(f"sum({taken}runs)") > 0)
        .limit(bindparam("most"))
    )


@cache
def _counting(columns: Columns, by_value: bool) -> Select[Any]:
    """How many groups there are, without adding anything up."""
    groups = select(*_group(columns, by_value)).select_from(_JOINED).distinct()
    some = groups.limit(bindparam("most")).subquery()
    return select(func.count().label("found")).select_from(some)


def _group(columns: Columns, by_value: bool) -> list[Any]:
    value = [_ROLLUPS.c.pair_value] if by_value else []
    return [_PART.c.bucket, *value, *(_ROLLUPS.c[name] for name in columns)]


def zone(reader: Reader, grant: Grant) -> Zone:
    """The time zone of the grant's project."""
    row = reader.one(_ZONE, project=grant.project(Scope.ANALYTICS_READ))
    since = clock.parse(row.zone_since) if row and row.zone_since else None
    return Zone(ZoneInfo(row.time_zone if row else "UTC"), since)


def read(
    reader: Reader, grant: Grant, asked: Asked, columns: Columns, part: Part, most: int
) -> list[Any]:
    """The rows of a slim grain as they are: start, metadata value, columns, sums, percentiles."""
    project_id = grant.project(Scope.ANALYTICS_READ)
    return reader.all(
        _reading(asked, columns),
        project=project_id,
        grain=part.grain,
        pair_key=_key_name(project_id, part.metadata_key),
        since=part.since,
        until=part.until,
        most=most,
    )


def summed(
    reader: Reader,
    grant: Grant,
    asked: Asked,
    columns: Columns,
    parts: Sequence[Part],
    most: int,
    *,
    by_value: bool,
) -> list[Any]:
    """Rows of grains added up: bucket, metadata value, columns, sums, percentiles."""
    signed = any(part.sign < 0 for part in parts)
    given = _given(grant.project(Scope.ANALYTICS_READ), parts)
    return reader.all(_summing(asked, columns, by_value, signed), **given, most=most)


def has_more_groups(
    reader: Reader, grant: Grant, columns: Columns, parts: Sequence[Part], most: int, by_value: bool
) -> bool:
    """Whether there are more groups than so many; found out before any is added up."""
    given = _given(grant.project(Scope.ANALYTICS_READ), parts)
    rows = reader.one(_COUNT, **given, most=most + 1)
    if rows is None or rows.found <= most:
        return False
    groups = reader.one(_counting(columns, by_value), **given, most=most + 1)
    return groups is not None and groups.found > most


def _given(project_id: str, parts: Sequence[Part]) -> dict[str, str]:
    keys = {key: _key_name(project_id, key) for key in {part.metadata_key for part in parts}}
    named = [list(part._replace(metadata_key=keys[part.metadata_key])) for part in parts]
    return {"project": project_id, "parts": orjson.dumps(named).decode()}


def _key_name(project_id: str, metadata_key: str) -> str:
    return metadata_hashes.key_name(project_id, metadata_key) if metadata_key else ""


def values(reader: Reader, grant: Grant, hashes: Sequence[str]) -> dict[str, str]:
    """What metadata values say, by the hashes that they are counted under."""
    rows = reader.all(
        _VALUE,
        project=grant.project(Scope.ANALYTICS_READ),
        ids=orjson.dumps(hashes).decode(),
    )
    return {row.id: row.value for row in rows}
