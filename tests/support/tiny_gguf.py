"""A GGUF file of 100 kB that llama.cpp loads: a language model with a mind made up beforehand.

Whatever it reads, it likes the same signs in the same order, `PREFERRED` first. Without a grammar
it ends at once, or never; under one it takes, sign by sign, what it likes best of what is allowed.
So its replies are known, and they are computed by the real library.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import Any

import numpy as np

NAME = "tiny.gguf"
WIDTH, HIDDEN, HEADS = 32, 64, 4
PREFERRED = ']}[{":,ctname'
_TEMPLATE = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"
_TOKENS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁"]
_UNKNOWN, _CONTROL, _BYTE, _NORMAL = 2, 3, 6, 1
_KINDS = [_UNKNOWN, _CONTROL, _CONTROL, *[_BYTE] * 256, _NORMAL]
_END = 2


def write(folder: Path, name: str = NAME, *, ends: bool = True) -> str:
    """Write the file into a folder; its SHA-256."""
    content = _file(_metadata(), _tensors(ends))
    (folder / name).write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def _metadata() -> dict[str, Any]:
    return {
        "general.architecture": "llama",
        "general.name": "tiny",
        "llama.context_length": 8192,
        "llama.embedding_length": WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": HIDDEN,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "llama.vocab_size": len(_TOKENS),
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": _TOKENS,
        "tokenizer.ggml.scores": [0.0] * len(_TOKENS),
        "tokenizer.ggml.token_type": _KINDS,
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": _END,
        "tokenizer.ggml.unknown_token_id": 0,
        "tokenizer.chat_template": _TEMPLATE,
    }


def _tensors(ends: bool) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
    """Every token is the same point, no layer moves it, and the last layer ranks the tokens."""
    vocabulary = len(_TOKENS)
    liking = np.linspace(0.0, -1.0, vocabulary, dtype=np.float32)
    for place, sign in enumerate(PREFERRED):
        liking[3 + ord(sign)] = 2.0 - 0.05 * place
    liking[_END] = 3.0 if ends else -2.0
    return {
        "token_embd.weight": np.ones((vocabulary, WIDTH), np.float32),
        "output_norm.weight": np.ones(WIDTH, np.float32),
        "output.weight": np.repeat(liking[:, None], WIDTH, axis=1),
        "blk.0.attn_norm.weight": np.ones(WIDTH, np.float32),
        "blk.0.attn_q.weight": np.zeros((WIDTH, WIDTH), np.float32),
        "blk.0.attn_k.weight": np.zeros((WIDTH, WIDTH), np.float32),
        "blk.0.attn_v.weight": np.zeros((WIDTH, WIDTH), np.float32),
        "blk.0.attn_output.weight": np.zeros((WIDTH, WIDTH), np.float32),
        "blk.0.ffn_norm.weight": np.ones(WIDTH, np.float32),
        "blk.0.ffn_gate.weight": np.zeros((HIDDEN, WIDTH), np.float32),
        "blk.0.ffn_up.weight": np.zeros((HIDDEN, WIDTH), np.float32),
        "blk.0.ffn_down.weight": np.zeros((WIDTH, HIDDEN), np.float32),
    }


# The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md --------------------------

_ALIGNMENT = 32


def _file(metadata: dict[str, Any], tensors: dict[str, Any]) -> bytes:
    head = [b"GGUF", struct.pack("<IQQ", 3, len(tensors), len(metadata))]
    head += [_text(name) + _value(value) for name, value in metadata.items()]
    offset, data = 0, []
    for name, tensor in tensors.items():
        shape = tensor.shape[::-1]  # the innermost dimension first
        dimensions = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        head.append(_text(name) + dimensions + struct.pack("<IQ", 0, offset))
        content = _aligned(tensor.tobytes())
        data.append(content)
        offset += len(content)
    return _aligned(b"".join(head)) + b"".join(data)


def _aligned(content: bytes) -> bytes:
    return content + b"\0" * (-len(content) % _ALIGNMENT)


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Any) -> bytes:
    if isinstance(value, list):
        kind = {int: 5, float: 6, str: 8}[type(value[0])]
        items = b"".join(_plain(each) for each in value)
        return struct.pack("<IIQ", 9, kind, len(value)) + items
    kind = {int: 4, float: 6, str: 8}[type(value)]
    return struct.pack("<I", kind) + _plain(value)


def _plain(value: Any) -> bytes:
    if isinstance(value, str):
        return _text(value)
    return struct.pack("<i" if isinstance(value, int) else "<f", value)
