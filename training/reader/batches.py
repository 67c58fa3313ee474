"""Examples side by side, padded with 0."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.reader.examples import Encoded, Example, encode

BATCH, CHUNK = 96, 2_000
_SLACK = 24
"""Rows of one batch are of about one length: they are sorted by it, but for so many pieces."""

_tokenizer: Any = None


def _encoded(examples: Sequence[Example]) -> list[Encoded]:
    found = (encode(_tokenizer, example) for example in examples)
    return [each for each in found if each is not None]


def encode_all(tokenizer: Any, examples: Sequence[Example]) -> list[Encoded]:
    """In many processes; what was cut off is left out."""
    global _tokenizer
    _tokenizer = tokenizer
    chunks = [examples[at : at + CHUNK] for at in range(0, len(examples), CHUNK)]
    with get_context("fork").Pool(max(1, (os.cpu_count() or 2) - 1)) as pool:
        return [each for chunk in pool.map(_encoded, chunks) for each in chunk]


def packed(rows: Sequence[Encoded], device: str) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, kinds and where an answer may stand."""
    shape = (len(rows), max(len(row.ids) for row in rows))
    ids, kinds = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    is_text = np.zeros(shape, bool)
    for number, row in enumerate(rows):
        length = len(row.ids)
        ids[number, :length] = row.ids
        kinds[number, :length] = row.kinds
        is_text[number, :length] = row.is_text
    return (
        torch.tensor(ids, device=device),
        torch.tensor(kinds, device=device),
        torch.tensor(is_text, device=device),
    )


def batches(rows: Sequence[Encoded]) -> Iterator[list[Encoded]]:
    """All rows, in batches of about one length, in any order."""
    order = sorted(rows, key=lambda row: len(row.ids) + random.random() * _SLACK)
    groups = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    random.shuffle(groups)
    yield from groups
