"""The headings and tables of a text without marks: numbers, paragraphs, capitals, letter sizes.

A heading is a short line by itself that says so: `§ 3 Rent`, `2.1 Scope`, `Article IV`, `FEES`,
a day over the notes of that day. Where a guess could be wrong the heading stays in the text, and
a single one is none: a numbered line is as likely an item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.files.formats.bank import dates
from runwright.files.formats.structure import columns
from runwright.files.formats.structure.sections import Block, Grid, Heading

_MOST_WORDS = 12
_LONGEST = 120
_MOST_LINES = 100_000
_FEWEST = 2
_BELOW_SIZED = 40
"""Where headings have larger letters, those in plain letters are below them all."""
_ROMAN = r"[IVXLC]{1,6}"
_STYLES: tuple[tuple[int, re.Pattern[str]], ...] = (
    # "Part II", "Teil 1: Grundlagen"; level, then what a line of it looks like.
    (2, re.compile(rf"(?:Part|Teil|PART|TEIL) (?:\d{{1,3}}|{_ROMAN})\b.*")),
    (
        3,
        re.compile(
            r"(?i:chapter|kapitel|appendix|anhang|anlage|annex|schedule|exhibit)"
            rf" (?:\d{{1,3}}|{_ROMAN}|[A-Z])\b.*"
        ),
    ),
    # "Article 5 – Notice", "Section 3", "§ 12a Kündigung", "IV. Findings"
    (
        4,
        re.compile(
            rf"(?:Article|Artikel|Art\.|Section|Abschnitt|Clause|ARTICLE|SECTION) "
            rf"(?:\d{{1,3}}[a-z]?|{_ROMAN})\b.*|§+ ?\d{{1,4}} ?[a-z]?(?:[.:) ].*)?"
            rf"|{_ROMAN}\. [^\W\d_].*"
        ),
    ),
)
# "1. Fees", "2.1 Scope", "2.1.4. Limits"; the words begin with a capital.
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,4})[.)]? +([^\W\d_].*)")
_AT_MOST_A_DAY = re.compile(r"(?:[^\W\d_]{2,10}[,.]? )?[^\s,].{5,24}")


class _Mark(NamedTuple):
    """A heading and the lines that it takes."""

    heading: Heading
    first: int
    after: int
    number: str = ""


def blocks(text: str, sized: Mapping[str, int] | None = None) -> Iterator[Block]:
    """The headings, tables and prose of a text; `sized` are headings told by their letters."""
    if text.count("\n") > _MOST_LINES:
        yield text
        return
    lines = text.split("\n")
    grids = columns.find(lines)
    marks = _headings(lines, grids, sized or {})
    at = 0
    for start, end, block in sorted(
        [(g.first, g.after, Grid(g.rows)) for g in grids]
        + [(m.first, m.after, m.heading) for m in marks],
        key=lambda each: each[0],
    ):
        yield from _text(lines[at:start])
        yield block
        at = end
    yield from _text(lines[at:])


def tables_apart(text: str) -> Iterator[Block]:
    """The tables of a text and the prose between them, when its headings are known."""
    lines = text.split("\n")
    at = 0
    for grid in columns.find(lines):
        yield from _text(lines[at : grid.first])
        yield Grid(grid.rows)
        at = grid.after
    yield from _text(lines[at:])


def _text(lines: Sequence[str]) -> Iterator[str]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        yield text


def _headings(
    lines: Sequence[str], grids: Sequence[columns.Columns], sized: Mapping[str, int]
) -> list[_Mark]:
    taken = {n for grid in grids for n in range(grid.first, grid.after)}
    found = list(_candidates(lines, taken, sized))
    guessed = [mark for mark in found if mark.heading.words not in sized]
    numbered = [mark for mark in guessed if mark.number]
    if not _count_up(mark.number for mark in numbered):
        guessed = [mark for mark in guessed if not mark.number]
    kept = guessed if len(guessed) >= _FEWEST else []
    return [mark for mark in found if mark.heading.words in sized or mark in kept]


def _candidates(lines: Sequence[str], taken: set[int], sized: Mapping[str, int]) -> Iterator[_Mark]:
    after = 0
    for n, line in enumerate(lines):
        words = line.strip()
        if n < after or n in taken or not words:
            continue
        if words in sized:
            yield _sized(lines, n, sized)
            after = n + 1
        elif _stands_alone(lines, n) and (level := _level(words)):
            number = _NUMBERED.fullmatch(words)
            if number and n + 1 < len(lines) and _NUMBERED.fullmatch(lines[n + 1].strip()):
                continue  # an item of a list: the next one follows at once
            if sized:
                level += _BELOW_SIZED
            elif not any(map(str.strip, lines[:n])) and words.isupper():
                level = 1  # the title of the whole
            after = n + 1
            yield _Mark(Heading(level, words, True), n, after, number[1] if number else "")


def _sized(lines: Sequence[str], n: int, sized: Mapping[str, int]) -> _Mark:
    words = lines[n].strip()
    number = _NUMBERED.fullmatch(words)
    depth = number[1].count(".") if number else 0
    return _Mark(Heading(sized[words] + depth, words, True), n, n + 1)


def _stands_alone(lines: Sequence[str], n: int) -> bool:
    """Whether a line begins a paragraph, and something follows below."""
    return (n == 0 or not lines[n - 1].strip()) and any(map(str.strip, lines[n + 1 : n + 4]))


def _level(words: str) -> int:
    """The level of a line that can be a heading, else 0."""
    if len(words) > _LONGEST or len(words.split()) > _MOST_WORDS:
        return 0
    if words[-1] in ".,;!?" and not re.fullmatch(r"[§\w .]{1,12}", words):
        return 0
    if found := _NUMBERED.fullmatch(words):
        return 5 + found[1].count(".") if found[2][0].isupper() and words[-1] != ":" else 0
    for level, pattern in _STYLES:
        if pattern.fullmatch(words):
            return level
    if _is_day(words):
        return 2
    return 4 if _is_shouted(words) else 0


def _is_day(words: str) -> bool:
    """`3 March 2026`, `Montag, 3. März 2026`."""
    written = dates.cut(words.rstrip(":")) if _AT_MOST_A_DAY.fullmatch(words) else None
    return written is not None and written.year is not None


def _is_shouted(words: str) -> bool:
    letters = sum(map(str.isalpha, words))
    return words.isupper() and letters > 3 and letters * 2 > len(words) and ":" not in words[:-1]


def _count_up(numbers: Iterable[str]) -> bool:
    """Whether numbers are those of headings: each is above the one before, as 2.1 is above 2."""
    keys = [tuple(map(int, number.split("."))) for number in numbers]
    return all(above < below for above, below in pairwise(keys))
