"""What a chart shows of a table: a bar a row, named by one column, as long as another says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from runwright.artifacts.chart import Bar, Series
from runwright.tools.base import InvalidCall
from runwright.tools.file_tables import FileTable, number
from runwright.tools.hours import join_words

MOST_BARS = 60
MOST_NAMES = 12
_TIME = re.compile(r"\d{4}(?:-(?:Q[1-4]|W\d\d|\d\d(?:-\d\d)?))?")
_MONEY = ("currency", "total.currency", "amount.currency")


def series_of(table: FileTable, whole: FileTable, title: str, columns: Sequence[str]) -> Series:
    """The bars; the first column of names and the first of figures unless two are named.

    `whole` has all columns of these rows, and so tells their currencies.
    """
    label, figure = _places(table, columns)
    currency, rows, others = _one_currency(table, whole)
    values = [(row[label], number(row[figure])) for row in rows]
    known = [(name or "(no name)", value) for name, value in values if value is not None]
    if not known:
        raise InvalidCall("A chart needs figures, and this result has none.")
    over_time = all(_TIME.fullmatch(name) for name, _ in known)
    bars = _in_time(known) if over_time else _largest(known)
    axis = table.header[label].replace("_", " ").capitalize()
    unit = table.header[figure].replace("_", " ")
    missing = len(values) - len(known)
    notes = [f"{missing} without a figure {'is' if missing == 1 else 'are'} not in it"] * (
        missing > 0
    )
    if others:
        shown = currency or "amounts without a currency"
        notes.append(f"it shows {shown} alone, without {join_words(others)}")
    return Series(
        title=title or f"{unit.capitalize()} by {axis.lower()}",
        subtitle="",
        unit=currency or unit,
        axis="" if table.header[label] == "group" else axis,
        bars=bars,
        over_time=over_time,
        note="; ".join(notes),
    )


def _places(table: FileTable, columns: Sequence[str]) -> tuple[int, int]:
    if columns:
        return 0, 1
    figures = table.figures
    label = next(
        (n for n in range(len(table.header)) if n not in figures and _is_name(table, n)), 0
    )
    figure = next((n for n in range(len(table.header)) if n in figures and n != label), None)
    if figure is None:
        raise InvalidCall("A chart needs figures, and this result has none.")
    return label, figure


def _is_name(table: FileTable, column: int) -> bool:
    return table.header[column] != "id"


def _one_currency(
    table: FileTable, whole: FileTable
) -> tuple[str, list[tuple[str, ...]], list[str]]:
    """The currency that most of the amounts are in, the rows in it, and the other currencies.

    Amounts of two currencies are never compared in one chart.
    """
    column = next((each for each in _MONEY if each in whole.header), None)
    if column is None:
        return "", table.rows, []
    place = whole.header.index(column)
    weights: dict[str, int] = {}
    for row in whole.rows:
        weights[row[place]] = weights.get(row[place], 0) + _weight(whole, row)
    main = max(weights, key=lambda each: weights[each])
    rows = [row for row, full in zip(table.rows, whole.rows, strict=True) if full[place] == main]
    return (
        main,
        rows,
        [
            each or "amounts without a currency"
            for each in weights
            if each != main and weights[each]
        ],
    )


def _weight(whole: FileTable, row: tuple[str, ...]) -> int:
    """How many amounts a row stands for."""
    return int(row[whole.header.index("count")] or 0) if "count" in whole.header else 1


def _in_time(known: list[tuple[str, Decimal]]) -> tuple[Bar, ...]:
    if len(known) > MOST_BARS:
        raise InvalidCall(f"A chart has room for {MOST_BARS} bars: group by a longer stretch.")
    return tuple(
        Bar(name[5:] or name, value, name[:4] if len(name) > 4 else "") for name, value in known
    )


def _largest(known: list[tuple[str, Decimal]]) -> tuple[Bar, ...]:
    """The largest by name, and the rest as one."""
    ranked = sorted(known, key=lambda each: -abs(each[1]))
    if len(ranked) <= MOST_NAMES:
        return tuple(Bar(name, value) for name, value in ranked)
    rest = ranked[MOST_NAMES - 1 :]
    other = Bar(f"{len(rest)} others", sum((v for _, v in rest), Decimal(0)), is_rest=True)
    return (*(Bar(name, value) for name, value in ranked[: MOST_NAMES - 1]), other)
