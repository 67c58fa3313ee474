"""Lists by cursor: a `Page` says which part, a `Listing` fetches it.

The cursor is the sort key itself, so it needs no look-up, and one that names an erased thing
still works. Rows that are inserted meanwhile never shift what a cursor has passed.

A filter is answered from an index that has the rows in the list's order, so a page costs the rows
on it, also when nothing passes the filter. Which index that is, `db.paths` decides. Where filters
that many rows pass may have few rows in common, a page looks at so many rows and says where it
stopped: the next page goes on there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import Column, ColumnElement, bindparam, func, select, true, union_all
from sqlalchemy.sql import Select

from runwright import clock, ids
from runwright.db.marks import Mark, kind_of
from runwright.db.pairs import PAIRS, pair_hash
from runwright.db.paths import ByColumns, ByMark, Path, Paths
from runwright.db.sql import has_pair, unindexed
from runwright.db.transaction import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Which part of a list is wanted."""

    limit: int = 20
    after: Any | None = None
    before: Any | None = None
    order: Literal["asc", "desc"] = "desc"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """One page of rows, in the list's order."""

    rows: list[Any]
    has_more: bool
    stopped_at: Any | None = None
    """The cursor to go on from, if the page has no row and there may be some beyond it."""


@dataclass(frozen=True, slots=True)
class _Form:
    """What tells one statement of a list from another."""

    ascending: bool
    forwards: bool
    has_after: bool
    has_before: bool
    names: frozenset[str]
    path: Path | None
    values: int
    """How many values of the skipped column are put together; 0 when none is skipped."""
    is_bounded: bool = False
    """Whether the page looks no further than at some row."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a page's rows: its form, its parameters, and what lies on it."""

    form: _Form
    given: dict[str, Any]
    rows: int = 0
    """As far as they were counted."""
    edge: Any | None = None
    """The cursor of the last row that was counted."""

    def bounded(self) -> _Way:
        """The same way, no further than to the last row that was counted."""
        given = {**self.given, "page_edge": self.edge}
        return replace(self, form=replace(self.form, is_bounded=True), given=given)


PROBED = (1_000, 20_000)
"""Rows that are counted to find the shorter of two ways; the second time if all have as many."""
_CREATED = ("created_after", "created_before")
_PAIR = Mark(PAIRS.c.pair, PAIRS.c.id, "{}_hash")


