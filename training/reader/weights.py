"""Writes what the reader learned, as `reader_weights` takes it up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from runwright.context.index import reader_weights
from training import halves
from training.base import Array


def write(path: Path, learned: Mapping[str, Array]) -> None:
    """One file; refused if it is not what the service reads."""
    halves.write(path, learned, reader_weights.names())
