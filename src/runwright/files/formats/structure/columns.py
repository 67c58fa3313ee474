"""Tables in plain text: cells between pipes, or in columns that spaces keep in line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FEWEST_ROWS = 3
"""Fewer lines in columns are an address beside a date."""
_WIDEST = 60
_MOST_RULES = 4
"""So many lines of dashes may stand below a table, between its totals."""
_DRAWN = frozenset(" \t|+:=-─━═┼")
# Dots lead to a price too; in a table of contents they lead to a page.
_GAP = re.compile(
    r"\t+ *| {2,}\t*| ?\.{4,} *(?=(?:[A-Z]{3} *|[€$£])?[-+]?[€$£]?\d[\d.,'’]*[.,]\d\d(?!\d))"
)
_BULLET = re.compile(r"\s*(?:[-*•·–]|\d{1,3}[.)])\s")
_FIGURE = re.compile(
    r"[-+(€$£]{0,3}\d[\d.,'’ ]*(?:[%€$£)]| ?(?:[A-Z]{3}|[€$£%]))?|[-–—]"
    r"|\d{1,4}[./-]\d\d?[./-]\d{1,4}"
)
_LONGEST_CELL = 60
# `7,80 B`, `EUR 23,90`, `-1.204,50 €`: a price to the cent, and the letter of its tax rate.
_PRICE = re.compile(
    r"(?P<figure>[-+]?(?:[A-Z]{3} ?|[€$£])?[-+]?\d{1,3}(?:[.,'’ ]?\d{3}){0,3}[.,]\d\d)"
    r"(?P<unit> ?[€$£]| [A-Z]{3}(?![A-Z]))?(?: (?P<mark>[A-Z*]{1,2}))?"
)


class Columns(NamedTuple):
    """A table and the lines that it takes."""

    first: int
    after: int
    rows: tuple[tuple[str, ...], ...]


class _Cell(NamedTuple):
    start: int
    end: int
    text: str


def find(lines: Sequence[str]) -> list[Columns]:
    """The tables among the lines of a text, from the top down."""
    found = list(_piped(lines))
    taken = {n for table in found for n in range(table.first, table.after)}
    free = ["" if n in taken else line for n, line in enumerate(lines)]
    return sorted([*found, *_aligned(free)])


def _piped(lines: Sequence[str]) -> Iterator[Columns]:
    """Runs of lines with the same number of pipes; lines of dashes only part rows."""
    first = 0
    while first < len(lines):
        after = first
        while after < len(lines) and ("|" in lines[after] or _is_rule(lines, first, after)):
            after += 1
        rows = [
            tuple(cell.strip() for cell in lines[n].strip().strip("|").split("|"))
            for n in range(first, after)
            if "|" in lines[n] and not _is_drawn(lines[n])
        ]
        drawn = after - first > len(rows) or all(
            line.strip()[:1] == "|" for line in lines[first:after]
        )
        if _is_even(rows) and (drawn or len(rows) >= FEWEST_ROWS):
            yield Columns(first, after, tuple(rows))
        first = max(after, first + 1)


def _is_drawn(line: str) -> bool:
    """`|---|--:|`, `=====`, `+----+`: a line of dashes, and nothing that could be read."""
    return any(two in line for two in ("--", "==", "──", "━━", "══")) and _DRAWN.issuperset(line)


def _is_rule(lines: Sequence[str], first: int, n: int) -> bool:
    """A line of dashes within or around rows with pipes."""
    if not _is_drawn(lines[n]):
        return False
    return n > first or "|" in "".join(lines[n + 1 : n + 2])


def _is_even(rows: Sequence[Sequence[str]]) -> bool:
    if len(rows) < 2 or not 2 <= len(rows[0]) <= _WIDEST:
        return False
    return all(len(row) == len(rows[0]) for row in rows)


def _aligned(lines: Sequence[str]) -> Iterator[Columns]:
    """Runs of lines that wide gaps cut into cells, cell below cell, with figures in a column."""
    first = 0
    while first < len(lines):
        after = first
        while after < len(lines) and (len(_cells(lines[after])) > 1 or _parts_rows(lines, after)):
            after += 1
        found = next(_above_rules(lines, first, after), None)
        if found is not None:
            yield found
            after = found.after
        first = max(after, first + 1)


def _above_rules(lines: Sequence[str], first: int, after: int) -> Iterator[Columns]:
    """The table in a run of lines: all of it, else what stands above one of its rules.

    Below the last rule of an invoice are its totals, which do not keep to its columns.
    """
    rules = [n for n in range(after - 1, first, -1) if _is_drawn(lines[n])]
    for end in (after, *rules[:_MOST_RULES]):
        body = [_cells(lines[n]) for n in range(first, end) if not _is_drawn(lines[n])]
        if len(body) >= FEWEST_ROWS and (rows := _in_line(body)):
            yield Columns(first, end, rows)


def _parts_rows(lines: Sequence[str], n: int) -> bool:
    """A line of dashes with rows above and below it."""
    if not n or not _is_drawn(lines[n]) or n + 1 >= len(lines):
        return False
    return len(_cells(lines[n - 1])) > 1 and len(_cells(lines[n + 1])) > 1


def _cells(line: str) -> list[_Cell]:
    if _BULLET.match(line) and not line.startswith("-  "):
        return []
    found, at = [], 0
    line = line.expandtabs(8).rstrip() if "\t" in line else line.rstrip()
    for gap in [*_GAP.finditer(line), None]:
        end = gap.start() if gap else len(line)
        if line[at:end].strip():
            found.append(_Cell(at, end, line[at:end].strip()))
        at = gap.end() if gap else end
    return found


def _in_line(body: Sequence[Sequence[_Cell]]) -> tuple[tuple[str, ...], ...] | None:
    priced = _priced(body)
    is_taxed = priced is not None and len(priced[0]) > 2  # as no other table is
    return priced if is_taxed else _squared(body) or priced


def _squared(body: Sequence[Sequence[_Cell]]) -> tuple[tuple[str, ...], ...] | None:
    """The rows with a cell for each column, or None when the lines do not keep to columns."""
    spans = _spans(body)
    if not 2 <= len(spans) <= _WIDEST:
        return None
    rows = []
    for cells in body:
        row = [""] * len(spans)
        for cell in cells:
            over = [
                n for n, (start, end) in enumerate(spans) if cell.start < end and start < cell.end
            ]
            if len(over) != 1 or row[over[0]]:
                return None
            row[over[0]] = cell.text
        rows.append(tuple(row))
    return tuple(rows) if _holds_a_table(rows) else None


def _priced(body: Sequence[Sequence[_Cell]]) -> tuple[tuple[str, ...], ...] | None:
    """What is bought and its price, as tills print it: only the prices are in line."""
    rows, edges = [], set()
    for cells in body:
        price = _PRICE.fullmatch(cells[-1].text) if len(cells) > 1 else None
        if price is None:
            return None
        edges.add(cells[-1].start + price.end("figure"))
        bought = " ".join(cell.text for cell in cells[:-1])
        rows.append((bought, price["figure"] + (price["unit"] or ""), price["mark"] or ""))
    if len(edges) > 1 or max(len(row[0]) for row in rows) > _LONGEST_CELL:
        return None
    return tuple(rows if any(row[2] for row in rows) else [row[:2] for row in rows])


def _spans(body: Sequence[Sequence[_Cell]]) -> list[tuple[int, int]]:
    """The columns: what cells that overlap cover together."""
    found: list[tuple[int, int]] = []
    for start, end, _ in sorted(cell for cells in body for cell in cells):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _holds_a_table(rows: Sequence[Sequence[str]]) -> bool:
    """Short cells, most of them filled, and a column of figures or three of words."""
    cells = [cell for row in rows for cell in row if cell]
    if len(cells) * 4 < len(rows) * len(rows[0]) * 3 or max(map(len, cells)) > _LONGEST_CELL:
        return False
    columns = list(zip(*rows[1:], strict=True))
    figures = sum(
        2 * sum(map(bool, map(_FIGURE.fullmatch, column))) > len(column) for column in columns
    )
    return bool(figures) or len(columns) > 2
