"""What `query_table` gives: figures with their units, and the table and rows they come from."""

from __future__ import annotations

from pydantic import Field

from runwright.tools import base
from runwright.tools.base import Value


class Quantity(Value):
    """A figure in full: 2000000 EUR, where the table says 2 in millions."""

    value: str = Field(description="An exact decimal.")
    unit: str = Field(default="", description="`EUR`, `%`, `kg`; empty if the table names none.")


class TableName(Value):
    """The table that was used."""

    file: str = Field(description="The id of its file.")
    file_name: str = Field(default="", description="The name of the file.")
    number: int = Field(description="Which table of the file it is, from 1.")
    title: str = Field(default="", description="What stands over it.")
    page: int | None = Field(default=None, description="The page on which it begins.")


class TableLine(Value):
    """One row of the table."""

    number: int = Field(description="Its place below the header, from 1.")
    cells: tuple[str, ...] = Field(description="Its cells as written.")
    is_total: bool = Field(default=False, description="Whether it is a total of other rows.")


class Row(base.Row):
    """The rows of the table that one record holds."""

    page: int | None = Field(default=None, description="Their page, from 1.")
    header: tuple[str, ...] = Field(default=(), description="The names of the columns.")
    lines: tuple[TableLine, ...] = Field(default=(), description="The rows.")


class Result(base.Result):
    """What was worked out, and from what."""

    table: TableName | None = Field(default=None, description="The table.")
    column: str = Field(default="", description="The name of the column.")
    to_column: str = Field(default="", description="The name of the column compared with.")
    labels: tuple[str, ...] = Field(
        default=(), description="What the rows are called that the figure is of, 20 at most."
    )
    cell: str = Field(default="", description="For `value`: the cell as it is written.")
    figure: Quantity | None = Field(
        default=None, description="The result; for `change` the difference, for `share` per cent."
    )
    before: Quantity | None = Field(default=None, description="For `change`: the first figure.")
    after: Quantity | None = Field(default=None, description="For `change`: the second figure.")
    percent: str | None = Field(
        default=None, description="For `change`: the difference in per cent of the first figure."
    )
    part: Quantity | None = Field(default=None, description="For `share`: what the rows come to.")
    whole: Quantity | None = Field(default=None, description="For `share`: the column's total.")
    rows: tuple[Row, ...] = Field(default=(), description="The rows that the result rests on.")
