"""How a figure of a table is said: the figure first, then what it was worked out from."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from runwright.minds.embedded.finance import phrases
from runwright.minds.embedded.tables.sureness import Pick
from runwright.text import period_wording
from runwright.text.currencies import CODES, SIGNS
from runwright.tools.cells import Cell
from runwright.tools.table_arguments import Measure
from runwright.tools.table_results import Quantity, Result
from runwright.tools.tables import Line

_CENT = Decimal("0.01")


def worded(pick: Pick, result: Result) -> str:
    """The whole answer."""
    return phrases.lines(_SAID[pick.measure](pick, result), _basis(pick, result))


def _figure(pick: Pick, quantity: Quantity | None) -> str:
    """`€1,234.50`, `584 kWh`, `12.5%`."""
    if quantity is None:
        return ""
    value, unit = Decimal(quantity.value), quantity.unit or pick.unit
    if value != (rounded := value.quantize(_CENT)) and pick.measure in ("average", "share"):
        value = rounded
    if unit in CODES:
        return phrases.money(value, unit)
    if unit in SIGNS:
        return f"{unit}{value:,f}"
    return f"{value:,f}{'' if unit == '%' else ' '}{unit}".strip()


def _value(pick: Pick, result: Result) -> str:
    return f"{_figure(pick, result.figure) or result.cell}."


def _added(pick: Pick, result: Result) -> str:
    return f"{_figure(pick, result.figure)} in total."


def _average(pick: Pick, result: Result) -> str:
    return f"{_figure(pick, result.figure)} on average."


def _extreme(pick: Pick, result: Result) -> str:
    kind = "highest" if pick.measure == "max" else "lowest"
    figures = pick.view.table.figures(pick.columns[0], None)
    value = Decimal(result.figure.value) if result.figure else None
    reached = [line for line in pick.lines if line.number in figures
               and figures[line.number].value == value]  # fmt: skip
    names = phrases.shortened([name_of(pick, line) for line in reached])
    return f"{names}: {_figure(pick, result.figure)}, the {kind}."


def _change(pick: Pick, result: Result) -> str:
    difference = Decimal(result.figure.value) if result.figure else Decimal()
    ends = f"from {_figure(pick, result.before)} to {_figure(pick, result.after)}"
    if not difference or result.figure is None:
        return f"No change: {ends}."
    by = _figure(pick, result.figure.model_copy(update={"value": str(abs(difference))}))
    part = f" ({abs(Decimal(result.percent)):,.1f}%)" if result.percent else ""
    return f"{'Up' if difference > 0 else 'Down'} by {by}{part}, {ends}."


def _share(pick: Pick, result: Result) -> str:
    parts = f"{_figure(pick, result.part)} of {_figure(pick, result.whole)}"
    return f"{_figure(pick, result.figure)}: {parts}."


def _count(_pick: Pick, result: Result) -> str:
    return f"{result.figure.value if result.figure else 0}."


def _list(pick: Pick, _result: Result) -> str:
    column = pick.columns[0]
    figures = pick.view.table.figures(column, None)
    return "\n".join(
        f"- {name_of(pick, line)}: "
        + (_cell(pick, line, figures[line.number]) if line.number in figures
           else pick.view.table.cell(line, column))
        for line in pick.lines
    )  # fmt: skip


def _cell(pick: Pick, line: Line, cell: Cell) -> str:
    unit = cell.unit or pick.view.unit(pick.columns[0], (line,)) or ""
    return _figure(pick, Quantity(value=f"{cell.value:f}", unit=unit))


def name_of(pick: Pick, line: Line) -> str:
    """`Ferritin, May 2026`: what a row is called, and its time where others are called so too."""
    table, column = pick.view.table, pick.view.label
    label = "" if column is None else table.cell(line, column)
    if column is not None and [table.cell(each, column) for each in table.lines].count(label) == 1:
        return label
    time = pick.view.row_times.get(line.number)
    when = period_wording.describe(time.period) if time and time.has_year else ""
    return ", ".join(filter(None, (label, when))) or line.label


def _basis(pick: Pick, result: Result) -> str:
    """`electric_kwh of June 2026 and July 2026, 2 rows (usage.csv, page 1).`"""
    table, lines = pick.view.table, (*pick.lines, *pick.to_lines)
    heads = phrases.join([table.header(n) or f"Column {n + 1}" for n in pick.columns])
    rows = phrases.counted(len(lines), "row")
    names = phrases.shortened([name_of(pick, line) for line in lines])
    of = f"all {rows}" if len(lines) == len(table.lines) else names
    count = f", {rows}" if of is names and len(lines) > 1 else ""
    page = f", page {table.page}" if table.page else ""
    title = f"{table.facts.title}, {table.file_name}" if table.facts.title else table.file_name
    what = f"{heads} of {of}{count}" if heads else of.capitalize()
    return "; ".join([f"{what} ({title}{page})", *phrases.note_clauses(result.notes)]) + "."


_SAID: dict[Measure, Callable[[Pick, Result], str]] = {
    "value": _value, "sum": _added, "average": _average, "max": _extreme, "min": _extreme,
    "change": _change, "share": _share, "count": _count, "list": _list,
}  # fmt: skip
