"""Prose and tables cut into passages: the pieces that are searched, quoted and embedded.

A passage is near a hundred words, because that is what an embedding still tells apart. Cuts fall
between paragraphs if they can, else between sentences, else between lines, else between words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from runwright.files.formats import tables
from runwright.files.formats.types import Draft
from runwright.records.facts import LONGEST_NAME, Day, Instant, Passage, Table
from runwright.text.sentences import sentences

Rows = Sequence[Sequence[str]]

WORDS = 100
"""A passage is near this size."""
WHOLE = 180
"""A text of up to this many words stays one passage."""
_BYTES = 12
"""So many bytes count as one word at least: scripts without spaces have passages too."""
_LONGEST_CELL = 400
_SHORTEST = 24
"""Fewer characters are never a piece of their own."""
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*|\f\s*")
_LINE = re.compile(r"\n\s*")


class _Piece(NamedTuple):
    """A stretch of the text that is not cut further."""

    start: int
    end: int
    size: float
    closes: bool
    """Whether a paragraph ends with it."""


def split(
    text: str,
    *,
    title: str = "",
    page: int | None = None,
    headings: Sequence[str] = (),
    said: Instant | Day | None = None,
) -> Iterator[Draft]:
    """The passages of a prose text, in reading order; each is a stretch of it as it stands."""
    facts = Passage(headings=tuple(name[:LONGEST_NAME] for name in headings), said=said)
    for start, end in spans(text):
        yield Draft("documents", facts, text[start:end], title, page)


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Where each passage of a text begins and ends, without the blanks around it."""
    whole = len(text) <= WHOLE * _BYTES and length(text) <= WHOLE
    for start, end in [(0, len(text))] if whole else _join(_pieces(text)):
        body = text[start:end]
        if stripped := body.strip():
            begin = start + body.index(stripped[0])
            yield begin, begin + len(stripped)


def length(text: str) -> float:
    """How long a text is, in words; scripts without spaces are counted by their bytes."""
    return max(len(text.split()), len(text.encode(errors="replace")) / _BYTES)


def _join(pieces: Iterator[_Piece]) -> Iterator[tuple[int, int]]:
    """Neighbouring pieces, until a passage is full; a small rest stays with the one before."""
    ready, start, end, size = 0, 0, 0, 0.0
    for piece in pieces:
        if size and size + piece.size / 2 > WORDS:
            yield ready, start
            ready, start, size = start, piece.start, 0.0
        size, end = size + piece.size, piece.end
        if piece.closes and size >= WORDS * 2 / 3:
            yield ready, start
            ready, start, size = start, end, 0.0
    if size < WORDS / 2:
        yield ready, end
    else:
        yield ready, start
        yield start, end


def _pieces(text: str) -> Iterator[_Piece]:
    breaks = (found.end() for found in _PARAGRAPH.finditer(text))
    for start, end in _at(breaks, 0, len(text)):
        for cut, stop in _sentences(text, start, end):
            yield _Piece(cut, stop, length(text[cut:stop]), stop == end)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences; one that is far too long is cut at its lines, and those between words."""
    begins = [start + begin for begin, _ in sentences(text[start:end])]
    for cut, stop in _at(begins, start, end):
        if stop - cut <= WORDS * _BYTES:
            yield cut, stop
            continue
        lines = [found.end() for found in _LINE.finditer(text, cut, stop)]
        for line, after in _at(lines, cut, stop):
            yield from _chunks(text, line, after)


def _at(places: Iterable[int], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between places; one that is too short goes with what follows."""
    for place in places:
        if place - start >= _SHORTEST and place < end:
            yield start, place
            start = place
    if start < end:
        yield start, end


def _chunks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Never inside a word, unless the word itself is longer than a passage."""
    longest = WORDS * _BYTES // 2
    while end - start > longest:
        cut = text.rfind(" ", start + 1, start + longest)
        cut = cut if cut > 0 else start + longest
        yield start, cut
        start = cut
    yield start, end


def from_table(
    rows: Rows,
    *,
    title: str = "",
    page: int | None = None,
    headings: Sequence[str] = (),
    number: int = 1,
    caption: str = "",
) -> Iterator[Draft]:
    """A table in items: the header, and as many rows as a passage holds, one a line.

    `number` is the place of the table among those of its file, `caption` what stands over it.
    """
    cells = [[" ".join(cell.split())[:_LONGEST_CELL] for cell in row] for row in rows]
    count = tables.header_rows(cells)
    header, body = tables.header_of(cells, count), cells[count:]
    measure = tables.measure(header, body, caption)
    blank = Table(
        number=number,
        title=caption,
        headings=tuple(name[:LONGEST_NAME] for name in headings),
        header=header,
        rows=(),
        units=measure.units,
        scale=measure.scale,
    )
    head = [line for row in cells[:count] if (line := _line(row))]
    for first, held in _held(body):
        facts = blank.model_copy(update={"rows": tuple(map(tuple, held)), "first_row": first})
        text = "\n".join([*head, *filter(None, map(_line, held))])
        yield Draft("documents", facts, text, title, page, count + first)
    if head and not any(map(_line, body)):
        yield Draft("documents", blank, "\n".join(head), title, page, count + 1)


def _held(body: Sequence[Sequence[str]]) -> Iterator[tuple[int, list[Sequence[str]]]]:
    """The rows of each item, with the place of the first of them; empty rows are left out."""
    held: list[Sequence[str]] = []
    first, size = 1, 0.0
    for number, row in enumerate(body, start=1):
        if not (line := _line(row)):
            continue
        if held and size + length(line) / 2 > WORDS:
            yield first, held
            held, size = [], 0.0
        if not held:
            first = number
        held.append(row)
        size += length(line)
    if held:
        yield first, held


def _line(row: Sequence[str]) -> str:
    return " | ".join(cell for cell in row if cell)
