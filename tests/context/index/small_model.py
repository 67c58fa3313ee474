"""A package like the one that carries the real weights, with random ones and twenty words."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from runwright.context.index import weights
from runwright.context.index.types import Floats

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = ["invoice", "bank", "train", "doctor", "tuesday", "rent", "paid", "due", "from", "to"]
VOCABULARY = [*SPECIAL, *WORDS, "the", "a", "is", "at", "on", "of"]
INNER = 96


def tensors() -> dict[str, Floats]:
    """Random weights under the names that the real ones have; the inner layer is narrow."""
    random = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(VOCABULARY), 384),
        "embeddings.position_embeddings.weight": (512, 384),
        "embeddings.token_type_embeddings.weight": (2, 384),
    }
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        for part in ("self.query", "self.key", "self.value", "output.dense"):
            shapes |= _dense(f"{name}.attention.{part}", 384, 384)
        shapes |= _dense(f"{name}.intermediate.dense", INNER, 384)
        shapes |= _dense(f"{name}.output.dense", 384, INNER)
    # Large biases, so that one that is left out shows in the vector.
    made = {
        name: random.normal(0, 0.3 if len(shape) == 1 else 0.06, shape).astype(np.float32)
        for name, shape in shapes.items()
    }
    return made | _normalisations(random)


def _dense(name: str, wide: int, deep: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (wide, deep), f"{name}.bias": (wide,)}


def _normalisations(random: np.random.Generator) -> dict[str, Floats]:
    names = ["embeddings"]
    for layer in range(6):
        names += [f"encoder.layer.{layer}.{part}" for part in ("attention.output", "output")]
    gains = {f"{name}.LayerNorm.weight": random.uniform(0.5, 1.5, 384) for name in names}
    biases = {f"{name}.LayerNorm.bias": random.normal(0, 0.1, 384) for name in names}
    return {name: value.astype(np.float32) for name, value in (gains | biases).items()}


def write_safetensors(path: Path, values: dict[str, Floats]) -> None:
    """The file format of the real weights, with what else such files hold."""
    counts = np.arange(3, dtype="<i8")
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    header["counts"] = {"dtype": "I64", "shape": [3], "data_offsets": [0, 24]}
    at, bodies = 24, [counts.tobytes()]
    for name, value in values.items():
        end = at + value.nbytes
        header[name] = {"dtype": "F32", "shape": value.shape, "data_offsets": [at, end]}
        bodies.append(value.tobytes())
        at = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"".join(bodies))


def write_learned(path: Path) -> None:
    """What was learned on top: biases and norms as they are, and a small change to each matrix."""
    random, base = np.random.default_rng(8), tensors()
    learned = {f"norm.{part}": base[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")}
    for layer in range(6):
        for mine, theirs in weights.PARTS.items():
            own, name = f"layers.{layer}.{mine}", f"encoder.layer.{layer}.{theirs}"
            learned[f"{own}.bias"] = base[f"{name}.bias"]
            wide, *deep = base[f"{name}.weight"].shape
            if deep:
                learned[f"{own}.a"] = random.normal(0, 0.02, (2, *deep)).astype(np.float32)
                learned[f"{own}.b"] = random.normal(0, 0.02, (wide, 2)).astype(np.float32)
            else:
                learned[f"{own}.weight"] = base[f"{name}.weight"]
    np.savez(path, **learned)  # type: ignore[arg-type]


def write_tokenizer(path: Path) -> None:
    """Words as tokens; it pads and cuts at 8 like the real file does at 128."""
    numbers = {word: number for number, word in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.enable_padding(length=8)
    tokenizer.enable_truncation(8)
    tokenizer.save(str(path))


def install(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the package be found before the real one, its files being the expected ones."""
    about = root / f"{weights.PACKAGE.replace('-', '_')}-0.1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Name: {weights.PACKAGE}\nVersion: 0.1.0\n", "utf-8")
    model, tokenizer = (root / path for path in weights.SOURCES)
    model.parent.mkdir(parents=True)
    write_safetensors(model, tensors())
    write_tokenizer(tokenizer)
    digests = {
        path: hashlib.sha256((root / path).read_bytes()).hexdigest() for path in weights.SOURCES
    }
    monkeypatch.setattr(weights, "SOURCES", digests)
    write_learned(root.with_name("learned.npz"))
    monkeypatch.setattr(weights, "LEARNED", root.with_name("learned.npz"))
    monkeypatch.syspath_prepend(root)
    return model
