"""Marks of listed things: rows beside a list that say which things carry a value, in its order.

The metadata of runs, the words of their prompts and the files that they read are marks. A list
that is filtered by one reads the rows of that mark alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam, select
from sqlalchemy.sql import Select


def kind_of(name: str) -> str:
    """Of which kind a filter is: several of one kind are told apart by a number, as `word_2`."""
    return name.partition("_")[0]


@dataclass(frozen=True, slots=True)
class Mark:
    """The rows of one kind of mark."""

    value: Column[Any]
    id: Column[Any]
    parameter: str = "{}"
    """How the parameter of a filter is named, by the name of the filter."""

    def is_carried(self, name: str) -> ColumnElement[bool]:
        """Which rows are of the mark that a filter asks for."""
        return self._of(self.value.table, name)

    def carriers(self, name: str) -> Select[Any]:
        """The ids of the things that carry it."""
        return select(self.id).where(self.is_carried(name))

    def carries(self, name: str, cursor: ColumnElement[Any]) -> ColumnElement[bool]:
        """Whether one thing carries it."""
        rows = self.value.table.alias(name)
        # A value, and no EXISTS: PostgreSQL would make a join of that, and read every carrier.
        row = select(rows.c[self.id.name]).where(
            self._of(rows, name), rows.c[self.id.name] == cursor
        )
        return row.scalar_subquery().is_not(None)

    def _of(self, rows: Any, name: str) -> ColumnElement[bool]:
        value = bindparam(self.parameter.format(name), type_=self.value.type)
        found: ColumnElement[bool] = rows.c[self.value.name] == value
        if "project_id" in rows.c:
            found = (rows.c.project_id == bindparam("project")) & found
        return found
