"""Tables without a drawn grid: lines that break into pieces, piece below piece, with values.

A run of such lines is cut into columns where (nearly) no line has anything written. Two columns
of prose look alike at first, so that a run without values is taken for them, and each column is
searched on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import mean, median
from typing import NamedTuple

from runwright.files.formats.pdf.layout import Rule, Word
from runwright.files.formats.pdf.rows import (
    Grid,
    Line,
    chunks,
    is_value,
    joined,
    lines,
    rows,
    text,
    tidy,
    value_columns,
)

FEWEST_LINES = 3
_WIDEST_BREAK = 2.0
"""Lines further apart than this many heights of a line belong to different tables."""
_STRAY = 0.15
"""The share of lines that may be written across the space between two columns."""
_WIDER_THAN_SPACE = 0.4
_LEADER = "...."
_MOST_WORDS = 12
"""Cells with more words, in the middle, are paragraphs."""
_EMPTIEST = 0.45
"""A table whose lines fill a smaller share of their places is none."""
_FEW_VALUES = 0.3
_SENTENCE = 5
"""Lines of a column with more words than this, on average, are of running text."""
_DEEPEST = 2


Span = tuple[float, float]


class _Row(NamedTuple):
    """One printed line: its words, and the pieces that wide gaps leave."""

    words: list[Word]
    pieces: list[Word]
    top: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


def find(words: Sequence[Word], across: Sequence[Rule], depth: int = 0) -> list[Grid]:
    """The open tables among these words, from the top down."""
    printed = [_row(line) for line in lines(words)]
    found: list[Grid] = []
    for start, end in _runs(printed):
        cuts = _cuts(printed[start:end])
        if not cuts:
            continue
        grid = _grid(printed, start, end, cuts, across)
        if grid is not None:
            found.append(grid)
        elif depth < _DEEPEST:
            within = [word for row in printed[start:end] for word in row.words]
            for column in _columns(within, _gutters(printed[start:end])):
                found.extend(find(column, across, depth + 1))
    return found


def _row(line: list[Word]) -> _Row:
    heights = [word.height for word in line]
    top = median(word.top for word in line)
    return _Row(line, chunks(line), top, top + median(heights))


def _runs(printed: Sequence[_Row]) -> Iterator[tuple[int, int]]:
    """Stretches of lines in pieces; up to two whole lines may stand between them."""
    start, last = None, 0
    for number, row in enumerate(printed):
        if start is not None and (number - last > 3 or _is_far(printed[number - 1], row)):
            if last - start + 1 >= FEWEST_LINES:
                yield start, last + 1
            start = None
        if len(row.pieces) > 1:
            start, last = number if start is None else start, number
    if start is not None and last - start + 1 >= FEWEST_LINES:
        yield start, last + 1


def _is_far(above: _Row, below: _Row) -> bool:
    return below.top - above.bottom > _WIDEST_BREAK * min(above.height, below.height)


def _cuts(run: Sequence[_Row]) -> list[float]:
    """Where a run is cut into columns: in the spaces that (nearly) all its lines leave free."""
    broken = [row.pieces for row in run if len(row.pieces) > 1]
    pieces = [piece for line in broken for piece in line]
    body = _with_values(broken)
    most = int(_STRAY * len(body))
    solid = _stretches([piece for line in body for piece in line], most)
    stray = [piece for piece in pieces if not any(_overlap(piece, span) > 0 for span in solid)]
    spans = _held(sorted(solid + _stretches(stray, 0)), broken, max(2, most))
    steps = list(_coverage([word for row in run if len(row.pieces) > 1 for word in row.words]))
    return [_clearest(steps, left[1], right[0]) for left, right in pairwise(spans)]


def _gutters(run: Sequence[_Row]) -> list[float]:
    """Where columns of prose part: between what most of the lines cover."""
    words = [word for row in run for word in row.words]
    pieces = [piece for row in run for piece in row.pieces]
    spans = _stretches(pieces, len(run) // 2)
    steps = list(_coverage(words))
    return [_clearest(steps, left[1], right[0]) for left, right in pairwise(spans)]


def _with_values(broken: list[list[Word]]) -> list[list[Word]]:
    """The lines that hold values, for headers run over columns; all, if too few hold any."""
    body = [line for line in broken if any(is_value(piece.text) for piece in line)]
    return body if len(body) >= max(2, len(broken) / 2) else broken


def _stretches(pieces: Sequence[Word], most: int) -> list[Span]:
    """What more than so many pieces cover, from left to right."""
    found: list[Span] = []
    for start, end, count in _coverage(pieces):
        if count <= most:
            continue
        if found and start - found[-1][1] <= 1:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _coverage(pieces: Sequence[Word]) -> Iterator[tuple[float, float, int]]:
    """Stretches from left to right, and how many of the pieces each is covered by."""
    edges = sorted([(p.left, 1) for p in pieces] + [(max(p.left, p.right), -1) for p in pieces])
    covered = 0
    for (at, step), (following, _) in pairwise(edges):
        covered += step
        if following > at:
            yield at, following, covered


def _held(spans: list[Span], broken: Sequence[list[Word]], most: int) -> list[Span]:
    """The columns; a word or two that stand between columns are none.

    A column with little in it has its header between those of its neighbours, or holds values.
    """
    found = []
    for number, span in enumerate(spans):
        beside = [*spans[max(0, number - 1) : number], *spans[number + 1 : number + 2]]
        inside = [line for line in broken if _fills(line, span)]
        values = [p for line in inside for p in line if _overlap(p, span) > 0 and is_value(p.text)]
        among = any(_stands_among(line, span, beside) for line in inside)
        if len(inside) > most or values or among:
            found.append(span)
    return found


def _stands_among(line: Sequence[Word], span: Span, beside: Sequence[Span]) -> bool:
    rest = [piece for piece in line if _overlap(piece, span) <= 0]
    return all(_fills(rest, other) for other in beside)


def _fills(line: Sequence[Word], span: Span) -> bool:
    return any(_overlap(piece, span) > 0 for piece in line)


def _overlap(piece: Word, span: Span) -> float:
    return min(piece.right, span[1]) - max(piece.left, span[0])


def _clearest(steps: Sequence[tuple[float, float, int]], left: float, right: float) -> float:
    """The middle of what is written across least between two columns: headers are wider."""
    within = [step for step in steps if step[0] >= left and step[1] <= right]
    if not within:
        return (left + right) / 2
    start, end, _ = min(within, key=lambda step: (step[2], step[0] - step[1]))
    return (start + end) / 2


def _columns(words: Sequence[Word], cuts: Sequence[float]) -> list[list[Word]]:
    columns: list[list[Word]] = [[] for _ in range(len(cuts) + 1)]
    for word in words:
        columns[_place((word.left + word.right) / 2, cuts)].append(word)
    return columns


def _place(x: float, cuts: Sequence[float]) -> int:
    return sum(cut < x for cut in cuts)


def _grid(
    printed: Sequence[_Row], start: int, end: int, cuts: Sequence[float], across: Sequence[Rule]
) -> Grid | None:
    """The table that a run of lines is, with its header; None if it is none."""
    run = [_line(row, cuts) for row in printed[start:end]]
    values = value_columns([line.cells for line in run])
    if not _is_table(run, values):
        return None
    first = _first_of_values(run, values)
    head = [*_lines_above(printed, start, cuts, across), *printed[start : start + first]]
    body = _ruled(
        printed[start + first :], run[first:] + _lines_below(printed, end, cuts, across), across
    )
    table = tidy([*_header(head, cuts, across), *rows(body)])
    if len(table) < 2 or len(table[0]) < 2:
        return None
    return Grid(_box([*head, *printed[start + first : start + first + len(body)]]), table)


def _line(row: _Row, cuts: Sequence[float]) -> Line:
    """A line in cells; one that is a single piece stays whole, in the column where it begins."""
    if len(row.pieces) == 1:
        cells = [""] * (len(cuts) + 1)
        cells[_column(row.pieces[0], cuts)] = row.pieces[0].text
    else:
        cells = [text(column) for column in _columns(row.words, cuts)]
    return Line(cells, row.top)


def _column(piece: Word, cuts: Sequence[float]) -> int:
    """The column where a piece begins; what it has beyond a cut by a hair does not count."""
    return _place(min(piece.left + piece.height / 2, (piece.left + piece.right) / 2), cuts)


def _is_table(run: Sequence[Line], values: set[int]) -> bool:
    """Values beside labels; or short texts that fill three columns or more."""
    filled = [cell for line in run for cell in line.cells if cell]
    if sum(_LEADER in cell for cell in filled) > len(run) / 3:
        return False
    if median(len(cell.split()) for cell in filled) > _MOST_WORDS:
        return False
    if _is_chart(run, filled) or _is_prose(run, filled):
        return False
    broken = [line.cells for line in run if sum(map(bool, line.cells)) > 1]
    # A column of bullets or dashes has no figure at all: what stands beside them is a list.
    values = {n for n in values if any(map(_has_digit, (line.cells[n] for line in run)))}
    valued = sum(any(is_value(cells[column]) for column in values if column) for cells in broken)
    if valued:
        return 3 * valued > len(broken)
    full = len(filled) / (len(run) * len(run[0].cells))
    words = mean(len(cell.split()) for cell in filled)
    return len(run) > FEWEST_LINES and len(run[0].cells) > 2 and full > 0.75 and words < 3.5


def _is_chart(run: Sequence[Line], filled: Sequence[str]) -> bool:
    """Whether most places are empty: labels and figures that stand about, as those of a chart."""
    return len(filled) < _EMPTIEST * len(run) * len(run[0].cells)


def _is_prose(run: Sequence[Line], filled: Sequence[str]) -> bool:
    """Whether two columns hold sentences, line by line, and there are few values beside them."""
    if sum(map(is_value, filled)) > _FEW_VALUES * len(filled):
        return False
    columns = [list(filter(None, column)) for column in zip(*(r.cells for r in run), strict=True)]
    usual = [
        mean(len(cell.split()) for cell in column)
        for column in columns
        if 3 * len(column) >= len(run)
    ]
    return sum(words > _SENTENCE for words in usual) > 1


def _has_digit(cell: str) -> bool:
    return any(map(str.isdigit, cell))


def _first_of_values(run: Sequence[Line], values: set[int]) -> int:
    """The number of the first line that is not of the header: it has values where they belong."""
    for number, line in enumerate(run):
        own = [line.cells[column] for column in values if line.cells[column]]
        if own and all(map(is_value, own)):
            return number
    return 1


def _lines_above(
    printed: Sequence[_Row], start: int, cuts: Sequence[float], across: Sequence[Rule]
) -> list[_Row]:
    """Single pieces above the first broken line that belong to the header of a column."""
    found: list[_Row] = []
    for number in range(start - 1, -1, -1):
        row, below = printed[number], printed[number + 1]
        apart = below.top - row.bottom > row.height / 2
        if apart or len(row.pieces) > 1 or _is_ruled_off(row, below, across):
            break
        if not _column(row.pieces[0], cuts) or row.pieces[0].left < cuts[0]:
            break
        found.insert(0, row)
    return found


def _lines_below(
    printed: Sequence[_Row], end: int, cuts: Sequence[float], across: Sequence[Rule]
) -> list[Line]:
    """Single pieces below the last broken line that go on with a text of it.

    That is a text beside its label, or a label that a rule closes.
    """
    found: list[Line] = []
    for above, row in pairwise(printed[end - 1 :]):
        apart = row.top - above.bottom > row.height / 2
        if apart or len(row.pieces) > 1 or _is_ruled_off(above, row, across):
            break
        if row.pieces[0].left < cuts[0] and not _is_closed(row, across):
            break
        found.append(_line(row, cuts))
    return found


def _is_closed(row: _Row, across: Sequence[Rule]) -> bool:
    piece = row.pieces[0]
    return any(
        rule.start <= piece.left + 3
        and rule.end >= piece.right
        and 0 < rule.at - (row.top + row.bottom) / 2 < 1.5 * row.height
        for rule in across
    )


def _ruled(printed: Sequence[_Row], body: Sequence[Line], across: Sequence[Rule]) -> list[Line]:
    """The lines of the body, each told whether a rule parts it from the one above."""
    marks = [_is_ruled_off(above, below, across) for above, below in pairwise(printed[: len(body)])]
    return [line._replace(is_ruled=mark) for mark, line in zip([False, *marks], body, strict=True)]


def _is_ruled_off(above: _Row, below: _Row, across: Sequence[Rule]) -> bool:
    """Whether a line is drawn between two lines, over a good part of what they say."""
    left = min(row.pieces[0].left for row in (above, below))
    right = max(row.pieces[-1].right for row in (above, below))
    drawn = sum(
        max(0.0, min(rule.end, right) - max(rule.start, left))
        for rule in across
        if (above.top + above.bottom) / 2 < rule.at < (below.top + below.bottom) / 2
    )
    return drawn > 0.3 * (right - left)


def _header(head: Sequence[_Row], cuts: Sequence[float], across: Sequence[Rule]) -> list[list[str]]:
    """The rows of the header: its lines are one, unless a rule, a space or a title parts them."""
    found: list[list[str]] = []
    last: _Row | None = None
    for row in head:
        cells = [""] * (len(cuts) + 1)
        for piece in _header_pieces(row, cuts):
            column = _column_below(piece, cuts)
            cells[column] = joined([cells[column], piece.text])
        if last is None or _is_parted(last, row, cuts, across):
            found.append(cells)
        else:
            found[-1] = [joined(pair) for pair in zip(found[-1], cells, strict=True)]
        last = row
    return found


def _header_pieces(row: _Row, cuts: Sequence[float]) -> list[Word]:
    """The pieces of a header, which are wide, and so may nearly touch: cut where columns are."""
    parts = [[row.words[0]]]
    for left, right in pairwise(row.words):
        between = any(left.right <= cut <= right.left for cut in cuts)
        if between and right.left - left.right > _WIDER_THAN_SPACE * right.height:
            parts.append([right])
        else:
            parts[-1].append(right)
    return [piece for part in parts for piece in chunks(part)]


def _column_below(piece: Word, cuts: Sequence[float]) -> int:
    """The column that a piece of a header stands over; of several alike the first."""
    spans = pairwise([float("-inf"), *cuts, float("inf")])
    over = [_overlap(piece, span) for span in spans]
    return next(number for number, length in enumerate(over) if length >= max(over) / 2)


def _is_parted(above: _Row, below: _Row, cuts: Sequence[float], across: Sequence[Rule]) -> bool:
    wide = any(piece.left + 3 < cut < piece.right - 3 for piece in above.pieces for cut in cuts)
    apart = below.top - above.bottom > min(above.height, below.height)
    return wide or apart or _is_ruled_off(above, below, across)


def _box(taken: Sequence[_Row]) -> tuple[float, float, float, float]:
    return (
        min(word.left for row in taken for word in row.words),
        min(word.top for row in taken for word in row.words),
        max(word.right for row in taken for word in row.words),
        max(word.bottom for row in taken for word in row.words),
    )
