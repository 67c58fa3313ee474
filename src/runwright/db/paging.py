"""Lists by cursor: a `Page` says which part, a `Listing` fetches it.

The cursor is the sort key itself, so it needs no look-up, and one that names an erased thing
still works. Rows that are inserted meanwhile never shift what a cursor has passed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, bindparam
from sqlalchemy.sql import Select

from runwright.db.sql import has_pair
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


MOST_PAIRS = 16


def pair_filters(column: ColumnElement[Any]) -> dict[str, ColumnElement[bool]]:
    """Filters by pairs of a metadata column; `pairs` gives them their values."""
    return {
        f"pair_{n}": has_pair(column, bindparam(f"pair_{n}_key"), bindparam(f"pair_{n}_value"))
        for n in range(MOST_PAIRS)
    }


def pairs(metadata: Mapping[str, str]) -> tuple[dict[str, bool], dict[str, str]]:
    """Which of those filters are wanted, and the parameters that they take."""
    wanted: dict[str, bool] = {}
    given: dict[str, str] = {}
    for n, (key, value) in enumerate(sorted(metadata.items())):
        wanted[f"pair_{n}"] = True
        given |= {f"pair_{n}_key": key, f"pair_{n}_value": value}
    return wanted, given


class Listing:
    """A query that can be paged and filtered; each combination is built once."""

    def __init__(
        self,
        base: Select[Any],
        cursor: ColumnElement[Any],
        filters: Mapping[str, ColumnElement[bool]] | None = None,
    ) -> None:
        self._base = base
        self._cursor = cursor
        self._filters = filters or {}
        self._built: dict[tuple[bool, bool, bool, frozenset[str]], Select[Any]] = {}

    def fetch(
        self, reader: Reader, page: Page, filters: Mapping[str, Any], **parameters: Any
    ) -> Slice:
        """The rows of one page; `filters` holds a value for each filter that is wanted."""
        # `before` alone means the page that ends at the cursor: read backwards, then turn round.
        backwards = page.before is not None and page.after is None
        ascending = (page.order == "asc") != backwards
        form = (ascending, page.after is not None, page.before is not None, frozenset(filters))
        statement = self._built.get(form)
        if statement is None:
            statement = self._built[form] = self._build(page, ascending, form[3])
        given = {**parameters, **filters, "page_limit": page.limit + 1}
        if page.after is not None:
            given["page_after"] = page.after
        if page.before is not None:
            given["page_before"] = page.before
        rows = reader.all(statement, **given)
        has_more = len(rows) > page.limit
        rows = rows[: page.limit]
        return Slice(rows=rows[::-1] if backwards else rows, has_more=has_more)

    def _build(self, page: Page, ascending: bool, names: frozenset[str]) -> Select[Any]:
        cursor, forwards = self._cursor, page.order == "asc"
        statement = self._base
        for name in sorted(names):
            statement = statement.where(self._filters[name])
        if page.after is not None:
            bound = bindparam("page_after", type_=cursor.type)
            statement = statement.where(cursor > bound if forwards else cursor < bound)
        if page.before is not None:
            bound = bindparam("page_before", type_=cursor.type)
            statement = statement.where(cursor < bound if forwards else cursor > bound)
        ordered = cursor.asc() if ascending else cursor.desc()
        return statement.order_by(ordered).limit(bindparam("page_limit"))
