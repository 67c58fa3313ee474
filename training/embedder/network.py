"""The embedder in PyTorch: the encoder of all-MiniLM-L6-v2 over one text, whose vector is the mean
of its states, of length 1. `runwright.context.index.weights` makes the same without PyTorch."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from runwright.context.index.weights import LONGEST
from training.adapted import Encoder
from training.embedder.weights import LAYERS

RANK = 32


class Embedder(Encoder):
    """Word pieces of texts in; a vector of each out."""

    def __init__(self, dropout: float) -> None:
        super().__init__(layers=LAYERS, rank=RANK, places=LONGEST, dropout=dropout)

    def forward(self, ids: Tensor) -> Tensor:
        """The vectors of texts, padded with 0."""
        states, kept = self.states(ids), ids.ne(0).unsqueeze(-1)
        mean = (states * kept.to(states.dtype)).sum(1) / kept.sum(1)
        return functional.normalize(mean.float(), dim=-1)
