"""PDF: text by page, tables cell by cell, transactions of statements, and OCR for scanned pages.

Where things stand on a page is measured in `pdf_layout`, text is made in `pdf_text`, tables are
found in `pdf_tables`. This module opens the file, keeps the limits, and decides what becomes what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path, PurePath
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from PIL.Image import Image

from runwright.files.formats.bank import statements
from runwright.files.formats.documents.describe import Description
from runwright.files.formats.pdf import tables as pdf_tables
from runwright.files.formats.pdf import text as pdf_text
from runwright.files.formats.pdf.layout import Layout, Word
from runwright.files.formats.pdf.rows import Grid, is_inside, is_value
from runwright.files.formats.structure import outline, turns
from runwright.files.formats.structure.days import Days
from runwright.files.formats.structure.sections import Heading, Sections, caption_of
from runwright.files.formats.types import Draft, Page, Part, Reading, Table, Unreadable

MOST_PAGES = 2_000
MOST_CHARACTERS = 20_000_000

_DOTS_PER_INCH = 200
_MOST_PIXELS = 8_000_000
_LONGEST_SIDE = 8_000
_FEW = 20
"""A page with fewer characters under a picture is a scan; the few were stamped on it."""

_EMPTY = "The PDF has no pages that can be read: it is damaged or empty; export it again."
_END = re.compile(rb"startxref\s+(\d{1,12})")
_PROGRAM = re.compile(r"(?i)^(?:microsoft )?(?:word|excel|powerpoint) - |\.(?:docx?|xlsx?|pdf)$")
Rows = Sequence[Sequence[str]]

_NAMELESS = {"", "untitled", "document", "unknown"}


class _Sheet(NamedTuple):
    """What one page holds."""

    text: str
    prose: str
    grids: Sequence[Grid] = ()
    heading: str = ""
    printed: Sequence[Sequence[Word]] = ()


def read(path: Path, reading: Reading) -> Iterator[Part]:
    """The pages of a PDF, each with its tables, passages and transactions."""
    with closing(_open(path)) as document:
        reader, description = _Reader(document, reading), Description(reading)
        yield from description.watch(reader.parts())
        yield from description.drafts(reader.title)


def _open(path: Path) -> pdfium.PdfDocument:
    content = path.read_bytes()
    # The first part of a file made for the web ends with a zero, long before the file does.
    if not any(int(found[1]) for found in _END.finditer(content)):
        raise Unreadable("The PDF is damaged or incomplete. Export or upload it again.")
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        raise Unreadable(_why(error, b"/Encrypt" in content)) from None
    count = len(document)
    if not count:
        raise Unreadable(_EMPTY)
    if count > MOST_PAGES:
        raise Unreadable(f"The PDF has more than {MOST_PAGES:,} pages; split it.")
    return document


def _why(error: pdfium.PdfiumError, is_locked: bool) -> str:
    """What PDFium found wrong; of a file without pages it repeats what it found the last time."""
    if is_locked and error.err_code == raw.FPDF_ERR_PASSWORD:
        return "The PDF is protected by a password; save it without one and upload it again."
    if is_locked and error.err_code == raw.FPDF_ERR_SECURITY:
        return "The PDF is encrypted in a way that cannot be read; save it unprotected."
    return _EMPTY


class _Reader:
    """Goes through the pages, and remembers what later pages need of earlier ones."""

    def __init__(self, document: pdfium.PdfDocument, reading: Reading) -> None:
        self._document = document
        self._reading = reading
        self._title = _title(document)
        self._left = MOST_CHARACTERS
        self._opening = ""
        self._header: Sequence[str] = ()
        self._sections: Sections | None = None
        self._is_read = False
        self._lacks_sight = False

    @property
    def title(self) -> str:
        """What the document calls itself, else the name of the file."""
        return self._title

    def parts(self) -> Iterator[Part]:
        """Everything, page by page."""
        for number in range(1, len(self._document) + 1):
            sheet = self._sheet(number)
            self._left -= len(sheet.text)
            self._is_read = self._is_read or bool(sheet.text)
            self._opening = self._opening or sheet.text
            yield Page(number, sheet.text)
            if sheet.text:
                yield from self._page(number, sheet)
        if self._lacks_sight and not self._is_read:
            raise Unreadable(
                "The PDF is a scan, and text recognition is not installed on this server. "
                "Upload a PDF with text."
            )

    def _page(self, number: int, sheet: _Sheet) -> Iterator[Part]:
        """The tables of a page, then its passages."""
        if self._sections is None:
            self._title = self._title or sheet.heading or PurePath(self._reading.filename).stem
            days = Days(sheet.text, self._reading)
            self._sections = Sections(self._title, days, turns.style_of(sheet.text))
        blocks = list(outline.blocks(sheet.prose, pdf_text.headings(sheet.printed)))
        headings = [block for block in blocks if isinstance(block, Heading)]
        yield from self._tables(self._sections, number, sheet, headings)
        yield from self._sections.parts(blocks, number)

    def _sheet(self, number: int) -> _Sheet:
        try:
            page = self._document[number - 1]
            text = page.get_textpage()
        except pdfium.PdfiumError:
            raise Unreadable(f"Page {number} of the PDF is damaged; export it again.") from None
        with closing(page), closing(text):
            if text.count_chars() > self._left:
                raise Unreadable(f"The PDF has more than {MOST_CHARACTERS:,} characters; split it.")
            layout = Layout(page, text)
            written = layout.written()
            if _is_bare(written) and _is_scan(page):
                seen = self._recognised(page)
                return _Sheet(seen, seen)
            return _measured(layout, written)

    def _recognised(self, page: pdfium.PdfPage) -> str:
        try:
            # Optional, and slow to begin with: only a scan pays for it.
            from runwright.files.formats.image.reader import recognise
        except ImportError:
            self._lacks_sight = True
            return ""
        return recognise(_picture(page))

    def _tables(
        self, sections: Sections, number: int, sheet: _Sheet, headings: Sequence[Heading]
    ) -> Iterator[Part]:
        for grid in sheet.grids:
            yield Table(number, tuple(tuple(row) for row in grid.rows))
            found = self._transactions(number, grid.rows, sheet.text)
            if found is None:
                above = _above(grid, sheet.printed)
                ahead = [heading for heading in headings if heading.words in above]
                is_heading = bool(ahead) and ahead[-1].words == above[-1]
                caption = caption_of("\n".join(above[-1:] if is_heading else above[-3:]))
                found = list(sections.table(grid.rows, number, caption, ahead))
            yield from found

    def _transactions(self, number: int, rows: Rows, text: str) -> list[Draft] | None:
        """The bookings of a table; one that goes on from the page before needs its header."""
        begins = not any(map(is_value, rows[0]))
        goes_on = not begins and len(self._header) == len(rows[0])
        found = statements.transactions(
            [self._header, *rows] if goes_on else rows,
            page=number,
            reading=self._reading,
            words=text if number == 1 else f"{self._opening}\n{text}",
        )
        if found is not None and begins:
            self._header = rows[0]
        return found


def _title(document: pdfium.PdfDocument) -> str:
    said = " ".join(document.get_metadata_value("Title").split())
    said = _PROGRAM.sub("", _PROGRAM.sub("", said)).strip()
    return "" if said.casefold() in _NAMELESS else said


def _measured(layout: Layout, written: list[list[Word]]) -> _Sheet:
    """A page with text: tables apart, and the prose without them."""
    printed = pdf_text.ordered(written)
    grids = pdf_tables.find(written, layout.rules())
    free = [line for line in printed if not _is_in_table(line, grids)]
    text = pdf_text.prose(printed)
    rest = pdf_text.prose(free) if grids else text
    return _Sheet(text, rest, grids, pdf_text.heading(printed), free)


def _above(grid: Grid, printed: Sequence[Sequence[Word]]) -> list[str]:
    """The lines above a table, from the top down; what stands beside it is not above."""
    left, top, right, _ = grid.box
    found = [
        line
        for line in printed
        if line[0].bottom <= top + 1 and line[0].left < right and line[-1].right > left
    ]
    found.sort(key=lambda line: line[0].bottom)
    return [" ".join(word.text for word in line) for line in found]


def _is_bare(written: list[list[Word]]) -> bool:
    return len(written) < _FEW and sum(len(word.text) for line in written for word in line) < _FEW


def _is_in_table(line: Sequence[Word], grids: Sequence[Grid]) -> bool:
    return any(is_inside(word, grid.box) for grid in grids for word in line)


def _is_scan(page: pdfium.PdfPage) -> bool:
    """Whether pictures cover half of a page or more."""
    width, height = page.get_size()
    covered: float = 0.0
    for picture in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        covered += (right - left) * (top - bottom)
    return bool(covered >= width * height / 2)


def _picture(page: pdfium.PdfPage) -> Image:
    """A page as it is seen, never larger than a scan of it needs to be."""
    width, height = (max(1.0, side) for side in page.get_size())
    scale = min(
        _DOTS_PER_INCH / 72,
        (_MOST_PIXELS / (width * height)) ** 0.5,
        _LONGEST_SIDE / max(width, height),
    )
    seen: Image = page.render(scale=scale).to_pil()
    return seen
