"""The same line in two versions of a document: the words are the same, the figures may differ.

A question finds its answer in one version, and what the other one says of the same stands in the
line that is worded alike there, whether or not it would be found by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from runwright.minds.values import Item
from runwright.text import amounts
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.words import split_words

_ALIKE = 0.66
"""How much of the words of two lines is the same at least."""
_BEGINS = 4
"""So many words are enough where one line is the beginning of the other."""
_FEWEST = 2
"""Shorter lines must be wholly the same."""

Skeleton = tuple[str, ...]


class Line(NamedTuple):
    """A line of a passage, and where it stands in its text."""

    item: Item
    start: int
    end: int

    @property
    def text(self) -> str:
        """The line itself."""
        return self.item.text[self.start : self.end]


def skeleton(text: str) -> Skeleton:
    """The words of a line without its figures, which are what another version changes."""
    words = split_words(fold(text))
    return tuple(word for word in words if not any(map(str.isdigit, word)))


def lines_of(items: Iterable[Item]) -> Iterator[Line]:
    """The sentences of passages; a row of a table or a list is one for itself."""
    for item in items:
        for start, end in sentences(item.text):
            whole = item.text[start:end]
            # A line of prose is only full; a row has cells.
            for part in whole.splitlines(keepends=True) if "|" in whole else (whole,):
                if part.strip():
                    yield Line(item, start, start + len(part.rstrip()))
                start += len(part)


def likeness(one: str, other: str) -> float:
    """How many lines of the shorter text are worded alike in the other, from 0 to 1."""
    known = [{skeleton(text[a:b]) for a, b in sentences(text)} - {()} for text in (one, other)]
    return len(known[0] & known[1]) / max(1, min(map(len, known)))


def line_at(item: Item, place: int) -> Line | None:
    """The line of a passage that a place is in."""
    return next((each for each in lines_of((item,)) if each.start <= place < each.end), None)


def same(one: str, other: str) -> bool:
    """Whether two lines say the same, word for word and figure for figure."""
    return split_words(fold(one)) == split_words(fold(other))


def value(line: str, said: str, other: str) -> str:
    """The amount in another line that stands where one stands in this; empty if that is unsure."""
    own, others = ([t[each.start : each.end] for each in amounts.find(t)] for t in (line, other))
    if own.count(said) != 1:
        return ""
    # One that is the only one in its line, or has as many beside it as the other.
    is_clear = len(own) == len(others)
    return others[own.index(said)] if is_clear else ""


def aligned(line: str, others: Sequence[Item]) -> Line | None:
    """The line of another version that is worded like this one; None where none or several are."""
    own = skeleton(line)
    if not own:
        return None
    ranked = sorted(
        ((_likeness(own, skeleton(each.text)), each) for each in lines_of(others)),
        key=lambda rated: -rated[0],
    )
    if not ranked or ranked[0][0] < _ALIKE:
        return None
    best, found = ranked[0]
    is_one = all(score < best or each.text == found.text for score, each in ranked[1:])
    return found if is_one else None


def _likeness(one: Skeleton, other: Skeleton) -> float:
    """How much of two lines is the same, from 0 to 1."""
    if one == other:
        return 1.0
    fewest = min(len(one), len(other))
    if fewest < _FEWEST:
        return 0.0
    alike = SequenceMatcher(None, one, other, autojunk=False).ratio()
    is_beginning = fewest >= _BEGINS and one[:fewest] == other[:fewest]
    return max(alike, _ALIKE) if is_beginning else alike
