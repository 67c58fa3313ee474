"""What is quoted around the words that answer: their sentence, and what it is not understood
without: who "she" is, what a short sentence goes on from, and the other entries of its list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from runwright.text.sentences import Span, sentences

_LONGEST = 60
"""The longest quotation, in words."""
_SHORT = 12
"""A sentence of fewer words is quoted with the one before it."""
_PRONOUN = re.compile(r"\s*(?:he|she|it|they|his|her|its|their)\b", re.I)
_ENTRY = re.compile(r"\s*(?:[-*+•·▪◦–]|\(?(?:\d{1,3}|[a-z])[.)])\s+\S")
_BREAK = re.compile(r"\n\s*\n")
_STOPS = ".!?…"
_AT_EDGES = " \t\n-–—*•·|#>"

Stretch = tuple[int, int]
"""The numbers of the first and the last sentence of a quotation."""
Stretches = Callable[[str, Sequence[Span], Stretch], Iterator[Stretch]]
"""What may be quoted around sentences, the best first."""


def sentence(text: str, start: int, end: int) -> str:
    """The sentence with some words, and who it speaks of."""
    return _fitting(text, start, end, _with_whom)


def quotation(text: str, start: int, end: int) -> str:
    """The same, with what it goes on from and the list that it is of, as far as that is short."""
    return _fitting(text, start, end, _with_all)


def shown(text: str) -> str:
    """A text on one line, as it stands between quotation marks."""
    plain = " ".join(text.replace("**", "").split()).strip(_AT_EDGES)
    return plain.replace("“", "‘").replace("”", "’")


def _fitting(text: str, start: int, end: int, stretches: Stretches) -> str:
    known = sentences(text)
    held = [n for n, (a, b) in enumerate(known) if a < end and b > start]
    if not held:
        return _line(text, start, end)
    for first, last in stretches(text, known, (held[0], held[-1])):
        whole = shown(text[known[first][0] : known[last][1]])
        if len(whole.split()) <= _LONGEST:
            return whole
    return _line(text, start, end)


def _with_whom(text: str, known: Sequence[Span], held: Stretch) -> Iterator[Stretch]:
    # Who "she" is stands in the sentence before; what is told of her in the one behind.
    first, last = held
    first -= bool(first and _PRONOUN.match(text, known[first][0]))
    last += bool(last + 1 < len(known) and _PRONOUN.match(text, known[last + 1][0]))
    yield first, last
    yield held


def _with_all(text: str, known: Sequence[Span], held: Stretch) -> Iterator[Stretch]:
    listed = _list_of(text, known, held)
    if listed != held:
        yield listed
    yield from (_led(text, known, each) for each in _with_whom(text, known, held))
    yield from _with_whom(text, known, held)


def _list_of(text: str, known: Sequence[Span], held: Stretch) -> Stretch:
    """The entries of a list around one of them or behind its lead, which ends with a colon."""
    first, last = held
    is_lead = text[known[last][0] : known[last][1]].endswith(":")
    is_entry = bool(_ENTRY.match(text, known[first][0]))
    if not (is_lead or is_entry):
        return held
    while last + 1 < len(known) and _is_of_list(text, known, last + 1):
        last += 1
    while is_entry and first and _is_of_list(text, known, first - 1):
        first -= 1
    is_led = is_entry and first and text[: known[first - 1][1]].endswith(":")
    return first - bool(is_led), last


def _is_of_list(text: str, known: Sequence[Span], number: int) -> bool:
    """Whether a sentence is an entry, or goes on in the paragraph of one."""
    start, _ = known[number]
    if _ENTRY.match(text, start):
        return True
    return bool(number) and not _BREAK.search(text, known[number - 1][1], start)


def _led(text: str, known: Sequence[Span], stretch: Stretch) -> Stretch:
    """With the sentence before a short one, where they are of one paragraph of prose."""
    first, last = stretch
    own = text[known[first][0] : known[last][1]]
    if not first or len(own.split()) >= _SHORT:
        return stretch
    before = known[first - 1][1]
    is_prose = text[before - 1] in _STOPS and not _BREAK.search(text, before, known[first][0])
    return (first - 1, last) if is_prose else stretch


def _line(text: str, start: int, end: int) -> str:
    """The lines that hold an answer, where no sentence ends for long."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    whole = shown(text[first : last if last >= 0 else len(text)])
    return whole if len(whole.split()) <= _LONGEST else shown(text[start:end])
