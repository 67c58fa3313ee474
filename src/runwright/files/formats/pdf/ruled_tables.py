"""Tables that are drawn: ruled lines that meet make a grid, and words fall into its cells.

Where a line between two cells is missing the text decides: cells beside each other are one if
something is written across, cells below each other are one unless each holds its own value. A row
that holds several lines of values, as many statements do, is several rows.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Sequence

from runwright.files.formats.pdf.layout import Rule, Rules, Word
from runwright.files.formats.pdf.rows import (
    Box,
    Grid,
    Line,
    chunks,
    is_inside,
    is_value,
    lines,
    rows,
    text,
    tidy,
)

_NEAR = 3.0
"""Rules that miss each other by less, in points, were meant to meet."""
_NARROWEST = 8.0
"""No column is narrower: the weaker of two rules that stand closer is an inner border."""
_MOST_CROSSINGS = 1_000_000
_MOST_FRAMES = 200
_MOST_SLOTS = 20_000
"""Beyond these a page is a drawing, and not searched further."""

_EMPTIEST = 0.3
"""A grid without values that fills a smaller share of its cells is a drawing."""
_SHORT_LINE = 5
"""Words in a line of a cell, on average; lines with more are of running text."""
_PARAGRAPH = 30
"""Words in a cell, on average, that are too many for one."""

Slot = tuple[int, int]


def find(words: Sequence[Word], rules: Rules) -> list[Grid]:
    """The ruled tables of a page."""
    across, down = _merged(rules.across), _merged(rules.down)
    if len(across) * len(down) > _MOST_CROSSINGS:
        return []
    frames = [frame for frame in map(_Frame, _meeting(across, down)) if frame.has_columns]
    found: list[Grid] = []
    left = list(words)
    for frame in sorted(frames, key=lambda frame: frame.area)[:_MOST_FRAMES]:
        # Smaller ones first: a table in a cell of another, as web pages have, is its own.
        if (grid := frame.grid(left)) is not None:
            found.append(grid)
            left = [word for word in left if not is_inside(word, grid.box)]
    return found


def _merged(rules: Iterable[Rule]) -> list[Rule]:
    """Pieces of the same line as one."""
    levels: list[list[Rule]] = []
    for rule in sorted(rules):
        if levels and rule.at - levels[-1][-1].at < _NEAR and rule.at - levels[-1][0].at < _NEAR:
            levels[-1].append(rule)
        else:
            levels.append([rule])
    return [piece for level in levels for piece in _pieces(level)]


def _pieces(level: list[Rule]) -> list[Rule]:
    at = sum(rule.at for rule in level) / len(level)
    found: list[Rule] = []
    for rule in sorted(level, key=lambda rule: rule.start):
        if found and rule.start - found[-1].end < _NEAR:
            found[-1] = Rule(at, found[-1].start, max(found[-1].end, rule.end))
        else:
            found.append(Rule(at, rule.start, rule.end))
    return found


def _meeting(across: Sequence[Rule], down: Sequence[Rule]) -> list[Rules]:
    """Rules that meet, directly or by way of others, together."""
    root = list(range(len(across) + len(down)))

    def top(number: int) -> int:
        while root[number] != number:
            root[number] = number = root[root[number]]
        return number

    for a, flat in enumerate(across):
        for d, upright in enumerate(down, start=len(across)):
            if _meet(flat, upright):
                root[top(a)] = top(d)
    groups: dict[int, Rules] = defaultdict(lambda: Rules([], []))
    for number, rule in enumerate([*across, *down]):
        groups[top(number)][number >= len(across)].append(rule)
    return [group for group in groups.values() if len(group.across) > 1 and group.down]


def _meet(flat: Rule, upright: Rule) -> bool:
    return (
        flat.start - _NEAR <= upright.at <= flat.end + _NEAR
        and upright.start - _NEAR <= flat.at <= upright.end + _NEAR
    )


class _Frame:
    """Rules that meet, as the rows and columns that they bound."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.xs = _positions(rules.down, rules.across, _NARROWEST)
        self.ys = _positions(rules.across, rules.down, _NEAR)

    @property
    def box(self) -> Box:
        return self.xs[0], self.ys[0], self.xs[-1], self.ys[-1]

    @property
    def area(self) -> float:
        return (self.xs[-1] - self.xs[0]) * (self.ys[-1] - self.ys[0])

    @property
    def has_columns(self) -> bool:
        return len(self.xs) > 2 and len(self.xs) * len(self.ys) <= _MOST_SLOTS

    def grid(self, words: Sequence[Word]) -> Grid | None:
        """The table in this frame, unless it frames something else."""
        inside = self._slots(words)
        cells = self._cells(inside)
        made = [row for band in range(len(self.ys) - 1) for row in self._rows(band, cells)]
        table = tidy(made)
        return Grid(self.box, table) if _is_table(table) else None

    def _slots(self, words: Sequence[Word]) -> dict[Slot, list[Word]]:
        slots: dict[Slot, list[Word]] = defaultdict(list)
        for word in words:
            if is_inside(word, self.box):
                x = (word.left + word.right) / 2
                slots[bisect(self.ys, word.middle) - 1, bisect(self.xs, x) - 1].append(word)
        return slots

    def _cells(self, slots: dict[Slot, list[Word]]) -> dict[Slot, tuple[int, list[Word]]]:
        """The words of each cell by its first slot, and the last row that it reaches."""
        first: dict[Slot, Slot] = {}
        cells: dict[Slot, tuple[int, list[Word]]] = {}
        wide = {band: self._written_across(band, slots) for band in range(len(self.ys) - 1)}
        for row in range(len(self.ys) - 1):
            for column in range(len(self.xs) - 1):
                here, found = (row, column), slots.get((row, column), [])
                home = here
                if column and column in wide[row] and not self._has_side(row, column):
                    home = first[row, column - 1]
                elif row and not self._has_floor(row, column):
                    above = first[row - 1, column]
                    if above in cells and not _are_values(cells[above][1] + found):
                        home = above
                first[here] = home
                if found or home in cells or home == here:
                    reached, held = cells.get(home, (row, []))
                    cells[home] = (max(reached, row), held + found)
        return cells

    def _written_across(self, band: int, slots: dict[Slot, list[Word]]) -> set[int]:
        """The numbers of the columns into which text of the column before runs."""
        words = [word for column in range(len(self.xs)) for word in slots.get((band, column), [])]
        runs = [chunk for line in lines(words) for chunk in chunks(line)]
        return {
            column
            for column in range(1, len(self.xs) - 1)
            for run in runs
            if run.left + 1 < self.xs[column] < run.right - 1
        }

    def _has_side(self, row: int, column: int) -> bool:
        middle = (self.ys[row] + self.ys[row + 1]) / 2
        return _covers(self.rules.down, self.xs[column], middle, _NARROWEST)

    def _has_floor(self, row: int, column: int) -> bool:
        middle = (self.xs[column] + self.xs[column + 1]) / 2
        return _covers(self.rules.across, self.ys[row], middle, _NEAR)

    def _rows(self, band: int, cells: dict[Slot, tuple[int, list[Word]]]) -> list[list[str]]:
        """The rows between two rules: one, or one for each line of values."""
        width = len(self.xs) - 1
        here = {column: cells[band, column] for column in range(width) if (band, column) in cells}
        own = {column: words for column, (reached, words) in here.items() if reached == band}
        if not _has_several(own):
            return [[text(here[n][1]) if n in here else "" for n in range(width)]]
        made = rows(_lines(own, width))
        for column in here.keys() - own.keys():
            made[0][column] = text(here[column][1])
        return made


