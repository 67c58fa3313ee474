"""All rows of a project in one table, some at a time: what a backup copies and proves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, func, select

from runwright.db.transaction import Reader


class Walk:
    """Counts the rows of a project, and goes through them in the order of their ids."""

    def __init__(self, table: Table, *columns: ColumnElement[Any], at_once: int) -> None:
        ours = table.c.project_id == bindparam("project")
        self._count = select(func.count().label("rows")).where(ours)
        self._next = (
            select(table.c.id, *columns)
            .where(ours, table.c.id > bindparam("after"))
            .order_by(table.c.id)
            .limit(bindparam("limit"))
        )
        self._at_once = at_once

    def count(self, reader: Reader, project_id: str) -> int:
        """How many rows a project has."""
        row = reader.one(self._count, project=project_id)
        return 0 if row is None else int(row.rows)

    def rows(self, reader: Reader, project_id: str) -> Iterator[Any]:
        """Each row of a project: its id and the columns."""
        after = ""
        while found := reader.all(self._next, project=project_id, after=after, limit=self._at_once):
            yield from found
            after = found[-1].id
