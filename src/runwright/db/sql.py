"""Building statements once, for both databases.

Stores build every statement at module level with the helpers here and SQLAlchemy Core;
a `Compiler` turns each into driver SQL once, so a call costs the driver and little else.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import Dialect, Table, bindparam, select
from sqlalchemy import insert as core_insert
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import ClauseElement, Select
from sqlalchemy.sql.dml import Insert, UpdateBase
from sqlalchemy.sql.expression import FunctionElement
from sqlalchemy.types import Boolean, Integer, NullType, Text

_REQUIRED = object()
_NUMBERED = re.compile(r"\$\d+", re.ASCII)
_MOST_SUMS = 128
"""Upserts of some counts that are remembered: as many as a connection keeps prepared."""


def insert(table: Table, columns: Iterable[str] | None = None) -> Insert:
    """`INSERT` of the named columns (all, when none is named), each a parameter of its name."""
    return core_insert(table).values(_parameters(table, columns))


def insert_or_ignore(table: Table, columns: Iterable[str] | None = None) -> Insert:
    """The same, doing nothing when the row is there already."""
    return _InsertOrIgnore(table).values(_parameters(table, columns))


def _parameters(table: Table, columns: Iterable[str] | None) -> dict[str, Any]:
    names = [column.name for column in table.columns] if columns is None else columns
    return {name: bindparam(name, type_=table.columns[name].type) for name in names}


def row_lock(table: Table) -> Select[Any]:
    """One row of a project by its id, which nobody deletes before the commit.

    The weakest lock that a deletion waits for: other changes of the row go on.
    """
    return (
        select(table.c.id)
        .where(table.c.project_id == bindparam("project"), table.c.id == bindparam("id"))
        .with_for_update(read=True, key_share=True)
    )


class _InsertOrIgnore(Insert):
    """Both databases say it with the same words, and SQLAlchemy has them apart."""

    inherit_cache = False


@compiles(_InsertOrIgnore)
def _insert_or_ignore(element: Any, compiler: Any, **options: Any) -> str:
    return f"{compiler.visit_insert(element, **options)} ON CONFLICT DO NOTHING"


APPEND = {
    "sqlite": "CAST({old} || {new} AS BLOB)",  # bytes joined are text there, unless one says so
    "postgresql": "{old} || {new}",
}
"""The new bytes behind the old ones."""
ADD = "{old} + {new}"
"""The sum of both."""


def insert_or_merge(table: Table, *, gives: str = "", **merges: str | Mapping[str, str]) -> Insert:
    """`INSERT`; when the row is there already, each named column becomes what its merge says.

    A merge is SQL over `{old}` and `{new}`, or one such text for each dialect. `gives` is a column
    whose value is then the statement's only row.
    """
    statement = _InsertOrMerge(table).values(_parameters(table, None))
    statement.merges, statement.gives = merges, gives
    return statement


class _InsertOrMerge(Insert):
    """An upsert that both databases take."""

    inherit_cache = False
    merges: Mapping[str, str | Mapping[str, str]]
    gives: str


@compiles(_InsertOrMerge)
def _insert_or_merge(element: Any, compiler: Any, **options: Any) -> str:
    table = element.table
    key = ", ".join(column.name for column in table.primary_key)
    assignments = []
    for name, merge in element.merges.items():
        text = merge if isinstance(merge, str) else merge[compiler.dialect.name]
        merged = text.format(old=f"{table.name}.{name}", new=f"excluded.{name}")
        assignments.append(f"{name} = {merged}")
    insert_text = compiler.visit_insert(element, **options)
    given = f" RETURNING {element.gives}" if element.gives else ""
    return f"{insert_text} ON CONFLICT ({key}) DO UPDATE SET {', '.join(assignments)}{given}"


class has_pair(FunctionElement[bool]):  # noqa: N801 - reads as SQL
    """Whether the JSON object in a text column has a key with exactly that string as its value."""

    name = "has_pair"
    type = Boolean()
    inherit_cache = True


@compiles(has_pair, "sqlite")
def _has_pair_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    column, key, value = (compiler.process(part, **options) for part in element.clauses)
    pairs = f"json_each({column}) AS pair"
    condition = f"pair.key = {key} AND pair.value = {value}"
    return f"EXISTS (SELECT 1 FROM {pairs} WHERE {condition})"  # noqa: S608 - compiled parts


@compiles(has_pair, "postgresql")
def _has_pair_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    column, key, value = (compiler.process(part, **options) for part in element.clauses)
    return f"({column}::jsonb ->> {key}::text) = {value}::text"


class value_at(FunctionElement[str]):  # noqa: N801 - reads as SQL
    """The string that a key has in the JSON object in a text column; NULL if it has none."""

    name = "value_at"
    type = Text()
    inherit_cache = True


@compiles(value_at, "sqlite")
def _value_at_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    column, key = (compiler.process(part, **options) for part in element.clauses)
    # What is put together are a column's name and a bound parameter, both compiled.
    return f"(SELECT pair.value FROM json_each({column}) AS pair WHERE pair.key = {key})"  # noqa: S608


@compiles(value_at, "postgresql")
def _value_at_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    column, key = (compiler.process(part, **options) for part in element.clauses)
    return f"({column}::jsonb ->> {key}::text)"


class has_member(FunctionElement[bool]):  # noqa: N801 - reads as SQL
    """Whether the JSON list in a text column has exactly that string in it."""

    name = "has_member"
    type = Boolean()
    inherit_cache = True


@compiles(has_member, "sqlite")
def _has_member_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    column, value = (compiler.process(part, **options) for part in element.clauses)
    members = f"json_each({column}) AS member WHERE member.value = {value}"
    return f"EXISTS (SELECT 1 FROM {members})"  # noqa: S608 - compiled parts


@compiles(has_member, "postgresql")
def _has_member_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    column, value = (compiler.process(part, **options) for part in element.clauses)
    return f"jsonb_exists({column}::jsonb, {value}::text)"


class is_in(FunctionElement[Any]):  # noqa: N801 - reads as SQL
    """Whether a column is one of the values in a JSON list: many look-ups in one statement."""

    name = "is_in"
    # Not Boolean: "= 1" would be put behind it, and no index be used.
    type = NullType()
    inherit_cache = True


@compiles(is_in, "sqlite")
def _is_in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    column, values = (compiler.process(part, **options) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608 - compiled parts


@compiles(is_in, "postgresql")
def _is_in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    column, values = (compiler.process(part, **options) for part in element.clauses)
    cast = "bigint" if isinstance(element.clauses.clauses[0].type, Integer) else "text"
    # ANY over an array lets the planner use the index; a sub-select would not.
    return f"{column} = ANY (ARRAY(SELECT jsonb_array_elements_text({values}::jsonb))::{cast}[])"


class unindexed(FunctionElement[str]):  # noqa: N801 - reads as SQL
    """A column as a value that no index has, for a filter that another index answers."""

    name = "unindexed"
    type = Text()
    inherit_cache = True


@compiles(unindexed, "sqlite")
def _unindexed_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"+{compiler.process(element.clauses, **options)}"


@compiles(unindexed, "postgresql")
def _unindexed_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    nothing = "+ 0" if isinstance(element.clauses.clauses[0].type, Integer) else "|| ''"
    return f"({compiler.process(element.clauses, **options)} {nothing})"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement as one driver takes it."""

    text: str
    parameters: Callable[[Mapping[str, Any]], Any]
    row: Callable[[Iterable[Any]], Any]
    many: Callable[[int], str] | None
    """The same insert for so many rows at once."""
    adding: Callable[[tuple[str, ...], int], str] | None
    """Of an upsert that adds, the same for some of its counts and so many rows: counts that are
    not named are 0 in a new row, and stay as they are in one that is there."""


