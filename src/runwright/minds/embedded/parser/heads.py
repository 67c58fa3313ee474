"""The heads: from the hidden states of a clause to what is thought of it, in plain numpy."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from runwright.context.index.types import Floats
from runwright.minds.embedded.parser.framing import FRAME, Framing

OUTSIDE = "O"
_IMPOSSIBLE = -1e9


class Calibration(NamedTuple):
    """A logistic curve from how sure the heads and tags are to how likely all of it is right."""

    heads: float
    tags: float
    bias: float

    def confidence(self, head_log: float, tag_log: float) -> float:
        """How likely it is that all is right."""
        return 1 / (1 + math.exp(-(self.heads * head_log + self.tags * tag_log + self.bias)))


class Thoughts(NamedTuple):
    """What is thought of a clause."""

    heads: Mapping[str, Mapping[str, float]]
    """By head: how likely each of its values is."""
    tags: tuple[str, ...]
    """Of each word: the tag of the best way through all of them."""
    tag_logs: tuple[float, ...]
    """Of each word: the logarithm of how sure its tag is."""
    begins: tuple[float, ...]
    """Of each word piece: how likely a further question begins with it."""
    frame: Floats
    """Of each word: how likely it only stands around the question."""


class Heads:
    """The weights of the heads."""

    def __init__(self, learned: Mapping[str, Any]) -> None:
        about = json.loads(bytes(learned["about"]))
        self.names: dict[str, list[str]] = about["heads"]
        self.tags: list[str] = about["tags"]
        self.calibration = Calibration(**about["calibration"])
        self._sharpness: float = about["sharpness"]
        self._query = learned["query"].astype(np.float32)
        self._heads = [
            learned[f"head.{part}"].astype(np.float32) for part in ("own", "common", "bias")
        ]
        mix, bias = _linear(learned, "mix")
        width = mix.shape[0]
        self._mix = (mix[:, :width].T.copy(), mix[:, width:].T.copy(), bias)
        self._tag, self._boundary = _linear(learned, "tag"), _linear(learned, "boundary")
        self._framing = Framing(learned[f"{FRAME}.weight"], learned[f"{FRAME}.bias"])
        self._goes_on = np.array([tag[0] == "I" for tag in self.tags])
        self._all = np.arange(len(self.tags))
        # Of a tag that goes on with a span: the one with which it begins.
        self._begin = np.array([self.tags.index(tag.replace("I-", "B-")) for tag in self.tags])

    def think(self, states: Floats, words: list[int]) -> Thoughts:
        """What is thought of a clause: its hidden states, and with which word piece each of its
        words begins."""
        mean = states.mean(0)
        attention = _softmax(self._query @ states.T / self._sharpness)
        pooled = attention @ states
        heads = self._likely(pooled, mean)
        own, common, bias = self._mix
        mixed = _gelu(states[words] @ own + (mean @ common + bias))
        logs = np.log(_softmax(mixed @ self._tag[0].T + self._tag[1]) + 1e-12)
        way = self._best_way(logs)
        tags = tuple(self.tags[tag] for tag in way)
        tag_logs = tuple(float(log[tag]) for log, tag in zip(logs, way, strict=True))
        begins = _softmax(states @ self._boundary[0].T + self._boundary[1])[:, 1]
        frame = self._framing.likely(states[words])
        return Thoughts(heads, tags, tag_logs, tuple(map(float, begins)), frame)

    def _likely(self, pooled: Floats, mean: Floats) -> dict[str, dict[str, float]]:
        heads, at = {}, 0
        own, common, bias = self._heads
        logits = common @ mean + bias
        for number, (name, values) in enumerate(self.names.items()):
            rows = slice(at, at + len(values))
            at += len(values)
            likely = _softmax(own[rows] @ pooled[number] + logits[rows])
            heads[name] = dict(zip(values, likely.tolist(), strict=True))
        return heads

    def _best_way(self, logs: Floats) -> list[int]:
        """The likeliest tags in a row of which none goes on with a span that has not begun."""
        if not len(logs):
            return []
        score, back = np.where(self._goes_on, _IMPOSSIBLE, logs[0]), []
        for log in logs[1:]:
            # A span goes on from its own beginning or middle, everything else from anywhere.
            own = np.where(score[self._begin] >= score, self._begin, self._all)
            came = np.where(self._goes_on, own, int(score.argmax()))
            back.append(came)
            score = score[came] + log
        at = int(score.argmax())
        way = [at]
        for came in reversed(back):
            at = int(came[at])
            way.append(at)
        return way[::-1]


def _linear(learned: Mapping[str, Any], name: str) -> tuple[Floats, Floats]:
    weight, bias = (learned[f"{name}.{part}"].astype(np.float32) for part in ("weight", "bias"))
    return weight, bias


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    likely: Floats = raised / raised.sum(-1, keepdims=True)
    return likely


def _gelu(x: Floats) -> Floats:
    # The tanh form differs from the exact one by less than the rounding of the weights.
    curve: Floats = 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
    return curve
