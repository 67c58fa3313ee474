"""Reads the header of a GGUF file: the few facts that a manifest needs, and none of the weights.

The format is that of llama.cpp's `docs/gguf.md`, versions 2 and 3, little-endian: a magic number,
a version, two counts, then pairs of a key and a typed value. A file comes from anywhere, so no
length in it is believed before it was compared with what is left of the file.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO, NamedTuple

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_BIG_ENDIAN = (2 << 24, 3 << 24)
_SCALARS = {kind: f"<{letter}" for kind, letter in enumerate("BbHhIif?  Qqd") if letter != " "}
"""By the number of its type: how a value of a fixed size is packed; 8 and 9 have none."""
_STRING, _ARRAY = 8, 9
_COUNT = struct.Struct("<Q")
_TYPE = struct.Struct("<I")
_LONGEST_KEY = 65_535
_LONGEST_TEXT = 16_000_000
_DEEPEST = 4
"""How many arrays may lie in each other; real files have one."""

Value = int | float | bool | str


class GgufError(Exception):
    """Not a GGUF file that a model could be loaded from, and why."""


class Header(NamedTuple):
    """What a file says of its model."""

    architecture: str
    name: str
    """The model's own; empty where the file has none."""
    context_length: int
    """How many tokens it was trained for."""
    has_chat_template: bool
    """Whether it was trained to converse."""


def read_header(path: Path) -> Header:
    """The facts of a file; `GgufError` for any other file, `OSError` where it cannot be read."""
    with path.open("rb") as file:
        return _header(_Reader(file, path.stat().st_size).pairs())


def _header(pairs: dict[str, Value]) -> Header:
    architecture = pairs.get("general.architecture")
    if not isinstance(architecture, str) or not architecture:
        raise GgufError("its header names no architecture")
    if pairs.get("general.type", "model") != "model":
        raise GgufError(f"it holds no whole model but a part: {pairs['general.type']}")
    parts = pairs.get("split.count", 0)
    if isinstance(parts, int) and parts > 1:
        raise GgufError(f"it is one of {parts} parts: join them with llama-gguf-split --merge")
    length = pairs.get(f"{architecture}.context_length")
    if not isinstance(length, int) or isinstance(length, bool) or length < 1:
        raise GgufError("its header has no context length, so it is not a language model")
    name, template = pairs.get("general.name", ""), pairs.get("tokenizer.chat_template")
    return Header(
        architecture=architecture,
        name=name if isinstance(name, str) else "",
        context_length=length,
        has_chat_template=isinstance(template, str) and bool(template.strip()),
    )


class _Reader:
    """Goes through the pairs once; arrays, such as the vocabulary, are passed over."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._left = size

    def pairs(self) -> dict[str, Value]:
        if self._take(len(_MAGIC)) != _MAGIC:
            raise GgufError("it is not a GGUF file")
        version = self._type()
        if version in _BIG_ENDIAN:
            raise GgufError("it is big-endian, which this machine's llama.cpp does not load")
        if version not in _VERSIONS:
            raise GgufError(f"it has version {version} of the format; 2 and 3 are known")
        self._count()  # of tensors, which come after the pairs
        found: dict[str, Value] = {}
        for _ in range(self._bounded(_COUNT.size + _TYPE.size + 1)):
            key = self._text(_LONGEST_KEY)
            value = self._value(self._type(), _DEEPEST)
            if value is not None:
                found[key] = value
        return found

    def _value(self, kind: int, depth: int) -> Value | None:
        """A value, or None for an array."""
        if kind == _STRING:
            return self._text(_LONGEST_TEXT)
        if kind == _ARRAY:
            self._pass_array(depth)
            return None
        packed = struct.Struct(_scalar(kind))
        (value,) = packed.unpack(self._take(packed.size))
        found: Value = value
        return found

    def _pass_array(self, depth: int) -> None:
        if depth == 0:
            raise GgufError("its header nests arrays too deeply")
        kind = self._type()
        if kind == _ARRAY:
            for _ in range(self._bounded(_TYPE.size + _COUNT.size)):
                self._pass_array(depth - 1)
        elif kind == _STRING:
            for _ in range(self._bounded(_COUNT.size)):
                self._skip(self._count())
        else:
            each = struct.calcsize(_scalar(kind))
            self._skip(self._bounded(each) * each)

    def _bounded(self, smallest: int) -> int:
        """A number of things of which each takes at least so many bytes."""
        count = self._count()
        if count * smallest > self._left:
            raise GgufError("it is cut off, or its header is damaged")
        return count

    def _text(self, most: int) -> str:
        length = self._count()
        if length > most:
            raise GgufError("its header is damaged: a text in it is too long")
        return self._take(length).decode("utf-8", "replace")

    def _count(self) -> int:
        (count,) = _COUNT.unpack(self._take(_COUNT.size))
        return int(count)

    def _type(self) -> int:
        (kind,) = _TYPE.unpack(self._take(_TYPE.size))
        return int(kind)

    def _take(self, size: int) -> bytes:
        self._left -= size
        data = self._file.read(size) if self._left >= 0 else b""
        if len(data) != size:
            raise GgufError("it is cut off, or its header is damaged")
        return data

    def _skip(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise GgufError("it is cut off, or its header is damaged")
        self._file.seek(size, 1)


def _scalar(kind: int) -> str:
    if kind not in _SCALARS:
        raise GgufError(f"its header is damaged: there is no type {kind}")
    return _SCALARS[kind]
