"""How likely it is that an answer from records answers what was asked.

The parser's own confidence is that its labels are right, for words like those that it learned
from. Strangers use others, and then an answer can be exact and beside the point. So it is weighed
with what came out: whether anything was found, and how many words of the question are unfamiliar.
What is too likely wrong is not stated, but shown as the answer to what was understood. The weights
are fitted on the answers to questions of strangers by `training/doubt.py`.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import resources
from typing import NamedTuple

from runwright.minds.embedded.asking import reading_in_words
from runwright.minds.embedded.program import Answer
from runwright.minds.embedded.query import Query
from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import split_words

SURE = 0.6
"""How likely an answer must be right for it to be stated."""
_RECORDS = ("finance", "calendar")
_OF_NOTHING = ("free", "conflicts")
"""What is found where there is nothing."""
_MOST_UNFAMILIAR = 4
_BOUND = 0.001


class Signs(NamedTuple):
    """What speaks for and against an answer."""

    confidence: float
    """The parser's, as log-odds."""
    unfamiliar: int
    """Words outside names and periods that hardly any wording of the training has."""
    finds_nothing: bool


WEIGHTS = (0.743, -0.883, -1.169)
"""What each of the signs weighs."""
BIAS = 0.994


def likely(query: Query, answer: Answer) -> float:
    """How likely an answer is right."""
    weighed = sum(w * sign for w, sign in zip(WEIGHTS, signs(query, answer), strict=True))
    return 1 / (1 + math.exp(-(BIAS + weighed)))


def is_doubtful(query: Query, answer: Answer) -> bool:
    """Whether an answer from records is rather shown than stated."""
    is_weighed = answer.is_answer and query.route in _RECORDS
    return is_weighed and likely(query, answer) < SURE


def shown(query: Query, answer: Answer) -> Answer:
    """The answer to what was understood, for somebody who knows whether that was meant."""
    text = f"I read this as: {reading_in_words(query)}. Is that right? Then:\n{answer.text}"
    return answer._replace(text=text, is_answer=False)


def signs(query: Query, answer: Answer) -> Signs:
    """What speaks for and against an answer."""
    sure = min(max(query.confidence, _BOUND), 1 - _BOUND)
    return Signs(
        math.log(sure / (1 - sure)),
        min(len(unfamiliar(query)), _MOST_UNFAMILIAR),
        not answer.items and query.measure not in _OF_NOTHING,
    )


def unfamiliar(query: Query) -> list[str]:
    """The words of a question that say something, and are hardly known from the training."""
    spans = (span for span in query.spans if span.code != "UNIT")
    named = {word for span in spans for word in split_words(fold(span.text))}
    known = named | STOP_WORDS | _familiar()
    return [word for word in split_words(fold(query.text)) if word.isalpha() and word not in known]


@cache
def _familiar() -> frozenset[str]:
    text = resources.files(__package__).joinpath("familiar_words.txt").read_text("utf-8")
    return frozenset(text.split())
