"""Words into lines, lines into cells, lines of cells into the rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from runwright.files.formats.pdf.layout import BROKEN, Word

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_GAP = 0.8
"""Words that stand further apart than this part of their height belong to different cells."""
_GAP_OF_VALUES = 0.5
"""Values are never justified, so that less tells them apart; a space in a number is smaller."""

_NOTHING = re.compile(r"[-–—−.…*/:]{1,4}|n/?\.?a\.?", re.IGNORECASE)
_MOST_LETTERS = 3


class Grid(NamedTuple):
    """A table that was found: the place that it takes, and its cells."""

    box: Box
    rows: list[list[str]]


class Line(NamedTuple):
    """The cells that stand beside each other on one line of a table."""

    cells: list[str]
    top: float
    is_ruled: bool = False
    """Whether a rule parts it from the line above."""


def lines(words: Iterable[Word]) -> list[list[Word]]:
    """Words that stand on one line, from the top down and from left to right."""
    found: list[list[Word]] = []
    last = 0.0
    for middle, word in sorted((word.middle, word) for word in words):
        if found and middle - last < 0.35 * min(word.height, found[-1][-1].height):
            found[-1].append(word)
        else:
            found.append([word])
        last = middle
    return [sorted(line, key=itemgetter(1)) for line in found]


def has_columns(written: Iterable[Sequence[Word]], fewest: int) -> bool:
    """Whether so many lines may be in pieces: a quick look, before the page is put in order."""
    bases = []
    broken = 0
    for line in written:
        widest = _GAP * line[0].height
        broken += any(right.left - left.right > widest for left, right in pairwise(line))
        bases.append(line[0].bottom)
    bases.sort()
    broken += sum(below - above < 2 for above, below in pairwise(bases))
    return broken >= fewest


def is_inside(word: Word, box: Box) -> bool:
    """Whether the middle of a word is in a box."""
    left, top, right, bottom = box
    return left < (word.left + word.right) / 2 < right and top < word.middle < bottom


def chunks(line: Sequence[Word]) -> list[Word]:
    """Neighbouring words of a line joined, up to the gaps that are wider than a space."""
    found = [line[0]]
    for word in line[1:]:
        last = found[-1]
        gap = (word.left - last.right) / min(word.height, last.height)
        if gap > _GAP or (gap > _GAP_OF_VALUES and is_value(word.text) and is_value(last.text)):
            found.append(word)
            continue
        found[-1] = Word(
            joined([last.text, word.text]),
            last.left,
            max(last.right, word.right),
            min(last.top, word.top),
            max(last.bottom, word.bottom),
        )
    return found


def joined(texts: Iterable[str]) -> str:
    """Pieces of one text, with words that were broken at a line's end made whole."""
    return " ".join(text for text in texts if text).replace(f"{BROKEN} ", "").replace(BROKEN, "-")


def text(words: Iterable[Word]) -> str:
    """What the words say when they are read line by line."""
    return joined(word.text for line in lines(words) for word in line)


def is_value(cell: str) -> bool:
    """Whether a cell holds an amount, a date, a share, or the mark for none: it does not wrap."""
    cell = cell.strip()
    if _NOTHING.fullmatch(cell):
        return True
    letters = sum(letter.isalpha() for letter in cell)
    return letters <= _MOST_LETTERS and any(letter.isdigit() for letter in cell)


def value_columns(cells: Sequence[Sequence[str]]) -> set[int]:
    """The columns that are filled with values for the most part."""
    found = set()
    for number, column in enumerate(zip(*cells, strict=True)):
        filled = [cell for cell in column if cell]
        if 2 * sum(map(is_value, filled)) >= len(filled) > 1:
            found.add(number)
    return found


def rows(body: Sequence[Line]) -> list[list[str]]:
    """One row for each line, except that a line which goes on with the one above joins it."""
    values = value_columns([line.cells for line in body])
    is_ruled = 3 * sum(line.is_ruled for line in body) >= len(body)
    found: list[list[str]] = []
    for number, line in enumerate(body):
        if not found:
            goes_on = False
        elif is_ruled:
            clash = any(found[-1][column] and line.cells[column] for column in values)
            goes_on = not line.is_ruled and not clash
        else:
            goes_on = _goes_on(body, number, values)
        if goes_on:
            found[-1] = [joined(pair) for pair in zip(found[-1], line.cells, strict=True)]
        else:
            found.append(list(line.cells))
    return found


def _goes_on(body: Sequence[Line], number: int, values: set[int]) -> bool:
    """Whether a line only continues texts of the line above: it has no value, and no label."""
    cells = body[number].cells
    if not values or any(cells[column] for column in values):
        return False
    if not cells[0]:
        return True
    if any(cells[1:]):
        return False
    return cells[0][0].islower() or _stands_close(body, number)


def _stands_close(body: Sequence[Line], number: int) -> bool:
    """Whether a line is nearer to the one above it than to the one below."""
    if number + 1 >= len(body):
        return False
    above = body[number].top - body[number - 1].top
    below = body[number + 1].top - body[number].top
    return above < 0.8 * below


def tidy(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The table without the rows and columns that are empty throughout."""
    kept = [row for row in rows if any(row)]
    columns = [number for number, column in enumerate(zip(*kept, strict=True)) if any(column)]
    return [[row[number] for number in columns] for row in kept]
