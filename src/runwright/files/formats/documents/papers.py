"""A document as its recognisers look at it: lines without marks, and what its reader knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from runwright.files.formats.structure.days import Days

LOOKED_AT = 40_000
"""Characters; what a document is shows at its beginning, a total on its first pages."""
OPENING_LINES = 15
_MARKS = re.compile(r"^[ \t]*(?:#{1,6}|>|[-*+•](?=\s))[ \t]*|[*`]{1,3}|\b__|__\b")
_TABLE_RULE = re.compile(r"[\s|:+=-]{3,}")
_LONGEST_HEADING = 90
# `Policy number: 4711`, `Bill to: Ann`: a label with its value.
_FIELD = re.compile(r"[^:]{2,40}:(?:\s|$)")
# The subject of a message is its heading.
_SUBJECT = re.compile(r"(?i)(?:subject|betreff|re|betr\.)\s?:\s*(?:(?:fwd?|wg|aw|re):\s*)*(?=\S)")
# Heads of columns over what a document says of itself, not over its line items.
_OWN_COLUMN = re.compile(
    r"(?i)\b(?:due|fällig|(?:invoice|bill|rechnungs?|beleg)[ .-]{0,2}"
    r"(?:number|no|nr|nummer|#|date|datum))\b"
)
_GAP = re.compile(r"\s{2,}|\t")


class Paper(NamedTuple):
    """What is known of a document before its kind is."""

    title: str
    lines: tuple[str, ...]
    """Without marks of Markdown and blank lines; cells of a table are parted by two blanks."""
    days: Days
    language: str | None
    speakers: tuple[str, ...] = ()
    is_chat: bool = False
    is_speech: bool = False
    is_statement: bool = False
    is_mostly_tables: bool = False
    paragraphs: tuple[tuple[str, ...], ...] = ()
    """The same lines, parted where blank lines part them."""

    @property
    def text(self) -> str:
        """All of it, line by line."""
        return "\n".join(self.lines)

    @property
    def opening(self) -> tuple[str, ...]:
        """The first lines, where a document says what it is."""
        return self.lines[:OPENING_LINES]

    @property
    def headings(self) -> list[str]:
        """The title and the first line, then lines of the opening without a sentence or a field."""
        subjects = [line[found.end() :] for line in self.opening if (found := _SUBJECT.match(line))]
        rest = [line for line in self.opening[1:] if not _FIELD.match(line)]
        lines = [self.title, *subjects, *self.opening[:1], *rest]
        return [line for line in lines if _is_heading(line)]

    @property
    def stacked(self) -> tuple[str, ...]:
        """`Invoice no.  Due date` over `12  3 May 2026`, as `Invoice no.: 12` and the like."""
        return tuple(
            f"{label}: {value}"
            for labels, values in pairwise(self.lines[:_STACKED])
            if _OWN_COLUMN.search(labels) and not re.search(r"\d", labels)
            for label, value in _under(cells_of(labels), cells_of(values))
        )


_STACKED = 40


def _under(labels: list[str], values: list[str]) -> Iterator[tuple[str, str]]:
    if len(labels) == len(values):
        yield from zip(labels, values, strict=True)


def cells_of(line: str) -> list[str]:
    """What wide gaps part in a line."""
    return [cell for cell in _GAP.split(line.strip()) if cell]


def _is_heading(line: str) -> bool:
    return 0 < len(line) <= _LONGEST_HEADING and line[-1] not in ".!?"


def paragraphs_of(text: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a text that say something, as they are looked at, by paragraph."""
    found: list[list[str]] = [[]]
    for line in text[:LOOKED_AT].split("\n"):
        if _TABLE_RULE.fullmatch(line):
            continue
        plain = _MARKS.sub("", line.replace("|", "  ")).strip()
        if plain:
            found[-1].append(plain)
        elif found[-1]:
            found.append([])
    return tuple(tuple(lines) for lines in found if lines)
