"""How a table, its columns and its rows are chosen: the arguments of `query_table`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from runwright.records.facts import Amount
from runwright.tools import base
from runwright.tools.base import MOST_ROWS, Value
from runwright.tools.fields import Match

Measure = Literal[
    "list", "value", "sum", "average", "min", "max", "count", "change", "share"
]  # fmt: skip
"""What is worked out from the rows."""


class ColumnChoice(Value):
    """One column, by the words of its header or by its place."""

    name: Match = Field(
        default=Match(), description="Words of its header, such as `2026` or `Net sales`."
    )
    number: int | None = Field(
        default=None, ge=1, description="Its place from the left, from 1, if it has no name."
    )

    @model_validator(mode="after")
    def _names_one(self) -> ColumnChoice:
        if bool(self.name.any_of) == (self.number is not None):
            raise ValueError("must have either the words of a header or a number")
        return self


class Condition(Value):
    """What a cell of a row must be like. Every wish that is given must hold."""

    column: ColumnChoice | None = Field(
        default=None, description="The column of the cell; any cell of the row if left out."
    )
    equals: tuple[str, ...] = Field(
        default=(), max_length=50, description="The whole cell is one of these, such as `Berlin`."
    )
    contains: Match = Field(default=Match(), description="Words that the cell has, or has not.")
    above: Amount | None = Field(default=None, description="The figure is more than this.")
    least: Amount | None = Field(default=None, description="The figure is this or more.")
    below: Amount | None = Field(default=None, description="The figure is less than this.")
    most: Amount | None = Field(
        default=None,
        description="The figure is this or less. Figures are compared in full: 2000000, where "
        "the table says 2 in millions.",
    )

    @property
    def has_bounds(self) -> bool:
        """Whether it compares figures."""
        return any(bound is not None for bound in (self.above, self.least, self.below, self.most))

    @model_validator(mode="after")
    def _says_something(self) -> Condition:
        if self.has_bounds and self.column is None:
            raise ValueError("must name the column whose figures are compared")
        if not (self.has_bounds or self.equals or self.contains != Match()):
            raise ValueError("must say what the cell is like")
        return self


class Arguments(base.Arguments):
    """Which table, which of its columns and rows, and what to work out."""

    files: tuple[str, ...] = Field(
        default=(), max_length=50, description="In these files, by id; empty for all."
    )
    number: int | None = Field(
        default=None, ge=1, description="Which table of the file it is, from 1."
    )
    title: Match = Field(default=Match(), description="Words of its title or of its file's name.")
    header: tuple[str, ...] = Field(
        default=(), max_length=20, description="Words that columns of it are called; all of them."
    )
    measure: Measure = Field(
        default="list",
        description="`list` gives the rows, `value` one cell, `count` how many rows; `sum`, "
        "`average`, `min` and `max` are of the column; `change` is from `column` to `to_column`, "
        "or from the row `rows` to the row `to_rows`; `share` is that of the rows in the total "
        "of the column.",
    )
    columns: tuple[ColumnChoice, ...] = Field(
        default=(), max_length=30, description="For `list`: the columns to show; empty for all."
    )
    column: ColumnChoice | None = Field(
        default=None, description="The column whose figures are meant; not for `list`, `count`."
    )
    to_column: ColumnChoice | None = Field(
        default=None, description="For `change`: the column that it is compared with."
    )
    rows: tuple[Condition, ...] = Field(
        default=(), max_length=20, description="What rows must be like, all of these."
    )
    to_rows: tuple[Condition, ...] = Field(
        default=(), max_length=20, description="For `change`: the row that it is compared with."
    )
    limit: int = Field(default=50, ge=1, le=MOST_ROWS, description="How many rows are listed.")

    @model_validator(mode="after")
    def _fits_together(self) -> Arguments:
        needs_column = self.measure not in ("list", "count")
        if needs_column and self.column is None:
            raise ValueError(f"{self.measure} needs a column")
        if not needs_column and self.column is not None:
            raise ValueError(f"{self.measure} takes no column")
        if self.columns and self.measure != "list":
            raise ValueError("columns are for list")
        compared = bool(self.to_column) + bool(self.to_rows)
        if compared != (self.measure == "change"):
            raise ValueError("change, and change alone, needs either to_column or to_rows")
        if self.measure in ("share", "value") and not self.rows:
            raise ValueError(f"{self.measure} needs conditions that choose rows")
        return self
