"""Makes the reader's network once, from a cross-encoder's weights and what was learned on top.

    python -m runwright.context.index.reader_weights

The cross-encoder `ms-marco-MiniLM-L-12-v2` lies in a registry package as a quantized ONNX file,
whose tensors are taken and multiplied out. `reader.npz` beside this module is written by training:
for every matrix two thin ones whose product is added to it, new biases and norms, and the head.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from runwright import later
from runwright.context.index import packages, relevance, weights
from runwright.context.index.learned import Made
from runwright.context.index.types import DIMENSIONS, Floats
from runwright.context.index.weights import PARTS, Array

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

RECIPE = 2
LEARNED = Path(__file__).with_name("reader.npz")
MODEL, TOKENIZER = "reader.onnx", "tokenizer.json"
SPAN, MEANT, FITS = "span", "match", "fit"
"""The heads: of each word piece, how likely an answer begins there, and ends there; whether words
mean a record; whether an answer fits its question."""
LONGEST = 320
"""Word pieces of a question and a passage together."""
_LAYERS = 12
_NORMS = ("n1", "n2")
_EMBEDDINGS = tuple(
    f"embeddings.{name}_embeddings.weight" for name in ("word", "position", "token_type")
)
_PRODUCT = re.compile(r"/bert/(encoder/layer\.\d+/.*?)/MatMul_output")


def default_folder() -> Path:
    """Where the network lives: inside the virtual environment."""
    return packages.home() / "reader"


@cache
def digest() -> str:
    """Of what was learned: it names the reader in a snapshot."""
    return hashlib.sha256(LEARNED.read_bytes()).hexdigest()


def is_made(folder: Path) -> bool:
    """Whether the folder holds the network of these weights."""
    return _made().is_in(folder)


def make(folder: Path) -> bool:
    """Make the network unless it is there; tells whether there was something to do."""
    if is_made(folder):
        return False
    base, vocabulary = (_source(path) for path in (relevance.MODEL, relevance.TOKENIZER))
    _made().keep(folder, {MODEL: _model(base), TOKENIZER: vocabulary.read_bytes()})
    return True


def _made() -> Made:
    return Made(MODEL, RECIPE, digest())


def _model(base: Path) -> bytes:
    adapted = weights.adapted(_tensors(base), learned(), _LAYERS)
    graph, tokens = weights.encoder(adapted, LONGEST, layers=_LAYERS, paired=True)
    return weights.serialized(graph, tokens, [1, "tokens", DIMENSIONS], ("ids", "kinds"))


def _source(path: str) -> Path:
    """Where a file of the cross-encoder is; `CannotMake` if it is not the expected one."""
    try:
        return packages.checked(relevance.PACKAGE, path, relevance.DIGESTS[path])
    except packages.WrongWeights as error:
        raise weights.CannotMake(str(error)) from error


def learned() -> dict[str, Floats]:
    """What was learned, by name."""
    return weights.learned(LEARNED)


def names() -> Iterator[str]:
    """Of everything that is learned."""
    for part in ("weight", "bias"):
        yield f"norm.{part}"
        yield from (f"{head}.{part}" for head in (SPAN, MEANT, FITS))
    for layer in range(_LAYERS):
        for mine in PARTS:
            parts = ("weight", "bias") if mine in _NORMS else ("bias", "a", "b")
            yield from (f"layers.{layer}.{mine}.{part}" for part in parts)


def base_tokenizer() -> Path:
    """Where the base's word pieces are; `CannotMake` if they are not the expected ones."""
    return _source(relevance.TOKENIZER)


def base_tensors() -> dict[str, Floats]:
    """The base's weights by their usual names, in single precision."""
    return _tensors(_source(relevance.MODEL))


def _tensors(path: Path) -> dict[str, Floats]:
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    known = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {n.removeprefix("bert."): v for n, v in known.items() if v.dtype == np.float32}
    for name in _EMBEDDINGS:
        found[name] = _multiplied_out(known, f"bert.{name}")
    for node in graph.node:
        product = _PRODUCT.match(node.output[0])
        if node.op_type == "MatMulInteger" and product is not None:
            name = f"{product[1].replace('/', '.')}.weight"
            found[name] = _multiplied_out(known, node.input[1].removesuffix("_quantized")).T
    return found


def _multiplied_out(known: Mapping[str, Array], name: str) -> Floats:
    whole = known[f"{name}_quantized"].astype(np.int32) - int(known[f"{name}_zero_point"])
    values: Floats = (whole * known[f"{name}_scale"]).astype(np.float32)
    return values


def main() -> int:
    """Make the network in the environment's own folder; silent when all is well."""
    try:
        make(default_folder())
    except weights.CannotMake as reason:
        print(f"The reader cannot be made: {reason}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
