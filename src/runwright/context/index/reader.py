"""Reads passages beside a question: the likeliest words that answer it, and how likely they are.

A question and a passage are read together, in one pass of the network each. The first word piece
stands for "not in here": how far the best answer lies above it is its margin.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from runwright import later
from runwright.context.index import reader_weights
from runwright.context.index.embedder import open_session
from runwright.context.index.types import Floats

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

_QUESTION, _TITLE = 56, 16
"""The longest question and title that are read, in word pieces."""
_LONGEST_ANSWER = 60
_MOST_CHARACTERS = 40 * reader_weights.LONGEST
_FIRST, _BETWEEN, _STOP = 101, 102, 1012
"""Word pieces: what stands before everything, between the texts, and behind a title."""


class Passage(NamedTuple):
    """A text to read, and what it is about."""

    title: str
    text: str


class Reading(NamedTuple):
    """What one passage says to a question."""

    start: int
    end: int
    """The answer is `text[start:end]`."""
    margin: float
    """How much likelier that is than that the passage does not say."""


class _Loaded(NamedTuple):
    session: Any
    tokenizer: Any
    weight: Floats
    bias: Floats


def is_available() -> bool:
    """Whether passages can be read here; loads nothing."""
    installed = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers"))
    return installed and reader_weights.is_made(reader_weights.default_folder())


def read(question: str, passages: Sequence[Passage]) -> list[Reading]:
    """The best answer of each passage."""
    loaded = _load(reader_weights.default_folder())
    asked = _pieces(loaded, question).ids[:_QUESTION]
    return [_read(loaded, asked, passage) for passage in passages]


def _read(loaded: _Loaded, asked: list[int], passage: Passage) -> Reading:
    title = _pieces(loaded, passage.title).ids[:_TITLE] if passage.title else []
    led = [_FIRST, *asked, _BETWEEN]
    before = [*led, *title, *([_STOP] if title else [])]
    text = _pieces(loaded, passage.text)
    room = reader_weights.LONGEST - len(before) - 1
    ids, offsets = text.ids[:room], text.offsets[:room]
    if not ids:
        return Reading(0, 0, -np.inf)
    row = [*before, *ids, _BETWEEN]
    kinds = [0] * len(led) + [1] * (len(row) - len(led))
    given = {"ids": np.array([row], np.int64), "kinds": np.array([kinds], np.int64)}
    (states,) = loaded.session.run(None, given)
    logits = states[0] @ loaded.weight.T + loaded.bias
    begins, ends = logits[len(before) : len(before) + len(ids)].T
    first, last = _best(begins, ends)
    margin = begins[first] + ends[last] - logits[0].sum()
    return Reading(offsets[first][0], offsets[last][1], round(float(margin), 4))


def _best(begins: Floats, ends: Floats) -> tuple[int, int]:
    """The likeliest first and last piece of an answer."""
    scores = begins[:, None] + ends[None, :]
    allowed = np.tril(np.triu(np.ones(scores.shape, bool)), _LONGEST_ANSWER)
    best = int(np.where(allowed, scores, -np.inf).argmax())
    return divmod(best, len(ends))


def _pieces(loaded: _Loaded, text: str) -> Any:
    return loaded.tokenizer.encode(text[:_MOST_CHARACTERS], add_special_tokens=False)


@cache
def _load(folder: Path) -> _Loaded:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / reader_weights.TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    learned = reader_weights.learned()
    weight, bias = (learned[f"{reader_weights.SPAN}.{part}"] for part in ("weight", "bias"))
    return _Loaded(open_session(folder / reader_weights.MODEL), tokenizer, weight, bias)
