"""Where things stand on a page of a PDF: its words and ruled lines, in points from the top left.

PDFium is asked about two characters of each word and not about all, so that a page costs
milliseconds. A page that is printed sideways is turned, so that its words run to the right.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import islice
from math import hypot
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

BROKEN = "\ufffe"
"""What PDFium gives for a hyphen at the end of a line, and then it leaves out the line's end."""

MOST_PATHS = 10_000
"""A page with more drawn pieces is a map or a drawing: its lines are not asked for."""

THIN = 3.0
"""A filled box that is thinner is a ruled line; a thicker one has four edges."""

Segment = tuple[float, float, float, float]

_WORD = re.compile(rf"[^\s{BROKEN}]+{BROKEN}?|[\r\n]+")
_DEEPEST = 4
_SMALLEST, _LARGEST = 1.0, 200.0


class Word(NamedTuple):
    """A word and its box; `top` is less than `bottom`."""

    text: str
    left: float
    right: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        """The size of its letters."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2


class Rule(NamedTuple):
    """A straight line along one axis: at `at` on the other axis, from `start` to `end`."""

    at: float
    start: float
    end: float


class _Fill(NamedTuple):
    """A box that is painted."""

    bounds: Segment
    colour: tuple[int, ...]


class Rules(NamedTuple):
    """The ruled lines of a page."""

    across: list[Rule]
    down: list[Rule]


class _Frame(NamedTuple):
    """How points of the page become points from its top left, after so many quarter turns."""

    left: float
    bottom: float
    right: float
    top: float
    turns: int

    def point(self, x: float, y: float) -> tuple[float, float]:
        if not self.turns:
            return x - self.left, self.top - y
        match self.turns:
            case 1:
                return self.top - y, self.right - x
            case 2:
                return self.right - x, y - self.bottom
        return y - self.bottom, x - self.left


class Layout:
    """One page, measured; ask for its lines of words first, and for its rules when needed."""

    def __init__(self, page: pdfium.PdfPage, text: pdfium.PdfTextPage) -> None:
        self._page = page
        self._text = text
        self._handle = text.raw
        self._count = text.count_chars()
        left, bottom, right, top = page.get_bbox()
        self._frame = _Frame(left, bottom, right, top, self._turns())

    def written(self) -> list[list[Word]]:
        """The lines in the order in which they are written in the file."""
        lines: list[list[Word]] = [[]]
        measure = self._measure()
        for found in _WORD.finditer(self._characters()):
            text = found[0]
            if text.isspace():
                lines.append([])
                continue
            lines[-1].append(measure(text, *found.span(), not lines[-1]))
            if text.endswith(BROKEN):
                lines.append([])
        return [line for line in lines if line]

    def rules(self) -> Rules:
        """The straight lines that are drawn, and the edges of filled boxes."""
        rules = Rules([], [])
        paths = list(islice(_paths(self._page.raw, None, _DEEPEST), MOST_PATHS + 1))
        if len(paths) > MOST_PATHS:
            return rules
        fills: deque[_Fill] = deque(maxlen=32)
        for path, matrix in paths:
            self._add_rules(_segments(path, matrix, fills), rules)
        return rules

    def _characters(self) -> str:
        """One character for each that PDFium counts."""
        size = self._count + 1
        room = (ctypes.c_ushort * size)()
        written = raw.FPDFText_GetText(self._handle, 0, self._count, room)
        text = bytes(room)[: 2 * max(written - 1, 0)].decode("utf-16-le", "replace")
        if len(text) == self._count:
            return text
        codes = (raw.FPDFText_GetUnicode(self._handle, n) for n in range(self._count))
        return "".join(chr(code) if _is_character(code) else " " for code in codes)

    def _measure(self) -> Callable[[str, int, int, bool], Word]:
        """What gives a word its box; a closure over its scratch space, as it runs for each word."""
        x, y, box = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF()
        to_x, to_y, to_box = ctypes.byref(x), ctypes.byref(y), ctypes.byref(box)
        handle, point, size = self._handle, self._frame.point, _SMALLEST
        ahead = self._frame.turns in (0, 3)
        origin, loose = raw.FPDFText_GetCharOrigin, raw.FPDFText_GetLooseCharBox

        def measure(text: str, start: int, end: int, begins: bool) -> Word:
            nonlocal size
            if begins:
                size = self._size(start)
            origin(handle, start, to_x, to_y)
            loose(handle, end - 1 - text.endswith(BROKEN), to_box)
            left, base = point(x.value, y.value)
            right = point(*((box.right, box.top) if ahead else (box.left, box.bottom)))[0]
            # PDFium's boxes are higher for some letters than for others; the base line is not.
            return Word(text, left, max(left, right), base - 0.8 * size, base + 0.2 * size)

        return measure

    def _size(self, number: int) -> float:
        """The size of the letters of a line as it is seen, in points."""
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(self._handle, number, ctypes.byref(matrix))
        seen = raw.FPDFText_GetFontSize(self._handle, number) * hypot(matrix.c, matrix.d)
        return float(min(max(seen, _SMALLEST), _LARGEST))

    def _turns(self) -> int:
        """By how many quarters most of the writing is turned."""
        sample = range(0, self._count, max(1, self._count // 50))
        angles = (raw.FPDFText_GetCharAngle(self._handle, number) for number in sample)
        turns = Counter(round(angle / 1.5708) % 4 for angle in angles if angle >= 0)
        return turns.most_common(1)[0][0] if turns else 0

    def _add_rules(self, segments: list[Segment], rules: Rules) -> None:
        turned = [
            (*self._frame.point(x0, y0), *self._frame.point(x1, y1)) for x0, y0, x1, y1 in segments
        ]
        across = [Rule((b + d) / 2, min(a, c), max(a, c)) for a, b, c, d in turned if _flat(b, d)]
        down = [Rule((a + c) / 2, min(b, d), max(b, d)) for a, b, c, d in turned if _flat(a, c)]
        rules.across.extend(rule for rule in across if rule.end - rule.start > THIN)
        rules.down.extend(rule for rule in down if rule.end - rule.start > THIN)


def _is_character(code: int) -> bool:
    """Not the half of one, which no text may hold."""
    return 0 < code < 0xD800 or 0xDFFF < code < 0x110000


def _flat(one: float, other: float) -> bool:
    return abs(one - other) < 1


def _paths(
    holder: Any, matrix: raw.FS_MATRIX | None, depth: int
) -> Iterator[tuple[Any, raw.FS_MATRIX | None]]:
    """Every drawn path of a page, and of the forms on it with what moves them to their place."""
    for piece in _pieces(holder, matrix is None):
        kind = raw.FPDFPageObj_GetType(piece)
        if kind == raw.FPDF_PAGEOBJ_PATH:
            yield piece, matrix
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth:
            inner = raw.FS_MATRIX()
            raw.FPDFPageObj_GetMatrix(piece, ctypes.byref(inner))
            yield from _paths(piece, _times(inner, matrix), depth - 1)


def _pieces(holder: Any, is_page: bool) -> Iterator[Any]:
    if is_page:
        for number in range(raw.FPDFPage_CountObjects(holder)):
            yield raw.FPDFPage_GetObject(holder, number)
    else:
        for number in range(raw.FPDFFormObj_CountObjects(holder)):
            yield raw.FPDFFormObj_GetObject(holder, number)


def _times(inner: raw.FS_MATRIX, outer: raw.FS_MATRIX | None) -> raw.FS_MATRIX:
    if outer is None:
        return inner
    a, b = _moved(inner.a, inner.b, outer, 0)
    c, d = _moved(inner.c, inner.d, outer, 0)
    e, f = _moved(inner.e, inner.f, outer, 1)
    return raw.FS_MATRIX(a, b, c, d, e, f)


def _moved(x: float, y: float, by: raw.FS_MATRIX, shift: int) -> tuple[float, float]:
    return x * by.a + y * by.c + shift * by.e, x * by.b + y * by.d + shift * by.f


def _segments(path: Any, matrix: raw.FS_MATRIX | None, fills: deque[_Fill]) -> list[Segment]:
    """The straight pieces of a path that can be seen; a thin box gives its middle line alone."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, ctypes.byref(fill), ctypes.byref(stroke))
    if not fill.value and not stroke.value:
        return []
    own = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(path, ctypes.byref(own))
    segments = _straight(path, _times(own, matrix))
    if stroke.value or not segments:
        return segments
    left, bottom, right, top = bounds = _bounds(segments)
    if top - bottom < THIN and right - left > top - bottom:
        return [(left, (top + bottom) / 2, right, (top + bottom) / 2)]
    if right - left < THIN:
        return [((left + right) / 2, bottom, (left + right) / 2, top)]
    return segments if _is_seen(_Fill(bounds, _colour(path)), fills) else []


