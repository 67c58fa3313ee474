"""Sentences of what was read, each with where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.prose.words import stems
from runwright.engine.types import Item

_END = lazily(r"(?<![.!?])[.!?…]{1,3}[\"'”’»)\]]{0,3}\s+(?=[^\sa-z])|[^\S\n]*\n\s*|[。！？]")
_ABBREVIATED = lazily(
    r"(?:^|[\s(.\"“])(?:[A-Za-z]|mr|mrs|ms|dr|prof|sen|gov|gen|rev|st|sr|jr|vs|nos?|figs?|al|approx"
    r"|inc|ltd|corp|co|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|e\.g|i\.e|c|ca|u\.s)\Z",
    re.IGNORECASE,
)
_NEW_LINE = lazily(r"[^\S\n]*\n\s*")
_SHORTEST = 2
_WRAPPED = 30
"""A line that was wrapped has at least so many characters."""
_LONGEST = 1200
"""A sentence is cut there, whatever it says: text without any full stop."""


class Sentence(NamedTuple):
    """One sentence of an item."""

    text: str
    item: int
    """The number of its item among those that were read."""
    place: int
    """Its number in the item."""
    stems: frozenset[str]


def sentences_of(items: Sequence[Item]) -> list[Sentence]:
    """The sentences of all the items, in reading order."""
    return [
        _sentence(text, number, place)
        for number, item in enumerate(items)
        for place, text in enumerate(split(item.text))
    ]


def split(text: str) -> Iterator[str]:
    """The sentences of a text."""
    start = 0
    for found in _END.finditer(text):
        if _goes_on(text, start, found) and found.end() - start < _LONGEST:
            continue
        if piece := _in_one_line(text[start : found.end()]):
            yield piece
        start = found.end()
    if piece := _in_one_line(text[start:]):
        yield piece[:_LONGEST]


def _in_one_line(text: str) -> str:
    return _NEW_LINE.sub(" ", text.strip())


def _goes_on(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether what looks like an end is the dot of an abbreviation, or a line that was wrapped."""
    if found.start() - start < _SHORTEST:
        return True
    if found[0].strip() == "":
        return _is_wrapped(text, start, found)
    if text[found.start()] != ".":
        return False
    return bool(_ABBREVIATED.search(text[max(start, found.start() - 8) : found.start()]))


def _is_wrapped(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a long line without an end goes on in the next, which begins in the middle."""
    begin = max(start, text.rfind("\n", start, found.start()) + 1)
    line = text[begin : found.start()].rstrip()
    ends = found[0].count("\n") > 1 or line[-1:] in ".!?:;…"
    return not ends and len(line) >= _WRAPPED and text[found.end() : found.end() + 1].islower()


def _sentence(text: str, item: int, place: int) -> Sentence:
    return Sentence(text, item, place, frozenset(stems(text)))
