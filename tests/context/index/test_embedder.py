"""Texts become vectors: small, alike for like texts, and nothing is loaded before the first."""

from __future__ import annotations

import base64
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from context.index import small_model
from runwright.context.index import embedder, weights
from runwright.context.index.embedder import SCALE, Embedder, is_available, passage_text, stored

made = pytest.mark.skipif(not is_available(), reason="the real model was not made: `make setup`")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A model of random weights."""
    root = tmp_path_factory.mktemp("model")
    with pytest.MonkeyPatch.context() as monkeypatch:
        small_model.install(root / "package", monkeypatch)
        weights.make(root / "minilm")
        yield root / "minilm"


def test_a_query_is_a_unit_vector(folder: Path) -> None:
    vector = Embedder(folder).embed_query("the rent is due")
    assert vector.shape == (384,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_an_empty_text_has_a_vector_too(folder: Path) -> None:
    assert np.isfinite(Embedder(folder).embed_query("")).all()


def test_a_stored_passage_gives_back_its_cosine_with_a_query(folder: Path) -> None:
    model = Embedder(folder)
    query, passage = (model.embed_query(text) for text in ("rent paid", "the rent is due"))
    (body,) = model.embed_passages(["the rent is due"])
    assert len(body) == 384
    recovered = query @ np.frombuffer(body, np.int8).astype(np.float32) / SCALE
    assert recovered == pytest.approx(query @ passage, abs=0.005)


def test_a_component_beyond_the_scale_is_held_at_its_end() -> None:
    vector = np.zeros(384, np.float32)
    vector[:2] = 0.8, -0.6
    assert stored(vector)[:3].tolist() == [127, -127, 0]


def test_texts_are_neither_padded_nor_cut_at_what_the_file_says(folder: Path) -> None:
    # The tokenizer's file pads and cuts at eight tokens, which would hide the last word.
    model = Embedder(folder)
    first = model.embed_query("rent paid to the bank on tuesday from doctor")
    other = model.embed_query("rent paid to the bank on tuesday from train")
    assert first @ other < 0.9999


def test_what_follows_the_longest_text_is_not_seen(folder: Path) -> None:
    model = Embedder(folder)
    text = "rent " * (weights.LONGEST - 2)
    whole = model.embed_query(text)
    assert (model.embed_query(text + "doctor") == whole).all()
    assert not (model.embed_query(text[5:] + "doctor") == whole).all()


def test_many_threads_share_one_loading(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    real = embedder._open

    def counting(path: Path) -> embedder._Loaded:
        opened.append(path)
        return real(path)

    monkeypatch.setattr(embedder, "_open", counting)
    model = Embedder(folder)
    with ThreadPoolExecutor(8) as pool:
        bodies = list(pool.map(lambda _: model.embed_passages(["paid"])[0], range(16)))
    assert opened == [folder]
    assert len(set(bodies)) == 1


def test_available_means_that_files_and_packages_are_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_available(folder)
    assert not is_available(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    assert not is_available(folder)


def test_nothing_heavy_is_loaded_before_the_first_text(folder: Path) -> None:
    code = (
        "import sys, pathlib; from runwright.context.index.embedder import Embedder, is_available;"
        "folder = pathlib.Path(sys.argv[1]); Embedder(folder); is_available(folder);"
        "print({'onnx', 'onnxruntime', 'tokenizers'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_child_answers_with_stored_vectors_in_order(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "default_folder", lambda: folder)
    embedder._embedder_of_this_process.cache_clear()
    texts = ["rent paid", "train from the doctor"]
    try:
        reply = embedder.embed_in_child({"texts": texts})
    finally:
        embedder._embedder_of_this_process.cache_clear()
    vectors = [base64.b64decode(text) for text in reply["vectors"]]
    assert vectors == Embedder(folder).embed_passages(texts)


def test_a_title_stands_before_the_text_it_heads() -> None:
    assert passage_text("Rent", "Due on Tuesday.") == "Rent\nDue on Tuesday."
    assert passage_text("", "Due on Tuesday.") == "Due on Tuesday."


@made
@pytest.mark.parametrize(
    ("one", "other", "cosine"),
    [
        ("The heating was repaired on Tuesday.", "When did somebody fix the radiator?", 0.532),
        (
            "The heating was repaired on Tuesday.",
            "Our invoice is due at the end of the month.",
            0.067,
        ),
        (
            "When did somebody fix the radiator?",
            "Our invoice is due at the end of the month.",
            -0.07,
        ),
        ("Our invoice is due at the end of the month.", "word " * 400, 0.052),
    ],
)
def test_the_real_model_agrees_with_its_full_precision_original(
    one: str, other: str, cosine: float
) -> None:
    """The cosines are those of the weights in full precision, computed once."""
    model = Embedder()
    assert model.embed_query(one) @ model.embed_query(other) == pytest.approx(cosine, abs=0.03)
