"""Reads two texts together, in one pass of the network: a question and a passage, for the words
that answer it; the words of a question and a record, for whether they mean it; a question and an
answer, for whether that is what was asked.

In a passage the first word piece stands for "not in here": how far the best answer lies above it is
its margin.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
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
_NAMED, _RECORD, _ASKED, _ANSWER = 24, 24, 64, 110
"""The longest words that name a record, the longest record, and of an answer that is weighed the
longest question and text."""
_KEPT = 1_024
"""So many results are remembered."""
_MOST_CHARACTERS = 40 * reader_weights.LONGEST
_FIRST, _BETWEEN, _STOP, _DIVIDE = 101, 102, 1012, 1025
"""Word pieces: what stands before everything, between the texts, behind a title, and between the
words that name something and the question that they stand in."""


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
    heads: Mapping[str, tuple[Floats, Floats]]
    """Weight and bias of each."""


def is_available() -> bool:
    """Whether passages can be read here; loads nothing."""
    installed = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers"))
    return installed and reader_weights.is_made(reader_weights.default_folder())


def read(question: str, passages: Sequence[Passage]) -> list[Reading]:
    """The best answer of each passage."""
    return [_read(question, passage) for passage in passages]


def meant(words: str, question: str, records: Sequence[str]) -> list[float]:
    """How likely it is that some words of a question mean each of these records."""
    return [_means(words, question, record) for record in records]


# A run that waits for what it has to read begins anew when it has come: nothing is read twice.
@lru_cache(maxsize=_KEPT)
def fits(question: str, answer: str) -> float:
    """How likely an answer, led by how the question was understood, is what was asked for."""
    loaded = _load(reader_weights.default_folder())
    asked, text = (_pieces(loaded, each).ids for each in (question, answer))
    return _likely(loaded, reader_weights.FITS, asked[:_ASKED], text[:_ANSWER])


@lru_cache(maxsize=_KEPT)
def _means(words: str, question: str, record: str) -> float:
    loaded = _load(reader_weights.default_folder())
    named, asked, text = (_pieces(loaded, each).ids for each in (words, question, record))
    led = [*named[:_NAMED], _DIVIDE, *asked[: 2 * _NAMED]]
    return _likely(loaded, reader_weights.MEANT, led, text[:_RECORD])


def _likely(loaded: _Loaded, head: str, first: list[int], second: list[int]) -> float:
    weight, bias = loaded.heads[head]
    led = [_FIRST, *first, _BETWEEN]
    states = _states(loaded, led, [*second, _BETWEEN])
    (logit,) = states[0] @ weight.T + bias
    return round(1 / (1 + math.exp(-float(logit))), 4)


def _states(loaded: _Loaded, first: list[int], second: list[int]) -> Floats:
    """Of each piece of the two texts, what the network makes of it."""
    row, kinds = [*first, *second], [0] * len(first) + [1] * len(second)
    given = {"ids": np.array([row], np.int64), "kinds": np.array([kinds], np.int64)}
    (states,) = loaded.session.run(None, given)
    read: Floats = states[0]
    return read


@lru_cache(maxsize=_KEPT)
def _read(question: str, passage: Passage) -> Reading:
    loaded = _load(reader_weights.default_folder())
    asked = _pieces(loaded, question).ids[:_QUESTION]
    title = _pieces(loaded, passage.title).ids[:_TITLE] if passage.title else []
    led = [_FIRST, *asked, _BETWEEN]
    before = [*led, *title, *([_STOP] if title else [])]
    text = _pieces(loaded, passage.text)
    room = reader_weights.LONGEST - len(before) - 1
    ids, offsets = text.ids[:room], text.offsets[:room]
    if not ids:
        return Reading(0, 0, -np.inf)
    weight, bias = loaded.heads[reader_weights.SPAN]
    logits = _states(loaded, led, [*before[len(led) :], *ids, _BETWEEN]) @ weight.T + bias
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
    heads = {
        name: (learned[f"{name}.weight"], learned[f"{name}.bias"])
        for name in (reader_weights.SPAN, reader_weights.MEANT, reader_weights.FITS)
    }
    return _Loaded(open_session(folder / reader_weights.MODEL), tokenizer, heads)
