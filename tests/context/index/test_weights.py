"""The model is made once, from exactly the expected weights, and computes what they say."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from context.index import small_model
from runwright.context.index import weights
from runwright.context.index.types import Floats

TEXTS = ([2, 4, 9, 3], [2, 3], [2, 17, 5, 5, 8, 12, 6, 3], [2, *[4, 11, 7] * 60, 3])


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The installed file of weights."""
    return small_model.install(tmp_path / "package", monkeypatch)


def normalized(values: Floats, tensors: dict[str, Floats], name: str) -> Floats:
    centred = values - values.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
    found: Floats = centred / spread * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]
    return found


def attended(query: Floats, key: Floats, value: Floats) -> Floats:
    heads = []
    for start in range(0, 384, 32):
        part = slice(start, start + 32)
        scores = query[:, part] @ key[:, part].T / math.sqrt(32)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
        heads.append(shares / shares.sum(axis=-1, keepdims=True) @ value[:, part])
    return np.concatenate(heads, axis=1)


def by_the_book(tensors: dict[str, Floats], ids: Sequence[int]) -> Floats:
    """The network as its paper has it, with every weight in full."""

    def dense(name: str, values: Floats) -> Floats:
        found: Floats = values @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"]
        return found

    embedded = tensors["embeddings.word_embeddings.weight"][list(ids)]
    embedded = embedded + tensors["embeddings.position_embeddings.weight"][: len(ids)]
    embedded = embedded + tensors["embeddings.token_type_embeddings.weight"][0]
    tokens = normalized(embedded, tensors, "embeddings.LayerNorm")
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        parts = [dense(f"{name}.attention.self.{p}", tokens) for p in ("query", "key", "value")]
        heard = dense(f"{name}.attention.output.dense", attended(*parts))
        tokens = normalized(tokens + heard, tensors, f"{name}.attention.output.LayerNorm")
        wide = dense(f"{name}.intermediate.dense", tokens)
        wide = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        told = dense(f"{name}.output.dense", wide)
        tokens = normalized(tokens + told, tensors, f"{name}.output.LayerNorm")
    mean = tokens.mean(axis=0)
    vector: Floats = mean / np.linalg.norm(mean)
    return vector


def test_the_quantized_graph_computes_what_the_full_weights_say() -> None:
    tensors = small_model.tensors()
    session = onnxruntime.InferenceSession(
        weights.serialized(weights.network(tensors), "vector", [1, 384])
    )
    for ids in TEXTS:
        (vector,) = session.run(["vector"], {"ids": np.array([ids], np.int64)})[0]
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
        assert vector @ by_the_book(tensors, ids) > 0.997


def test_large_matrices_are_stored_as_bytes() -> None:
    tensors = small_model.tensors()
    large = [v for v in weights.network(tensors).constants.values() if v.size >= 384 * 96]
    assert len([value for value in large if value.dtype == np.int8]) == 6 * 4
    # The only other: the embeddings of the 256 positions.
    assert [value.shape for value in large if value.dtype != np.int8] == [(256, 384)]


def test_weights_stay_within_what_every_processor_adds_exactly() -> None:
    matrices = [
        graph.constants[node.inputs[1]]
        for graph in [weights.network(small_model.tensors())]
        for node in graph.nodes
        if node.operator == "DynamicQuantizeMatMul"
    ]
    assert len(matrices) == 6 * 4
    assert {int(np.abs(matrix.astype(int)).max()) for matrix in matrices} == {64}


def test_quantizing_keeps_each_column_to_half_a_step() -> None:
    matrix = np.array([[1.0, 0.001, 0.0], [-0.3, -0.0005, 0.0]], np.float32)
    values, scales = weights.quantized(matrix, 0, 64)
    assert np.abs(values * scales - matrix).max(axis=0) == pytest.approx(0, abs=1 / 128)
    assert (np.abs(values * scales - matrix) <= scales / 2 + 1e-9).all()
    assert values[:, 0].tolist() == [64, -19]


def test_reading_gives_single_precision_tensors_by_name(tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    written = {"a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([0.5], np.float32)}
    small_model.write_safetensors(path, written)
    read = weights.read_safetensors(path)
    assert {name: value.tolist() for name, value in read.items()} == {
        "a": [[0, 1, 2], [3, 4, 5]],
        "b": [0.5],
    }


@pytest.mark.usefixtures("package")
def test_making_leaves_the_model_its_tokenizer_and_a_stamp(tmp_path: Path) -> None:
    folder = tmp_path / "share" / "minilm"
    assert not weights.is_made(folder)
    assert weights.make(folder)
    assert weights.is_made(folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "model.onnx",
        "stamp.json",
        "tokenizer.json",
    ]
    stamp = json.loads((folder / "stamp.json").read_text("utf-8"))
    assert stamp["recipe"] == weights.recipe()
    assert stamp["sources"] == weights.SOURCES
    assert set(stamp["sha256"]) == {"model.onnx", "tokenizer.json"}


def test_a_second_making_touches_nothing_and_needs_no_package(
    package: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "minilm"
    weights.make(folder)
    before = (folder / "model.onnx").stat()
    package.unlink()
    assert not weights.make(folder)
    assert (folder / "model.onnx").stat() == before


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("damage", ["cut", "stamp", "recipe"])
def test_a_damaged_or_outdated_model_is_made_again(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "minilm"
    weights.make(folder)
    whole = (folder / "model.onnx").read_bytes()
    if damage == "cut":
        (folder / "model.onnx").write_bytes(whole[:1000])
    elif damage == "stamp":
        (folder / "stamp.json").write_text("not a stamp", "utf-8")
    else:
        monkeypatch.setattr(weights, "RECIPE", weights.RECIPE + 1)
    assert not weights.is_made(folder)
    assert weights.make(folder)
    assert weights.is_made(folder)
    assert (folder / "model.onnx").read_bytes() == whole


def test_other_weights_than_the_expected_are_refused(package: Path, tmp_path: Path) -> None:
    with package.open("ab") as file:
        file.write(b"!")
    with pytest.raises(weights.CannotMake, match="not the expected file"):
        weights.make(tmp_path / "minilm")
    assert not (tmp_path / "minilm").exists()


def test_without_the_package_the_command_says_so_in_one_line_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(weights, "PACKAGE", "no-such-weights")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert weights.main() == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "no-such-weights is not installed" in told.err


@pytest.mark.usefixtures("package")
def test_the_command_makes_the_model_inside_the_environment_and_says_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert weights.main() == 0
    assert weights.is_made(tmp_path / "share" / "runwright" / "minilm")
    assert tuple(capsys.readouterr()) == ("", "")
