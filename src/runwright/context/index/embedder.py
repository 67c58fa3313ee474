"""Turns texts into vectors with the local model that `weights` makes.

A text is embedded alone, at its own length: on a processor padding would be computed like words,
and one text at a time keeps the memory small. Loading is put off until the first text, since the
runtime is heavy and many servers never embed anything.

A query is a unit vector. A passage is stored as signed bytes, its unit vector times `SCALE`:
no component of a unit vector of this model was seen above 0.39, so nothing is cut off at 127,
and because the scale is the same for all, `query @ passage / SCALE` is the cosine (to 0.004).
"""

from __future__ import annotations

import base64
import importlib.util
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from runwright import later
from runwright.context.index import weights
from runwright.context.index.types import Floats, Vectors

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

SCALE = 320.0
"""What the components of a unit vector are multiplied by when it is stored."""

_MOST_CHARACTERS = 40 * weights.LONGEST
"""Read of one text: no language needs as many for the tokens that the model sees."""


class _Loaded(NamedTuple):
    session: Any
    tokenizer: Any


class Embedder:
    """The model of one folder; may be shared by threads."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or weights.default_folder()
        self._loading = threading.Lock()
        self._loaded: _Loaded | None = None

    def embed_query(self, text: str) -> Floats:
        """The unit vector of a text."""
        session, tokenizer = self._load()
        ids = tokenizer.encode(text[:_MOST_CHARACTERS]).ids
        (vectors,) = session.run(["vector"], {"ids": np.array([ids], np.int64)})
        vector: Floats = vectors[0]
        return vector

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """The vectors of texts, as they are stored."""
        return [stored(self.embed_query(text)).tobytes() for text in texts]

    def _load(self) -> _Loaded:
        with self._loading:
            if self._loaded is None:
                self._loaded = _open(self._folder)
            return self._loaded


def is_available(folder: Path | None = None) -> bool:
    """Whether texts can be embedded here; loads nothing."""
    packages = ("onnxruntime", "tokenizers")
    installed = all(importlib.util.find_spec(package) for package in packages)
    return installed and weights.is_made(folder or weights.default_folder())


def passage_text(title: str, text: str) -> str:
    """What is embedded of an item: the title says what the text is about."""
    return f"{title}\n{text}" if title else text


def stored(vector: Floats) -> Vectors:
    """A unit vector as signed bytes."""
    signed: Vectors = np.clip(np.rint(vector * SCALE), -127, 127).astype(np.int8)
    return signed


def embed_in_child(arguments: dict[str, Any]) -> dict[str, Any]:
    """For the computing child: `{"texts": […]}` gives `{"vectors": […]}`, the bytes in base64."""
    vectors = _embedder_of_this_process().embed_passages(arguments["texts"])
    return {"vectors": [base64.b64encode(vector).decode("ascii") for vector in vectors]}


@cache
def _embedder_of_this_process() -> Embedder:
    return Embedder()


def open_session(model: Path) -> Any:
    """A network of this kind, ready to compute: one text at a time, in one thread."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    # Nearly every text has another length: memory kept for the next one would only pile up.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    # Higher levels would fuse sums into normalisations, which is slower.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def _open(folder: Path) -> _Loaded:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / weights.TOKENIZER))
    tokenizer.no_padding()
    tokenizer.enable_truncation(weights.LONGEST)
    return _Loaded(open_session(folder / weights.MODEL), tokenizer)
