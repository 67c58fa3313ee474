"""The words that only stand around a question, and those that ask it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from runwright.context.index.types import Floats

FRAME = "frame"
_LEAST = 0.5
"""How likely a word must belong to a frame for it to be left out."""


class Framing(NamedTuple):
    """The weights of the head that tells them apart."""

    weight: Floats
    bias: np.float32

    def likely(self, states: Floats) -> Floats:
        """Of each word: how likely it belongs to a frame."""
        likely: Floats = 1 / (1 + np.exp(-(states @ self.weight + self.bias)))
        return likely


def core_of(likely: Floats) -> tuple[int, int]:
    """The words of the question, from one to before another: what is before and behind them is a
    frame. None of them if all is."""
    is_frame = (likely > _LEAST).tolist()
    if all(is_frame):
        return 0, 0
    return is_frame.index(False), len(is_frame) - is_frame[::-1].index(False)
