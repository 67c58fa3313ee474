"""What the reader and the embedder have in common: an encoder whose matrices stay those of its
base. Beside each of them learn two thin ones, whose product is added, and its bias; the norms learn
whole. `runwright.context.index.weights` multiplies the product out, once, for the service."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.base import Array
from training.network import WIDTH, WORDS, Layer, encoder_of

KINDS = 2
"""Texts that are read side by side at most."""
BETAS, WEIGHT_DECAY, MOST_CHANGE = (0.9, 0.98), 0.01, 1.0
"""The settings of the optimizer, and the norm to which a gradient is cut."""
_MATRICES = ("q", "k", "v", "o", "f1", "f2")


class Adapted(nn.Module):
    """A matrix of the base that stays as it is, and two thin ones and a bias that learn."""

    def __init__(self, inputs: int, outputs: int, rank: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(outputs, inputs), requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.a = nn.Parameter(torch.randn(rank, inputs) * 0.02)
        self.b = nn.Parameter(torch.zeros(outputs, rank))

    def forward(self, x: Tensor) -> Tensor:
        """What the base makes of it, and what was learned on top."""
        learned = functional.linear(functional.linear(x, self.a), self.b)
        return functional.linear(x, self.weight, self.bias) + learned


class AdaptedLayer(Layer):
    """One layer of the encoder, its matrices adapted."""

    def __init__(self, rank: int, dropout: float) -> None:
        super().__init__(dropout)
        for name in _MATRICES:
            plain = getattr(self, name)
            setattr(self, name, Adapted(plain.in_features, plain.out_features, rank))


class Encoder(nn.Module):
    """Word pieces in; a hidden state of each out."""

    def __init__(self, *, layers: int, rank: int, places: int, dropout: float) -> None:
        super().__init__()
        self._dropout = dropout
        self.word, self.place = nn.Embedding(WORDS, WIDTH), nn.Embedding(places, WIDTH)
        self.kind = nn.Embedding(KINDS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(AdaptedLayer(rank, dropout) for _ in range(layers))
        for embedding in (self.word, self.place, self.kind):
            embedding.weight.requires_grad_(False)

    def states(self, ids: Tensor, kinds: Tensor | None = None) -> Tensor:
        """Of texts that are padded with 0; without `kinds` each is one text."""
        mask = ids.ne(0)[:, None, None, :]
        kind = self.kind.weight[0] if kinds is None else self.kind(kinds)
        x = self.drop(self.norm(self.word(ids) + self.place.weight[: ids.shape[1]] + kind))
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def drop(self, x: Tensor) -> Tensor:
        """Without some of its values, while it learns."""
        return functional.dropout(x, self._dropout, self.training)

    def start_from(self, base: Mapping[str, Array]) -> None:
        """Take over the base's weights."""
        self.take(dict(_translated(base, len(self.layers), len(self.place.weight))))

    def take(self, weights: Mapping[str, Array]) -> None:
        """Take over weights by the names that they have here."""
        own = self.state_dict()
        for name, value in weights.items():
            own[name].copy_(torch.tensor(value))


def _translated(base: Mapping[str, Array], layers: int, places: int) -> Iterator[tuple[str, Array]]:
    yield "word.weight", base["embeddings.word_embeddings.weight"]
    yield "place.weight", base["embeddings.position_embeddings.weight"][:places]
    yield "kind.weight", base["embeddings.token_type_embeddings.weight"]
    yield from encoder_of(base, layers)


def as_arrays(network: nn.Module) -> dict[str, Any]:
    """What learned: all but the embeddings and the matrices of the base."""
    return {name: each.detach().float().cpu().numpy() for name, each in learning(network)}


def learning(network: nn.Module) -> list[tuple[str, Tensor]]:
    """The parameters that learn, by name."""
    return [(name, each) for name, each in network.named_parameters() if each.requires_grad]


def factor(step: int, done: float, warm_up: int) -> float:
    """The part of the rate that is taken: it rises for some steps, then falls along a cosine to a
    fiftieth, when `done` of the time has passed."""
    return min(1.0, (step + 1) / warm_up) * (0.02 + 0.49 * (1 + math.cos(math.pi * min(1, done))))


def in_half_precision(device: str) -> Any:
    """On a GPU, products are computed in half precision."""
    return torch.autocast("cuda", torch.bfloat16, enabled=device == "cuda")