def _positions(rules: Sequence[Rule], crossing: Sequence[Rule], apart: float) -> list[float]:
    """Where a grid is cut: at its rules, strongest first, and at the ends of those that cross."""
    lengths: dict[float, float] = defaultdict(float)
    for rule in rules:
        lengths[rule.at] += rule.end - rule.start
    ends = [min(rule.start for rule in crossing), max(rule.end for rule in crossing)]
    found: list[float] = []
    for at in [*sorted(lengths, key=lambda at: -lengths[at]), *ends]:
        if all(abs(at - other) >= apart for other in found):
            found.append(at)
    return sorted(found)


def _covers(rules: Sequence[Rule], at: float, point: float, apart: float) -> bool:
    return any(
        abs(rule.at - at) < apart and rule.start - _NEAR < point < rule.end + _NEAR
        for rule in rules
    )


def _are_values(words: Sequence[Word]) -> bool:
    """Whether there are several lines, and each is a value of its own."""
    found = lines(words)
    return len(found) > 1 and all(is_value(" ".join(word.text for word in line)) for line in found)


def _has_several(own: dict[int, list[Word]]) -> bool:
    """Whether a band holds several rows: a column of values, or lines that fill every column."""
    if any(_are_values(words) for words in own.values()):
        return True
    counts = {len(lines(words)) for words in own.values()}
    if len(own) < 2 or len(counts) > 1 or (count := counts.pop()) <= 3:
        return False
    # Paragraphs of the same length are no rows.
    return any(len(words) <= _SHORT_LINE * count for words in own.values())


def _lines(own: dict[int, list[Word]], width: int) -> list[Line]:
    column = {id(word): number for number, words in own.items() for word in words}
    found = []
    for line in lines(word for words in own.values() for word in words):
        cells = [text(word for word in line if column[id(word)] == n) for n in range(width)]
        found.append(Line(cells, min(word.top for word in line)))
    return found


def _is_table(table: Sequence[Sequence[str]]) -> bool:
    """Two rows and two columns at least, and not mostly empty, as the grid of a chart is.

    Boxes that hold a paragraph each, and no value anywhere, lay out a page.
    """
    if len(table) < 2 or len(table[0]) < 2:
        return False
    filled = [cell for row in table for cell in row if cell]
    values = sum(map(is_value, filled))
    if len(filled) < _EMPTIEST * len(table) * len(table[0]) and values < len(filled) / 5:
        return False
    if not values and sum(len(cell.split()) for cell in filled) > _PARAGRAPH * len(filled):
        return False
    full = [row for row in table if sum(map(bool, row)) > 1]
    return len(full) > 1
