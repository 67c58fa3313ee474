"""Logistic curves: from signs of a right answer to how likely it is right."""

from __future__ import annotations

import math
from collections.abc import Iterable

_BOUND = 0.001
"""How near likelihoods come to 0 and 1."""


def log_odds(likely: float) -> float:
    """A likelihood as a sign."""
    bounded = min(max(likely, _BOUND), 1 - _BOUND)
    return math.log(bounded / (1 - bounded))


def likelihood(weights: Iterable[float], signs: Iterable[float]) -> float:
    """Where the curve with these weights stands."""
    return 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, signs, strict=True))))
