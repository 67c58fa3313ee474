"""How well sentences answer a question, judged by a local model.

The cross-encoder reads question and sentence together; where it is not installed, the two are
compared by their vectors. Only for runs that have the time: a sentence takes tens of milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from runwright.context.index import embedder, relevance
from runwright.context.index.embedder import Embedder
from runwright.engine.prose.scoring import Meaning

_LONGEST = 600
_LOWEST, _RANGE = -11.0, 20.0
"""The scores of the cross-encoder lie between about -11 and 9."""


def to(question: str) -> Meaning | None:
    """What judges sentences for this question; None where there is no model."""
    if relevance.is_available():
        return lambda texts: _judged(question, texts)
    if embedder.is_available():
        return lambda texts: _compared(question, texts)
    return None


def _judged(question: str, texts: Sequence[str]) -> Sequence[float]:
    scores = relevance.relevance(question, [text[:_LONGEST] for text in texts])
    return [(score - _LOWEST) / _RANGE for score in scores]


def _compared(question: str, texts: Sequence[str]) -> Sequence[float]:
    wanted = _embedder().embed_query(question)
    return [float(wanted @ _embedder().embed_query(text[:_LONGEST])) for text in texts]


@cache
def _embedder() -> Embedder:
    return Embedder()
