"""Examples as arrays: word pieces, and what is to be learned about them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from training.labels import HEADS, OUTSIDE, TAGS, has_spans
from training.schema import Wording
from training.vary import Example

LONGEST = 112
"""Word pieces of an example that is learned from."""
UNKNOWN = -1
_TAG_NUMBERS = {tag: number for number, tag in enumerate(TAGS)}

Integers = npt.NDArray[np.integer[Any]]


class Pieces(NamedTuple):
    """A text in word pieces, with what is known of each; `UNKNOWN` where nothing is learned."""

    ids: list[int]
    places: list[tuple[int, int]]
    tags: list[int]
    begins: list[int]


class Batch(NamedTuple):
    """Examples side by side, padded with 0."""

    ids: Integers
    tags: Integers
    begins: Integers
    heads: Integers


def in_pieces(tokenizer: Any, example: Example, longest: int = LONGEST) -> Pieces:
    """The word pieces of an example."""
    encoded = tokenizer.encode(example.text)
    ids, places = encoded.ids[:longest], encoded.offsets[:longest]
    tags, begins = [0] * len(ids), [0] * len(ids)
    for span in example.spans:
        at = "B"
        for number, (start, end) in enumerate(places):
            if end > start and start < span.end and end > span.start:
                tags[number] = _TAG_NUMBERS[f"{at}-{span.tag}"]
                at = "I"
    for boundary in example.boundaries:
        for number, (start, end) in enumerate(places):
            if end > start >= boundary:
                begins[number] = 1
                break
    is_tagged = example.labels is None or has_spans(example.labels)
    for number, (start, end) in enumerate(places):
        if end == start:
            tags[number] = begins[number] = UNKNOWN
        elif not is_tagged:
            tags[number] = UNKNOWN
    return Pieces(ids, places, tags, begins)


def numbers_of(labels: dict[str, str] | None) -> list[int]:
    """What each head has to say, as its place among the values."""
    return [
        HEADS[name].index(labels[name]) if labels and name in labels else UNKNOWN for name in HEADS
    ]


def batch_of(tokenizer: Any, examples: Iterable[Example], longest: int = LONGEST) -> Batch:
    """Examples as arrays."""
    read = [(in_pieces(tokenizer, each, longest), numbers_of(each.labels)) for each in examples]
    shape = (len(read), longest)
    ids = np.zeros(shape, np.int32)
    tags, begins = np.full(shape, UNKNOWN, np.int8), np.full(shape, UNKNOWN, np.int8)
    for row, (pieces, _) in enumerate(read):
        length = len(pieces.ids)
        ids[row, :length] = pieces.ids
        tags[row, :length] = pieces.tags
        begins[row, :length] = pieces.begins
    return Batch(ids, tags, begins, np.array([heads for _, heads in read], np.int8))


def spans_in(text: str, places: Sequence[tuple[int, int]], tags: Sequence[int]) -> list[Any]:
    """The spans that tags of word pieces mean: `(start, end, tag)`. A word is never divided."""
    spans: list[list[Any]] = []
    current: list[Any] | None = None
    reached = -1
    for (start, end), number in zip(places, tags, strict=True):
        if end <= start:
            continue
        tag = TAGS[number]
        goes_on = start == reached and text[start].isalnum() and text[start - 1].isalnum()
        reached = end
        if goes_on:
            if current is not None:
                current[1] = end
        elif tag == OUTSIDE:
            current = None
        elif tag[0] == "B" or current is None or current[2] != tag[2:]:
            current = [start, end, tag[2:]]
            spans.append(current)
        else:
            current[1] = end
    return [tuple(span) for span in spans]


def part_of(wording: Wording) -> int:
    """A number below 100 by which wordings are divided; those that differ in their spans alone
    have the same one."""
    pieces = (p for clause in wording.clauses for p in clause.pieces)
    text = " ".join("#" if piece.code else piece.text.lower() for piece in pieces)
    key = re.sub(r"\W+", " ", text).strip()
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 100