class Listing:
    """A query that can be paged and filtered; each combination is built once."""

    def __init__(  # noqa: PLR0913 - what a list may be filtered by, by name
        self,
        base: Select[Any],
        cursor: Column[Any],
        filters: Mapping[str, ColumnElement[bool]] | None = None,
        *,
        columns: Mapping[str, Column[Any]] | None = None,
        indexes: Sequence[tuple[str, ...]] = (),
        few: frozenset[str] = frozenset(),
        created: str = "",
        metadata: Column[Any] | None = None,
        marks: Mapping[str, Mark] | None = None,
    ) -> None:
        """`columns` are filters for equality, and `indexes` name which of them an index has in
        front of the cursor; those of `few` values may be skipped in it. `created` is the prefix
        of ids that stand for their creation, `metadata` the column that pairs are looked for in,
        `marks` other rows that filters are looked up in.
        """
        self._base, self._cursor = base, cursor
        self._filters = dict(filters or {})
        self._columns = dict(columns or {})
        self._created, self._metadata = created, metadata
        self._marks = {"pair": _PAIR, **(marks or {})}
        self._paths = Paths(tuple(indexes), few, self._marks)
        self._built: dict[_Form, Select[Any]] = {}
        self._counts: dict[_Form, Select[Any]] = {}
        self._values: dict[ByColumns, Select[Any]] = {}

    def fetch(
        self,
        reader: Reader,
        page: Page,
        filters: Mapping[str, Any],
        *,
        pairs: Mapping[str, str] | None = None,
        among: tuple[str, Sequence[str]] | None = None,
        most: int | None = None,
        **parameters: Any,
    ) -> Slice:
        """The rows of one page; `filters` holds a value for each filter that is wanted.

        `pairs` are the metadata that rows must carry; `among` a column of few values, and those
        that it may have; `most` how many rows of an index are looked at.
        """
        # `before` alone means the page that ends at the cursor: read backwards, then turn round.
        backwards = page.before is not None and page.after is None
        given = {**parameters, **self._spans(filters), "page_limit": page.limit + 1}
        given |= self._pairs(pairs or {}, parameters.get("project", ""))
        if page.after is not None:
            given["page_after"] = page.after
        if page.before is not None:
            given["page_before"] = page.before
        form = _Form(
            ascending=(page.order == "asc") != backwards,
            forwards=page.order == "asc",
            has_after=page.after is not None,
            has_before=page.before is not None,
            names=frozenset((*filters, *(f"pair_{n}" for n in range(len(pairs or {}))))),
            path=None,
            values=0,
        )
        way = _Way(form, given)
        if among is not None:
            way = _over(way, ByColumns(frozenset(), among[0]), among[1])
        else:
            way = self._shortest(reader, way, most)
        statement = self._built.get(way.form)
        if statement is None:
            statement = self._built[way.form] = self._page(way.form)
        found = reader.all(statement, **way.given)
        rows = found[: page.limit]
        return Slice(
            rows=rows[::-1] if backwards else rows,
            has_more=len(found) > page.limit or way.form.is_bounded,
            stopped_at=None if rows else way.edge if way.form.is_bounded else None,
        )

    # What is given ---------------------------------------------------------------------------

    def _spans(self, filters: Mapping[str, Any]) -> dict[str, Any]:
        """The filters' values, with times of creation turned into ids."""
        if not self._created:
            return dict(filters)
        given = dict(filters)
        if "created_after" in given:
            after = clock.parse(given["created_after"])
            given["created_after"] = ids.first_after(self._created, after)
        if "created_before" in given:
            before = clock.parse(given["created_before"])
            given["created_before"] = ids.first_at(self._created, before)
        return given

    def _pairs(self, pairs: Mapping[str, str], project_id: str) -> dict[str, str]:
        given: dict[str, str] = {}
        for n, (key, value) in enumerate(sorted(pairs.items())):
            given[f"pair_{n}_key"], given[f"pair_{n}_value"] = key, value
            given[f"pair_{n}_hash"] = pair_hash(project_id, self._created, key, value)
        return given

    # Which way -------------------------------------------------------------------------------

    def _shortest(self, reader: Reader, way: _Way, most: int | None) -> _Way:
        """The way with the fewest rows, with the values that it skips over."""
        ways = [self._with_values(reader, way, path) for path in self._paths.of(way.form.names)]
        if not ways:
            return way
        if len(ways) == 1 and most is None:
            return ways[0]
        for probed in PROBED if most is None else (most,):
            ways = [self._measured(reader, each, probed) for each in ways]
            if min(each.rows for each in ways) < probed:
                break
        shortest = min(ways, key=lambda each: each.rows)
        return shortest.bounded() if shortest.rows == most else shortest

    def _with_values(self, reader: Reader, way: _Way, path: Path) -> _Way:
        if not isinstance(path, ByColumns) or path.skipped is None:
            return replace(way, form=replace(way.form, path=path))
        statement = self._values.get(path)
        if statement is None:
            statement = self._values[path] = self._distinct(path)
        found = [row.value for row in reader.all(statement, **way.given)]
        return _over(way, path, found)

    def _measured(self, reader: Reader, way: _Way, most: int) -> _Way:
        """A way with the number of its rows, as far as they are counted."""
        statement = self._counts.get(way.form)
        if statement is None:
            statement = self._counts[way.form] = self._counting(way.form)
        row = reader.row(statement, **{**way.given, "page_limit": most})
        return replace(way, rows=row.rows, edge=row.edge)

    # Statements ------------------------------------------------------------------------------

    def _page(self, form: _Form) -> Select[Any]:
        arms = self._arms(form, form.names)
        return arms[0] if len(arms) == 1 else self._together(form, arms)

    def _together(self, form: _Form, arms: Sequence[Select[Any]]) -> Select[Any]:
        """The rows of several statements, in the list's order."""
        together = union_all(*(select(arm.subquery()) for arm in arms)).subquery()
        cursor = together.c[self._cursor.name]
        ordered = cursor.asc() if form.ascending else cursor.desc()
        return select(together).order_by(ordered).limit(bindparam("page_limit"))

    def _counting(self, form: _Form) -> Select[Any]:
        """Counts what the index alone can tell: what lies on the way, within the cursors."""
        path = form.path
        spans = form.names & {*_CREATED}
        if isinstance(path, ByMark):
            mark = self._marks[kind_of(path.mark)]
            lying = self._within(form, mark.carriers(path.mark), spans, mark.id)
        else:
            names = spans if path is None else spans | path.names
            arms = [arm.with_only_columns(self._cursor) for arm in self._arms(form, names)]
            lying = arms[0] if len(arms) == 1 else self._together(form, arms)
        found = lying.subquery()
        (cursor,) = found.c
        edge = func.max(cursor) if form.ascending else func.min(cursor)
        return select(func.count().label("rows"), edge.label("edge")).select_from(found)

    def _distinct(self, path: ByColumns) -> Select[Any]:
        """The values of a column that has few, by leaps: the next one is looked up each time."""
        column = self._columns[str(path.skipped)]
        scope = self._base.with_only_columns(func.min(column).label("value"))
        for name in path.before:
            scope = scope.where(self._columns[name] == bindparam(name))
        seen = scope.cte("seen", recursive=True)
        following = scope.where(column > seen.c.value).correlate(seen).scalar_subquery()
        seen = seen.union_all(select(following).where(seen.c.value.is_not(None)))
        return select(seen.c.value).where(seen.c.value.is_not(None))

    def _arms(self, form: _Form, names: frozenset[str]) -> list[Select[Any]]:
        """The same statement for each value of the skipped column, or once when none is."""
        path = form.path
        if not isinstance(path, ByColumns) or path.skipped is None:
            return [self._arm(form, names, self._base)]
        column = self._columns[path.skipped]
        return [
            self._arm(form, names, self._base.where(column == bindparam(value, type_=column.type)))
            for value in _names(path.skipped, form.values)
        ]

    def _arm(self, form: _Form, names: frozenset[str], statement: Select[Any]) -> Select[Any]:
        cursor: ColumnElement[Any] = self._cursor
        if isinstance(form.path, ByMark):
            name = form.path.mark
            mark = self._marks[kind_of(name)]
            statement = statement.where(mark.is_carried(name), mark.id == cursor)
            cursor = mark.id
        return self._within(form, statement, names, cursor)

    def _within(
        self,
        form: _Form,
        statement: Select[Any],
        names: frozenset[str],
        cursor: ColumnElement[Any],
    ) -> Select[Any]:
        """A statement with its filters, between its cursors, in its order."""
        for name in sorted(names):
            statement = statement.where(self._condition(form, name, cursor))
        if form.has_after:
            bound = bindparam("page_after", type_=cursor.type)
            statement = statement.where(cursor > bound if form.forwards else cursor < bound)
        if form.has_before:
            bound = bindparam("page_before", type_=cursor.type)
            statement = statement.where(cursor < bound if form.forwards else cursor > bound)
        if form.is_bounded:
            edge = bindparam("page_edge", type_=cursor.type)
            statement = statement.where(cursor <= edge if form.ascending else cursor >= edge)
        ordered = cursor.asc() if form.ascending else cursor.desc()
        return statement.order_by(ordered).limit(bindparam("page_limit"))

    def _condition(self, form: _Form, name: str, cursor: ColumnElement[Any]) -> ColumnElement[bool]:
        if self._created and name == "created_after":
            return cursor >= bindparam(name, type_=cursor.type)
        if self._created and name == "created_before":
            return cursor < bindparam(name, type_=cursor.type)
        if kind_of(name) in self._marks:
            return self._carries(form, name, cursor)
        if name not in self._columns:
            return self._filters[name]
        column = self._columns[name]
        # An index that this way does not take must not look tempting either.
        is_way = form.path is None or name in form.path.names
        return (column if is_way else unindexed(column)) == bindparam(name, type_=column.type)

    def _carries(self, form: _Form, name: str, cursor: ColumnElement[Any]) -> ColumnElement[bool]:
        kind = kind_of(name)
        # On its own way a row carries the mark already.
        is_way = form.path is not None and name in form.path.names
        marked = true() if is_way else self._marks[kind].carries(name, cursor)
        if kind != "pair":
            return marked
        return marked & has_pair(
            self._metadata, bindparam(f"{name}_key"), bindparam(f"{name}_value")
        )


def _over(way: _Way, path: ByColumns, values: Sequence[Any]) -> _Way:
    """The way that puts the rows of some values of a column together."""
    # Without any value there is no row: one that is nobody's gives an empty page.
    values = values or [""]
    named = dict(zip(_names(path.skipped, len(values)), values, strict=True))
    form = replace(way.form, path=path, values=len(values))
    return replace(way, form=form, given={**way.given, **named})


def _names(column: str | None, count: int) -> list[str]:
    """The parameters for the values of a column."""
    return [f"{column}_{n}" for n in range(count)]
