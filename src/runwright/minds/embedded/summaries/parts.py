"""The sentences of a document as they are written, each with where it is and who says it.

A sentence is never cut at the end of a line, except where the line had room for the next word:
such a line was ended on purpose, like a heading or an address. An item of a list is a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from runwright.records.facts import Passage, Table
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.stopwords import STOP_WORDS
from runwright.tools.base import Item

_BULLET = re.compile(r"(?:[-*+•·▪◦–>☐☑□]|\(?(?:\d{1,3}|[a-z])[.)])\s+(?:\[[ xX]?\]\s+)?")
_ENDS = tuple('.!?…"”’)')
_WIDEST, _ROOM = 90, 0.75
"""Longer lines were not wrapped; one that is filled so far has no room for a word."""
_MOST_WORDS, _LONGEST_LEAD = 6, 12
"""So many words make a heading, or lead to a list."""


class Sentence(NamedTuple):
    """One sentence, item of a list or row of a table."""

    text: str
    item: str
    page: int | None
    headings: tuple[str, ...]
    is_listed: bool = False
    label: str = ""
    """Who says it, or the words that lead to the list that it is in."""
    day: date | None = None
    """When it was said, if that is known."""

    @property
    def is_whole(self) -> bool:
        """Whether it can be read alone: no heading, salutation, field of a form or row."""
        is_closed = self.text.endswith(_ENDS) or self.is_listed or bool(self.label)
        return is_closed and not self.text.endswith((":", ",")) and " | " not in self.text


def sentences_of(part: Item[Any]) -> Iterator[Sentence]:
    """What a passage or a table of a document says, in its order."""
    facts = part.facts
    if isinstance(facts, Table):
        for row in facts.rows:
            yield Sentence(" | ".join(filter(None, row)), part.id, part.page, facts.headings)
    elif isinstance(facts, Passage):
        blank = Sentence("", part.id, part.page, facts.headings)
        for turn in facts.turns:
            said = part.text[turn.begin : turn.end].partition(turn.speaker)[2].lstrip(" :*_")
            day = date.fromisoformat(turn.said[:10]) if turn.said else None
            yield from _of_text(said, blank._replace(label=turn.speaker, day=day))
        if not facts.turns:
            yield from _of_text(part.text, blank)


def _of_text(text: str, blank: Sentence) -> Iterator[Sentence]:
    lead = ""
    for line in _lines(text):
        bullet = _BULLET.match(line)
        said = line[bullet.end() if bullet else 0 :].strip(" *_`")
        if not bullet:
            is_lead = said.endswith(":") and len(said.split()) <= _LONGEST_LEAD
            lead = said[:-1] if is_lead else ""
        label = blank.label or (lead if bullet else "")
        yield blank._replace(text=said, is_listed=bool(bullet), label=label)


def _lines(text: str) -> Iterator[str]:
    """The sentences, each on one line, parted where a line was ended on purpose."""
    width = min(_WIDEST, max(map(len, text.splitlines()), default=0))
    for start, end in sentences(text):
        held: list[str] = []
        for line in filter(str.strip, text[start:end].split("\n")):
            if held and _is_ended(held[-1], line.split()[0], width):
                yield " ".join(" ".join(held).split())
                held = []
            held.append(line)
        yield " ".join(" ".join(held).split())


def _is_ended(line: str, following: str, width: int) -> bool:
    """Whether a line was ended on purpose: a few words, with room for the one that follows."""
    words = line.split()
    is_short = len(words) <= _MOST_WORDS and fold(words[-1]) not in STOP_WORDS
    has_room = len(line) + 1 + len(following) < _ROOM * width
    return is_short and has_room and not following[0].islower()
