"""From the tags of word pieces to the spans of the texts in which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from runwright.context.index.types import Floats
from runwright.minds.embedded.parser.framing import core_of
from runwright.minds.embedded.parser.heads import OUTSIDE
from runwright.minds.embedded.query import Span
from runwright.text import periods
from runwright.text.calendars import Viewpoint

JOINTS = " \t\n,;.?!&-–—:"
"""What stands between questions."""
_CODES = {
    "MERCHANT": "M",
    "CATEGORY": "C",
    "PERIOD": "P",
    "PERIOD2": "P2",
    "PERIOD_EVENT": "PE",
    "WEEKDAYS": "WD",
    "AMOUNT_MIN": "A>",
    "AMOUNT_MAX": "A<",
    "AMOUNT_EQ": "A=",
    "ACCOUNT": "ACC",
    "N": "N",
    "PERSON": "PS",
    "TOPIC": "T",
    "PLACE": "PL",
    "TIME": "TI",
    "DURATION": "D",
    "DURATION_MIN": "D>",
    "DURATION_MAX": "D<",
    "OWNER": "OW",
    "CURRENCY": "CU",
    "UNIT": "UNIT",
    "DOCUMENT": "DOC",
}
_APART = frozenset(',;:?!()[]/–—"“”|')
"""What divides words without a space."""
_SOME_DAY = Viewpoint(date(2026, 1, 1))


class Pieces(NamedTuple):
    """A clause and the questions before it, in word pieces."""

    texts: tuple[str, ...]
    ids: list[int]
    places: list[tuple[int, int]]
    """Of each piece: where it stands in the texts, one behind the other with a sign between."""

    def parts(self) -> Iterator[tuple[int, str]]:
        """Each text, and where it begins."""
        begin = 0
        for text in self.texts:
            yield begin, text
            begin += len(text) + 1


def words_in(text: str, places: list[tuple[int, int]]) -> list[int]:
    """The word pieces with which a word begins: a tag is that of the whole word, with all that
    is written in one go (`Sainsbury's`, `Disney+`, `9:30-10`)."""
    words, reached = [], -1
    for number, (start, end) in enumerate(places):
        if end <= start:
            continue
        goes_on = start == reached and not {text[start], text[start - 1]} & _APART
        if not goes_on:
            words.append(number)
        reached = end
    return words


def spans_in(
    begin: int, text: str, places: list[tuple[int, int]], words: list[int], tags: tuple[str, ...]
) -> list[Span]:
    """The stretches of a text, which begins there, that the tags mean."""
    close = begin + len(text)
    inside = [(n, tag) for n, tag in zip(words, tags, strict=True) if begin <= places[n][0] < close]
    ends = [places[number - 1][1] for number, _ in inside[1:]]
    ends.append(max((end for start, end in places if begin <= start < close), default=begin))
    found: list[list[Any]] = []
    for (number, tag), end in zip(inside, ends, strict=False):
        if tag == OUTSIDE:
            continue
        if tag[0] == "B" or not found:
            found.append([tag[2:], places[number][0] - begin, end - begin])
        else:
            found[-1][2] = end - begin
    return [
        Span(_code(tag, text[start:end]), text[start:end].strip(" ?.,!"), start)
        for tag, start, end in found
        if text[start:end].strip(" ?.,!")
    ]


def core_in(text: str, places: list[tuple[int, int]], words: list[int], frame: Floats) -> str:
    """The text without the harmless words around its question; empty if it has no others."""
    own = [(n, places[word][0]) for n, word in enumerate(words)]
    numbers = [n for n, start in own if start < len(text) and text[start].isalnum()]
    start, end = core_of(frame[numbers])
    if start == end:
        return ""
    ends = len(text) if end == len(numbers) else places[words[numbers[end]]][0]
    return text[places[words[numbers[start]]][0] : ends].strip(JOINTS)


def _code(tag: str, words: str) -> str:
    """The code of a span. What is left out is told apart by whether it names days."""
    if tag != "EXCLUDE":
        return _CODES[tag]
    return "XP" if periods.read(words.strip(" ?.,!"), _SOME_DAY) else "XC"
