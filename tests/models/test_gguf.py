"""Headers of GGUF files: real ones are read, and rubbish is refused in words."""

from __future__ import annotations

import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runwright.models.gguf import GgufError, Header, read_header
from support import tiny_gguf
from support.gguf import MODEL, array, gguf, number, text, texts


def written(folder: Path, content: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("version", [2, 3])
def test_a_header_gives_what_a_manifest_needs(tmp_path: Path, version: int) -> None:
    path = written(tmp_path, gguf(MODEL, version=version))
    assert read_header(path) == Header("llama", "Tiny", 4096, True)


def test_vocabularies_and_nested_arrays_are_passed_over(tmp_path: Path) -> None:
    vocabulary = {
        "tokenizer.ggml.tokens": texts(["a", "", "ü" * 300]),
        "tokenizer.ggml.scores": array(6, b"\0" * 12, 3),
        "nested": array(9, texts(["x"])[4:] * 2, 2),
    }
    path = written(tmp_path, gguf({**vocabulary, **MODEL}))
    assert read_header(path).context_length == 4096


def test_a_file_that_llama_cpp_loads_is_read(tmp_path: Path) -> None:
    tiny_gguf.write(tmp_path)
    assert read_header(tmp_path / tiny_gguf.NAME) == Header("llama", "tiny", 8192, True)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"general.architecture": None}, "no architecture"),
        ({"llama.context_length": None}, "not a language model"),
        ({"llama.context_length": text("long")}, "not a language model"),
        ({"general.type": text("adapter")}, "a part: adapter"),
        ({"split.count": number(3)}, "one of 3 parts"),
    ],
)
def test_files_without_a_whole_language_model_are_refused(
    tmp_path: Path, changes: dict[str, bytes | None], reason: str
) -> None:
    pairs = {name: each for name, each in {**MODEL, **changes}.items() if each is not None}
    with pytest.raises(GgufError, match=reason):
        read_header(written(tmp_path, gguf(pairs)))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "cut off"),
        (b"PK\x03\x04 something else", "not a GGUF file"),
        (b"GGUF" + struct.pack("<I", 1) + b"\0" * 16, "version 1"),
        (b"GGUF" + struct.pack(">I", 3) + b"\0" * 16, "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**63), "cut off"),
        (gguf({"a": struct.pack("<I", 99)}), "no type 99"),
        (gguf({"a": struct.pack("<IQ", 8, 2**62)}), "too long"),
        (gguf({"a": array(4, b"", 2**61)}), "cut off"),
        (gguf({"a": array(8, b"", 2**60)}), "cut off"),
        (gguf({"a": array(9, array(9, array(9, array(9, b"", 1)[4:], 1)[4:], 1)[4:], 1)}), "deep"),
    ],
)
def test_rubbish_is_refused_in_words(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(GgufError, match=reason):
        read_header(written(tmp_path, content + b"\0" * 64 if reason == "deep" else content))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gguf")


@settings(max_examples=200)
@given(st.data())
def test_no_damage_to_a_file_is_worse_than_a_refusal(place: Path, data: st.DataObject) -> None:
    whole = bytearray(gguf({"tokens": texts(["a", "b"]), **MODEL}))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(whole)))
    path = written(place, bytes(whole[:end]))
    # Any other exception, or a read without end, fails the test.
    with suppress(GgufError):
        assert read_header(path).context_length > 0
