"""The network in PyTorch: the encoder of all-MiniLM-L6-v2 with a head for each question, a tag a
word piece, and where a clause begins. `minds/embedded/parser` computes the same without PyTorch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from runwright.context.index.weights import PARTS
from training.base import POSITIONS, Array
from training.labels import HEADS, TAGS

WIDTH, LAYERS, ATTENTION_HEADS, INNER, WORDS = 384, 6, 12, 1536, 30522
SHARPNESS = 4.0
"""What the attention of a head to the word pieces is divided by."""
OWNERS = [number for number, values in enumerate(HEADS.values()) for _ in values]
"""Of every value of every head, in a row: the number of its head."""


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self._dropout = dropout
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.f1, self.f2 = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """The next hidden states."""
        batch, length, _ = x.shape

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, ATTENTION_HEADS, -1).transpose(1, 2)

        heard = functional.scaled_dot_product_attention(
            split(self.q(x)),
            split(self.k(x)),
            split(self.v(x)),
            attn_mask=mask,
            dropout_p=self._dropout if self.training else 0.0,
        )
        joined = self.o(heard.transpose(1, 2).reshape(batch, length, WIDTH))
        x = self.n1(x + functional.dropout(joined, self._dropout, self.training))
        wide = self.f2(functional.gelu(self.f1(x)))
        return self.n2(x + functional.dropout(wide, self._dropout, self.training))


class Network(nn.Module):
    """Word pieces in; logits of the heads, the tags and the boundaries out."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self._dropout = dropout
        self.word, self.place = nn.Embedding(WORDS, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.query = nn.Parameter(torch.randn(len(HEADS), WIDTH) * 0.02)
        self.head = nn.ParameterDict(
            {
                "own": torch.randn(len(OWNERS), WIDTH) * 0.02,
                "common": torch.randn(len(OWNERS), WIDTH) * 0.02,
                "bias": torch.zeros(len(OWNERS)),
            }
        )
        self.register_buffer("owners", torch.tensor(OWNERS), persistent=False)
        self.mix = nn.Linear(2 * WIDTH, WIDTH)
        self.tag = nn.Linear(WIDTH, len(TAGS))
        self.boundary = nn.Linear(WIDTH, 2)
        self.word.weight.requires_grad_(False)

    def forward(self, ids: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What is thought of texts, padded with 0: of every value of every head, of every tag of
        each word piece, and of whether a clause begins with it."""
        mask = ids.ne(0)
        x = self.norm(self.word(ids) + self.place.weight[: ids.shape[1]])
        x = functional.dropout(x, self._dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        kept = mask.unsqueeze(-1).to(x.dtype)
        mean = (x * kept).sum(1) / kept.sum(1)
        fit = torch.einsum("btd,nd->bnt", x, self.query) / SHARPNESS
        attention = fit.masked_fill(~mask[:, None, :], -1e4).softmax(-1)
        pooled = torch.einsum("bnt,btd->bnd", attention, x)
        own = (self._drop(pooled)[:, self.owners] * self.head["own"]).sum(-1)
        heads = own + self._drop(mean) @ self.head["common"].T + self.head["bias"]
        beside = torch.cat([x, mean.unsqueeze(1).expand_as(x)], -1)
        mixed = functional.gelu(self.mix(self._drop(beside)))
        return heads, self.tag(self._drop(mixed)), self.boundary(self._drop(x))

    def _drop(self, x: Tensor) -> Tensor:
        return functional.dropout(x, self._dropout, self.training)

    def start_from(self, base: Mapping[str, Array]) -> None:
        """Take over the base's weights."""
        own = self.state_dict()
        for name, value in translated(base):
            own[name].copy_(torch.from_numpy(value))


def translated(base: Mapping[str, Array]) -> Iterator[tuple[str, Array]]:
    """The base's weights by the names they have here. Every text is of the first type, so its
    embedding goes into those of the places."""
    yield "word.weight", base["embeddings.word_embeddings.weight"]
    places = base["embeddings.position_embeddings.weight"][:POSITIONS]
    yield "place.weight", places + base["embeddings.token_type_embeddings.weight"][0]
    yield from encoder_of(base, LAYERS)


def encoder_of(base: Mapping[str, Array], layers: int) -> Iterator[tuple[str, Array]]:
    """All that stands above the embeddings of a base of so many layers, by its names here."""
    for part in ("weight", "bias"):
        yield f"norm.{part}", base[f"embeddings.LayerNorm.{part}"]
        for layer in range(layers):
            for mine, theirs in PARTS.items():
                value = base[f"encoder.layer.{layer}.{theirs}.{part}"]
                yield f"layers.{layer}.{mine}.{part}", value


def as_arrays(network: Network) -> dict[str, Any]:
    """All weights but those of the words, which are never changed."""
    state = network.state_dict()
    return {name: v.float().cpu().numpy() for name, v in state.items() if name != "word.weight"}
