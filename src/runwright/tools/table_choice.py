"""The table that a call means, and its columns and rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from runwright.text.folding import fold
from runwright.tools.base import InvalidCall
from runwright.tools.fields import Match
from runwright.tools.matching import fits
from runwright.tools.table_arguments import Arguments, ColumnChoice, Condition
from runwright.tools.tables import Line, WholeTable

_MOST_NAMED = 8


class Choice(NamedTuple):
    """A table, and what the call means in it."""

    table: WholeTable
    columns: tuple[int, ...]
    """For a list; every column if none is named."""
    column: int | None
    to_column: int | None
    lines: tuple[Line, ...]
    to_lines: tuple[Line, ...]


def choose(tables: Iterable[WholeTable], arguments: Arguments, home: str | None) -> Choice:
    """What the call means; `InvalidCall` says what is missing, or what fits as well."""
    named = [table for table in tables if _is_named(table, arguments)]
    if not named:
        raise InvalidCall("No table fits the file, number, title and header.")
    choices, errors = list[Choice](), list[str]()
    for table in named:
        try:
            choices.append(_in_table(table, arguments, home))
        except InvalidCall as error:
            errors.append(str(error))
    if not choices:
        raise InvalidCall(errors[0] if len(named) == 1 else _none_of(named, errors))
    # A table that has the columns but none of the rows is not the one that is meant.
    with_rows = [
        each for each in choices if each.lines and (each.to_lines or not arguments.to_rows)
    ]
    fitting = with_rows or choices
    if len(fitting) > 1:
        raise InvalidCall(f"Several tables fit: {_list(each.table for each in fitting)}.")
    return fitting[0]


def _none_of(tables: Sequence[WholeTable], errors: Sequence[str]) -> str:
    return f"None of {len(tables)} tables has what is asked for. The first: {errors[0]}"


def _list(tables: Iterable[WholeTable]) -> str:
    """The tables by file and number, so that the next call can name one."""
    names = [
        f"table {table.facts.number} of {table.file}"
        + (f" ({table.facts.title})" if table.facts.title else "")
        for table in tables
    ]
    rest = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return "; ".join(names[:_MOST_NAMED]) + rest


def _is_named(table: WholeTable, arguments: Arguments) -> bool:
    if arguments.number is not None and table.facts.number != arguments.number:
        return False
    texts = (table.facts.title, table.file_name, *table.facts.headings)
    if not fits(arguments.title, texts):
        return False
    return all(fits(Match(any_of=(words,)), table.facts.header) for words in arguments.header)


def _in_table(table: WholeTable, arguments: Arguments, home: str | None) -> Choice:
    return Choice(
        table,
        tuple(column_of(table, each) for each in arguments.columns) or tuple(range(table.width)),
        column_of(table, arguments.column) if arguments.column else None,
        column_of(table, arguments.to_column) if arguments.to_column else None,
        _lines(table, arguments.rows, home),
        _lines(table, arguments.to_rows, home) if arguments.to_rows else (),
    )


def column_of(table: WholeTable, choice: ColumnChoice) -> int:
    """The one column that is meant: the one that is called just so, or else has the words."""
    if choice.number is not None:
        if choice.number > table.width:
            raise InvalidCall(f"The table has {table.width} columns.")
        return choice.number - 1
    names = table.facts.header
    wanted = {_plain(name) for name in choice.name.any_of}
    having = [n for n, name in enumerate(names) if name and fits(choice.name, (name,))]
    columns = [n for n in having if _plain(names[n]) in wanted] or having
    if len(columns) == 1:
        return columns[0]
    words = " or ".join(choice.name.any_of)
    if columns:
        found = ", ".join(f"{names[n]} (number {n + 1})" for n in columns)
        raise InvalidCall(f"Several columns are called {words}: {found}.")
    known = ", ".join(filter(None, names)) or "no names"
    raise InvalidCall(f"No column is called {words}; the columns have: {known}.")


def _lines(
    table: WholeTable, conditions: Sequence[Condition], home: str | None
) -> tuple[Line, ...]:
    lines = table.lines
    for condition in conditions:
        lines = tuple(_fitting(table, lines, condition, home))
    return lines


def _fitting(
    table: WholeTable, lines: Sequence[Line], condition: Condition, home: str | None
) -> Iterable[Line]:
    column = column_of(table, condition.column) if condition.column else None
    figures = table.figures(column, home) if condition.has_bounds and column is not None else {}
    wanted = {_plain(text) for text in condition.equals}
    for line in lines:
        cells = line.cells if column is None else (table.cell(line, column),)
        if wanted and not any(_plain(cell) in wanted for cell in cells):
            continue
        if not fits(condition.contains, cells):
            continue
        if condition.has_bounds:
            figure = figures.get(line.number)
            if figure is None or not _is_within(figure.value, condition):
                continue
        yield line


def _is_within(value: Decimal, condition: Condition) -> bool:
    above, least = condition.above, condition.least
    below, most = condition.below, condition.most
    return (
        (above is None or value > Decimal(above))
        and (least is None or value >= Decimal(least))
        and (below is None or value < Decimal(below))
        and (most is None or value <= Decimal(most))
    )


def _plain(text: str) -> str:
    return " ".join(fold(text).split())