class Compiler:
    """Statement in, driver SQL out; remembers every statement it has seen."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._known: dict[ClauseElement, Prepared] = {}

    def __call__(self, statement: ClauseElement) -> Prepared:
        prepared = self._known.get(statement)
        if prepared is None:
            prepared = self._known[statement] = self._prepare(statement)
        return prepared

    def _prepare(self, statement: ClauseElement) -> Prepared:
        compiled: Any = statement.compile(dialect=self.dialect)
        defaults = {
            name: _REQUIRED if bind.required else compiled.params[name]
            for name, bind in ((n, compiled.binds[n]) for n in compiled.params)
        }
        positions: list[str] = compiled.positiontup or []
        return Prepared(
            text=str(compiled),
            parameters=_positional(positions, defaults),
            row=_row_type(statement),
            many=_multiplied(str(compiled)) if type(statement) in _MULTIPLIED else None,
            adding=_adding(statement, str(compiled)) if _is_sum(statement) else None,
        )


def _positional(names: Sequence[str], defaults: Mapping[str, Any]) -> Callable[..., Any]:
    if len(names) > 1 and all(defaults[name] is _REQUIRED for name in names):
        return itemgetter(*names)
    return lambda given: [_value(given, name, defaults) for name in names]


def _value(given: Mapping[str, Any], name: str, defaults: Mapping[str, Any]) -> Any:
    value = given.get(name, defaults[name])
    if value is _REQUIRED:
        raise KeyError(name)
    return value


def _is_sum(statement: ClauseElement) -> bool:
    if not isinstance(statement, _InsertOrMerge) or statement.gives:
        return False
    return all(merge == ADD for merge in statement.merges.values())


def _adding(statement: Any, text: str) -> Callable[[tuple[str, ...], int], str]:
    head, _, rest = text.partition(" VALUES (")
    values, _, rest = rest.partition(") ON CONFLICT ")
    key, _, sums = rest.partition(" DO UPDATE SET ")
    parameters = dict(zip(statement.table.columns.keys(), values.split(", "), strict=True))
    assignments = dict(zip(statement.merges, sums.split(", "), strict=True))

    @lru_cache(_MOST_SUMS)
    def adding(counted: tuple[str, ...], rows: int) -> str:
        left_out = assignments.keys() - counted
        given = ("0" if name in left_out else each for name, each in parameters.items())
        all_given = ", ".join([f"({', '.join(given)})"] * rows)
        added = ", ".join(assignments[name] for name in counted)
        return _numbered(f"{head} VALUES {all_given} ON CONFLICT {key} DO UPDATE SET {added}")

    return adding


_MULTIPLIED = (Insert, _InsertOrIgnore)
"""Statements that insert many rows at once as they insert one."""


def _multiplied(text: str) -> Callable[[int], str]:
    head, _, rest = text.rpartition(" VALUES ")
    values, otherwise, what = rest.partition(" ON CONFLICT ")
    end = f"{otherwise}{what}"
    return lru_cache(lambda rows: _numbered(f"{head} VALUES {', '.join([values] * rows)}{end}"))


def _numbered(text: str) -> str:
    """The same with the parameters of PostgreSQL in order, after some were repeated or left out:
    `($1), ($1)` becomes `($1), ($2)`."""
    numbers = count(1)
    return _NUMBERED.sub(lambda _: f"${next(numbers)}", text)


def _row_type(statement: ClauseElement) -> Callable[[Iterable[Any]], Any]:
    if isinstance(statement, Select | UpdateBase) and statement.exported_columns:
        names = list(map(str, statement.exported_columns.keys()))
        row: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]  # noqa: PYI024
        return cast(Callable[[Iterable[Any]], Any], row._make)
    return tuple
