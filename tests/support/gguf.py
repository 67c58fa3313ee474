"""Headers of GGUF files, written for tests: pairs of a key and a packed value, without weights."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence


def number(value: int) -> bytes:
    """A value of type uint32."""
    return struct.pack("<II", 4, value)


def text(value: str) -> bytes:
    """A value of type string."""
    return struct.pack("<I", 8) + _string(value)


def texts(values: Sequence[str]) -> bytes:
    """An array of strings."""
    return array(8, b"".join(map(_string, values)), len(values))


def array(kind: int, items: bytes, count: int) -> bytes:
    """An array of so many items of a type."""
    return struct.pack("<IIQ", 9, kind, count) + items


def gguf(pairs: Mapping[str, bytes], version: int = 3) -> bytes:
    """A file with these pairs and no tensors."""
    head = b"GGUF" + struct.pack("<IQQ", version, 0, len(pairs))
    return head + b"".join(_string(key) + value for key, value in pairs.items())


def _string(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


MODEL = {
    "general.architecture": text("llama"),
    "general.name": text("Tiny"),
    "llama.context_length": number(4096),
    "tokenizer.chat_template": text("{{ messages }}"),
}
"""What every file of a language model has."""
