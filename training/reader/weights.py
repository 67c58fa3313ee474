"""Writes what the reader learned, in half precision, as `reader_weights` takes it up."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from runwright.context.index import reader_weights
from training.base import Array

MOST_BYTES = 12_000_000


def write(path: Path, learned: Mapping[str, Array]) -> None:
    """One file; refused if it is not what the service reads, or too large for a repository."""
    names = set(reader_weights.names())
    if set(learned) != names:
        raise SystemExit(f"not what the service reads: {sorted(names ^ set(learned))[:5]}…")
    halves = {name: value.astype(np.float16) for name, value in learned.items()}
    np.savez_compressed(path, **halves)  # type: ignore[arg-type]
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"the weights take {size} bytes, more than {MOST_BYTES}")
