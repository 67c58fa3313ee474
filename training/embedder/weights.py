"""Writes what the embedder learned, as `runwright.context.index.weights` takes it up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from runwright.context.index.weights import PARTS
from training import halves
from training.base import Array

LAYERS = 6
_NORMS = ("n1", "n2")


def write(path: Path, learned: Mapping[str, Array]) -> None:
    """One file; refused if it is not what the service reads."""
    halves.write(path, learned, names())


def names() -> Iterator[str]:
    """Of everything that is learned."""
    yield from ("norm.weight", "norm.bias")
    for layer in range(LAYERS):
        for mine in PARTS:
            parts = ("weight", "bias") if mine in _NORMS else ("bias", "a", "b")
            yield from (f"layers.{layer}.{mine}.{part}" for part in parts)
