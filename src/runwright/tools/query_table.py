"""`query_table`: figures of one table, looked up or worked out, with their units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from runwright.records.facts import Table
from runwright.tools.base import Item, Read, Records, Tool
from runwright.tools.documents import wording
from runwright.tools.table_arguments import Arguments, ColumnChoice, Condition, Measure
from runwright.tools.table_choice import Choice, choose
from runwright.tools.table_measures import MEASURES
from runwright.tools.table_results import Result, Row, TableLine, TableName
from runwright.tools.tables import Line, WholeTable, whole_tables


def run(arguments: Arguments, records: Records) -> Result:
    """The rows that fit, and what was asked for of them."""
    (read,) = reads(arguments)
    items = records.read(read)
    choice = choose(whole_tables(items), arguments, records.currency)
    result = MEASURES[arguments.measure](choice, records.currency)
    kept = dict.fromkeys((*choice.lines, *choice.to_lines))
    shown = list(kept)[: arguments.limit]
    return result.model_copy(
        update={
            "looked_at": len(choice.table.lines),
            "kept": len(kept),
            "items": tuple(dict.fromkeys(line.item for line in kept)),
            "table": _name(choice.table),
            "more": len(kept) - len(shown),
            "rows": tuple(_rows(choice, shown, items)),
        }
    )


def _name(table: WholeTable) -> TableName:
    return TableName(
        file=table.file,
        file_name=table.file_name,
        number=table.facts.number,
        title=table.facts.title,
        page=table.page,
    )


def _rows(choice: Choice, lines: Sequence[Line], items: Iterable[Item[Any]]) -> Iterable[Row]:
    table, pages = choice.table, {item.id: item.page for item in items}
    by_item: dict[str, list[TableLine]] = {}
    for line in lines:
        cells = tuple(table.cell(line, column) for column in choice.columns)
        is_total = line.number in table.totals
        by_item.setdefault(line.item, []).append(
            TableLine(number=line.number, cells=cells, is_total=is_total)
        )
    header = tuple(table.header(column) for column in choice.columns)
    for item, some in by_item.items():
        yield Row(id=item, page=pages[item], header=header, lines=tuple(some))


def row(item: Item[Table]) -> Row:
    """All rows that a record holds."""
    lines = tuple(
        Line(number, cells, item.id)
        for number, cells in enumerate(item.facts.rows, item.facts.first_row)
    )
    shown = (
        TableLine(number=line.number, cells=line.cells, is_total=line.total is not None)
        for line in lines
    )
    return Row(id=item.id, page=item.page, header=item.facts.header, lines=tuple(shown))


def reads(arguments: Arguments) -> tuple[Read, ...]:
    """The tables, and the documents: their language tells which sign decimals have."""
    return (Read("documents", ("table", "document"), files=arguments.files),)


def describe(arguments: Arguments) -> str:
    """Such as `sum of Net sales where Region is Berlin, in the table Results`."""
    what = _MEASURE_WORDS[arguments.measure]
    if arguments.column:
        what = f"{what} of {_column_words(arguments.column)}"
    if arguments.to_column:
        what = f"{what} to {_column_words(arguments.to_column)}"
    where = " and ".join(map(_condition_words, arguments.rows))
    to_where = " and ".join(map(_condition_words, arguments.to_rows))
    named = [wording(arguments.title), " ".join(arguments.header)]
    number = f"number {arguments.number}" if arguments.number else ""
    table = " ".join(filter(None, ("in the table", number, *named)))
    return ", ".join(
        filter(
            None,
            (
                f"{what} where {where}" if where else what,
                f"compared with where {to_where}" if to_where else "",
                table if table != "in the table" else "in a table",
            ),
        )
    )


_MEASURE_WORDS: dict[Measure, str] = {
    "list": "rows", "value": "value", "sum": "sum", "average": "average", "min": "lowest",
    "max": "highest", "count": "number of rows", "change": "change", "share": "share in the total",
}  # fmt: skip


def _column_words(column: ColumnChoice) -> str:
    return wording(column.name) or f"column {column.number}"


def _condition_words(condition: Condition) -> str:
    name = _column_words(condition.column) if condition.column else "a cell"
    bounds = (
        ("is above", condition.above),
        ("is at least", condition.least),
        ("is below", condition.below),
        ("is at most", condition.most),
        ("is", " or ".join(condition.equals)),
        ("has", wording(condition.contains)),
    )
    return " and ".join(f"{name} {words} {bound}" for words, bound in bounds if bound)


TOOL = Tool(
    name="query_table",
    description="Looks up or works out figures of one table in a document: values, sums, "
    "averages, extremes, counts, changes and shares, in full and with units. Total rows are not "
    "added to their parts. Use search_documents first if the table is not known.",
    arguments=Arguments,
    result=Result,
    run=run,
    describe=describe,
    sources=("documents",),
    reads=reads,
    row=row,
)
