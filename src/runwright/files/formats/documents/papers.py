"""A document as its recognisers look at it: lines without marks, and what its reader knows."""

from __future__ import annotations

import re
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
        rest = [line for line in self.opening[1:] if not _FIELD.match(line)]
        lines = [self.title, *self.opening[:1], *rest]
        return [line for line in lines if _is_heading(line)]


def _is_heading(line: str) -> bool:
    return 0 < len(line) <= _LONGEST_HEADING and line[-1] not in ".!?"


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a text that say something, as they are looked at."""
    found = []
    for line in text[:LOOKED_AT].split("\n"):
        if _TABLE_RULE.fullmatch(line):
            continue
        plain = _MARKS.sub("", line.replace("|", "  ")).strip()
        if plain:
            found.append(plain)
    return tuple(found)
