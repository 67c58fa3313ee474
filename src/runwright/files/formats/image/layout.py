"""The reading order of recognised lines: columns one after the other, receipts row by row.

Lines come with their places on the page and nothing else. A page of prose in columns is read
column by column; whatever is on the two sides of a gap without being prose (an article and its
price, a label and its value) belongs together and stays on one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

_PROSE_CHARACTERS = 20
"""Lines of prose, even in a narrow column, are longer than that; cells and prices are not."""
_PROSE_LINES = 3
_CROSSING = 0.25
"""At most this share of a page's lines, its headings, may run across the gap of two columns."""


class Line(NamedTuple):
    """A line of text and its place, in pixels from the upper left."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def middle(self) -> float:
        """How far down it is."""
        return (self.top + self.bottom) / 2

    @property
    def height(self) -> float:
        """The height of its box."""
        return self.bottom - self.top


def arrange(lines: Sequence[Line]) -> str:
    """The text in reading order; a blank line stands between paragraphs and between columns."""
    return "\n\n".join(_paragraphs(block) for block in _blocks(lines) if block)


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    """What is read row by row, one after the other."""
    gap = _gap(lines)
    if gap is None:
        return [list(lines)]
    blocks: list[list[Line]] = [[]]
    for band in _bands(lines, gap):
        left, right = [line for line in band if line.right <= gap], _right_of(band, gap)
        if _is_prose(left) and _is_prose(right):
            blocks += [*_blocks(left), *_blocks(right), []]
        else:
            blocks[-1] += band
    return blocks


def _gap(lines: Sequence[Line]) -> float | None:
    """Where a column begins whose lines are prose, and so are those beside it."""
    best, most = None, 0
    for at in {line.left for line in lines}:
        left = [line for line in lines if line.right <= at]
        right = _right_of(lines, at)
        crossing = len(lines) - len(left) - len(right)
        weight = min(len(left), len(right))
        if weight > most and crossing <= _CROSSING * len(lines):
            best, most = at, weight
    return best if most >= _PROSE_LINES else None


def _right_of(lines: Sequence[Line], gap: float) -> list[Line]:
    return [line for line in lines if line.left >= gap]


def _bands(lines: Sequence[Line], gap: float) -> Iterator[list[Line]]:
    """The page from top to bottom, cut at every line that runs across the gap."""
    band: list[Line] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if line.left < gap < line.right:
            yield band
            yield [line]
            band = []
        else:
            band.append(line)
    yield band


def _is_prose(lines: Sequence[Line]) -> bool:
    if len(lines) < _PROSE_LINES:
        return False
    return median(len(line.text) for line in lines) >= _PROSE_CHARACTERS


def _paragraphs(block: Sequence[Line]) -> str:
    """The rows of a block, with a blank line where the distance is wider than usual."""
    rows = list(_rows(block))
    usual = median(line.height for line in block)
    gaps = [
        min(line.top for line in below) - max(line.bottom for line in above)
        for above, below in pairwise(rows)
    ]
    wide = (median(gaps) if gaps else 0) + 0.6 * usual
    breaks = ["", *("\n\n" if gap > wide else "\n" for gap in gaps)]
    texts = (" ".join(line.text for line in row) for row in rows)
    return "".join(f"{before}{text}" for before, text in zip(breaks, texts, strict=True))


def _rows(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines of the same height on the page, from left to right."""
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if row and line.middle - row[0].middle > min(line.height, row[0].height) / 2:
            yield sorted(row)
            row = []
        row.append(line)
    if row:
        yield sorted(row)
