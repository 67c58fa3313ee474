"""The blocks of a document as items, each under the headings that lead to it.

Markdown, web pages, plain text and PDF all come here, so that a passage knows its path in the
same way whatever it was read from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from runwright.context.index.names import HEADINGS
from runwright.files.formats import passages
from runwright.files.formats.structure import turns
from runwright.files.formats.structure.days import Days
from runwright.files.formats.types import Draft, Part, Table
from runwright.records.facts import LONGEST_NAME

LONGEST_TITLE = 120
_LONGEST_CAPTION = 200
"""More are a paragraph that happens to stand over a table."""
_CAPTION = re.compile(r"(?i)(?:table|tabelle|tab\.|exhibit|figure|übersicht)\s*\d")

_UNITS = re.compile(
    r"\(?(?:in|amounts in|angaben in) [^()]{2,60}\)?|\([^()]{2,60}\)", re.IGNORECASE
)
# An item of a list, the rest of a sentence, or a field such as `Due date: 30 November 2026`.
_NO_CAPTION = re.compile(r"[-*•]|[a-zäöü]|[^:]{2,40}:\s\S")


class Heading(NamedTuple):
    """A heading of a document."""

    level: int
    words: str
    is_printed: bool = False
    """Whether it stays in the text below it, as in a text where headings are only guessed."""


class Grid(NamedTuple):
    """A table, cell by cell."""

    rows: tuple[tuple[str, ...], ...]


Block = Heading | Grid | str


class Sections:
    """Goes through the blocks of a document, and remembers under which headings it is."""

    def __init__(self, root: str, days: Days, style: turns.Style | None = None) -> None:
        self._root = root
        self._days = days
        self._style = style
        self._path: list[Heading] = []
        self._tables = 0
        self.name = ""
        """The first heading that names the whole document."""

    def enter(self, heading: Heading) -> None:
        """Go on below a heading."""
        if heading.level <= 1 and not self.name:
            self.name = heading.words
        self._path = _below(self._path, heading)

    def parts(self, blocks: Iterable[Block], page: int) -> Iterator[Part]:
        """The tables and passages of some blocks, all on one page."""
        held: list[str] = []
        for block in blocks:
            if isinstance(block, Heading):
                if not self._only_leads_to(block, held):
                    yield from self._prose(held, page, block.level)
                    held = []
                self.enter(block)
                held += [block.words] if block.is_printed else []
            elif isinstance(block, Grid):
                caption = caption_of(held[-1]) if held else ""
                yield from self._prose(held, page, None)
                held = [""]  # the heading stands over something already
                yield Table(page, block.rows)
                yield from self.table(block.rows, page, caption)
            else:
                held.append(block)
        yield from self._prose(held, page, 0)

    def _only_leads_to(self, heading: Heading, held: Sequence[str]) -> bool:
        """Whether nothing was printed but titles above this heading: they stay with its text."""
        titles = {self._root, *(above.words for above in self._path if above.is_printed)}
        is_below = not self._path or self._path[-1].level < heading.level
        return heading.is_printed and is_below and all(text.strip() in titles for text in held)

    def table(
        self, rows: passages.Rows, page: int, caption: str = "", ahead: Sequence[Heading] = ()
    ) -> Iterator[Draft]:
        """The items of the next table of the document; `ahead` are headings still to come to."""
        self._tables += 1
        path = list(self._path)
        for heading in ahead:
            path = _below(path, heading)
        return passages.from_table(
            rows,
            title=self._title(path),
            page=page,
            headings=_names(path),
            number=self._tables,
            caption=caption,
        )

    def _title(self, path: Sequence[Heading]) -> str:
        """Such as `Handbook › Travel › Hotels`."""
        names = [heading.words for heading in path if heading.words]
        if not path or path[0].level > 1:
            names = [self._root, *names]  # no heading names the whole document
        unlike = [name for n, name in enumerate(names) if n == 0 or name != names[n - 1]]
        return HEADINGS.join(name[:LONGEST_TITLE] for name in unlike if name)

    def _prose(self, held: Sequence[str], page: int, following: int | None) -> Iterator[Draft]:
        """The passages of what stands under a heading; a heading over nothing is one itself."""
        words = "\n\n".join(block for block in held if block.strip())
        is_leaf = self._path and following is not None and following <= self._path[-1].level
        if not words and is_leaf and not held:
            words = self._path[-1].words
        names, title = _names(self._path), self._title(self._path)
        said = self._days.of_headings(names)
        if self._style is None:
            yield from passages.split(words, title=title, page=page, headings=names, said=said)
        else:
            place = turns.Place(title, page, names, said)
            yield from turns.passages_of(words, self._style, self._days, place)


def _below(path: Sequence[Heading], heading: Heading) -> list[Heading]:
    return [above for above in path if above.level < heading.level] + [heading]


def _names(path: Sequence[Heading]) -> tuple[str, ...]:
    return tuple(heading.words[:LONGEST_NAME] for heading in path if heading.words)


def caption_of(block: str) -> str:
    """What the text before a table says of it: a caption, or a short line that is no sentence."""
    lines = [" ".join(line.split()) for line in block.strip().split("\n")]
    for first in (-2, -1):
        if _CAPTION.match(lines[first:][0]):
            return " ".join(lines[first:])[:_LONGEST_CAPTION]
    if len(lines) > 2:
        lines = lines[-1:] if _UNITS.fullmatch(lines[-1]) else []
    caption = " ".join(lines)
    is_other = caption.endswith((".", "!", "?")) or _NO_CAPTION.match(caption)
    return "" if is_other or len(caption) > _LONGEST_CAPTION else caption
