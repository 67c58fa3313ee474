"""The arithmetic of `query_table`: exact, in one unit, and never a total beside its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import reduce
from itertools import islice
from typing import NamedTuple

from runwright.tools.base import InvalidCall, Note
from runwright.tools.cells import EXACT, Cell, common_unit
from runwright.tools.documents import count_words
from runwright.tools.table_arguments import Measure
from runwright.tools.table_choice import Choice
from runwright.tools.table_results import Quantity, Result
from runwright.tools.tables import Line

_PLACES = Decimal("1e-10")
"""Where a quotient does not end, it is rounded here."""
_MOST_LABELS = 20
_PERCENT = "%"
_POINTS = "percentage points"


class _Column(NamedTuple):
    """The figures of some rows in one column."""

    lines: tuple[Line, ...]
    """Those that have a figure."""
    cells: tuple[Cell, ...]
    unit: str
    notes: tuple[Note, ...]

    def quantity(self, value: Decimal) -> Quantity:
        return Quantity(value=f"{value:f}", unit=self.unit)


# Which rows and figures are meant -----------------------------------------------------------------


def _parts(choice: Choice, lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Note, ...]]:
    """The rows without the totals among them, unless they are totals all of them."""
    totals = [line for line in lines if line.number in choice.table.totals]
    if not totals or len(totals) == len(lines):
        return tuple(lines), ()
    names = ", ".join(line.label for line in totals[:3])
    noun = "total row" if len(totals) == 1 else "total rows"
    text = f"{noun} left out, because the parts are there: {names}"
    parts = tuple(line for line in lines if line.number not in choice.table.totals)
    return parts, (Note(code="total_rows", text=text, count=len(totals)),)


def _column(choice: Choice, column: int | None, lines: Sequence[Line], home: str | None) -> _Column:
    """The figures of the rows; `InvalidCall` if there are none, or they are in several units."""
    table, number = choice.table, column or 0
    figures = table.figures(number, home)
    having = tuple(line for line in lines if line.number in figures)
    cells = tuple(figures[line.number] for line in having)
    name = table.header(number) or f"number {number + 1}"
    if not lines:
        raise InvalidCall("No row of the table fits the conditions.")
    if not having:
        raise InvalidCall(f"The column {name} has no figures in these rows.")
    unit = common_unit(cells, table.unit(number))
    if unit is None:
        units = ", ".join(sorted({cell.unit for cell in cells if cell.unit}))
        raise InvalidCall(f"The figures of the column {name} are in different units: {units}.")
    return _Column(having, cells, unit, tuple(_doubts(cells, len(lines) - len(having))))


def _doubts(cells: Sequence[Cell], without: int) -> Iterable[Note]:
    if without:
        text = f"{count_words(without, 'row')} without a figure in the column left out"
        yield Note(code="cells_without_figure", text=text, count=without)
    unclear = sum(cell.is_ambiguous for cell in cells)
    if unclear:
        text = "nothing in the table shows whether the point or the comma marks decimals"
        yield Note(code="decimal_sign_assumed", text=text, count=unclear)


def _figures(choice: Choice, home: str | None) -> tuple[_Column, tuple[Note, ...]]:
    lines, notes = _parts(choice, choice.lines)
    column = _column(choice, choice.column, lines, home)
    unnamed = _unnamed_total(choice, column)
    if unnamed is None:
        return column, (*notes, *column.notes)
    text = "the last row left out, because it has no name and is the sum of the rows above it"
    shorter = column._replace(lines=column.lines[:-1], cells=column.cells[:-1])
    return shorter, (*notes, *column.notes, Note(code="total_rows", text=text, count=1))


def _unnamed_total(choice: Choice, column: _Column) -> Line | None:
    """The last row of the table if it is a total that nobody named."""
    last = column.lines[-1]
    if len(column.lines) < 3 or last != choice.table.lines[-1] or last.names:
        return None
    is_sum = _sum(column.cells[:-1]) == column.cells[-1].value
    return last if is_sum and all(line.names for line in column.lines[:-1]) else None


def _sum(cells: Iterable[Cell]) -> Decimal:
    return reduce(EXACT.add, (cell.value for cell in cells), Decimal())


def _quotient(above: Decimal, below: Decimal) -> Decimal:
    """Rounded at the tenth decimal, without zeros at the end."""
    value = EXACT.divide(above, below).quantize(_PLACES, context=EXACT)
    whole = value.to_integral_value(context=EXACT)
    return whole if value == whole else value.normalize(EXACT)


# The measures -----------------------------------------------------------------------------------


def _labels(lines: Iterable[Line]) -> tuple[str, ...]:
    return tuple(line.label for line in islice(lines, _MOST_LABELS))


def _list(choice: Choice, _home: str | None) -> Result:
    return Result(labels=_labels(choice.lines))


def _count(choice: Choice, _home: str | None) -> Result:
    lines, notes = _parts(choice, choice.lines)
    return Result(figure=Quantity(value=str(len(lines))), notes=notes)


def _value(choice: Choice, home: str | None) -> Result:
    """One cell, as it is written and, if it is a figure, in full."""
    lines, notes = _parts(choice, choice.lines)
    line = _only(lines)
    number = choice.column or 0
    cell = choice.table.cell(line, number)
    result = Result(
        column=choice.table.header(number), labels=_labels(lines), cell=cell, notes=notes
    )
    if line.number not in choice.table.figures(number, home):
        return result
    column = _column(choice, number, lines, home)
    figure = column.quantity(column.cells[0].value)
    return result.model_copy(update={"figure": figure, "notes": (*notes, *column.notes)})


def _only(lines: Sequence[Line]) -> Line:
    if len(lines) == 1:
        return lines[0]
    if not lines:
        raise InvalidCall("No row of the table fits the conditions.")
    names = ", ".join(_labels(lines)[:5])
    raise InvalidCall(f"{len(lines)} rows fit the conditions: {names}. Name one, or list them.")


def _added(choice: Choice, home: str | None) -> Result:
    column, notes = _figures(choice, home)
    figure = column.quantity(_sum(column.cells))
    return _of_column(choice, column, figure, notes)


def _average(choice: Choice, home: str | None) -> Result:
    column, notes = _figures(choice, home)
    figure = column.quantity(_quotient(_sum(column.cells), Decimal(len(column.cells))))
    return _of_column(choice, column, figure, notes)


def _of_column(
    choice: Choice, column: _Column, figure: Quantity, notes: tuple[Note, ...]
) -> Result:
    name = choice.table.header(choice.column or 0)
    return Result(column=name, labels=_labels(column.lines), figure=figure, notes=notes)


def _extreme(
    choice: Choice, home: str | None, pick: Callable[[Iterable[Decimal]], Decimal]
) -> Result:
    column, notes = _figures(choice, home)
    value = pick(cell.value for cell in column.cells)
    ties = zip(column.lines, column.cells, strict=True)
    lines = tuple(line for line, cell in ties if cell.value == value)
    return _of_column(choice, column._replace(lines=lines), column.quantity(value), notes)


def _change(choice: Choice, home: str | None) -> Result:
    """From one column to another, or from one row to another; of several rows, of their sum."""
    lines, notes = _parts(choice, choice.lines)
    if choice.to_column is None:
        others, more = _parts(choice, choice.to_lines)
        before = _column(choice, choice.column, (_only(lines),), home)
        after = _column(choice, choice.column, (_only(others),), home)
        notes = (*notes, *more)
    else:
        before = _column(choice, choice.column, lines, home)
        after = _column(choice, choice.to_column, lines, home)
        if before.lines != after.lines:
            raise InvalidCall("Some of the rows have a figure in one of the columns alone.")
    if before.unit != after.unit:
        units = f"{before.unit or 'no unit'} and {after.unit or 'no unit'}"
        raise InvalidCall(f"Figures in different units cannot be compared: {units}.")
    if before.unit == _PERCENT and len(before.lines) > 1:
        raise InvalidCall("Percentages of several rows cannot be compared; name one row.")
    first, second = _sum(before.cells), _sum(after.cells)
    doubts = dict.fromkeys((*before.notes, *after.notes))
    is_points = before.unit == _PERCENT
    difference = EXACT.subtract(second, first)
    return Result(
        column=choice.table.header(choice.column or 0),
        to_column="" if choice.to_column is None else choice.table.header(choice.to_column),
        labels=_labels(dict.fromkeys((*before.lines, *after.lines))),
        before=before.quantity(first),
        after=after.quantity(second),
        figure=Quantity(value=f"{difference:f}", unit=_POINTS if is_points else before.unit),
        percent=_percent(difference, first) if first > 0 and not is_points else None,
        notes=(*notes, *doubts, *_change_notes(len(before.lines), first)),
    )


def _percent(above: Decimal, below: Decimal) -> str:
    return f"{_quotient(EXACT.multiply(above, Decimal(100)), below):f}"


def _change_notes(rows: int, first: Decimal) -> Iterable[Note]:
    if rows > 1:
        yield Note(code="rows_added", text=f"the sums of {rows} rows are compared", count=rows)
    if first <= 0:
        text = "no percentage, because the first figure is not above zero"
        yield Note(code="no_percentage", text=text)


def _share(choice: Choice, home: str | None) -> Result:
    """What the rows come to, in per cent of the column's total."""
    column, notes = _figures(choice, home)
    everything = choice._replace(lines=choice.table.lines)
    parts, _ = _figures(everything, home)
    part, whole = _sum(column.cells), _sum(parts.cells)
    whole, more = _stated_total(choice, whole, home)
    if any(cell.value < 0 for cell in parts.cells):
        raise InvalidCall("A share makes no sense where some figures of the column are negative.")
    if whole <= 0:
        raise InvalidCall("A share makes no sense where the column's total is not above zero.")
    if part > whole:
        raise InvalidCall("The rows come to more than the column's total: they are not its parts.")
    return Result(
        column=choice.table.header(choice.column or 0),
        labels=_labels(column.lines),
        part=column.quantity(part),
        whole=parts.quantity(whole),
        figure=Quantity(value=_percent(part, whole), unit=_PERCENT),
        notes=(*notes, *more),
    )


def _stated_total(
    choice: Choice, added: Decimal, home: str | None
) -> tuple[Decimal, tuple[Note, ...]]:
    """The total that the table itself states, or the sum of its rows if it states none.

    Where they differ, rows are missing or listed twice ("of which …"), so the table is right.
    """
    number = choice.table.grand_total
    stated = choice.table.figures(choice.column or 0, home).get(number) if number else None
    if stated is None or stated.value == added:
        return added, ()
    text = f"the table's own total differs from the sum of its rows, {added:f}"
    return stated.value, (Note(code="total_differs", text=text),)


MEASURES: dict[Measure, Callable[[Choice, str | None], Result]] = {
    "list": _list,
    "value": _value,
    "sum": _added,
    "average": _average,
    "min": lambda choice, home: _extreme(choice, home, min),
    "max": lambda choice, home: _extreme(choice, home, max),
    "count": _count,
    "change": _change,
    "share": _share,
}
