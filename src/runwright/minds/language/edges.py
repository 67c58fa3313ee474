"""Beginnings and ends: the word before a moment says which of the two it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from runwright.minds.language import vocabulary
from runwright.minds.language.comparisons import Sentence
from runwright.minds.language.evidence import Slot
from runwright.minds.language.template import Hole

_FROM = vocabulary.BEGIN | frozenset(("from", "von", "ab"))
_TO = vocabulary.FINISH | frozenset(("to",))
_DASH = re.compile(r"#[*_]*\s*[–-]\s*[*_]*$")


def problems(sentence: Sentence) -> Iterator[str]:
    """`from {end} to {start}`, `begins at {end}`: the word before a moment says which it is."""
    for hole in sentence.holes:
        if not isinstance(hole.source, Slot) or hole.source.leaf not in ("start", "end"):
            continue
        if _goes_on(hole, sentence):
            continue
        before = [
            w
            for w, p in zip(sentence.words, sentence.places, strict=True)
            if p < hole.start and not any(p < h.start < hole.start for h in sentence.holes)
        ]
        begins = any(w in _FROM for w in before)
        finishes = any(w in _TO for w in before[-2:])
        dash = _DASH.search(sentence.text[: hole.start - sentence.start]) is not None
        dash = dash and _follows_moment(hole, sentence)
        if hole.source.leaf == "end" and (begins or not (finishes or dash or before)):
            yield f"`{hole.source.path}` is an end, and the words make it a beginning"
        elif hole.source.leaf == "end" and not (finishes or dash):
            yield f"`{hole.source.path}` is an end, and the words do not say so"
        elif hole.source.leaf == "start" and _is_moved_to(hole.source, sentence):
            continue
        elif hole.source.leaf == "start" and ((finishes and not begins) or dash):
            yield f"`{hole.source.path}` is a beginning, and the words make it an end"


def _goes_on(hole: Hole, sentence: Sentence) -> bool:
    """`ends on {end:weekday} at {end:time}`: the words before the first say it of the second."""
    earlier = [each.source for each in sentence.holes if each.start < hole.start]
    return (
        bool(earlier)
        and isinstance(hole.source, Slot)
        and isinstance(earlier[-1], Slot)
        and (earlier[-1].path == hole.source.path)
    )


def _is_moved_to(slot: Slot, sentence: Sentence) -> bool:
    """`moved from {moved_from} to {start}`."""
    return any(s.leaf == "moved_from" and s.owner is slot.owner for s in sentence.slots)


def _follows_moment(hole: Hole, sentence: Sentence) -> bool:
    """A dash behind a name opens an explanation; behind a time it means `to`."""
    earlier = [h for h in sentence.holes if h.start < hole.start]
    last = earlier[-1].source if earlier else None
    return isinstance(last, Slot) and last.leaf in ("start", "end")
