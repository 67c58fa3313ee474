"""The reader in PyTorch: the encoder of ms-marco-MiniLM-L-12-v2 over a question and a passage, and
of each word piece how likely an answer begins and ends there. The first piece stands for "not in
here". The base is left as it is: each of its matrices gets two thin ones, whose product is added.
`runwright.context.index.reader` computes the same without PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from runwright.context.index.learned import PARTS
from runwright.context.index.reader_weights import LONGEST
from training.base import Array
from training.network import WIDTH, WORDS, Layer

LAYERS, KINDS, RANK = 12, 2, 64
NEVER = -1e4
_MATRICES = ("q", "k", "v", "o", "f1", "f2")


class Adapted(nn.Module):
    """A matrix of the base that stays as it is, and two thin ones and a bias that learn."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(outputs, inputs), requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.a = nn.Parameter(torch.randn(RANK, inputs) * 0.02)
        self.b = nn.Parameter(torch.zeros(outputs, RANK))

    def forward(self, x: Tensor) -> Tensor:
        """What the base makes of it, and what was learned on top."""
        learned = functional.linear(functional.linear(x, self.a), self.b)
        return functional.linear(x, self.weight, self.bias) + learned


class AdaptedLayer(Layer):
    """One layer of the encoder, its matrices adapted."""

    def __init__(self, dropout: float) -> None:
        super().__init__(dropout)
        for name in _MATRICES:
            plain = getattr(self, name)
            setattr(self, name, Adapted(plain.in_features, plain.out_features))


class Reader(nn.Module):
    """Word pieces in; logits of beginnings and ends out."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self._dropout = dropout
        self.word, self.place = nn.Embedding(WORDS, WIDTH), nn.Embedding(LONGEST, WIDTH)
        self.kind = nn.Embedding(KINDS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(AdaptedLayer(dropout) for _ in range(LAYERS))
        self.span = nn.Linear(WIDTH, 2)
        for embedding in (self.word, self.place, self.kind):
            embedding.weight.requires_grad_(False)

    def forward(self, ids: Tensor, kinds: Tensor, is_text: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of where an answer begins and ends: in the passage, or at the first piece."""
        mask = ids.ne(0)
        x = self.norm(self.word(ids) + self.place.weight[: ids.shape[1]] + self.kind(kinds))
        x = functional.dropout(x, self._dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        logits = self.span(functional.dropout(x, self._dropout, self.training)).float()
        allowed = is_text.clone()
        allowed[:, 0] = True
        logits = logits.masked_fill(~allowed.unsqueeze(-1), NEVER)
        return logits[..., 0], logits[..., 1]

    def start_from(self, base: Mapping[str, Array]) -> None:
        """Take over the base's weights."""
        own = self.state_dict()
        for name, value in translated(base):
            own[name].copy_(torch.from_numpy(value))


def translated(base: Mapping[str, Array]) -> Iterator[tuple[str, Array]]:
    """The base's weights by the names they have here."""
    yield "word.weight", base["embeddings.word_embeddings.weight"]
    yield "place.weight", base["embeddings.position_embeddings.weight"][:LONGEST]
    yield "kind.weight", base["embeddings.token_type_embeddings.weight"]
    for part in ("weight", "bias"):
        yield f"norm.{part}", base[f"embeddings.LayerNorm.{part}"]
        for layer in range(LAYERS):
            for mine, theirs in PARTS.items():
                value = base[f"encoder.layer.{layer}.{theirs}.{part}"]
                yield f"layers.{layer}.{mine}.{part}", value


def as_arrays(network: Reader) -> dict[str, Any]:
    """What learned: all but the embeddings and the matrices of the base."""
    parameters = network.named_parameters()
    return {n: p.detach().float().cpu().numpy() for n, p in parameters if p.requires_grad}
