"""A sentence shortened for quotation: whole clauses are left out, and the gap is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from runwright.engine.patterns import lazily
from runwright.engine.prose.spans import Span
from runwright.engine.prose.words import words

GAP = "…"
_CUT = lazily(
    r"\s?[,;:]\s(?:and\s|but\s|or\s)?|\s[–—-]{1,2}\s|\s(?=\()|(?<=\))\s"
    r"|\s(?=(?:which|who|whom|whose|while|although|because|whereas|where|when|after|before|until"
    r"|since|so that|and|but|with|including|as well as|following|by|from|during|through)\s)"
)
_SHORTEST = 3
_KEPT_SPANS = 2
_OPEN, _CLOSE = "(", ")"


class _Clause(NamedTuple):
    """A stretch of the sentence, how long it is, and how much of the question is in it."""

    start: int
    end: int
    size: int
    worth: float


def shorten(text: str, weight: Mapping[str, float], spans: Sequence[Span], most: int) -> str:
    """The neighbouring clauses that say most of what is asked, in at most so many words."""
    if len(text.split()) <= most:
        return text
    clauses = _clauses(text, weight, spans)
    start, end = _best(clauses, most)
    cut = text[clauses[start].start : clauses[end].end].strip(" ,;:–—-")
    if len(cut.split()) > most * 2:
        cut = " ".join(cut.split()[: most * 2])
    before = GAP if start else ""
    after = (
        GAP
        if end + 1 < len(clauses) or len(cut) < clauses[end].end - clauses[start].start - 6
        else ""
    )
    return f"{before}{_balanced(cut)}{after}"


def _clauses(text: str, weight: Mapping[str, float], spans: Sequence[Span]) -> list[_Clause]:
    edges = [0]
    for found in _CUT.finditer(text):
        if len(text[edges[-1] : found.start()].split()) >= _SHORTEST:
            edges.append(found.start())
    edges.append(len(text))
    told = [(word.start, weight[word.stem]) for word in words(text) if word.stem in weight]
    kept = [(span.start, 0.35 / (1 + at)) for at, span in enumerate(spans[:_KEPT_SPANS])]
    marks = [*told, *kept]
    return [
        _Clause(
            start,
            end,
            len(text[start:end].split()),
            sum(value for at, value in marks if start <= at < end),
        )
        for start, end in pairwise(edges)
    ]


def _best(clauses: Sequence[_Clause], most: int) -> tuple[int, int]:
    """The first and last of the clauses to keep: worth most; of equals the longest."""
    best, kept = (-1.0, 0), (0, 0)
    for start in range(len(clauses)):
        size, worth = 0, 0.0
        for end in range(start, len(clauses)):
            size, worth = size + clauses[end].size, worth + clauses[end].worth
            if size > most and end > start:
                break
            if (round(worth, 6), size) > best:
                best, kept = (round(worth, 6), size), (start, end)
    return kept


def _balanced(text: str) -> str:
    """Without a parenthesis that has lost its other half."""
    if text.count(_OPEN) == text.count(_CLOSE):
        return text
    return text.replace(_OPEN, "").replace(_CLOSE, "")