def _bounds(segments: list[Segment]) -> Segment:
    xs = [x for segment in segments for x in segment[::2]]
    ys = [y for segment in segments for y in segment[1::2]]
    return min(xs), min(ys), max(xs), max(ys)


def _colour(path: Any) -> tuple[int, ...]:
    parts = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(path, *map(ctypes.byref, parts))
    return tuple(part.value for part in parts)


def _is_seen(box: _Fill, fills: deque[_Fill]) -> bool:
    """Not a white box, nor one on a box of its colour: so word processors shade each line."""
    (left, bottom, right, top), colour = box
    hidden = min(colour[:3]) > 250 or any(
        fill.colour == colour
        and fill.bounds[0] <= left + 1
        and fill.bounds[1] <= bottom + 1
        and fill.bounds[2] >= right - 1
        and fill.bounds[3] >= top - 1
        for fill in fills
    )
    fills.append(box)
    return not hidden


def _straight(path: Any, matrix: raw.FS_MATRIX) -> list[Segment]:
    x, y = ctypes.c_float(), ctypes.c_float()
    found: list[Segment] = []
    here = begun = (0.0, 0.0)
    for number in range(min(raw.FPDFPath_CountSegments(path), MOST_PATHS)):
        segment = raw.FPDFPath_GetPathSegment(path, number)
        raw.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        there = _moved(x.value, y.value, matrix, 1)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begun = there
        elif kind == raw.FPDF_SEGMENT_LINETO:
            found.append((*here, *there))
        here = there
        if raw.FPDFPathSegment_GetClose(segment) and here != begun:
            found.append((*here, *begun))
            here = begun
    return found
