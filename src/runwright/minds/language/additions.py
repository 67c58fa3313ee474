"""The words that the service adds to a fact: what its figures are of and the model did not say.

They stand in brackets behind the sentence of the figure, or right behind it where another figure
of the sentence is of something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runwright.minds.language.template import Filled, Hole
from runwright.text.sentences import sentences

MOST_WORDS = 12
"""What takes more words than these is not added: the model says it, or the fact is marked."""
_CLOSING = ".!?:;,*_ \n"


class Addition(NamedTuple):
    """Words that belong to a figure."""

    hole: Hole
    words: str


class Findings(NamedTuple):
    """What is wrong with the words around some slots, and what is added to them."""

    problems: list[str]
    additions: list[Addition]


def is_short(words: Iterable[str]) -> bool:
    """Whether that many words can be added."""
    return sum(len(each.split()) for each in words) <= MOST_WORDS


def added(filled: Filled, additions: Sequence[Addition]) -> str:
    """The text with what is added to it."""
    text = filled.text
    places = [(place, words) for place, words in _places(filled, additions) if words]
    for place, words in sorted(places, reverse=True):
        text = f"{text[:place]} ({words}){text[place:]}"
    return text


def _places(filled: Filled, additions: Sequence[Addition]) -> Iterable[tuple[int, str]]:
    by_hole: dict[Hole, list[str]] = {}
    for each in additions:
        own = by_hole.setdefault(each.hole, [])
        if each.words not in own:
            own.append(each.words)
    for start, end in sentences(filled.text) or [(0, len(filled.text))]:
        holes = [hole for hole in filled.holes if start <= hole.start < end]
        said = [by_hole.get(hole, []) for hole in holes if _is_figure(hole) or hole in by_hole]
        if said and all(each == said[0] for each in said):
            yield _end(filled.text, start, end), ", ".join(said[0])
        else:
            yield from ((hole.end, ", ".join(by_hole[hole])) for hole in holes if hole in by_hole)


def _is_figure(hole: Hole) -> bool:
    return any(each.isdigit() for each in hole.shown)


def _end(text: str, start: int, end: int) -> int:
    """The end of a sentence, before what closes it."""
    while end > start and text[end - 1] in _CLOSING:
        end -= 1
    return end
